/**
 * The result table: what the run has put out, by key and window.
 *
 * A result goes back, over the links of the trace, to the pane or timer that it came of, and so to its
 * key and window; one that came of neither stands for itself.
 */

import { makerOf } from "./provenance";
import { lastWithin } from "../metrics/time_series";
import type { Trace } from "./trace";
import { KINDS } from "./trace.gen";
import type { Kind, Value } from "./trace.gen";

export interface Result {
  index: number;
  /** Empty where it came of no pane and no timer. */
  key: Value;
  window: Value;
  kind: string;
  value: Value;
  /** The result of the same key and window before it, or -1. */
  before: number;
}

export const MODES = ["append", "update", "complete"] as const;
export type Mode = (typeof MODES)[number];
export const MODE_TITLES = {
  append: "every result, the newest first",
  update: "one row for each key and window, the last changed first",
  complete: "the whole table, by key and window",
} as const satisfies Record<Mode, string>;

const MAKERS: ReadonlySet<number> = new Set(
  (["WindowFired", "TimerFired", "KeySelected"] satisfies Kind[]).map((kind) => KINDS.indexOf(kind)),
);

export class Results {
  readonly all: Result[] = [];
  private readonly indexes: number[];

  constructor(trace: Trace) {
    const last = new Map<string, number>();
    for (const index of trace.indexesOf(["ResultWritten"])) {
      const fact = trace.event(index);
      if (fact.type !== "ResultWritten") continue;
      const maker = makerOf(trace, index, MAKERS);
      const made = maker < 0 ? null : trace.event(maker);
      const key = made && "key" in made ? made.key : "";
      const window = made?.type === "WindowFired" ? made.window : "";
      const kind = made?.type === "WindowFired" ? made.kind : "";
      // what has neither key nor window is a row of its own
      const name = window === "" ? `${index}` : JSON.stringify([made && "operator" in made ? made.operator : "", key, window]);
      this.all.push({ index, key, window, kind, value: fact.value, before: last.get(name) ?? -1 });
      last.set(name, this.all.length - 1);
    }
    this.indexes = this.all.map(({ index }) => index);
  }

  /** The rows of a mode after `position` facts: numbers of results. */
  rows(mode: Mode, position: number): number[] {
    const count = lastWithin(this.indexes, position - 1) + 1;
    const newest = Array.from({ length: count }, (_, number) => count - 1 - number);
    if (mode === "append") return newest;
    const replaced = new Set<number>();
    for (let number = 0; number < count; number++) if (this.all[number]!.before >= 0) replaced.add(this.all[number]!.before);
    const now = newest.filter((number) => !replaced.has(number));
    if (mode === "update") return now;
    const order = new Intl.Collator("en", { numeric: true }).compare;
    return now.sort((a, b) => {
      const [one, other] = [this.all[a]!, this.all[b]!];
      return order(one.key, other.key) || order(one.window, other.window) || a - b;
    });
  }
}
