/**
 * Recent activity of panes, sources and sinks, which the panels show in addition to the job state.
 *
 * It is reduced from the events like the job state, and computes none of Flink's rules.
 */

import type { TraceEvent, Value } from "./trace.gen";
import { apply, copyJobView, copyMap, newJobView, paneKey } from "./job_state.gen";
import type { JobView } from "./job_state.gen";
import { parts } from "../ui/value_format";

/** A closed pane. */
export interface ClosedPane {
  key: Value;
  window: Value;
  count: number;
  elements: bigint[];
}

export interface OperatorActivity {
  /** Event times of the elements in each pane, at most MAX_ELEMENTS of them. */
  elements: Map<string, bigint[]>;
  /** The panes closed last, at most MAX_CLOSED_PANES of them. */
  closed: ClosedPane[];
  fired: number;
  /** Panes that have fired on time and wait for late records. */
  firedPanes: Set<string>;
  read: number;
  lastSplit: string;
  lastResult: string;
}

/** The job and its recent activity at one position. */
export interface JobSnapshot {
  state: JobView;
  operators: Map<string, OperatorActivity>;
  /** Backlog that each sender announced last, by channel. */
  backlogs: Map<string, number>;
  /** Number of records that each task has read from its channels. */
  received: Map<string, number>;
}

const MAX_ELEMENTS = 24;
const MAX_CLOSED_PANES = 24;

export function createSnapshot(): JobSnapshot {
  return {
    state: newJobView(),
    operators: new Map(),
    backlogs: new Map(),
    received: new Map(),
  };
}

export function applyEvent(snapshot: JobSnapshot, event: TraceEvent): void {
  if (event.type === "WindowCleared" && event.reason === "cleanup") closePane(snapshot, event);
  apply(snapshot.state, event);
  switch (event.type) {
    case "JobSubmitted":
      for (const id of snapshot.state.operators.keys()) snapshot.operators.set(id, createOperatorActivity());
      return;
    case "WindowAssigned":
      if (event.timestamp !== null) {
        addElement(snapshot.operators.get(event.operator)!, paneKey(event.key, event.window), event.timestamp);
      }
      return;
    case "WindowsMerged": {
      const { elements, firedPanes } = snapshot.operators.get(event.operator)!;
      const all: bigint[] = [];
      for (const window of [...(parts(event.merged) ?? []), event.result]) {
        const key = paneKey(event.key, window);
        all.push(...(elements.get(key) ?? []));
        elements.delete(key);
        firedPanes.delete(key);
      }
      elements.set(paneKey(event.key, event.result), all.slice(-MAX_ELEMENTS));
      return;
    }
    case "WindowCleared":
      snapshot.operators.get(event.operator)!.elements.delete(paneKey(event.key, event.window));
      if (event.reason === "cleanup") snapshot.operators.get(event.operator)!.firedPanes.delete(paneKey(event.key, event.window));
      return;
    case "WindowFired":
      snapshot.operators.get(event.operator)!.fired += 1;
      if (event.kind !== "early") snapshot.operators.get(event.operator)!.firedPanes.add(paneKey(event.key, event.window));
      return;
    case "ExecutionReset": {
      const subtask = snapshot.state.plan!.subtasks.find(({ id }) => id === event.subtask)!;
      const vertex = snapshot.state.plan!.vertices.find(({ id }) => id === subtask.vertex)!;
      for (const { node } of vertex.operators) snapshot.operators.get(`o${node}/${subtask.index}`)!.firedPanes.clear();
      return;
    }
    case "SourceRecordRead": {
      const operator = snapshot.operators.get(event.operator)!;
      operator.read += 1;
      operator.lastSplit = event.split;
      return;
    }
    case "ResultWritten":
      snapshot.operators.get(event.operator)!.lastResult = event.text;
      return;
    case "ElementReceived":
      if (event.element === "record") snapshot.received.set(event.subtask, (snapshot.received.get(event.subtask) ?? 0) + 1);
      return;
    case "BufferSent":
      snapshot.backlogs.set(event.channel, event.backlog);
      return;
    default:
  }
}

function createOperatorActivity(): OperatorActivity {
  return { elements: new Map(), closed: [], fired: 0, firedPanes: new Set(), read: 0, lastSplit: "", lastResult: "" };
}

function addElement(operator: OperatorActivity, pane: string, timestamp: bigint): void {
  const dots = operator.elements.get(pane);
  operator.elements.set(pane, dots ? [...dots.slice(1 - MAX_ELEMENTS), timestamp] : [timestamp]);
}

function closePane(
  snapshot: JobSnapshot,
  { operator: id, key, window }: { operator: string; key: Value; window: Value },
): void {
  const operator = snapshot.operators.get(id)!;
  const pane = snapshot.state.operators.get(id)!.panes.get(paneKey(key, window));
  if (!pane) return;
  const elements = operator.elements.get(paneKey(key, window)) ?? [];
  operator.closed = [
    ...operator.closed.slice(1 - MAX_CLOSED_PANES),
    { key, window, count: pane.count, elements },
  ];
}

/** Copy a snapshot. Lists and panes are immutable and are shared. */
export function copySnapshot(snapshot: JobSnapshot): JobSnapshot {
  return {
    ...snapshot,
    state: copyJobView(snapshot.state),
    operators: copyMap(snapshot.operators, (operator) => ({
      ...operator,
      elements: new Map(operator.elements),
      firedPanes: new Set(operator.firedPanes),
    })),
    backlogs: new Map(snapshot.backlogs),
    received: new Map(snapshot.received),
  };
}

/** Estimate the size of a snapshot, which determines the cost of a copy. */
export function estimateSize(snapshot: JobSnapshot): number {
  let size = snapshot.state.channels.size + snapshot.state.tasks.size;
  for (const operator of snapshot.state.operators.values()) {
    size += 1 + operator.timers.size + 2 * operator.panes.size + operator.states.size;
    for (const list of operator.lists.values()) size += 1 + list.values.length;
  }
  return size;
}
