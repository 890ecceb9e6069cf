/** Everything that the panels draw from, at one position of a trace. */

import type { Kind, PlanChannel, PlanSubtask, PlanVertex, TraceEvent } from "../trace/trace.gen";
import { KINDS } from "../trace/trace.gen";
import type { Scene } from "../trace/recent_activity";
import type { ChannelView } from "../trace/job_state.gen";
import type { RunSeries } from "../metrics/run_series";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

/** What the panels in the middle tell of. */
export const VIEWS = ["plane", "event time", "network", "inside", "cluster", "whole run"] as const;
export type View = (typeof VIEWS)[number];

export interface Frame {
  trace: Trace;
  labels: Labels;
  lookup: Lookup;
  scene: Scene;
  position: number;
  /** The index of the fact to speak of, or -1 at the beginning. */
  index: number;
  fact: TraceEvent | null;
  step: number;
  /** Who acts in the step that is told of; of what befalls a task from outside, this task. */
  actor: string;
  /** The task whose valve, timers and panes are shown. */
  task: string;
  /** The task whose timers and panes are shown: `task`, or the last one to run that keeps any. */
  keyed: string;
  pinned: boolean;
  view: View;
  /** The whole run as numbers; only where the network or the inside of a task is shown. */
  run: RunSeries | null;
  /** Where the last "next" began: what "was" means. */
  before: number;
}

/** The plan and the elements of each channel, by id. */
export class Lookup {
  readonly subtasks = new Map<string, PlanSubtask>();
  readonly vertices = new Map<string, PlanVertex>();
  readonly channels = new Map<string, PlanChannel>();
  private readonly inputs = new Map<string, PlanChannel[]>();
  private readonly outputs = new Map<string, PlanChannel[]>();
  private readonly connections = new Map<string, PlanChannel[]>();
  private written: Map<string, number[]> | null = null;

  constructor(private readonly trace: Trace) {
    const { plan } = trace;
    for (const vertex of plan?.vertices ?? []) this.vertices.set(vertex.id, vertex);
    for (const subtask of plan?.subtasks ?? []) this.subtasks.set(subtask.id, subtask);
    for (const channel of plan?.channels ?? []) {
      this.channels.set(channel.id, channel);
      put(this.inputs, channel.target, channel);
      put(this.outputs, channel.source, channel);
      if (!channel.local) put(this.connections, this.connectionName(channel), channel);
    }
    for (const inputs of this.inputs.values()) inputs.sort((a, b) => a.index - b.index);
  }

  inputsOf(subtask: string): readonly PlanChannel[] {
    return this.inputs.get(subtask) ?? [];
  }

  outputsOf(subtask: string): readonly PlanChannel[] {
    return this.outputs.get(subtask) ?? [];
  }

  /**
   * All channels that share the connection of this one; none if it stays in its TaskManager. Before
   * credits each edge of the job has connections of its own.
   */
  connectionOf(channel: PlanChannel): readonly PlanChannel[] {
    return channel.local ? [] : this.connections.get(this.connectionName(channel))!;
  }

  private connectionName({ source, target, source_node, target_node, initial_credit }: PlanChannel): string {
    const of = (subtask: string): string => this.subtasks.get(subtask)!.task_manager;
    const edge = initial_credit === 0 ? ` ${source_node}>${target_node}` : "";
    return `${of(source)}>${of(target)}${edge}`;
  }

  vertexOf(subtask: string): PlanVertex | undefined {
    return this.vertices.get(this.subtasks.get(subtask)?.vertex ?? "");
  }

  /** The operator instances of a task, from the head of its chain on. */
  operatorsOf(subtask: string): { id: string; name: string }[] {
    const index = this.subtasks.get(subtask)?.index ?? 0;
    const operators = this.vertexOf(subtask)?.operators ?? [];
    return operators.map(({ node, name }) => ({ id: `o${node}/${index}`, name }));
  }

  /** Whether a task's chain has an operator that keeps timers and windows for keys. */
  isKeyed(subtask: string): boolean {
    const operators = this.vertexOf(subtask)?.operators ?? [];
    return operators.some(({ operator_class }) => /Window|Keyed/.test(operator_class));
  }

  /** Where the next `most` elements that wait in a channel were written. */
  waiting(channel: string, { read, written }: ChannelView, most: number): number[] {
    this.written ??= this.findWritten();
    return this.written.get(channel)?.slice(read, Math.min(written, read + most)) ?? [];
  }

  private findWritten(): Map<string, number[]> {
    const found = new Map<string, number[]>();
    const number = KINDS.indexOf("ElementWritten" satisfies Kind);
    for (let index = 0; index < this.trace.eventCount; index++) {
      if (this.trace.kinds[index] !== number) continue;
      const fact = this.trace.event(index);
      if (fact.type !== "ElementWritten") continue;
      const all = found.get(fact.channel) ?? [];
      all[fact.sequence] = index;
      found.set(fact.channel, all);
    }
    return found;
  }
}

function put(lists: Map<string, PlanChannel[]>, key: string, channel: PlanChannel): void {
  const list = lists.get(key);
  if (list) list.push(channel);
  else lists.set(key, [channel]);
}

/** How far back to look for the task that ran last. */
const STEPS_BACK = 400;

/** The task that ran last and is as wanted, or "". */
export function lastTask(
  trace: Trace,
  lookup: Lookup,
  step: number,
  wanted: (task: string) => boolean = () => true,
): string {
  for (let at = step; at >= 0 && at > step - STEPS_BACK; at--) {
    const actor = trace.actorOf(at);
    if (lookup.subtasks.has(actor) && wanted(actor)) return actor;
  }
  return [...lookup.subtasks.keys()].find(wanted) ?? "";
}
