/** Everything that the panels need to draw one position of a trace. */

import type { Kind, PlanChannel, PlanSubtask, PlanVertex, TraceEvent } from "../trace/trace.gen";
import { KINDS } from "../trace/trace.gen";
import type { JobSnapshot } from "../trace/recent_activity";
import type { ChannelView } from "../trace/job_state.gen";
import type { RunSeries } from "../metrics/run_series";
import type { TaskTracks } from "../metrics/task_tracks";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

/** Views of the stepper. */
export const VIEWS = ["simple", "chart", "watermarks", "network", "inside", "cluster", "whole run"] as const;
export type View = (typeof VIEWS)[number];

/** Whether a view shares the layout of the event-time chart, with its side panel. */
export const isChartView = (view: View): boolean => view === "chart" || view === "simple";

export interface Frame {
  trace: Trace;
  labels: Labels;
  lookup: Lookup;
  snapshot: JobSnapshot;
  position: number;
  /** Index of the main event, or -1 at the start. */
  index: number;
  event: TraceEvent | null;
  step: number;
  /** The task or component that acts in the step. For an event caused from outside, the affected task. */
  actor: string;
  /** The selected task, whose watermarks are shown. */
  task: string;
  /** The task whose timers and panes are shown: `task`, or the last task to run that has any. */
  keyedTask: string;
  pinned: boolean;
  view: View;
  /** Time series of the run; null in views that do not need them. */
  series: RunSeries | null;
  /** Steps of each task; null in other views than the whole run. */
  tracks: TaskTracks | null;
  /** Position before the last "next", for previous values. */
  previousPosition: number;
}

/** Lookup of the plan and of the elements of each channel, by id. */
export class Lookup {
  readonly subtasks = new Map<string, PlanSubtask>();
  readonly vertices = new Map<string, PlanVertex>();
  readonly channels = new Map<string, PlanChannel>();
  private readonly inputs = new Map<string, PlanChannel[]>();
  private readonly outputs = new Map<string, PlanChannel[]>();
  private readonly connections = new Map<string, PlanChannel[]>();
  private writtenElements: Map<string, number[]> | null = null;

  constructor(private readonly trace: Trace) {
    const { plan } = trace;
    for (const vertex of plan?.vertices ?? []) this.vertices.set(vertex.id, vertex);
    for (const subtask of plan?.subtasks ?? []) this.subtasks.set(subtask.id, subtask);
    for (const channel of plan?.channels ?? []) {
      this.channels.set(channel.id, channel);
      addToList(this.inputs, channel.target, channel);
      addToList(this.outputs, channel.source, channel);
      if (!channel.local) addToList(this.connections, this.getConnectionName(channel), channel);
    }
    for (const inputs of this.inputs.values()) inputs.sort((a, b) => a.index - b.index);
  }

  getInputs(subtask: string): readonly PlanChannel[] {
    return this.inputs.get(subtask) ?? [];
  }

  getOutputs(subtask: string): readonly PlanChannel[] {
    return this.outputs.get(subtask) ?? [];
  }

  /**
   * Get all channels that share this channel's connection; none for a local channel. Without credit-based flow
   * control, each edge has its own connections.
   */
  getConnection(channel: PlanChannel): readonly PlanChannel[] {
    return channel.local ? [] : this.connections.get(this.getConnectionName(channel))!;
  }

  private getConnectionName({ source, target, source_node, target_node, initial_credit }: PlanChannel): string {
    const getTaskManager = (subtask: string): string => this.subtasks.get(subtask)!.task_manager;
    const edge = initial_credit === 0 ? ` ${source_node}>${target_node}` : "";
    return `${getTaskManager(source)}>${getTaskManager(target)}${edge}`;
  }

  getVertex(subtask: string): PlanVertex | undefined {
    return this.vertices.get(this.subtasks.get(subtask)?.vertex ?? "");
  }

  /** Get the operator instances of a task, starting with the head of its chain. */
  getOperators(subtask: string): { id: string; name: string }[] {
    const index = this.subtasks.get(subtask)?.index ?? 0;
    const operators = this.getVertex(subtask)?.operators ?? [];
    return operators.map(({ node, name }) => ({ id: `o${node}/${index}`, name }));
  }

  /** Find the task that runs an operator instance, or "". */
  findTask(operator: string): string {
    return [...this.subtasks.keys()].find((one) => this.getOperators(one).some(({ id }) => id === operator)) ?? "";
  }

  /** Whether a task's chain has an operator with keyed timers or windows. */
  isKeyed(subtask: string): boolean {
    const operators = this.getVertex(subtask)?.operators ?? [];
    return operators.some(({ operator_class }) => /Window|Keyed/.test(operator_class));
  }

  /** Find the indexes of the events that wrote the next `max` elements waiting in a channel. */
  findWaiting(channel: string, { read, written }: ChannelView, max: number): number[] {
    this.writtenElements ??= this.findWritten();
    return this.writtenElements.get(channel)?.slice(read, Math.min(written, read + max)) ?? [];
  }

  private findWritten(): Map<string, number[]> {
    const found = new Map<string, number[]>();
    const number = KINDS.indexOf("ElementWritten" satisfies Kind);
    for (let index = 0; index < this.trace.eventCount; index++) {
      if (this.trace.kinds[index] !== number) continue;
      const event = this.trace.event(index);
      if (event.type !== "ElementWritten") continue;
      const all = found.get(event.channel) ?? [];
      all[event.sequence] = index;
      found.set(event.channel, all);
    }
    return found;
  }
}

function addToList(lists: Map<string, PlanChannel[]>, key: string, channel: PlanChannel): void {
  const list = lists.get(key);
  if (list) list.push(channel);
  else lists.set(key, [channel]);
}

/** Number of steps to search for the last task. */
const MAX_STEPS_BACK = 400;

/** Find the last task that ran and matches, or "". */
export function findLastTask(
  trace: Trace,
  lookup: Lookup,
  step: number,
  matches: (task: string) => boolean = () => true,
): string {
  for (let at = step; at >= 0 && at > step - MAX_STEPS_BACK; at--) {
    const actor = trace.getActor(at);
    if (lookup.subtasks.has(actor) && matches(actor)) return actor;
  }
  return [...lookup.subtasks.keys()].find(matches) ?? "";
}
