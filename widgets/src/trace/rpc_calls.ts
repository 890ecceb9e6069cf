/** The messages between the processes of a run, in their order, and the states of every execution. */

import type { Lookup } from "../stepper/frame";
import { holds } from "./event_descriptions";
import type { Trace } from "./trace";
import { ACTORS, MESSAGES } from "./trace.gen";
import type { Kind, TraceEvent } from "./trace.gen";
import type { Labels } from "../ui/value_format";
import { t } from "../i18n/strings";

/** One message, or heartbeats in a row. */
export interface Call {
  index: number;
  /** The last fact of it. */
  last: number;
  caller: string;
  called: readonly string[];
  call: string;
  about: string;
}

/** A state that an execution was in, from one fact to another or (-1) to the end. */
export interface StateSpan {
  attempt: number;
  state: string;
  from: number;
  to: number;
}

export interface ClusterRun {
  /** The lifelines, in order. */
  actors: readonly string[];
  calls: readonly Call[];
  spans: ReadonlyMap<string, readonly StateSpan[]>;
}

const known = new WeakMap<Trace, ClusterRun>();

export function clusterRun(trace: Trace, lookup: Lookup, labels: Labels): ClusterRun {
  let found = known.get(trace);
  if (!found) known.set(trace, (found = read(trace, lookup, labels)));
  return found;
}

function read(trace: Trace, lookup: Lookup, labels: Labels): ClusterRun {
  const managers = [...new Set([...lookup.subtasks.values()].map((one) => one.task_manager))];
  const calls: Call[] = [];
  const gone = new Set<string>();
  for (const index of trace.indexesOf([...new Set(MESSAGES.map(({ kind }) => kind))])) {
    const fact = trace.event(index);
    const one = callOf(fact, index, managers, lookup, labels);
    if (!one || (gone.has(one.caller) && one.call === "updateTaskExecutionState")) continue;
    if (one.call === "disconnectTaskManager") gone.add(one.caller);
    if (one.call === "registerTaskExecutor") gone.delete(one.caller);
    const before = calls.at(-1);
    if (one.call === "requestHeartbeat" && before?.call === one.call && before.called.length === one.called.length) {
      before.last = index;
      before.about = beats(Number(before.about.slice(1)) + Number(one.about.slice(1)));
    } else calls.push(one);
  }
  const named = new Set([...ACTORS, ...managers, ...calls.flatMap(({ caller, called }) => [caller, ...called])]);
  return { actors: [...named], calls, spans: spansOf(trace, lookup) };
}

const OF_KIND = new Map<Kind, typeof MESSAGES>(MESSAGES.map(({ kind }) => [kind, MESSAGES.filter((one) => one.kind === kind)]));
const beats = (rounds: number): string => `×${rounds}`;

function callOf(fact: TraceEvent, index: number, managers: readonly string[], lookup: Lookup, labels: Labels): Call | null {
  const found = OF_KIND.get(fact.type)?.find(({ when }) => holds(when, fact, labels));
  if (!found || found.call === "") return null;
  const word = (text: string): readonly string[] => {
    if (!text.startsWith("{")) return [text];
    if (text === "{all}") return silentIn(fact).reduce((left, one) => left.filter((manager) => manager !== one), [...managers]);
    if (text === "{sources}") return [...new Set("sources" in fact ? fact.sources.map((one) => managerOf(one, lookup)) : [])];
    if (text === "{task manager}") return [managerOf(subtaskOf(fact), lookup)];
    return [String(fact[text.slice(1, -1) as keyof typeof fact])];
  };
  const called = word(found.called).filter((one) => one !== "");
  const [caller] = word(found.caller);
  if (!caller || called.length === 0) return null;
  return { index, last: index, caller, called, call: word(found.call)[0]!, about: aboutOf(fact, labels) };
}

const silentIn = (fact: TraceEvent): readonly string[] => (fact.type === "HeartbeatsExchanged" ? fact.silent : []);

function subtaskOf(fact: TraceEvent): string {
  if ("subtask" in fact) return fact.subtask;
  return "operator" in fact ? fact.operator : "";
}

/** Where a subtask, or an operator of it, runs. */
function managerOf(id: string, lookup: Lookup): string {
  const own = lookup.subtasks.get(id);
  if (own) return own.task_manager;
  for (const subtask of lookup.subtasks.keys()) {
    if (lookup.operatorsOf(subtask).some((operator) => operator.id === id)) return lookup.subtasks.get(subtask)!.task_manager;
  }
  return "";
}

function aboutOf(fact: TraceEvent, labels: Labels): string {
  switch (fact.type) {
    case "ActorCalled":
      if (fact.slot !== "") return t("slot {0}", fact.slot);
      return fact.count > 0 ? (fact.count === 1 ? t("1 slot") : t("{0} slots", fact.count)) : fact.call === "declareRequiredResources" ? t("none") : "";
    case "HeartbeatsExchanged":
      return beats(fact.rounds);
    case "TaskStateChanged":
      return ["DEPLOYING", "CANCELING"].includes(fact.after) ? labels.name(fact.subtask) : `${fact.after} ${labels.name(fact.subtask)}`;
    case "SplitAssigned":
      return t("split {0}", fact.split);
    case "JobStatusChanged":
      return fact.after;
    default:
      return "checkpoint" in fact ? t("checkpoint {0}", fact.checkpoint) : "";
  }
}

function spansOf(trace: Trace, lookup: Lookup): Map<string, StateSpan[]> {
  const spans = new Map<string, StateSpan[]>([...lookup.subtasks.keys()].map((id) => [id, [{ attempt: 0, state: "CREATED", from: 0, to: -1 }]]));
  for (const index of trace.indexesOf(["TaskStateChanged", "ExecutionReset"])) {
    const fact = trace.event(index);
    if (fact.type !== "TaskStateChanged" && fact.type !== "ExecutionReset") continue;
    const own = spans.get(fact.subtask);
    if (!own) continue;
    own.at(-1)!.to = index;
    own.push({ attempt: fact.attempt, state: fact.type === "ExecutionReset" ? "CREATED" : fact.after, from: index, to: -1 });
  }
  return spans;
}

/** The number of the last call that has been made at a position; -1 if none has. */
export function lastCall(calls: readonly Call[], position: number): number {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (calls[middle]!.index < position) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
