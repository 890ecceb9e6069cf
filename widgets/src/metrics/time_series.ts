/**
 * The whole run as numbers over time: what the metrics and the plot are read from.
 *
 * Made in one pass over the facts; after that every moment is a binary search away, in either
 * direction. Times are milliseconds since the start of the run.
 */

/** A number that changes now and then; `initial` before it first does. */
export class Series<T = number> {
  readonly positions: number[] = [];
  readonly times: number[] = [];
  readonly values: T[] = [];

  constructor(readonly initial: T) {}

  get last(): T {
    return this.values.length > 0 ? this.values[this.values.length - 1]! : this.initial;
  }

  /** The value is `value` once `position` facts have become true. */
  set(position: number, time: number, value: T): void {
    const end = this.positions.length - 1;
    if (end >= 0 && this.positions[end] === position) {
      this.values[end] = value;
      return;
    }
    this.positions.push(position);
    this.times.push(time);
    this.values.push(value);
  }

  /** After `position` facts. */
  at(position: number): T {
    const index = lastWithin(this.positions, position);
    return index < 0 ? this.initial : this.values[index]!;
  }

  /** At the end of a millisecond. */
  atTime(time: number): T {
    const index = lastWithin(this.times, time);
    return index < 0 ? this.initial : this.values[index]!;
  }
}

/** The index of the last of some rising numbers that is not greater than `limit`, or -1. */
export function lastWithin(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export const CONDITIONS = ["busy", "idle", "soft", "hard"] as const;
export type Condition = (typeof CONDITIONS)[number];

/** What a task spent its time with; nothing before it runs and after it has finished. */
export class Conditions {
  readonly changes = new Series<Condition | null>(null);
  /** The milliseconds spent in each condition, up to each change. */
  private readonly spent: Record<Condition, number>[] = [];
  private condition: Condition = "busy";
  private runs = false;

  becomes(position: number, time: number, condition: Condition): void {
    this.condition = condition;
    if (this.runs) this.note(position, time, condition);
  }

  starts(position: number, time: number): void {
    this.runs = true;
    this.note(position, time, this.condition);
  }

  ends(position: number, time: number): void {
    if (this.runs) this.note(position, time, null);
    this.runs = false;
  }

  private note(position: number, time: number, condition: Condition | null): void {
    const { times, values } = this.changes;
    const end = times.length - 1;
    const spent = end < 0 ? { busy: 0, idle: 0, soft: 0, hard: 0 } : { ...this.spent[end]! };
    const before = end < 0 ? null : values[end]!;
    if (before) spent[before] += time - times[end]!;
    const known = times.length;
    this.changes.set(position, time, condition);
    if (times.length > known) this.spent.push(spent);
  }

  /** The milliseconds spent in `condition` by `time`, which the first `position` facts reach. */
  until(position: number, time: number, condition: Condition): number {
    return this.spentAt(lastWithin(this.changes.positions, position), time, condition);
  }

  /** The same at the end of an earlier millisecond. */
  untilTime(time: number, condition: Condition): number {
    return this.spentAt(lastWithin(this.changes.times, time), time, condition);
  }

  private spentAt(index: number, time: number, condition: Condition): number {
    if (index < 0) return 0;
    const open = this.changes.values[index] === condition ? time - this.changes.times[index]! : 0;
    return this.spent[index]![condition] + open;
  }
}
