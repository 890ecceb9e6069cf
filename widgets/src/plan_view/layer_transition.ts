/** Going from layer to layer: where we are, where we want to be, and the frames in between. */

import { clamp } from "../ui/svg";

const STAGE_MS = 1000;
const PAUSE_MS = 700;
const BLEND_MS = 700;

export interface Viewer {
  /** How many layers there are. */
  count(): number;
  /** Draws a moment; `blend` goes to 1 while another plan takes the place of this one. */
  moment(position: number, moving: boolean, blend: number): void;
  /** Everything stands; `travelled` if it stands in another layer than before. */
  still(travelled: boolean): void;
  /** Play was pressed or has ended. */
  played(): void;
}

export class Motion {
  /** 0 is the first layer, 0.5 half-way to the second. */
  position = 0;
  wanted = 0;
  playing = false;
  private pause = 0;
  private frame = 0;
  private readonly stillness = window.matchMedia("(prefers-reduced-motion: reduce)");

  constructor(private readonly viewer: Viewer) {}

  get last(): number {
    return this.viewer.count() - 1;
  }

  /** Is there at once. */
  jump(position: number): void {
    this.stop();
    this.position = clamp(position, 0, this.last);
    this.wanted = Math.round(this.position);
    this.viewer.moment(this.position, this.position !== this.wanted, 1);
    if (this.position === this.wanted) this.viewer.still(false);
  }

  goTo(layer: number): void {
    this.stop();
    this.fly(clamp(layer, 0, this.last));
  }

  toggle(): void {
    const playing = !this.playing;
    this.stop();
    this.playing = playing;
    if (!playing) this.fly(Math.round(this.position));
    else if (this.position === this.last) {
      this.position = this.wanted = 0;
      this.viewer.moment(0, false, 1);
      this.pause = window.setTimeout(() => this.fly(1), PAUSE_MS);
    } else this.fly(Math.floor(this.position) + 1);
    this.viewer.played();
  }

  /** Another plan has come: it is blended in where we are, and then we go on. */
  blend(): void {
    this.stop();
    this.position = clamp(this.position, 0, this.last);
    this.wanted = clamp(this.wanted, 0, this.last);
    this.run(BLEND_MS, (done) => {
      this.viewer.moment(this.position, done < 1, done);
      if (done < 1) return;
      if (this.position === this.wanted) this.viewer.still(false);
      else this.fly(this.wanted);
    });
  }

  stop(): void {
    window.cancelAnimationFrame(this.frame);
    window.clearTimeout(this.pause);
    this.playing = false;
  }

  private fly(layer: number): void {
    this.wanted = layer;
    const from = this.position;
    const span = from === layer ? 0 : STAGE_MS * Math.sqrt(Math.abs(layer - from));
    this.run(span, (done) => {
      this.position = done < 1 ? from + (layer - from) * done : layer;
      this.viewer.moment(this.position, done < 1, 1);
      if (done >= 1) this.arrive();
    });
  }

  private arrive(): void {
    this.viewer.still(true);
    if (!this.playing) return;
    if (this.wanted < this.last) {
      this.pause = window.setTimeout(() => this.fly(this.wanted + 1), PAUSE_MS);
    } else {
      this.playing = false;
      this.viewer.played();
    }
  }

  /** Calls `draw` for every frame of `span` milliseconds, at last with 1. */
  private run(span: number, draw: (done: number) => void): void {
    const start = performance.now();
    const step = (now: number): void => {
      const done = span === 0 || this.stillness.matches ? 1 : clamp((now - start) / span, 0, 1);
      if (done < 1) this.frame = window.requestAnimationFrame(step);
      draw(done);
    };
    step(start);
  }
}
