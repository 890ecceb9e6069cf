/** Job snapshots at any position of a trace, from keyframes that are created on demand. */

import { applyEvent, copySnapshot, createSnapshot, estimateSize } from "./recent_activity";
import type { JobSnapshot } from "./recent_activity";
import type { Trace } from "./trace";

/** Events between two keyframes; more if snapshots are large, to limit memory. */
const SPACING = 1024;

export class History {
  private readonly positions: number[] = [0];
  private readonly keyframes: JobSnapshot[] = [createSnapshot()];
  private readonly frontier: JobSnapshot = createSnapshot();
  private reached = 0;
  private spacing = SPACING;

  constructor(private readonly trace: Trace) {}

  /** Whether all keyframes exist. */
  get isComplete(): boolean {
    return this.reached === this.trace.eventCount;
  }

  /** Get a new snapshot after the first `position` events. */
  at(position: number): JobSnapshot {
    this.extend(position);
    const frame = this.findKeyframe(position);
    const snapshot = copySnapshot(this.keyframes[frame]!);
    for (let i = this.positions[frame]!; i < position; i++) {
      applyEvent(snapshot, this.trace.event(i));
    }
    return snapshot;
  }

  /** Create the keyframes up to `position`. */
  extend(position: number): void {
    while (this.reached < position) {
      applyEvent(this.frontier, this.trace.event(this.reached++));
      if (this.reached - this.positions[this.positions.length - 1]! >= this.spacing) {
        this.positions.push(this.reached);
        this.keyframes.push(copySnapshot(this.frontier));
        this.spacing = Math.max(SPACING, 2 * estimateSize(this.frontier));
      }
    }
  }

  /** Create keyframes for about `ms` milliseconds. */
  extendFor(ms: number): void {
    const end = performance.now() + ms;
    while (!this.isComplete && performance.now() < end) {
      this.extend(Math.min(this.reached + SPACING, this.trace.eventCount));
    }
  }

  private findKeyframe(position: number): number {
    let low = 0;
    let high = this.positions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.positions[middle]! <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
