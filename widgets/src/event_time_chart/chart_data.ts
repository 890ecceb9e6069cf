/**
 * Data of the event-time chart: records, panes, watermark curves and timers, from one pass over the events.
 *
 * Everything is stored by event index and event time (epoch milliseconds), so that any axis can place it. No rule of
 * Flink is computed here: related events are matched by identity or by the links in the trace.
 */

import { CurveBuilder } from "./watermark_curves";
import type { Curve } from "./watermark_curves";
import { findSourceRecord } from "../trace/provenance";
import type { Trace } from "../trace/trace";
import { KINDS } from "../trace/trace.gen";
import type { Kind, TraceEvent, Value } from "../trace/trace.gen";
import { MIN_TIMESTAMP, parts, parseWindow } from "../ui/value_format";
import { paneKey } from "../trace/job_state.gen";

/** A record: its event time and when it arrived. */
export interface RecordDot {
  index: number;
  time: number;
  /** Index of its key in `ChartData.keys`, or -1. */
  key: number;
  /** Number of the plan's source that it came from, or -1 if an operator produced it. */
  source: number;
  split: string;
  late: LateRecord | null;
}

export interface Firing {
  index: number;
  kind: "early" | "on time" | "late";
  count: number;
}

/** A window pane, from its first element until it is cleaned up or merged into another pane. */
export interface PaneBar {
  operator: string;
  key: number;
  window: Value;
  start: number;
  end: number;
  /** Index of the event that opened it. */
  openedAt: number;
  /** Index of the event that closed it, or Infinity. */
  closedAt: number;
  /** Indexes of the events that added an element, and the element count after each. */
  fills: number[];
  counts: number[];
  firings: Firing[];
  /** Indexes of the events at which its trigger purged it. */
  purges: number[];
  mergedInto: PaneBar | null;
  /** Window of the record that joined others into this one, if any. */
  joinedBy: readonly [start: number, end: number] | null;
}

/** A record that was dropped as late. */
export interface LateRecord {
  index: number;
  operator: string;
  key: number;
  time: number;
  windows: Value;
  /** Cleanup time of its last window; null in a join, which has no windows. */
  cleanupTime: number | null;
  watermark: number;
  dot: RecordDot;
}

/** A user's timer, from its registration until it fired or was deleted. */
export interface TimerMark {
  index: number;
  end: number;
  fired: boolean;
  domain: "event" | "processing";
  time: number;
  key: number;
}

const HANDLED_KINDS = [
  "SourceRecordRead", "TimestampAssigned", "RecordFiltered", "KeySelected", "WindowAssigned",
  "WindowsMerged", "WindowFired", "WindowCleared", "LateRecordDropped", "TimerRegistered", "TimerFired",
  "TimerDeleted", "PartialResultEmitted", "WatermarkGenerated", "SplitStatusChanged", "SplitReleased", "ChannelWatermarkChanged",
  "ExecutionReset", "ChannelStatusChanged", "InputWatermarkAdvanced", "InputStatusChanged", "OperatorWatermarkAdvanced",
] as const satisfies readonly Kind[];

export class ChartData {
  readonly dots: RecordDot[] = [];
  readonly panes: PaneBar[] = [];
  readonly lateRecords: LateRecord[] = [];
  readonly timers: TimerMark[] = [];
  readonly curves: Curve[];
  /** All keys as JSON, in the order of their first records. */
  readonly keys: Value[] = [];
  /** Allowed lateness by operator, for operators that have any. */
  readonly lateness = new Map<string, number>();
  /** Operator instances that have panes or timers, or drop late records. */
  readonly statefulOperators = new Set<string>();

  /** Panes that were filled, merged or fired, and late records, by event index. */
  readonly paneAt = new Map<number, PaneBar>();
  readonly lateRecordAt = new Map<number, LateRecord>();

  private readonly keyNumbers = new Map<Value, number>();
  private readonly dotByRead = new Map<number, RecordDot>();
  private readonly dotByElement = new Map<number, RecordDot>();
  private readonly openPanes = new Map<string, PaneBar>();
  private readonly activeTimers = new Map<string, TimerMark>();
  private readonly sourceNumbers = new Map<string, number>();
  private readonly curveBuilder: CurveBuilder;

  constructor(private readonly trace: Trace) {
    this.curveBuilder = new CurveBuilder(trace.plan);
    this.numberSources();
    const isHandled = new Uint8Array(KINDS.length);
    for (const kind of HANDLED_KINDS) isHandled[KINDS.indexOf(kind)] = 1;
    for (let index = 0; index < trace.eventCount; index++) {
      if (isHandled[trace.kinds[index]!]) this.addEvent(index, trace.event(index));
    }
    this.dots = this.dots.filter(({ time }) => Number.isFinite(time));
    this.curves = this.curveBuilder.getCurves(this.statefulOperators);
  }

  /** Find the pane that a late record missed: of its key and windows, the one that closed last. */
  findMissedPane(late: LateRecord): PaneBar | null {
    const windows = parseWindow(late.windows) ? [late.windows] : (parts(late.windows) ?? []);
    const missed = this.panes.filter(
      ({ operator, key, window, closedAt }) =>
        operator === late.operator && key === late.key && closedAt < late.index && windows.includes(window),
    );
    return missed.reduce<PaneBar | null>((last, one) => (last && last.closedAt > one.closedAt ? last : one), null);
  }

  /** Find the record that an event is about. */
  findDot(index: number): RecordDot | undefined {
    return this.dotByRead.get(findSourceRecord(this.trace, index)) ?? this.dotByElement.get(this.trace.cause(index));
  }

  /** Find the splits that the source of an operator's chain has read: `EWR, LGA`, or "". */
  findSourceSplits(operator: string): string {
    const [node, index] = operator.slice(1).split("/");
    const vertex = this.trace.plan?.vertices.find(({ operators }) => operators.some((one) => String(one.node) === node));
    return this.curveBuilder.getSplits(`o${vertex?.operators[0]?.node}/${index}`).join(", ");
  }

  private numberSources(): void {
    const { plan } = this.trace;
    const nodesWithInput = new Set(plan?.channels.map(({ target_node }) => target_node));
    let number = 0;
    for (const vertex of plan?.vertices ?? []) {
      const [head] = vertex.operators;
      if (!head || head.inputs.length > 0 || nodesWithInput.has(head.node)) continue;
      for (let i = 0; i < vertex.parallelism; i++) this.sourceNumbers.set(`o${head.node}/${i}`, number);
      number++;
    }
  }

  private addEvent(index: number, event: TraceEvent): void {
    if (this.curveBuilder.addEvent(index, event)) return;
    switch (event.type) {
      case "SourceRecordRead": {
        const source = this.sourceNumbers.get(event.operator) ?? 0;
        const time = toEventTime(event.timestamp);
        const dot: RecordDot = { index, time, key: -1, source, split: event.split, late: null };
        this.dotByRead.set(index, dot);
        this.dots.push(dot);
        this.curveBuilder.addRead(event.operator, event.split);
        return;
      }
      case "TimestampAssigned": {
        const dot = this.dotByRead.get(findSourceRecord(this.trace, index));
        if (dot) dot.time = toEventTime(event.after);
        return;
      }
      case "RecordFiltered": {
        const dot = this.dotByRead.get(findSourceRecord(this.trace, index));
        if (dot) dot.time = NaN; // a filtered record is not drawn
        return;
      }
      case "KeySelected": {
        const dot = this.dotByRead.get(findSourceRecord(this.trace, index));
        if (dot) dot.key = this.getKeyNumber(event.key);
        return;
      }
      case "LateRecordDropped": {
        this.statefulOperators.add(event.operator);
        const time = toEventTime(event.timestamp);
        const dot = this.getOrCreateDot(index, time);
        const key = (dot.key = this.getKeyNumber(event.key));
        const cleanup = event.cleanup_time === null ? null : Number(event.cleanup_time);
        const { operator, windows } = event;
        const late: LateRecord = { index, operator, key, time, windows, cleanupTime: cleanup, watermark: Number(event.watermark), dot };
        dot.late ??= late;
        this.lateRecordAt.set(index, late);
        this.lateRecords.push(late);
        return;
      }
      case "TimerRegistered": {
        const bounds = parseWindow(event.namespace);
        if (bounds && event.domain === "event") {
          const after = Number(event.timestamp - bounds[1]) + 1;
          if (after > (this.lateness.get(event.operator) ?? 0)) this.lateness.set(event.operator, after);
        }
        if (event.namespace !== '""') return;
        this.statefulOperators.add(event.operator);
        const { domain } = event;
        const time = Number(event.timestamp);
        const mark: TimerMark = { index, end: Infinity, fired: false, domain, time, key: this.getKeyNumber(event.key) };
        this.activeTimers.set(getTimerKey(event), mark);
        this.timers.push(mark);
        return;
      }
      case "ExecutionReset":
        this.resetTask(index, event.subtask);
        return;
      case "TimerFired":
      case "TimerDeleted": {
        const mark = this.activeTimers.get(getTimerKey(event));
        if (!mark) return;
        mark.end = index;
        mark.fired = event.type === "TimerFired";
        this.activeTimers.delete(getTimerKey(event));
        return;
      }
      default:
        this.addPaneEvent(index, event);
    }
  }

  private addPaneEvent(index: number, event: TraceEvent): void {
    switch (event.type) {
      case "WindowAssigned": {
        const pane = this.getOrOpenPane(index, event.operator, event.key, event.window);
        pane.fills.push(index);
        pane.counts.push(event.count);
        this.getOrCreateDot(index, toEventTime(event.timestamp)).key = pane.key;
        return;
      }
      case "WindowsMerged": {
        const merged = parseWindow(event.merged) ? [event.merged] : (parts(event.merged) ?? []);
        const earlier = merged.flatMap((window) => this.closePane(index, event.operator, event.key, window) ?? []);
        const pane = this.getOrOpenPane(index, event.operator, event.key, event.result);
        for (const one of earlier) if (one !== pane) one.mergedInto = pane;
        const own = parseWindow(event.window);
        if (own && earlier.length > 1) pane.joinedBy = [Number(own[0]), Number(own[1])];
        pane.fills.push(index);
        pane.counts.push(event.count);
        return;
      }
      case "WindowFired": {
        const pane = this.getOrOpenPane(index, event.operator, event.key, event.window);
        pane.firings.push({ index, kind: event.kind, count: event.count });
        return;
      }
      case "PartialResultEmitted":
        this.closePane(index, event.operator, event.key, event.window);
        return;
      case "WindowCleared":
        if (event.reason === "cleanup") this.closePane(index, event.operator, event.key, event.window);
        else this.getOrOpenPane(index, event.operator, event.key, event.window).purges.push(index);
        return;
      default:
    }
  }

  /** Reset a task that restarts: close the panes and timers of its operators and restart their watermarks. */
  private resetTask(index: number, subtask: string): void {
    const operators = findOperators(this.trace, subtask);
    for (const [name, pane] of this.openPanes) {
      if (!operators.has(pane.operator)) continue;
      pane.closedAt = index;
      this.openPanes.delete(name);
    }
    for (const [name, mark] of this.activeTimers) {
      if (!operators.has((JSON.parse(name) as string[])[0]!)) continue;
      mark.end = index;
      this.activeTimers.delete(name);
    }
    this.curveBuilder.resetTask(index, subtask, operators);
  }

  private getOrOpenPane(index: number, operator: string, key: Value, window: Value): PaneBar {
    const name = `${operator} ${paneKey(key, window)}`;
    const known = this.openPanes.get(name);
    if (known) this.paneAt.set(index, known);
    if (known) return known;
    const bounds = parseWindow(window);
    const pane: PaneBar = {
      operator, key: this.getKeyNumber(key), window, openedAt: index, closedAt: Infinity, fills: [], counts: [],
      firings: [], purges: [], mergedInto: null, joinedBy: null,
      start: bounds ? Number(bounds[0]) : -Infinity, end: bounds ? Number(bounds[1]) : Infinity,
    };
    this.statefulOperators.add(operator);
    this.openPanes.set(name, pane);
    this.paneAt.set(index, pane);
    this.panes.push(pane);
    return pane;
  }

  private closePane(index: number, operator: string, key: Value, window: Value): PaneBar | null {
    const name = `${operator} ${paneKey(key, window)}`;
    const pane = this.openPanes.get(name);
    if (!pane) return null;
    pane.closedAt = index;
    this.openPanes.delete(name);
    return pane;
  }

  /** Get the dot of the record that an operator processes, either as it was read or as an operator produced it. */
  private getOrCreateDot(index: number, time: number): RecordDot {
    const read = this.dotByRead.get(findSourceRecord(this.trace, index));
    if (read) return read;
    const element = this.trace.cause(index);
    const known = element < 0 ? undefined : this.dotByElement.get(element);
    if (known) return known;
    const dot: RecordDot = { index, time, key: -1, source: -1, split: "", late: null };
    if (element >= 0) this.dotByElement.set(element, dot);
    this.dots.push(dot);
    return dot;
  }

  private getKeyNumber(key: Value): number {
    const known = this.keyNumbers.get(key);
    if (known !== undefined) return known;
    this.keyNumbers.set(key, this.keys.length);
    return this.keys.push(key) - 1;
  }
}

/** Find the operator instances of a task. */
function findOperators({ plan }: Trace, subtask: string): ReadonlySet<string> {
  const { vertex, index } = plan!.subtasks.find(({ id }) => id === subtask)!;
  return new Set(plan!.vertices.find(({ id }) => id === vertex)!.operators.map(({ node }) => `o${node}/${index}`));
}

/** Convert a timestamp. A record without a timestamp (null, or Flink's `Long.MIN_VALUE`) becomes NaN. */
function toEventTime(timestamp: bigint | null): number {
  return timestamp === null || timestamp === MIN_TIMESTAMP ? NaN : Number(timestamp);
}

function getTimerKey(event: { operator: string; domain: string; key: Value; namespace: Value; timestamp: bigint }): string {
  return JSON.stringify([event.operator, event.domain, event.key, event.namespace, String(event.timestamp)]);
}
