/**
 * Time series, from which metrics and the plot are computed.
 *
 * They are built in one pass over the events, after which every lookup is a binary search. Times are milliseconds
 * since the start of the run.
 */

/** A value that changes over time, with `initial` as the first value. */
export class Series<T = number> {
  readonly positions: number[] = [];
  readonly times: number[] = [];
  readonly values: T[] = [];

  constructor(readonly initial: T) {}

  get last(): T {
    return this.values.length > 0 ? this.values[this.values.length - 1]! : this.initial;
  }

  /** Set the value after `position` events. */
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

  /** Get the value after `position` events. */
  at(position: number): T {
    const index = findLastWithin(this.positions, position);
    return index < 0 ? this.initial : this.values[index]!;
  }

  /** Get the value at the end of a millisecond. */
  atTime(time: number): T {
    const index = findLastWithin(this.times, time);
    return index < 0 ? this.initial : this.values[index]!;
  }
}

/** Find the index of the last of some ascending numbers that is at most `limit`, or -1. */
export function findLastWithin(numbers: readonly number[], limit: number): number {
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

/** How a task spent its time. Only time in state RUNNING counts. */
export class Conditions {
  readonly changes = new Series<Condition | null>(null);
  /** Milliseconds spent in each condition up to each change. */
  private readonly spent: Record<Condition, number>[] = [];
  private condition: Condition = "busy";
  private isRunning = false;

  setCondition(position: number, time: number, condition: Condition): void {
    this.condition = condition;
    if (this.isRunning) this.addChange(position, time, condition);
  }

  start(position: number, time: number): void {
    this.isRunning = true;
    this.addChange(position, time, this.condition);
  }

  end(position: number, time: number): void {
    if (this.isRunning) this.addChange(position, time, null);
    this.isRunning = false;
  }

  private addChange(position: number, time: number, condition: Condition | null): void {
    const { times, values } = this.changes;
    const end = times.length - 1;
    const spent = end < 0 ? { busy: 0, idle: 0, soft: 0, hard: 0 } : { ...this.spent[end]! };
    const before = end < 0 ? null : values[end]!;
    if (before) spent[before] += time - times[end]!;
    const known = times.length;
    this.changes.set(position, time, condition);
    if (times.length > known) this.spent.push(spent);
  }

  /** Get the milliseconds spent in `condition` by `time`, which belongs to the first `position` events. */
  getTimeSpent(position: number, time: number, condition: Condition): number {
    return this.computeTimeSpent(findLastWithin(this.changes.positions, position), time, condition);
  }

  /** Get the milliseconds spent in `condition` by the end of an earlier millisecond. */
  getTimeSpentBy(time: number, condition: Condition): number {
    return this.computeTimeSpent(findLastWithin(this.changes.times, time), time, condition);
  }

  private computeTimeSpent(index: number, time: number, condition: Condition): number {
    if (index < 0) return 0;
    const open = this.changes.values[index] === condition ? time - this.changes.times[index]! : 0;
    return this.spent[index]![condition] + open;
  }
}
