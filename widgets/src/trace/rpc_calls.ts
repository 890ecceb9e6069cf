/** RPC calls between the processes of a run, and the states of every execution. */

import type { Lookup } from "../stepper/frame";
import { matchesCondition } from "./event_descriptions";
import type { Trace } from "./trace";
import { ACTORS, MESSAGES } from "./trace.gen";
import type { Kind, TraceEvent } from "./trace.gen";
import type { Labels } from "../ui/value_format";
import { t } from "../i18n/strings";

/** A call, or consecutive heartbeats. */
export interface RpcCall {
  index: number;
  /** Index of its last event. */
  lastIndex: number;
  caller: string;
  callees: readonly string[];
  method: string;
  detail: string;
}

/** A state of an execution, from one event to another or to the end (-1). */
export interface StateSpan {
  attempt: number;
  state: string;
  from: number;
  to: number;
}

export interface RpcLog {
  /** Names of the lifelines, in order. */
  actors: readonly string[];
  calls: readonly RpcCall[];
  spans: ReadonlyMap<string, readonly StateSpan[]>;
}

const rpcLogCache = new WeakMap<Trace, RpcLog>();

export function getRpcLog(trace: Trace, lookup: Lookup, labels: Labels): RpcLog {
  let found = rpcLogCache.get(trace);
  if (!found) rpcLogCache.set(trace, (found = buildRpcLog(trace, lookup, labels)));
  return found;
}

function buildRpcLog(trace: Trace, lookup: Lookup, labels: Labels): RpcLog {
  const managers = [...new Set([...lookup.subtasks.values()].map((call) => call.task_manager))];
  const calls: RpcCall[] = [];
  const disconnected = new Set<string>();
  for (const index of trace.findIndexes([...new Set(MESSAGES.map(({ kind }) => kind))])) {
    const event = trace.event(index);
    const call = createCall(event, index, managers, lookup, labels);
    if (!call || (disconnected.has(call.caller) && call.method === "updateTaskExecutionState")) continue;
    if (call.method === "disconnectTaskManager") disconnected.add(call.caller);
    if (call.method === "registerTaskExecutor") disconnected.delete(call.caller);
    const before = calls.at(-1);
    if (call.method === "requestHeartbeat" && before?.method === call.method && before.callees.length === call.callees.length) {
      before.lastIndex = index;
      before.detail = formatHeartbeats(Number(before.detail.slice(1)) + Number(call.detail.slice(1)));
    } else calls.push(call);
  }
  const actors = new Set([...ACTORS, ...managers, ...calls.flatMap(({ caller, callees }) => [caller, ...callees])]);
  return { actors: [...actors], calls, spans: findStateSpans(trace, lookup) };
}

const MESSAGES_BY_KIND = new Map<Kind, typeof MESSAGES>(MESSAGES.map(({ kind }) => [kind, MESSAGES.filter((call) => call.kind === kind)]));
const formatHeartbeats = (rounds: number): string => `×${rounds}`;

function createCall(event: TraceEvent, index: number, managers: readonly string[], lookup: Lookup, labels: Labels): RpcCall | null {
  const found = MESSAGES_BY_KIND.get(event.type)?.find(({ when }) => matchesCondition(when, event, labels));
  if (!found || found.call === "") return null;
  const word = (text: string): readonly string[] => {
    if (!text.startsWith("{")) return [text];
    if (text === "{all}") return getSilentManagers(event).reduce((remaining, call) => remaining.filter((manager) => manager !== call), [...managers]);
    if (text === "{sources}") return [...new Set("sources" in event ? event.sources.map((call) => findTaskManager(call, lookup)) : [])];
    if (text === "{task manager}") return [findTaskManager(getSubtask(event), lookup)];
    return [String(event[text.slice(1, -1) as keyof typeof event])];
  };
  const called = word(found.called).filter((call) => call !== "");
  const [caller] = word(found.caller);
  if (!caller || called.length === 0) return null;
  return { index, lastIndex: index, caller, callees: called, method: word(found.call)[0]!, detail: describeCall(event, labels) };
}

const getSilentManagers = (event: TraceEvent): readonly string[] => (event.type === "HeartbeatsExchanged" ? event.silent : []);

function getSubtask(event: TraceEvent): string {
  if ("subtask" in event) return event.subtask;
  return "operator" in event ? event.operator : "";
}

/** Find the TaskManager of a subtask or of one of its operators. */
function findTaskManager(id: string, lookup: Lookup): string {
  const task = lookup.subtasks.get(id);
  if (task) return task.task_manager;
  for (const subtask of lookup.subtasks.keys()) {
    if (lookup.getOperators(subtask).some((operator) => operator.id === id)) return lookup.subtasks.get(subtask)!.task_manager;
  }
  return "";
}

function describeCall(event: TraceEvent, labels: Labels): string {
  switch (event.type) {
    case "ActorCalled":
      if (event.slot !== "") return t("slot {0}", event.slot);
      return event.count > 0 ? (event.count === 1 ? t("1 slot") : t("{0} slots", event.count)) : event.call === "declareRequiredResources" ? t("none") : "";
    case "HeartbeatsExchanged":
      return formatHeartbeats(event.rounds);
    case "TaskStateChanged":
      return ["DEPLOYING", "CANCELING"].includes(event.after) ? labels.name(event.subtask) : `${event.after} ${labels.name(event.subtask)}`;
    case "SplitAssigned":
      return t("split {0}", event.split);
    case "JobStatusChanged":
      return event.after;
    default:
      return "checkpoint" in event ? t("checkpoint {0}", event.checkpoint) : "";
  }
}

function findStateSpans(trace: Trace, lookup: Lookup): Map<string, StateSpan[]> {
  const spans = new Map<string, StateSpan[]>([...lookup.subtasks.keys()].map((id) => [id, [{ attempt: 0, state: "CREATED", from: 0, to: -1 }]]));
  for (const index of trace.findIndexes(["TaskStateChanged", "ExecutionReset"])) {
    const event = trace.event(index);
    if (event.type !== "TaskStateChanged" && event.type !== "ExecutionReset") continue;
    const task = spans.get(event.subtask);
    if (!task) continue;
    task.at(-1)!.to = index;
    task.push({ attempt: event.attempt, state: event.type === "ExecutionReset" ? "CREATED" : event.after, from: index, to: -1 });
  }
  return spans;
}

/** Find the number of the last call made before a position; -1 if there is none. */
export function findLastCall(calls: readonly RpcCall[], position: number): number {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle]!.index < position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
