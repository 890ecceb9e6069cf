/**
 * Map positions of the run to coordinates on the horizontal axis of the event-time chart.
 *
 * On the time axis, events of the same millisecond are spread within that millisecond, so that the coordinate grows
 * with every event. Everything left of a position's coordinate has happened, on both axes.
 */

import type { Trace } from "../trace/trace";
import { findLastWithin } from "../metrics/time_series";

export type AxisName = "time" | "steps";

/** Processing time over a run, in epoch milliseconds. */
export class AxisClock {
  /** First position at which the clock shows the entry of `times` with the same index. */
  private readonly positions: number[] = [0];
  private readonly times: number[];
  private readonly eventCount: number;

  constructor(trace: Trace) {
    this.eventCount = trace.eventCount;
    this.times = [trace.plan?.start_time_ms ?? 0];
    for (const index of trace.findIndexes(["ProcessingTimeAdvanced"])) {
      const event = trace.event(index);
      if (event.type !== "ProcessingTimeAdvanced") continue;
      this.positions.push(index + 1);
      this.times.push(Number(event.after));
    }
  }

  get start(): number {
    return this.times[0]!;
  }

  get last(): number {
    return this.times.at(-1)!;
  }

  /** Get the processing time after `position` events. */
  timeAt(position: number): number {
    return this.times[findLastWithin(this.positions, position)]!;
  }

  /** Get the axis coordinate of every position: epoch milliseconds, or event numbers. */
  getPlaces(axis: AxisName): Float64Array {
    const places = new Float64Array(this.eventCount + 1);
    for (let number = 0; number < this.positions.length; number++) {
      const from = this.positions[number]!;
      const events = this.getEndPosition(number) - from;
      const time = this.times[number]!;
      for (let i = 0; i < events; i++) places[from + i] = axis === "steps" ? from + i : time + i / events;
    }
    return places;
  }

  /** Get the last position that is not right of a coordinate. */
  positionAt(place: number, axis: AxisName): number {
    const limit = (position: number): number => Math.max(0, Math.min(this.eventCount, position));
    if (axis === "steps") return limit(Math.floor(place));
    const number = findLastWithin(this.times, place);
    if (number < 0) return 0;
    const from = this.positions[number]!;
    const events = this.getEndPosition(number) - from;
    const within = Math.min(0.999999, place - this.times[number]!);
    return limit(from + Math.min(events - 1, Math.floor(within * events)));
  }

  private getEndPosition(number: number): number {
    return this.positions[number + 1] ?? this.eventCount + 1;
  }
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Tick steps for an axis of dates and times. */
const CLOCK_STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 365, 730, 1825, 3650, 36500].map((count) => count * DAY),
];
/** Numbers of at least this size are formatted as dates (flinksim/trace/narration/value_formatting.py). */
const MIN_DATE_MS = 1e10;

/** Compute at most `max` round ticks between `low` and `high`, at clock times if the values are dates. */
export function computeTicks(low: number, high: number, max: number): number[] {
  const minStep = (high - low) / Math.max(1, max);
  if (!(minStep > 0) || !Number.isFinite(minStep)) return [];
  const dates = Math.abs(low) >= MIN_DATE_MS || Math.abs(high) >= MIN_DATE_MS;
  const step = (dates ? CLOCK_STEPS.find((one) => one >= minStep) : undefined) ?? chooseDecimalStep(minStep);
  const found: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high && found.length <= max + 1; at += step) {
    found.push(at);
  }
  return found;
}

function chooseDecimalStep(minStep: number): number {
  const power = 10 ** Math.floor(Math.log10(minStep));
  return Math.max(1, power * ([1, 2, 5].find((one) => one * power >= minStep) ?? 10));
}

/** Format a duration in milliseconds: `4 h 42 min`, `2.5 s`, `7 ms`. */
export function formatDuration(ms: number): string {
  const all = Math.abs(Math.round(ms));
  const two = (big: number, bigName: string, small: number, smallName: string): string => {
    const whole = Math.floor(all / big);
    const rest = Math.round((all - whole * big) / small);
    if (rest * small === big) return `${whole + 1} ${bigName}`;
    return rest > 0 ? `${whole} ${bigName} ${rest} ${smallName}` : `${whole} ${bigName}`;
  };
  if (all >= DAY) return two(DAY, "d", HOUR, "h");
  if (all >= HOUR) return two(HOUR, "h", MINUTE, "min");
  if (all >= MINUTE) return two(MINUTE, "min", SECOND, "s");
  return all >= SECOND ? `${Number((all / SECOND).toFixed(3))} s` : `${all} ms`;
}
