/**
 * Result table: the output of the run by key and window.
 *
 * The links in the trace lead from a result to the pane or timer that produced it, and so to its key and window. Other
 * results have their own rows.
 */

import { findProducer } from "./provenance";
import { findLastWithin } from "../metrics/time_series";
import type { Trace } from "./trace";
import { KINDS } from "./trace.gen";
import type { Kind, TraceEvent, Value } from "./trace.gen";

type FiringKind = (TraceEvent & { type: "WindowFired" })["kind"];

export interface Result {
  index: number;
  /** Empty if neither a pane nor a timer produced it. */
  key: Value;
  window: Value;
  kind: FiringKind | "";
  value: Value;
  /** Number of the previous result of the same key and window, or -1. A firing may have several results. */
  before: number;
  /** Numbers of the results that this one replaces: those of the previous firing. */
  replaced: readonly number[];
}

export const MODES = ["append", "update", "complete"] as const;
export type Mode = (typeof MODES)[number];
export const MODE_TITLES = {
  append: "every result, the newest first",
  update: "one row for each key and window, most recently changed first",
  complete: "the whole table, by key and window",
} as const satisfies Record<Mode, string>;

const PRODUCER_KINDS: ReadonlySet<number> = new Set(
  (["WindowFired", "TimerFired", "KeySelected"] satisfies Kind[]).map((kind) => KINDS.indexOf(kind)),
);

export class Results {
  readonly all: Result[] = [];
  private readonly indexes: number[];

  constructor(trace: Trace) {
    const last = new Map<string, { maker: number; numbers: number[] }>();
    for (const index of trace.findIndexes(["ResultWritten"])) {
      const event = trace.event(index);
      if (event.type !== "ResultWritten") continue;
      const maker = findProducer(trace, index, PRODUCER_KINDS);
      const producer = maker < 0 ? null : trace.event(maker);
      const key = producer && "key" in producer ? producer.key : "";
      const window = producer?.type === "WindowFired" ? producer.window : "";
      const kind = producer?.type === "WindowFired" ? producer.kind : "";
      // a result with neither key nor window has its own row
      const name = window === "" ? `${index}` : JSON.stringify([producer && "operator" in producer ? producer.operator : "", key, window]);
      const previous = last.get(name);
      const number = this.all.length;
      const isSameFiring = previous?.maker === maker;
      const replaced = isSameFiring ? [] : (previous?.numbers ?? []);
      this.all.push({ index, key, window, kind, value: event.value, before: replaced.at(-1) ?? -1, replaced });
      if (isSameFiring) previous.numbers.push(number);
      else last.set(name, { maker, numbers: [number] });
    }
    this.indexes = this.all.map(({ index }) => index);
  }

  /** Get the rows of a mode after `position` events, as numbers of results. */
  getRows(mode: Mode, position: number): number[] {
    const count = findLastWithin(this.indexes, position - 1) + 1;
    const newest = Array.from({ length: count }, (_, number) => count - 1 - number);
    if (mode === "append") return newest;
    const replaced = new Set<number>();
    for (let number = 0; number < count; number++) for (const one of this.all[number]!.replaced) replaced.add(one);
    const now = newest.filter((number) => !replaced.has(number));
    if (mode === "update") return now;
    const order = new Intl.Collator("en", { numeric: true }).compare;
    return now.sort((a, b) => {
      const [one, other] = [this.all[a]!, this.all[b]!];
      return order(one.key, other.key) || order(one.window, other.window) || a - b;
    });
  }
}
