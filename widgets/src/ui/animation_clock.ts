/**
 * Animation clock: a phase that runs from one position to the next.
 *
 * What is drawn is a function of the phase alone, so scrubbing, interrupting and playing show the same picture at the
 * same phase.
 */

import type { MomentKind } from "../trace/trace.gen";

/** A move from one position to another and its progress, from 0 to 1. */
export interface Phase {
  from: number;
  to: number;
  t: number;
}

/** Milliseconds at normal speed: of the move, and of the rest after it. */
const DURATIONS: Partial<Record<MomentKind, readonly [way: number, rest: number]>> = {
  firing: [1150, 650],
  late: [1500, 1300],
  failure: [700, 1300],
  merge: [900, 650],
  watermark: [560, 90],
  idle: [560, 400],
};
const MOVE_MS = 440;
const EXTRA_MS = 70;
const MAX_MOVE_MS = 1300;
const REST_MS = 90;
const BACK_MS = 320;
/** A faster move would not be visible. */
const MIN_MOVE_MS = 110;

/** Get the duration of a key step's animation and of the rest after it. */
export function getPace(kind: MomentKind | null, count: number, speed: number): { moveMs: number; restMs: number } {
  const [moveMs, restMs] = (kind && DURATIONS[kind]) ?? [Math.min(MAX_MOVE_MS, MOVE_MS + EXTRA_MS * (count - 1)), REST_MS];
  return { moveMs: Math.max(MIN_MOVE_MS, moveMs / speed), restMs: restMs / speed };
}

/** Ease in and out. */
export const ease = (t: number): number => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

/** Get the share of the range [start, end] that `t` has covered, from 0 to 1. */
export const clampedShare = (t: number, start: number, end: number): number =>
  Math.max(0, Math.min(1, (t - start) / (end - start)));

export const prefersReducedMotion = (): boolean => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

export class AnimationClock {
  phase: Phase = { from: 0, to: 0, t: 1 };
  private frame = 0;
  private startedAt = 0;
  private durationMs = 0;
  /** Share of the move that was already covered before. */
  private startShare = 0;

  constructor(private readonly draw: (phase: Phase) => void) {}

  get isMoving(): boolean {
    return this.frame !== 0;
  }

  /** Animate a move. A previous move is completed immediately. */
  animate(from: number, to: number, ms: number): void {
    this.stop();
    if (prefersReducedMotion()) return this.showAt(from, to);
    const { phase } = this;
    this.startShare = phase.from === from && phase.to === to && phase.t < 1 ? phase.t : 0;
    this.phase = { from, to, t: this.startShare };
    this.durationMs = to < from ? Math.min(ms, BACK_MS) : ms;
    this.startedAt = 0;
    this.frame = window.requestAnimationFrame((now) => this.tick(now));
    this.draw(this.phase);
  }

  /** Show a phase without animation. */
  showAt(from: number, to: number, t = 1): void {
    this.stop();
    this.phase = { from, to, t };
    this.draw(this.phase);
  }

  stop(): void {
    window.cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  private tick(now: number): void {
    this.startedAt ||= now;
    const part = Math.min(1, (now - this.startedAt) / this.durationMs);
    const before = performance.now();
    this.phase = { ...this.phase, t: this.startShare + (1 - this.startShare) * part };
    this.frame = part < 1 ? window.requestAnimationFrame((next) => this.tick(next)) : 0;
    this.draw(this.phase);
    performance.measure("flinksim:motion", { start: before });
  }
}
