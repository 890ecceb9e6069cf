/** Transition between layers: current and target layer, and the animation between them. */

import { clamp } from "../ui/svg";

const LAYER_MS = 1000;
const PAUSE_MS = 700;
const BLEND_MS = 700;

export interface TransitionTarget {
  /** Number of layers. */
  countLayers(): number;
  /** Draw a position. `blend` rises to 1 while a new plan replaces the previous one. */
  drawAt(position: number, moving: boolean, blend: number): void;
  /** Called when the animation ends; `hasMoved` if in another layer than before. */
  settle(hasMoved: boolean): void;
  /** Called when play starts or ends. */
  onPlayStateChange(): void;
}

export class LayerTransition {
  /** 0 is the first layer, 0.5 is halfway to the second. */
  position = 0;
  target = 0;
  isPlaying = false;
  private pauseTimer = 0;
  private frame = 0;
  private readonly reducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

  constructor(private readonly view: TransitionTarget) {}

  get last(): number {
    return this.view.countLayers() - 1;
  }

  /** Go to a position without animation. */
  jump(position: number): void {
    this.stop();
    this.position = clamp(position, 0, this.last);
    this.target = Math.round(this.position);
    this.view.drawAt(this.position, this.position !== this.target, 1);
    if (this.position === this.target) this.view.settle(false);
  }

  goTo(layer: number): void {
    this.stop();
    this.animateTo(clamp(layer, 0, this.last));
  }

  toggle(): void {
    const playing = !this.isPlaying;
    this.stop();
    this.isPlaying = playing;
    if (!playing) this.animateTo(Math.round(this.position));
    else if (this.position === this.last) {
      this.position = this.target = 0;
      this.view.drawAt(0, false, 1);
      this.pauseTimer = window.setTimeout(() => this.animateTo(1), PAUSE_MS);
    } else this.animateTo(Math.floor(this.position) + 1);
    this.view.onPlayStateChange();
  }

  /** Blend in a new plan at the current position, then continue to the target. */
  blend(): void {
    this.stop();
    this.position = clamp(this.position, 0, this.last);
    this.target = clamp(this.target, 0, this.last);
    this.animate(BLEND_MS, (progress) => {
      this.view.drawAt(this.position, progress < 1, progress);
      if (progress < 1) return;
      if (this.position === this.target) this.view.settle(false);
      else this.animateTo(this.target);
    });
  }

  stop(): void {
    window.cancelAnimationFrame(this.frame);
    window.clearTimeout(this.pauseTimer);
    this.isPlaying = false;
  }

  private animateTo(layer: number): void {
    this.target = layer;
    const from = this.position;
    const span = from === layer ? 0 : LAYER_MS * Math.sqrt(Math.abs(layer - from));
    this.animate(span, (progress) => {
      this.position = progress < 1 ? from + (layer - from) * progress : layer;
      this.view.drawAt(this.position, progress < 1, 1);
      if (progress >= 1) this.onArrival();
    });
  }

  private onArrival(): void {
    this.view.settle(true);
    if (!this.isPlaying) return;
    if (this.target < this.last) {
      this.pauseTimer = window.setTimeout(() => this.animateTo(this.target + 1), PAUSE_MS);
    } else {
      this.isPlaying = false;
      this.view.onPlayStateChange();
    }
  }

  /** Call `draw` with the progress for each frame of `span` milliseconds, ending with 1. */
  private animate(span: number, draw: (progress: number) => void): void {
    const start = performance.now();
    const step = (now: number): void => {
      const progress = span === 0 || this.reducedMotion.matches ? 1 : clamp((now - start) / span, 0, 1);
      if (progress < 1) this.frame = window.requestAnimationFrame(step);
      draw(progress);
    };
    step(start);
  }
}
