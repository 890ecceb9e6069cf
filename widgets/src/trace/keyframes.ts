/** The scene at any position of a trace, from keyframes that are made as they are needed. */

import { applyToScene, copyScene, emptyScene, sizeOf } from "./recent_activity";
import type { Scene } from "./recent_activity";
import type { Trace } from "./trace";

/** Facts between two keyframes; more where a scene is large, so that keyframes stay cheap. */
const SPACING = 1024;

export class History {
  private readonly positions: number[] = [0];
  private readonly keyframes: Scene[] = [emptyScene()];
  private readonly frontier: Scene = emptyScene();
  private reached = 0;
  private spacing = SPACING;

  constructor(private readonly trace: Trace) {}

  /** Whether every keyframe is there. */
  get complete(): boolean {
    return this.reached === this.trace.eventCount;
  }

  /** The scene after the first `position` facts; a fresh copy. */
  at(position: number): Scene {
    this.extend(position);
    const frame = this.lastBefore(position);
    const scene = copyScene(this.keyframes[frame]!);
    for (let i = this.positions[frame]!; i < position; i++) {
      applyToScene(scene, this.trace.event(i));
    }
    return scene;
  }

  /** Makes the keyframes up to `position`. */
  extend(position: number): void {
    while (this.reached < position) {
      applyToScene(this.frontier, this.trace.event(this.reached++));
      if (this.reached - this.positions[this.positions.length - 1]! >= this.spacing) {
        this.positions.push(this.reached);
        this.keyframes.push(copyScene(this.frontier));
        this.spacing = Math.max(SPACING, 2 * sizeOf(this.frontier));
      }
    }
  }

  /** Makes keyframes for about `ms` milliseconds. */
  extendFor(ms: number): void {
    const end = performance.now() + ms;
    while (!this.complete && performance.now() < end) {
      this.extend(Math.min(this.reached + SPACING, this.trace.eventCount));
    }
  }

  private lastBefore(position: number): number {
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
