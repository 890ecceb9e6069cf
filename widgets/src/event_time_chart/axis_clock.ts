/**
 * Where a moment of the run stands on the axis of the plane.
 *
 * On the axis of time facts of one millisecond stand behind each other within it, so that the place on
 * the axis grows with every fact: what is left of the place of a position has happened, on either axis.
 */

import type { Trace } from "../trace/trace";
import { lastWithin } from "../metrics/time_series";

export type AxisName = "time" | "steps";

/** Processing time over a run, in epoch milliseconds. */
export class Clock {
  /** The position from which on the clock shows `times` of the same number. */
  private readonly positions: number[] = [0];
  private readonly times: number[];
  private readonly end: number;

  constructor(trace: Trace) {
    this.end = trace.eventCount;
    this.times = [trace.plan?.start_time_ms ?? 0];
    for (const index of trace.indexesOf(["ProcessingTimeAdvanced"])) {
      const fact = trace.event(index);
      if (fact.type !== "ProcessingTimeAdvanced") continue;
      this.positions.push(index + 1);
      this.times.push(Number(fact.after));
    }
  }

  get start(): number {
    return this.times[0]!;
  }

  get last(): number {
    return this.times.at(-1)!;
  }

  /** Processing time when `position` facts are true. */
  timeAt(position: number): number {
    return this.times[lastWithin(this.positions, position)]!;
  }

  /** The places of all positions on an axis: epoch milliseconds, or facts. */
  places(axis: AxisName): Float64Array {
    const places = new Float64Array(this.end + 1);
    for (let number = 0; number < this.positions.length; number++) {
      const from = this.positions[number]!;
      const facts = this.endOf(number) - from;
      const time = this.times[number]!;
      for (let i = 0; i < facts; i++) places[from + i] = axis === "steps" ? from + i : time + i / facts;
    }
    return places;
  }

  /** The last position that is not right of a place. */
  positionAt(place: number, axis: AxisName): number {
    const limit = (position: number): number => Math.max(0, Math.min(this.end, position));
    if (axis === "steps") return limit(Math.floor(place));
    const number = lastWithin(this.times, place);
    if (number < 0) return 0;
    const from = this.positions[number]!;
    const facts = this.endOf(number) - from;
    const within = Math.min(0.999999, place - this.times[number]!);
    return limit(from + Math.min(facts - 1, Math.floor(within * facts)));
  }

  private endOf(number: number): number {
    return this.positions[number + 1] ?? this.end + 1;
  }
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Steps between ticks on an axis of times of day. */
const CLOCK_STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500,
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 182, 365, 730, 1825, 3650, 36500].map((count) => count * DAY),
]; // prettier-ignore
/** From here on a number of milliseconds is written as a time of day (flinksim/trace/narration/formatting.py). */
const DATES_FROM = 1e10;

/** Round numbers between `low` and `high`, at most `most` of them; times of day where they are dates. */
export function ticks(low: number, high: number, most: number): number[] {
  const least = (high - low) / Math.max(1, most);
  if (!(least > 0) || !Number.isFinite(least)) return [];
  const dates = Math.abs(low) >= DATES_FROM || Math.abs(high) >= DATES_FROM;
  const step = (dates ? CLOCK_STEPS.find((one) => one >= least) : undefined) ?? decimalStep(least);
  const found: number[] = [];
  for (let at = Math.ceil(low / step) * step; at <= high && found.length <= most + 1; at += step) {
    found.push(at);
  }
  return found;
}

function decimalStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return Math.max(1, power * ([1, 2, 5].find((one) => one * power >= least) ?? 10));
}

/** A span of milliseconds for a person: `4 h 42 min`, `2.5 s`, `7 ms`. */
export function spanText(ms: number): string {
  const all = Math.abs(Math.round(ms));
  const two = (big: number, bigName: string, small: number, smallName: string): string => {
    const most = Math.floor(all / big);
    const rest = Math.round((all - most * big) / small);
    if (rest * small === big) return `${most + 1} ${bigName}`;
    return rest > 0 ? `${most} ${bigName} ${rest} ${smallName}` : `${most} ${bigName}`;
  };
  if (all >= DAY) return two(DAY, "d", HOUR, "h");
  if (all >= HOUR) return two(HOUR, "h", MINUTE, "min");
  if (all >= MINUTE) return two(MINUTE, "min", SECOND, "s");
  return all >= SECOND ? `${Number((all / SECOND).toFixed(3))} s` : `${all} ms`;
}
