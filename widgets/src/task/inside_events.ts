/** What the inside of a task shows that is no state: the last facts of a kind, and who calls whom. */

import type { Frame } from "../stepper/frame";
import { said, t } from "../i18n/strings";
import { paneKey } from "../trace/job_state.gen";
import type { Kind, PlanChannel, PlanOperator, TraceEvent } from "../trace/trace.gen";
import { KINDS } from "../trace/trace.gen";
import type { Trace } from "../trace/trace";

type Of<K extends Kind> = Extract<TraceEvent, { type: K }>;

/** How far back to look for what happened last. */
const FACTS_BACK = 6_000;

/** The last fact of a kind up to the position that is as wanted, and its index; null if there is none. */
export function lastOf<K extends Kind>(
  frame: Frame, kind: K, wanted: (fact: Of<K>) => boolean,
): { fact: Of<K>; index: number } | null {
  const { trace, position } = frame;
  const number = KINDS.indexOf(kind);
  for (let index = position - 1; index >= 0 && index >= position - FACTS_BACK; index--) {
    if (trace.kinds[index] !== number) continue;
    const fact = trace.event(index) as Of<K>;
    if (wanted(fact)) return { fact, index };
  }
  return null;
} // prettier-ignore

/** How far back to look for what an operator touched. */
const TOUCHED_BACK = 80;
const TOUCHES: ReadonlySet<Kind> = new Set<Kind>([
  "StateUpdated", "StateAppended", "StateCleared", "StateEntryPut", "StateEntryRemoved", "StateRead",
  "StateEntryRead", "TimerRegistered", "TimerDeleted", "TimerFired",
]); // prettier-ignore

/** What an operator did last to its state or timers, of late; "" if nothing. */
export function touchedBy(frame: Frame, operator: string): string {
  for (let index = frame.position - 1; index >= Math.max(0, frame.position - TOUCHED_BACK); index--) {
    if (!TOUCHES.has(KINDS[frame.trace.kinds[index]!]!)) continue;
    const fact = frame.trace.event(index);
    if (!("operator" in fact) || fact.operator !== operator || !("key" in fact)) continue;
    const key = frame.labels.value(fact.key);
    if ("domain" in fact) return t("{0} the timer {1} of {2}", said(TOUCHED[fact.type] ?? ""), frame.labels.time(fact.timestamp), key);
    if (!("state" in fact)) continue;
    const value = "value" in fact && fact.value !== null ? `: ${frame.labels.value(fact.value)}` : "";
    const did = said(TOUCHED[fact.type] ?? "");
    const what = fact.key === "null" ? `${did} ${fact.state}` : t("{0} {1} of {2}", did, fact.state, key); // broadcast state is of no key
    return `${what}${value}`;
  }
  return "";
}

const TOUCHED: Readonly<Partial<Record<Kind, string>>> = {
  StateUpdated: "set", StateAppended: "added to", StateCleared: "cleared", StateEntryPut: "put into", StateEntryRemoved: "took out of",
  StateRead: "read", StateEntryRead: "read", TimerRegistered: "registered", TimerDeleted: "deleted", TimerFired: "fired",
}; // prettier-ignore

/** The element that waits next in a channel, as far as it was written; its size is that of the fact. */
export function nextIn(frame: Frame, channel: PlanChannel): Of<"ElementWritten"> | null {
  const view = frame.scene.view.channels.get(channel.id);
  if (!view) return null;
  const [index] = frame.lookup.waiting(channel.id, view, 1);
  const fact = index === undefined ? null : frame.trace.event(index);
  return fact?.type === "ElementWritten" ? fact : null;
}

/** The oldest event time of what an operator's panes hold; null if they hold nothing that has one. */
export function oldestKept(frame: Frame, operator: string): bigint | null {
  const kept = frame.scene.view.operators.get(operator)?.panes.values() ?? [];
  const { elements } = frame.scene.operators.get(operator) ?? { elements: new Map<string, bigint[]>() };
  return oldest([...kept].flatMap(({ key, window, count }) => (count > 0 ? (elements.get(paneKey(key, window)) ?? []) : [])));
}

/** The oldest event time of the records that wait in a channel; null if none waits that has one. */
export function oldestWaiting(frame: Frame, channel: PlanChannel): bigint | null {
  const view = frame.scene.view.channels.get(channel.id);
  const waiting = view ? frame.lookup.waiting(channel.id, view, Infinity) : [];
  const facts = waiting.map((index) => frame.trace.event(index));
  return oldest(facts.flatMap((fact) => (fact.type === "ElementWritten" && fact.element === "record" && fact.timestamp !== null ? [fact.timestamp] : [])));
}

function oldest(times: readonly bigint[]): bigint | null {
  return times.reduce<bigint | null>((least, time) => (least === null || time < least ? time : least), null);
}

/** By operator instance the class of the output that hands records to it, as on the stack; "" for none. */
const outputs = new WeakMap<Trace, Map<string, string>>();

export function outputTo(frame: Frame, operator: string): string {
  let known = outputs.get(frame.trace);
  if (!known) outputs.set(frame.trace, (known = new Map()));
  const before = known.get(operator);
  if (before !== undefined) return before;
  const { trace } = frame;
  const number = KINDS.indexOf("ElementProcessed");
  for (let index = 0; index < trace.eventCount; index++) {
    if (trace.kinds[index] !== number) continue;
    const fact = trace.event(index);
    if (fact.type !== "ElementProcessed" || fact.operator !== operator || fact.element !== "record") continue;
    const frames = trace.callStack(index).map(classOf);
    const found = frames.reverse().find((name) => /^(Copying)?ChainingOutput$/.test(name)) ?? "";
    known.set(operator, found);
    return found;
  }
  known.set(operator, "");
  return "";
}

/** The class of a frame `Class.method`. */
export function classOf(frame: string): string {
  const dot = frame.lastIndexOf(".");
  return dot < 0 ? "" : frame.slice(0, dot);
}

/** The classes on the stack of the fact in view, if it is one of this task. */
export function running(frame: Frame): ReadonlySet<string> {
  if (frame.index < 0 || frame.actor !== frame.task) return new Set();
  const classes = frame.trace.callStack(frame.index).map(classOf);
  return new Set(classes.flatMap((name) => [name, ...name.split("$")]));
}

/** The operators of a task's chain by the one that calls them, and how deep they stand. */
export function chainOf(frame: Frame): { id: string; operator: PlanOperator; depth: number }[] {
  const operators = frame.lookup.vertexOf(frame.task)?.operators ?? [];
  const index = frame.lookup.subtasks.get(frame.task)?.index ?? 0;
  const depths = new Map<number, number>();
  return operators.map((operator) => {
    const depth = operator.inputs.length === 0 ? 0 : 1 + Math.max(...operator.inputs.map((node) => depths.get(node) ?? 0));
    depths.set(operator.node, depth);
    return { id: `o${operator.node}/${index}`, operator, depth };
  });
}

const PARTITIONERS: Readonly<Record<string, string>> = {
  HASH: "KeyGroupStreamPartitioner", FORWARD: "ForwardPartitioner", REBALANCE: "RebalancePartitioner",
  RESCALE: "RescalePartitioner", SHUFFLE: "ShufflePartitioner", BROADCAST: "BroadcastPartitioner",
  GLOBAL: "GlobalPartitioner", CUSTOM: "CustomPartitionerWrapper",
}; // prettier-ignore

/** Flink's class of a partitioner that the plan names. */
export function partitionerClass(name: string): string {
  return PARTITIONERS[name] ?? name;
}

/** What a default action that is switched off waits for: in Flink's words, and in ours. */
export const WAITS: Readonly<Record<string, readonly [status: string, words: string]>> = {
  "no input": ["NOTHING_AVAILABLE", "waits for the future of its inputs"],
  "no output buffer": ["MORE_AVAILABLE", "waits for the future of its RecordWriter: backpressure"],
  blocked: ["MORE_AVAILABLE", "its thread waits for a buffer in the middle of an element"],
  busy: ["MORE_AVAILABLE", "its thread sleeps in the user's function"],
  "final checkpoint": ["END_OF_DATA", "waits for its final checkpoint"],
};

/** Where a task is in its life: Flink's methods, in order. */
export const LIFE = [
  "CREATED", "SCHEDULED", "DEPLOYING", "doRun", "setup", "initializeState", "open", "invoke", "endData",
  "afterInvoke", "FINISHED",
] as const; // prettier-ignore

const OF_STATES: Readonly<Record<string, number>> = { CREATED: 0, SCHEDULED: 1, DEPLOYING: 2, INITIALIZING: 3, RUNNING: 7, FINISHED: 10 };

/** The place in `LIFE`, or -1 of a task that was cancelled or has failed. */
export function lifeOf(frame: Frame): number {
  const state = frame.scene.view.tasks.get(frame.task)?.state ?? "CREATED";
  const at = OF_STATES[state] ?? -1;
  const states = chainOf(frame).map(({ id }) => frame.scene.view.operators.get(id)?.state ?? "");
  if (at === 3) {
    if (states.some((one) => one === "open")) return 6;
    if (states.some((one) => one === "initialized")) return 5;
    return states.some((one) => one === "set up") ? 4 : 3;
  }
  if (at !== 7) return at;
  if (states.some((one) => one === "closed")) return 9;
  return states.some((one) => one === "finished") ? 8 : 7;
}
