/** What is followed: a record, key, channel, split, task or window; everything else fades. */

import { recordBehind } from "../trace/provenance";
import type { Lookup } from "./frame";
import type { Dot, Late, Pane, PlaneRun } from "../event_time_chart/chart_data";
import type { Curve } from "../event_time_chart/watermark_curves";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import { KINDS } from "../trace/trace.gen";
import type { Kind, TraceEvent, Value } from "../trace/trace.gen";
import { cut, show } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

export const FOCUSES = ["record", "key", "window", "channel", "split", "task"] as const;
export type FocusKind = (typeof FOCUSES)[number];

/** `id` is the index of the read of a record, else a name or value as in the facts. */
export interface Focus {
  kind: FocusKind;
  id: string;
}

/** `record:123`, as it stands in an address. */
export const writeFocus = ({ kind, id }: Focus): string => `${kind}:${id}`;

export function readFocus(text: string): Focus | null {
  const colon = text.indexOf(":");
  const kind = FOCUSES.find((one) => one === text.slice(0, colon));
  const id = text.slice(colon + 1);
  return kind && id !== "" && (kind !== "record" || /^\d+$/.test(id)) ? { kind, id } : null;
}

/** So far after it was read a record is looked for. */
const LOOK_ON = 20_000;
const PASSES: ReadonlySet<number> = new Set(
  (["ElementReceived", "ElementWritten", "WindowAssigned", "LateRecordDropped", "KeySelected"] satisfies Kind[]).map((kind) => KINDS.indexOf(kind)),
); // prettier-ignore

/** One focus on one run: what belongs to it. */
export class Followed {
  readonly words: string;
  private readonly tasks: ReadonlySet<string>;
  private readonly dots = new Map<number, Dot>();
  private readonly key: number;
  private readonly bounds: readonly [number, number] | null;

  constructor(
    readonly focus: Focus, private readonly trace: Trace, private readonly lookup: Lookup, labels: Labels,
    run: PlaneRun,
  ) {
    const { kind, id } = focus;
    for (const dot of run.dots) this.dots.set(dot.index, dot);
    this.key = kind === "key" ? run.keys.indexOf(id) : -2;
    const found = /^\[(-?\d+),(-?\d+)\]$/.exec(kind === "window" ? id : "");
    this.bounds = found && [Number(found[1]), Number(found[2])];
    this.tasks = this.tasksOf(run);
    this.words = this.named(labels);
  } // prettier-ignore

  /** Whether the fact at `index` is about it. */
  touches(index: number): boolean {
    const { kind, id } = this.focus;
    const { trace } = this;
    if (kind === "task") return trace.actorOf(trace.stepOf(index)) === id;
    if (kind === "record") return recordBehind(trace, index) === Number(id);
    const fact = trace.event(index);
    if (kind === "channel") return "channel" in fact && fact.channel === id;
    if (kind === "window") return ("window" in fact && fact.window === id) || ("namespace" in fact && fact.namespace === id);
    if (kind === "key" && "key" in fact) return fact.key === id;
    if (kind === "split" && "split" in fact) return fact.split === id;
    const dot = this.dots.get(recordBehind(trace, index));
    return dot !== undefined && this.hasDot(dot);
  }

  hasDot(dot: Dot): boolean {
    const { kind, id } = this.focus;
    if (kind === "record") return dot.index === Number(id);
    if (kind === "key") return dot.key === this.key;
    if (kind === "split") return dot.split === id;
    if (kind === "window") return this.bounds !== null && dot.time >= this.bounds[0] && dot.time < this.bounds[1];
    return this.tasks.size === 0 || this.tasks.has(this.actor(dot.index));
  }

  hasLate({ key, operator, dot, windows }: Late): boolean {
    const { kind, id } = this.focus;
    if (kind === "key") return key === this.key;
    if (kind === "window") return windows === id || windows.includes(id);
    return kind === "task" ? this.hasOperator(operator) : this.hasDot(dot);
  }

  hasPane({ key, window, operator, fills }: Pane): boolean {
    const { kind, id } = this.focus;
    if (kind === "key") return key === this.key;
    if (kind === "window") return window === id;
    if (kind === "record") return fills.some((index) => recordBehind(this.trace, index) === Number(id));
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
    return this.lookup.operatorsOf(this.focus.id).some(({ id }) => id === operator);
  }

  private actor(index: number): string {
    return this.trace.actorOf(this.trace.stepOf(index));
  }

  /** The tasks that it is in; none, if that is not known. */
  private tasksOf(run: PlaneRun): ReadonlySet<string> {
    const { trace, lookup } = this;
    const { kind, id } = this.focus;
    if (kind === "task") return new Set([id]);
    const channel = kind === "channel" ? lookup.channels.get(id) : undefined;
    if (channel) return new Set([channel.source, channel.target]);
    const found = new Set<string>();
    if (kind === "record") {
      const read = Number(id);
      found.add(this.actor(read));
      for (let index = read; index < Math.min(trace.eventCount, read + LOOK_ON); index++) {
        if (PASSES.has(trace.kinds[index]!) && recordBehind(trace, index) === read) found.add(this.actor(index));
      }
      return found;
    }
    for (const dot of run.dots) if (this.hasDot(dot)) found.add(this.actor(dot.index));
    for (const pane of run.panes) if (kind !== "split" && this.hasPane(pane)) found.add(this.actor(pane.born));
    for (const late of run.lates) if (kind !== "split" && this.hasLate(late)) found.add(this.actor(late.index));
    return found;
  }

  private named(labels: Labels): string {
    const { kind, id } = this.focus;
    if (kind === "record") {
      const fact = Number(id) < this.trace.eventCount ? this.trace.event(Number(id)) : null;
      return fact?.type === "SourceRecordRead" ? `${t("record")} ${cut(labels.value(fact.value), 26)}` : t("a record");
    }
    if (kind === "task" || kind === "channel") return labels.name(id);
    if (kind === "window") return `${t("window")} ${labels.window(id)}`;
    return `${t(kind)} ${cut(show(kind === "key" ? id : JSON.stringify(id)), 24)}`;
  }
}

/** The most particular thing that a fact is about. */
export function focusOf(trace: Trace, index: number): Focus | null {
  if (index < 0) return null;
  const record = recordBehind(trace, index);
  if (record >= 0) return { kind: "record", id: String(record) };
  const fact: TraceEvent = trace.event(index);
  if ("window" in fact && typeof fact.window === "string") return { kind: "window", id: fact.window as Value };
  if ("key" in fact && typeof fact.key === "string") return { kind: "key", id: fact.key as Value };
  if ("channel" in fact) return { kind: "channel", id: fact.channel };
  if ("split" in fact && fact.split !== "") return { kind: "split", id: fact.split };
  const actor = trace.actorOf(trace.stepOf(index));
  return actor ? { kind: "task", id: actor } : null;
}
