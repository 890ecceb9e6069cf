/** Where we are in the run, and how we move: position, way of stepping, play, pause. */

import { Stops } from "./stops";
import type { Grain } from "./stops";
import type { Trace } from "../trace/trace";

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;
const PAUSE_MS = 800;

export class Player {
  readonly stops: Stops;
  grain: Grain = "told";
  speed: (typeof SPEEDS)[number] = 1;
  private at = 0;
  private timer = 0;
  /** Asks for more of a run that is still going on, if there is more to be had. */
  goOn: (() => void) | null = null;

  constructor(readonly trace: Trace, private readonly moved: () => void) {
    this.stops = new Stops(trace);
  }

  /** How many facts have become true. */
  get position(): number {
    return this.at;
  }

  get atEnd(): boolean {
    return this.at === this.trace.eventCount;
  }

  get playing(): boolean {
    return this.timer !== 0;
  }

  /** The step of the last fact, or -1 before the first. */
  get step(): number {
    return this.at === 0 ? -1 : this.trace.stepOf(this.at - 1);
  }

  go(position: number): void {
    const clamped = Math.max(0, Math.min(this.trace.eventCount, Math.round(position)));
    if (clamped === this.at) return;
    this.at = clamped;
    this.moved();
  }

  /** Goes to the end of a step; -1 is the beginning. */
  goToStep(step: number): void {
    if (step < 0) this.go(0);
    else this.go(this.trace.eventRange(Math.min(step, this.trace.stepCount - 1))[1]);
  }

  next(): void {
    if (this.atEnd) return this.goOn?.();
    this.go(this.stops.next(this.at, this.grain));
  }

  back(): void {
    this.go(this.stops.back(this.at, this.grain));
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  play(): void {
    if (this.atEnd) this.go(0);
    const tick = (): void => {
      this.next();
      if (this.atEnd) this.pause();
      else this.timer = window.setTimeout(tick, PAUSE_MS / this.speed);
    };
    this.timer = window.setTimeout(tick, PAUSE_MS / this.speed / 4);
    this.moved();
  }

  pause(): void {
    if (!this.playing) return;
    window.clearTimeout(this.timer);
    this.timer = 0;
    this.moved();
  }

  faster(): void {
    this.speed = SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]!;
    this.moved();
  }
}
