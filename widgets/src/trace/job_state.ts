/**
 * State of a job after the first n events, reduced from the events alone.
 *
 * The state classes and the effect of every event are generated (job_state.gen.ts). This module has the initial state
 * and the JSON form. A test compares the states in Python and in TypeScript at many positions.
 */

import type { Plan } from "./trace.gen";
import {
  COMPOSITE,
  newChannelView,
  newInputView,
  newOperatorInputView,
  newOperatorView,
  newTaskView,
} from "./job_state.gen";
import type { JobView } from "./job_state.gen";

/** Initialize the state with everything in `plan`, before anything runs. */
export function start(view: JobView, plan: Plan): void {
  view.plan = plan;
  view.time_ms = BigInt(plan.start_time_ms);
  initialize(view, plan, new Set(plan.subtasks.map(({ id }) => id)));
}

/** Reset a subtask, its inputs and operators to the initial state. */
export function reset(view: JobView, subtask: string): void {
  initialize(view, view.plan!, new Set([subtask]));
}

function initialize(view: JobView, plan: Plan, subtasks: ReadonlySet<string>): void {
  const vertices = new Map(plan.vertices.map((vertex) => [vertex.id, vertex]));
  const indexes = new Map(plan.subtasks.map(({ id, index }) => [id, index]));
  for (const subtask of plan.subtasks) {
    if (!subtasks.has(subtask.id)) continue;
    view.tasks.set(subtask.id, newTaskView());
    for (const operator of vertices.get(subtask.vertex)!.operators) {
      view.operators.set(`o${operator.node}/${subtask.index}`, newOperatorView());
    }
  }
  for (const channel of plan.channels) {
    if (!subtasks.has(channel.target)) continue;
    const credit = channel.initial_credit;
    view.channels.set(channel.id, { ...newChannelView(), credit, exclusive: credit });
    const { inputs } = view.tasks.get(channel.target)!;
    if (!inputs.has(channel.input)) inputs.set(channel.input, newInputView());
    if (channel.input === 1) {
      const reader = `o${channel.target_node}/${indexes.get(channel.target)!}`;
      const both = [0, 1].map((input) => [input, newOperatorInputView()] as const);
      view.operators.get(reader)!.inputs = new Map(both);
    }
  }
}

/** Convert the state to plain JSON, in the form of tests/trace/view_json.py. */
export function stateToJson(view: JobView): unknown {
  const plain = { ...view, plan: view.plan?.job_name ?? null };
  const text = JSON.stringify(plain, (name, value: unknown) => {
    if (typeof value === "bigint") return String(value);
    if (!(value instanceof Map)) return value;
    if (COMPOSITE.includes(name)) return [...value.values()];
    return [...value].map(([key, one]) => [String(key), one]);
  });
  return JSON.parse(text);
}
