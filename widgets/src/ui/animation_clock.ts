/**
 * How the picture gets from one position to the next: a real-valued position that runs between them.
 *
 * What moves is drawn as a function of the phase alone, so that a scrub, a press in mid-flight and a
 * play show the same picture at the same place.
 */

import type { MomentKind } from "../trace/trace.gen";

/** A way from one position to another, and how much of it is gone, from 0 to 1. */
export interface Phase {
  from: number;
  to: number;
  t: number;
}

/** Milliseconds at single speed: of the way, and of the rest after it. */
const LONG: Partial<Record<MomentKind, readonly [way: number, rest: number]>> = {
  firing: [1150, 650],
  late: [1500, 1300],
  failure: [700, 1300],
  merge: [900, 650],
  minimum: [560, 90],
  idle: [560, 400],
};
const WAY_MS = 440;
const FURTHER_MS = 70;
const MOST_MS = 1300;
const REST_MS = 90;
const BACK_MS = 320;
/** Shorter than this nobody sees what moves. */
const LEAST_MS = 110;

/** How long a moment takes to come about, and how long one looks at it. */
export function pace(kind: MomentKind | null, count: number, speed: number): { way: number; rest: number } {
  const [way, rest] = (kind && LONG[kind]) ?? [Math.min(MOST_MS, WAY_MS + FURTHER_MS * (count - 1)), REST_MS];
  return { way: Math.max(LEAST_MS, way / speed), rest: rest / speed };
}

/** Slow, fast, slow. */
export const ease = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** The part of `t` that lies between two of its values, from 0 to 1. */
export const within = (t: number, start: number, end: number): number =>
  Math.max(0, Math.min(1, (t - start) / (end - start)));

export const prefersStill = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export class Motion {
  phase: Phase = { from: 0, to: 0, t: 1 };
  private frame = 0;
  private started = 0;
  private lasts = 0;
  /** How much of the way was gone before. */
  private gone = 0;

  constructor(private readonly draw: (phase: Phase) => void) {}

  get moves(): boolean {
    return this.frame !== 0;
  }

  /** Moves on to a position; what moved until now has arrived. */
  go(from: number, to: number, ms: number): void {
    this.stop();
    if (prefersStill()) return this.stand(from, to);
    const { phase } = this;
    this.gone = phase.from === from && phase.to === to && phase.t < 1 ? phase.t : 0;
    this.phase = { from, to, t: this.gone };
    this.lasts = to < from ? Math.min(ms, BACK_MS) : ms;
    this.started = 0;
    this.draw(this.phase);
    this.frame = window.requestAnimationFrame((now) => this.tick(now));
  }

  /** Stands still at once, with a part of the way gone. */
  stand(from: number, to: number, t = 1): void {
    this.stop();
    this.phase = { from, to, t };
    this.draw(this.phase);
  }

  stop(): void {
    window.cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  private tick(now: number): void {
    this.started ||= now;
    const part = Math.min(1, (now - this.started) / this.lasts);
    const before = performance.now();
    this.phase = { ...this.phase, t: this.gone + (1 - this.gone) * part };
    this.frame = part < 1 ? window.requestAnimationFrame((next) => this.tick(next)) : 0;
    this.draw(this.phase);
    performance.measure("flinksim:motion", { start: before });
  }
}
