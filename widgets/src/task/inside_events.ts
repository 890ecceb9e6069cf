/** Lookups for the inside view that are not part of the state: last events of a kind, outputs, lifecycle. */

import type { Frame } from "../stepper/frame";
import { translate, t } from "../i18n/strings";
import { paneKey } from "../trace/job_state.gen";
import type { Kind, PlanChannel, PlanOperator, TraceEvent } from "../trace/trace.gen";
import { KINDS } from "../trace/trace.gen";
import type { Trace } from "../trace/trace";

type EventOf<K extends Kind> = Extract<TraceEvent, { type: K }>;

/** Number of events to search for the last one of a kind. */
const MAX_EVENTS_BACK = 6_000;

/** Find the last matching event of a kind before the position, or null. */
export function findLastEvent<K extends Kind>(
  frame: Frame, kind: K, matches: (event: EventOf<K>) => boolean,
): { event: EventOf<K>; index: number } | null {
  const { trace, position } = frame;
  const number = KINDS.indexOf(kind);
  for (let index = position - 1; index >= 0 && index >= position - MAX_EVENTS_BACK; index--) {
    if (trace.kinds[index] !== number) continue;
    const event = trace.event(index) as EventOf<K>;
    if (matches(event)) return { event, index };
  }
  return null;
}

/** Number of events to search for the last access to state or timers. */
const MAX_TOUCH_EVENTS_BACK = 80;
const TOUCH_KINDS: ReadonlySet<Kind> = new Set<Kind>([
  "StateUpdated", "StateAppended", "StateCleared", "StateEntryPut", "StateEntryRemoved", "StateRead",
  "StateEntryRead", "TimerRegistered", "TimerDeleted", "TimerFired",
]);

/** Describe an operator's last access to its state or timers; "" if there was none recently. */
export function describeLastTouch(frame: Frame, operator: string): string {
  for (let index = frame.position - 1; index >= Math.max(0, frame.position - MAX_TOUCH_EVENTS_BACK); index--) {
    if (!TOUCH_KINDS.has(KINDS[frame.trace.kinds[index]!]!)) continue;
    const event = frame.trace.event(index);
    if (!("operator" in event) || event.operator !== operator || !("key" in event)) continue;
    const key = frame.labels.value(event.key);
    if ("domain" in event) return t("{0} timer {1} of {2}", translate(TOUCH_VERBS[event.type] ?? ""), frame.labels.shortTime(event.timestamp), key);
    if (!("state" in event)) continue;
    const value = "value" in event && event.value !== null ? `: ${frame.labels.value(event.value)}` : "";
    const did = translate(TOUCH_VERBS[event.type] ?? "");
    const what = event.key === "null" ? `${did} ${event.state}` : t("{0} {1} of {2}", did, event.state, key); // broadcast state has no key
    return `${what}${value}`;
  }
  return "";
}

const TOUCH_VERBS: Readonly<Partial<Record<Kind, string>>> = {
  StateUpdated: "set", StateAppended: "added to", StateCleared: "cleared", StateEntryPut: "put into", StateEntryRemoved: "removed from",
  StateRead: "read", StateEntryRead: "read", TimerRegistered: "registered", TimerDeleted: "deleted", TimerFired: "fired",
};

/** Find the next element that waits in a channel, with its size from the event. */
export function findNextElement(frame: Frame, channel: PlanChannel): EventOf<"ElementWritten"> | null {
  const view = frame.snapshot.state.channels.get(channel.id);
  if (!view) return null;
  const [index] = frame.lookup.findWaiting(channel.id, view, 1);
  const event = index === undefined ? null : frame.trace.event(index);
  return event?.type === "ElementWritten" ? event : null;
}

/** Find the oldest event time in an operator's panes, or null. */
export function findOldestInPanes(frame: Frame, operator: string): bigint | null {
  const panes = frame.snapshot.state.operators.get(operator)?.panes.values() ?? [];
  const { elements } = frame.snapshot.operators.get(operator) ?? { elements: new Map<string, bigint[]>() };
  return findOldest([...panes].flatMap(({ key, window, count }) => (count > 0 ? (elements.get(paneKey(key, window)) ?? []) : [])));
}

/** Find the oldest event time of the records that wait in a channel, or null. */
export function findOldestWaiting(frame: Frame, channel: PlanChannel): bigint | null {
  const view = frame.snapshot.state.channels.get(channel.id);
  const waiting = view ? frame.lookup.findWaiting(channel.id, view, Infinity) : [];
  const events = waiting.map((index) => frame.trace.event(index));
  return findOldest(events.flatMap((event) => (event.type === "ElementWritten" && event.element === "record" && event.timestamp !== null ? [event.timestamp] : [])));
}

function findOldest(times: readonly bigint[]): bigint | null {
  return times.reduce<bigint | null>((earliest, time) => (earliest === null || time < earliest ? time : earliest), null);
}

/**
 * By operator instance, the class of the output that passes records to it, from the call stack; "" if there is none.
 */
const outputClassCache = new WeakMap<Trace, Map<string, string>>();

export function findOutputClass(frame: Frame, operator: string): string {
  let known = outputClassCache.get(frame.trace);
  if (!known) outputClassCache.set(frame.trace, (known = new Map()));
  const before = known.get(operator);
  if (before !== undefined) return before;
  const { trace } = frame;
  const number = KINDS.indexOf("ElementProcessed");
  for (let index = 0; index < trace.eventCount; index++) {
    if (trace.kinds[index] !== number) continue;
    const event = trace.event(index);
    if (event.type !== "ElementProcessed" || event.operator !== operator || event.element !== "record") continue;
    const frames = trace.callStack(index).map(getClassName);
    const found = frames.reverse().find((name) => /^(Copying)?ChainingOutput$/.test(name)) ?? "";
    known.set(operator, found);
    return found;
  }
  known.set(operator, "");
  return "";
}

/** Get the class of a stack frame `Class.method`. */
export function getClassName(frame: string): string {
  const dot = frame.lastIndexOf(".");
  return dot < 0 ? "" : frame.slice(0, dot);
}

/** Find the classes on the call stack of the current event, if it is in the selected task. */
export function findActiveClasses(frame: Frame): ReadonlySet<string> {
  if (frame.index < 0 || frame.actor !== frame.task) return new Set();
  const classes = frame.trace.callStack(frame.index).map(getClassName);
  return new Set(classes.flatMap((name) => [name, ...name.split("$")]));
}

/** Get the operators of a task's chain with their callers and depths. */
export function getChain(frame: Frame): { id: string; operator: PlanOperator; depth: number }[] {
  const operators = frame.lookup.getVertex(frame.task)?.operators ?? [];
  const index = frame.lookup.subtasks.get(frame.task)?.index ?? 0;
  const depths = new Map<number, number>();
  return operators.map((operator) => {
    const depth = operator.inputs.length === 0 ? 0 : 1 + Math.max(...operator.inputs.map((node) => depths.get(node) ?? 0));
    depths.set(operator.node, depth);
    return { id: `o${operator.node}/${index}`, operator, depth };
  });
}

const PARTITIONER_CLASSES: Readonly<Record<string, string>> = {
  HASH: "KeyGroupStreamPartitioner", FORWARD: "ForwardPartitioner", REBALANCE: "RebalancePartitioner",
  RESCALE: "RescalePartitioner", SHUFFLE: "ShufflePartitioner", BROADCAST: "BroadcastPartitioner",
  GLOBAL: "GlobalPartitioner", CUSTOM: "CustomPartitionerWrapper",
};

/** Get the Flink class of a partitioner in the plan. */
export function getPartitionerClass(name: string): string {
  return PARTITIONER_CLASSES[name] ?? name;
}

/** What a suspended default action waits for: Flink's status and a description. */
export const WAIT_REASONS: Readonly<Record<string, readonly [status: string, words: string]>> = {
  "no input": ["NOTHING_AVAILABLE", "waits for the future of its inputs"],
  "no output buffer": ["MORE_AVAILABLE", "waits for the future of its RecordWriter: backpressure"],
  blocked: ["MORE_AVAILABLE", "its thread waits for a buffer while it writes an element"],
  busy: ["MORE_AVAILABLE", "its thread sleeps in the user's function"],
  "final checkpoint": ["END_OF_DATA", "waits for its final checkpoint"],
};

/** Lifecycle of a task: Flink's states and methods, in order. */
export const LIFECYCLE = [
  "CREATED", "SCHEDULED", "DEPLOYING", "doRun", "setup", "initializeState", "open", "invoke", "endData",
  "afterInvoke", "FINISHED",
] as const;

const LIFECYCLE_INDEX_BY_STATE: Readonly<Record<string, number>> = { CREATED: 0, SCHEDULED: 1, DEPLOYING: 2, INITIALIZING: 3, RUNNING: 7, FINISHED: 10 };

/** Get the index in `LIFECYCLE`, or -1 if the task was cancelled or has failed. */
export function getLifecycleIndex(frame: Frame): number {
  const state = frame.snapshot.state.tasks.get(frame.task)?.state ?? "CREATED";
  const at = LIFECYCLE_INDEX_BY_STATE[state] ?? -1;
  const states = getChain(frame).map(({ id }) => frame.snapshot.state.operators.get(id)?.state ?? "");
  if (at === 3) {
    if (states.some((one) => one === "open")) return 6;
    if (states.some((one) => one === "initialized")) return 5;
    return states.some((one) => one === "set up") ? 4 : 3;
  }
  if (at !== 7) return at;
  if (states.some((one) => one === "closed")) return 9;
  return states.some((one) => one === "finished") ? 8 : 7;
}
