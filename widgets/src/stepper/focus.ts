/** The followed target: a record, key, channel, split, task or window. Everything else is faded. */

import { findSourceRecord } from "../trace/provenance";
import type { Lookup } from "./frame";
import type { RecordDot, LateRecord, PaneBar, ChartData } from "../event_time_chart/chart_data";
import type { Curve } from "../event_time_chart/watermark_curves";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import { KINDS } from "../trace/trace.gen";
import type { Kind, TraceEvent, Value } from "../trace/trace.gen";
import { truncate, formatValue } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

export const FOCUS_KINDS = ["record", "key", "window", "channel", "split", "task"] as const;
export type FocusKind = (typeof FOCUS_KINDS)[number];

/** `id` is the index of a record's read event, else a name or value as in the events. */
export interface Focus {
  kind: FocusKind;
  id: string;
}

/** Format a focus for the URL: `record:123`. */
export const formatFocus = ({ kind, id }: Focus): string => `${kind}:${id}`;

export function parseFocus(text: string): Focus | null {
  const colon = text.indexOf(":");
  const kind = FOCUS_KINDS.find((one) => one === text.slice(0, colon));
  const id = text.slice(colon + 1);
  return kind && id !== "" && (kind !== "record" || /^\d+$/.test(id)) ? { kind, id } : null;
}

/** A record is searched within this many events after its read. */
const MAX_EVENTS_AHEAD = 20_000;
const RECORD_KINDS: ReadonlySet<number> = new Set(
  (["ElementReceived", "ElementWritten", "WindowAssigned", "LateRecordDropped", "KeySelected"] satisfies Kind[]).map((kind) => KINDS.indexOf(kind)),
);

/** A target in one run, and everything that belongs to it. */
export class Followed {
  readonly label: string;
  private readonly tasks: ReadonlySet<string>;
  private readonly dots = new Map<number, RecordDot>();
  private readonly key: number;
  private readonly bounds: readonly [number, number] | null;

  constructor(
    readonly focus: Focus, private readonly trace: Trace, private readonly lookup: Lookup, labels: Labels,
    data: ChartData,
  ) {
    const { kind, id } = focus;
    for (const dot of data.dots) this.dots.set(dot.index, dot);
    this.key = kind === "key" ? data.keys.indexOf(id) : -2;
    const found = /^\[(-?\d+),(-?\d+)\]$/.exec(kind === "window" ? id : "");
    this.bounds = found && [Number(found[1]), Number(found[2])];
    this.tasks = this.findTasks(data);
    this.label = this.describe(labels);
  }

  /** Whether the event at `index` is about the target. */
  includesEvent(index: number): boolean {
    const { kind, id } = this.focus;
    const { trace } = this;
    if (kind === "task") return trace.getActor(trace.getStep(index)) === id;
    if (kind === "record") return findSourceRecord(trace, index) === Number(id);
    const event = trace.event(index);
    if (kind === "channel") return "channel" in event && event.channel === id;
    if (kind === "window") return ("window" in event && event.window === id) || ("namespace" in event && event.namespace === id);
    if (kind === "key" && "key" in event) return event.key === id;
    if (kind === "split" && "split" in event) return event.split === id;
    const dot = this.dots.get(findSourceRecord(trace, index));
    return dot !== undefined && this.hasDot(dot);
  }

  hasDot(dot: RecordDot): boolean {
    const { kind, id } = this.focus;
    if (kind === "record") return dot.index === Number(id);
    if (kind === "key") return dot.key === this.key;
    if (kind === "split") return dot.split === id;
    if (kind === "window") return this.bounds !== null && dot.time >= this.bounds[0] && dot.time < this.bounds[1];
    return this.tasks.size === 0 || this.tasks.has(this.getActor(dot.index));
  }

  hasLate({ key, operator, dot, windows }: LateRecord): boolean {
    const { kind, id } = this.focus;
    if (kind === "key") return key === this.key;
    if (kind === "window") return windows === id || windows.includes(id);
    return kind === "task" ? this.hasOperator(operator) : this.hasDot(dot);
  }

  hasPane({ key, window, operator, fills }: PaneBar): boolean {
    const { kind, id } = this.focus;
    if (kind === "key") return key === this.key;
    if (kind === "window") return window === id;
    if (kind === "record") return fills.some((index) => findSourceRecord(this.trace, index) === Number(id));
    if (kind === "task") return this.hasOperator(operator);
    return true;
  }

  hasCurve({ kind: curve, owner, part }: Curve): boolean {
    const { kind, id } = this.focus;
    if (kind === "channel") return curve !== "channel" || owner === id;
    if (kind === "split") return curve !== "generator" || part === "" || part === id;
    if (kind === "task") return curve === "channel" || this.hasOperator(owner) || owner === id;
    return true;
  }

  hasTask(task: string): boolean {
    return this.tasks.size === 0 || this.tasks.has(task);
  }

  private hasOperator(operator: string): boolean {
    return this.lookup.getOperators(this.focus.id).some(({ id }) => id === operator);
  }

  private getActor(index: number): string {
    return this.trace.getActor(this.trace.getStep(index));
  }

  /** Find the tasks in which the target occurs. An empty set means that they are unknown. */
  private findTasks(data: ChartData): ReadonlySet<string> {
    const { trace, lookup } = this;
    const { kind, id } = this.focus;
    if (kind === "task") return new Set([id]);
    const channel = kind === "channel" ? lookup.channels.get(id) : undefined;
    if (channel) return new Set([channel.source, channel.target]);
    const found = new Set<string>();
    if (kind === "record") {
      const read = Number(id);
      found.add(this.getActor(read));
      for (let index = read; index < Math.min(trace.eventCount, read + MAX_EVENTS_AHEAD); index++) {
        if (RECORD_KINDS.has(trace.kinds[index]!) && findSourceRecord(trace, index) === read) found.add(this.getActor(index));
      }
      return found;
    }
    for (const dot of data.dots) if (this.hasDot(dot)) found.add(this.getActor(dot.index));
    for (const pane of data.panes) if (kind !== "split" && this.hasPane(pane)) found.add(this.getActor(pane.openedAt));
    for (const late of data.lateRecords) if (kind !== "split" && this.hasLate(late)) found.add(this.getActor(late.index));
    return found;
  }

  private describe(labels: Labels): string {
    const { kind, id } = this.focus;
    if (kind === "record") {
      const event = Number(id) < this.trace.eventCount ? this.trace.event(Number(id)) : null;
      return event?.type === "SourceRecordRead" ? `${t("record")} ${truncate(labels.value(event.value), 26)}` : t("a record");
    }
    if (kind === "task" || kind === "channel") return labels.name(id);
    if (kind === "window") return `${t("window")} ${labels.window(id)}`;
    return `${t(kind)} ${truncate(formatValue(kind === "key" ? id : JSON.stringify(id)), 24)}`;
  }
}

/** Find the most specific target that an event is about. */
export function findFocus(trace: Trace, index: number): Focus | null {
  if (index < 0) return null;
  const record = findSourceRecord(trace, index);
  if (record >= 0) return { kind: "record", id: String(record) };
  const event: TraceEvent = trace.event(index);
  if ("window" in event && typeof event.window === "string") return { kind: "window", id: event.window as Value };
  if ("key" in event && typeof event.key === "string") return { kind: "key", id: event.key as Value };
  if ("channel" in event) return { kind: "channel", id: event.channel };
  if ("split" in event && event.split !== "") return { kind: "split", id: event.split };
  const actor = trace.getActor(trace.getStep(index));
  return actor ? { kind: "task", id: actor } : null;
}
