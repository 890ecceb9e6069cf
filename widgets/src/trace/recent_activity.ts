/**
 * What the picture shows beyond the state of the job: the recent past of panes, sources and sinks.
 *
 * Folded like the view, and as little able to compute one of Flink's rules.
 */

import type { TraceEvent, Value } from "./trace.gen";
import { apply, copyJobView, copyMap, newJobView, paneKey } from "./job_state.gen";
import type { JobView } from "./job_state.gen";
import { parts } from "../ui/value_format";

/** A pane that is gone. */
export interface ClosedPane {
  key: Value;
  window: Value;
  count: number;
  elements: bigint[];
}

export interface OperatorScene {
  /** Event times of the elements in each pane, at most DOTS of them. */
  elements: Map<string, bigint[]>;
  /** The panes that went last, at most CLOSED of them. */
  closed: ClosedPane[];
  fired: number;
  /** The panes that have fired on time, and wait for what is late. */
  firedPanes: Set<string>;
  read: number;
  lastSplit: string;
  lastResult: string;
}

/** The job and its recent past at one moment. */
export interface Scene {
  view: JobView;
  operators: Map<string, OperatorScene>;
  /** What each sender last said that it had ready to send, by channel. */
  backlogs: Map<string, number>;
  /** How many records each task has read out of its channels. */
  received: Map<string, number>;
}

const DOTS = 24;
const CLOSED = 24;

export function emptyScene(): Scene {
  return {
    view: newJobView(),
    operators: new Map(),
    backlogs: new Map(),
    received: new Map(),
  };
}

export function applyToScene(scene: Scene, fact: TraceEvent): void {
  if (fact.type === "WindowCleared" && fact.reason === "cleanup") close(scene, fact);
  apply(scene.view, fact);
  switch (fact.type) {
    case "JobSubmitted":
      for (const id of scene.view.operators.keys()) scene.operators.set(id, newOperator());
      return;
    case "WindowAssigned":
      if (fact.timestamp !== null) {
        addDot(scene.operators.get(fact.operator)!, paneKey(fact.key, fact.window), fact.timestamp);
      }
      return;
    case "WindowsMerged": {
      const { elements, firedPanes } = scene.operators.get(fact.operator)!;
      const all: bigint[] = [];
      for (const window of [...(parts(fact.merged) ?? []), fact.result]) {
        const key = paneKey(fact.key, window);
        all.push(...(elements.get(key) ?? []));
        elements.delete(key);
        firedPanes.delete(key);
      }
      elements.set(paneKey(fact.key, fact.result), all.slice(-DOTS));
      return;
    }
    case "WindowCleared":
      scene.operators.get(fact.operator)!.elements.delete(paneKey(fact.key, fact.window));
      if (fact.reason === "cleanup") scene.operators.get(fact.operator)!.firedPanes.delete(paneKey(fact.key, fact.window));
      return;
    case "WindowFired":
      scene.operators.get(fact.operator)!.fired += 1;
      if (fact.kind !== "early") scene.operators.get(fact.operator)!.firedPanes.add(paneKey(fact.key, fact.window));
      return;
    case "ExecutionReset": {
      const subtask = scene.view.plan!.subtasks.find(({ id }) => id === fact.subtask)!;
      const vertex = scene.view.plan!.vertices.find(({ id }) => id === subtask.vertex)!;
      for (const { node } of vertex.operators) scene.operators.get(`o${node}/${subtask.index}`)!.firedPanes.clear();
      return;
    }
    case "SourceRecordRead": {
      const operator = scene.operators.get(fact.operator)!;
      operator.read += 1;
      operator.lastSplit = fact.split;
      return;
    }
    case "ResultWritten":
      scene.operators.get(fact.operator)!.lastResult = fact.text;
      return;
    case "ElementReceived":
      if (fact.element === "record") scene.received.set(fact.subtask, (scene.received.get(fact.subtask) ?? 0) + 1);
      return;
    case "BufferSent":
      scene.backlogs.set(fact.channel, fact.backlog);
      return;
    default:
  }
}

function newOperator(): OperatorScene {
  return { elements: new Map(), closed: [], fired: 0, firedPanes: new Set(), read: 0, lastSplit: "", lastResult: "" };
}

function addDot(operator: OperatorScene, pane: string, timestamp: bigint): void {
  const dots = operator.elements.get(pane);
  operator.elements.set(pane, dots ? [...dots.slice(1 - DOTS), timestamp] : [timestamp]);
}

function close(
  scene: Scene,
  { operator: id, key, window }: { operator: string; key: Value; window: Value },
): void {
  const operator = scene.operators.get(id)!;
  const pane = scene.view.operators.get(id)!.panes.get(paneKey(key, window));
  if (!pane) return;
  const elements = operator.elements.get(paneKey(key, window)) ?? [];
  operator.closed = [
    ...operator.closed.slice(1 - CLOSED),
    { key, window, count: pane.count, elements },
  ];
}

/** An independent copy; lists and panes are replaced as a whole and so are shared. */
export function copyScene(scene: Scene): Scene {
  return {
    ...scene,
    view: copyJobView(scene.view),
    operators: copyMap(scene.operators, (operator) => ({
      ...operator,
      elements: new Map(operator.elements),
      firedPanes: new Set(operator.firedPanes),
    })),
    backlogs: new Map(scene.backlogs),
    received: new Map(scene.received),
  };
}

/** How many things a scene holds; what a copy costs. */
export function sizeOf(scene: Scene): number {
  let size = scene.view.channels.size + scene.view.tasks.size;
  for (const operator of scene.view.operators.values()) {
    size += 1 + operator.timers.size + 2 * operator.panes.size + operator.states.size;
    for (const list of operator.lists.values()) size += 1 + list.values.length;
  }
  return size;
}
