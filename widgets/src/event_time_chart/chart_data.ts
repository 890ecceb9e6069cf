/**
 * A run as event time over processing time: dots, panes, curves, timers, from one pass over its facts.
 *
 * Everything is told by the index of its fact and an event time in epoch milliseconds, so that any
 * axis can place it. No rule of Flink is computed: what belongs together is known by identity, or by
 * the links that the trace has.
 */

import { CurveMaker } from "./watermark_curves";
import type { Curve } from "./watermark_curves";
import { recordBehind } from "../trace/provenance";
import type { Trace } from "../trace/trace";
import { KINDS } from "../trace/trace.gen";
import type { Kind, TraceEvent, Value } from "../trace/trace.gen";
import { MIN_TIMESTAMP, parts, windowBounds } from "../ui/value_format";
import { paneKey } from "../trace/job_state.gen";

/** A record, where it happened and where it arrived. */
export interface Dot {
  index: number;
  time: number;
  /** The number of its key in `PlaneRun.keys`, or -1. */
  key: number;
  /** Which of the plan's sources it came from, or -1 for what an operator made. */
  source: number;
  split: string;
  late: Late | null;
}

export interface Firing {
  index: number;
  kind: "early" | "on time" | "late";
  count: number;
}

/** A pane from its first element until it is gone, or merged into another one. */
export interface Pane {
  operator: string;
  key: number;
  window: Value;
  start: number;
  end: number;
  /** The fact with which it came to be. */
  born: number;
  /** The fact with which it went, or Infinity. */
  gone: number;
  /** The facts that put an element into it, and how many there were then. */
  fills: number[];
  counts: number[];
  firings: Firing[];
  into: Pane | null;
}

/** A record that came too late. */
export interface Late {
  index: number;
  operator: string;
  key: number;
  time: number;
  windows: Value;
  /** When its last window was over; null in a join, which has none. */
  cleanup: number | null;
  watermark: number;
  dot: Dot;
}

/** A timer of the user's, from its registration until it fired or was deleted. */
export interface TimerMark {
  index: number;
  end: number;
  fired: boolean;
  domain: "event" | "processing";
  time: number;
  key: number;
}

const KINDS_READ = [
  "SourceRecordRead", "TimestampAssigned", "RecordFiltered", "KeySelected", "WindowAssigned",
  "WindowsMerged", "WindowFired", "WindowCleared", "LateRecordDropped", "TimerRegistered", "TimerFired",
  "TimerDeleted", "WatermarkGenerated", "SplitStatusChanged", "SplitReleased", "ChannelWatermarkChanged",
  "ExecutionReset", "ChannelStatusChanged", "InputWatermarkAdvanced", "InputStatusChanged", "OperatorWatermarkAdvanced",
] as const satisfies readonly Kind[]; // prettier-ignore

export class PlaneRun {
  readonly dots: Dot[] = [];
  readonly panes: Pane[] = [];
  readonly lates: Late[] = [];
  readonly timers: TimerMark[] = [];
  readonly curves: Curve[];
  /** Every key, as JSON, in the order of their first record. */
  readonly keys: Value[] = [];
  /** How long after its end a pane is kept, by operator; only where that is longer than nothing. */
  readonly lateness = new Map<string, number>();
  /** The operator instances that keep panes, timers or drop what is late. */
  readonly keepers = new Set<string>();

  /** The panes that were filled, merged or fired by a fact, and the late records, by its index. */
  readonly paneAt = new Map<number, Pane>();
  readonly lateAt = new Map<number, Late>();

  private readonly keyNumbers = new Map<Value, number>();
  private readonly byRead = new Map<number, Dot>();
  private readonly byElement = new Map<number, Dot>();
  private readonly open = new Map<string, Pane>();
  private readonly running = new Map<string, TimerMark>();
  private readonly sources = new Map<string, number>();
  private readonly made: CurveMaker;

  constructor(private readonly trace: Trace) {
    this.made = new CurveMaker(trace.plan);
    this.nameSources();
    const wanted = new Uint8Array(KINDS.length);
    for (const kind of KINDS_READ) wanted[KINDS.indexOf(kind)] = 1;
    for (let index = 0; index < trace.eventCount; index++) {
      if (wanted[trace.kinds[index]!]) this.take(index, trace.event(index));
    }
    this.dots = this.dots.filter(({ time }) => Number.isFinite(time));
    this.curves = this.made.curves(this.keepers);
  }

  /** The pane that a late record missed: of its key, the one that went last among its windows. */
  missedBy(late: Late): Pane | null {
    const windows = windowBounds(late.windows) ? [late.windows] : (parts(late.windows) ?? []);
    const missed = this.panes.filter(
      ({ operator, key, window, gone }) =>
        operator === late.operator && key === late.key && gone < late.index && windows.includes(window),
    );
    return missed.reduce<Pane | null>((last, one) => (last && last.gone > one.gone ? last : one), null);
  }

  /** The record that a fact is about. */
  dotBehind(index: number): Dot | undefined {
    return this.byRead.get(recordBehind(this.trace, index)) ?? this.byElement.get(this.trace.cause(index));
  }

  /** The splits that the source of an operator's chain has read: `EWR, LGA`; "" if it has none. */
  splitsBefore(operator: string): string {
    const [node, index] = operator.slice(1).split("/");
    const vertex = this.trace.plan?.vertices.find(({ operators }) => operators.some((one) => String(one.node) === node));
    return this.made.splitsOf(`o${vertex?.operators[0]?.node}/${index}`).join(", ");
  }

  private nameSources(): void {
    const { plan } = this.trace;
    const fed = new Set(plan?.channels.map(({ target_node }) => target_node));
    let number = 0;
    for (const vertex of plan?.vertices ?? []) {
      const [head] = vertex.operators;
      if (!head || head.inputs.length > 0 || fed.has(head.node)) continue;
      for (let i = 0; i < vertex.parallelism; i++) this.sources.set(`o${head.node}/${i}`, number);
      number++;
    }
  }

  private take(index: number, fact: TraceEvent): void {
    if (this.made.take(index, fact)) return;
    switch (fact.type) {
      case "SourceRecordRead": {
        const source = this.sources.get(fact.operator) ?? 0;
        const time = eventTime(fact.timestamp);
        const dot: Dot = { index, time, key: -1, source, split: fact.split, late: null };
        this.byRead.set(index, dot);
        this.dots.push(dot);
        this.made.reads(fact.operator, fact.split);
        return;
      }
      case "TimestampAssigned": {
        const dot = this.byRead.get(recordBehind(this.trace, index));
        if (dot) dot.time = eventTime(fact.after);
        return;
      }
      case "RecordFiltered": {
        const dot = this.byRead.get(recordBehind(this.trace, index));
        if (dot) dot.time = NaN; // it has no place in event time any more
        return;
      }
      case "KeySelected": {
        const dot = this.byRead.get(recordBehind(this.trace, index));
        if (dot) dot.key = this.keyNumber(fact.key);
        return;
      }
      case "LateRecordDropped": {
        this.keepers.add(fact.operator);
        const time = eventTime(fact.timestamp);
        const dot = this.dotOf(index, time);
        const key = (dot.key = this.keyNumber(fact.key));
        const cleanup = fact.cleanup_time === null ? null : Number(fact.cleanup_time);
        const { operator, windows } = fact;
        const late: Late = { index, operator, key, time, windows, cleanup, watermark: Number(fact.watermark), dot };
        dot.late ??= late;
        this.lateAt.set(index, late);
        this.lates.push(late);
        return;
      }
      case "TimerRegistered": {
        const bounds = windowBounds(fact.namespace);
        if (bounds && fact.domain === "event") {
          const after = Number(fact.timestamp - bounds[1]) + 1;
          if (after > (this.lateness.get(fact.operator) ?? 0)) this.lateness.set(fact.operator, after);
        }
        if (fact.namespace !== '""') return;
        this.keepers.add(fact.operator);
        const { domain } = fact;
        const time = Number(fact.timestamp);
        const mark: TimerMark = { index, end: Infinity, fired: false, domain, time, key: this.keyNumber(fact.key) };
        this.running.set(timerName(fact), mark);
        this.timers.push(mark);
        return;
      }
      case "ExecutionReset":
        this.startAgain(index, fact.subtask);
        return;
      case "TimerFired":
      case "TimerDeleted": {
        const mark = this.running.get(timerName(fact));
        if (!mark) return;
        mark.end = index;
        mark.fired = fact.type === "TimerFired";
        this.running.delete(timerName(fact));
        return;
      }
      default:
        this.takePane(index, fact);
    }
  }

  private takePane(index: number, fact: TraceEvent): void {
    switch (fact.type) {
      case "WindowAssigned": {
        const pane = this.pane(index, fact.operator, fact.key, fact.window);
        pane.fills.push(index);
        pane.counts.push(fact.count);
        this.dotOf(index, eventTime(fact.timestamp)).key = pane.key;
        return;
      }
      case "WindowsMerged": {
        const merged = windowBounds(fact.merged) ? [fact.merged] : (parts(fact.merged) ?? []);
        const earlier = merged.flatMap((window) => this.end(index, fact.operator, fact.key, window) ?? []);
        const pane = this.pane(index, fact.operator, fact.key, fact.result);
        for (const one of earlier) if (one !== pane) one.into = pane;
        pane.fills.push(index);
        pane.counts.push(fact.count);
        return;
      }
      case "WindowFired": {
        const pane = this.pane(index, fact.operator, fact.key, fact.window);
        pane.firings.push({ index, kind: fact.kind, count: fact.count });
        return;
      }
      case "WindowCleared":
        if (fact.reason === "cleanup") this.end(index, fact.operator, fact.key, fact.window);
        return;
      default:
    }
  }

  /** A task is started again: what its operators kept is gone, and their watermarks begin anew. */
  private startAgain(index: number, subtask: string): void {
    const operators = operatorsOf(this.trace, subtask);
    for (const [name, pane] of this.open) {
      if (!operators.has(pane.operator)) continue;
      pane.gone = index;
      this.open.delete(name);
    }
    for (const [name, mark] of this.running) {
      if (!operators.has((JSON.parse(name) as string[])[0]!)) continue;
      mark.end = index;
      this.running.delete(name);
    }
    this.made.startAgain(index, subtask, operators);
  }

  private pane(index: number, operator: string, key: Value, window: Value): Pane {
    const name = `${operator} ${paneKey(key, window)}`;
    const known = this.open.get(name);
    if (known) this.paneAt.set(index, known);
    if (known) return known;
    const bounds = windowBounds(window);
    const pane: Pane = {
      operator, key: this.keyNumber(key), window, born: index, gone: Infinity, fills: [], counts: [],
      firings: [], into: null,
      start: bounds ? Number(bounds[0]) : -Infinity, end: bounds ? Number(bounds[1]) : Infinity,
    }; // prettier-ignore
    this.keepers.add(operator);
    this.open.set(name, pane);
    this.paneAt.set(index, pane);
    this.panes.push(pane);
    return pane;
  }

  private end(index: number, operator: string, key: Value, window: Value): Pane | null {
    const name = `${operator} ${paneKey(key, window)}`;
    const pane = this.open.get(name);
    if (!pane) return null;
    pane.gone = index;
    this.open.delete(name);
    return pane;
  }

  /** The dot of the record that an operator works on: as it was read, or as an operator made it. */
  private dotOf(index: number, time: number): Dot {
    const read = this.byRead.get(recordBehind(this.trace, index));
    if (read) return read;
    const element = this.trace.cause(index);
    const known = element < 0 ? undefined : this.byElement.get(element);
    if (known) return known;
    const dot: Dot = { index, time, key: -1, source: -1, split: "", late: null };
    if (element >= 0) this.byElement.set(element, dot);
    this.dots.push(dot);
    return dot;
  }

  private keyNumber(key: Value): number {
    const known = this.keyNumbers.get(key);
    if (known !== undefined) return known;
    this.keyNumbers.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

/** The operator instances of a task. */
function operatorsOf({ plan }: Trace, subtask: string): ReadonlySet<string> {
  const { vertex, index } = plan!.subtasks.find(({ id }) => id === subtask)!;
  return new Set(plan!.vertices.find(({ id }) => id === vertex)!.operators.map(({ node }) => `o${node}/${index}`));
}

/** Where a record is in event time: nowhere (NaN) without a timestamp, for which Flink has `Long.MIN_VALUE`. */
function eventTime(timestamp: bigint | null): number {
  return timestamp === null || timestamp === MIN_TIMESTAMP ? NaN : Number(timestamp);
}

function timerName(fact: { operator: string; domain: string; key: Value; namespace: Value; timestamp: bigint }): string {
  return JSON.stringify([fact.operator, fact.domain, fact.key, fact.namespace, String(fact.timestamp)]);
}
