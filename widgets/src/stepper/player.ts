/** Player: position in the run, step mode, play and pause. */

import { Stops } from "./stops";
import type { StepMode } from "./stops";
import type { Trace } from "../trace/trace";

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;
const PAUSE_MS = 800;

export class Player {
  readonly stops: Stops;
  stepMode: StepMode = "key events";
  speed: (typeof SPEEDS)[number] = 1;
  private currentPosition = 0;
  private timer = 0;
  /** Requests more steps of a run that has not ended; null if there are none. */
  requestMore: (() => void) | null = null;

  constructor(readonly trace: Trace, private readonly onMove: () => void) {
    this.stops = new Stops(trace);
  }

  /** Number of events that have happened. */
  get position(): number {
    return this.currentPosition;
  }

  get isAtEnd(): boolean {
    return this.currentPosition === this.trace.eventCount;
  }

  get isPlaying(): boolean {
    return this.timer !== 0;
  }

  /** Step of the last event, or -1 at the start. */
  get step(): number {
    return this.currentPosition === 0 ? -1 : this.trace.getStep(this.currentPosition - 1);
  }

  seek(position: number): void {
    const clamped = Math.max(0, Math.min(this.trace.eventCount, Math.round(position)));
    if (clamped === this.currentPosition) return;
    this.currentPosition = clamped;
    this.onMove();
  }

  /** Go to the end of a step; -1 is the start. */
  goToStep(step: number): void {
    if (step < 0) this.seek(0);
    else this.seek(this.trace.eventRange(Math.min(step, this.trace.stepCount - 1))[1]);
  }

  next(): void {
    if (this.isAtEnd) return this.requestMore?.();
    this.seek(this.stops.next(this.currentPosition, this.stepMode));
  }

  back(): void {
    this.seek(this.stops.back(this.currentPosition, this.stepMode));
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play(): void {
    if (this.isAtEnd) this.seek(0);
    const tick = (): void => {
      this.next();
      if (this.isAtEnd) this.pause();
      else this.timer = window.setTimeout(tick, PAUSE_MS / this.speed);
    };
    this.timer = window.setTimeout(tick, PAUSE_MS / this.speed / 4);
    this.onMove();
  }

  pause(): void {
    if (!this.isPlaying) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.onMove();
  }

  cycleSpeed(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    this.onMove();
  }
}
