/**
 * The state of a job after the first n facts, folded from the facts alone.
 *
 * The shape of the view and the effect of every fact are generated (view.gen.ts) from what stands beside
 * the facts in flinksim/trace/facts/; here is how it begins, and how it is shown. A test folds the
 * same traces in Python and here and compares them at many positions.
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

/** Everything that `plan` names is there; nothing has run. */
export function start(view: JobView, plan: Plan): void {
  view.plan = plan;
  view.time_ms = BigInt(plan.start_time_ms);
  begin(view, plan, new Set(plan.subtasks.map(({ id }) => id)));
}

/** `subtask` is as at the start, with its inputs and operators. */
export function reset(view: JobView, subtask: string): void {
  begin(view, view.plan!, new Set([subtask]));
}

function begin(view: JobView, plan: Plan, subtasks: ReadonlySet<string>): void {
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

/** The view as plain JSON, in the form that tests/trace/view_json.py gives the Python view. */
export function viewJson(view: JobView): unknown {
  const plain = { ...view, plan: view.plan?.job_name ?? null };
  const text = JSON.stringify(plain, (name, value: unknown) => {
    if (typeof value === "bigint") return String(value);
    if (!(value instanceof Map)) return value;
    if (COMPOSITE.includes(name)) return [...value.values()];
    return [...value].map(([key, one]) => [String(key), one]);
  });
  return JSON.parse(text);
}
