/** Status of a task in a few words: its watermark and its activity. */

import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import type { PlanChannel } from "../trace/trace.gen";
import { MIN_TIMESTAMP } from "../ui/value_format";

/** Whether a channel that limits the watermark of its input also limits that of its task. */
export function limitsTaskWatermark({ lookup, snapshot }: Frame, { target, input }: PlanChannel): boolean {
  const inputs = snapshot.state.operators.get(lookup.getOperators(target)[0]!.id)!.inputs;
  return inputs.size < 2 || inputs.get(input)!.holds;
}

/** Get a task's watermark: the minimum of its inputs, or what its source emits. */
export function getTaskWatermark(frame: Frame, id: string): { watermark: bigint; idle: boolean } {
  const inputs = [...(frame.snapshot.state.tasks.get(id)?.inputs.values() ?? [])];
  if (inputs.length === 0) return getEmittedWatermark(frame, id);
  const active = inputs.filter(({ idle }) => !idle);
  const considered = active.length > 0 ? active : inputs;
  return {
    watermark: considered.reduce((lowest, { watermark }) => (watermark < lowest ? watermark : lowest), considered[0]!.watermark),
    idle: active.length === 0,
  };
}

/** Get the last watermark that an operator of the chain emitted. */
export function getEmittedWatermark(frame: Frame, task: string): { watermark: bigint; idle: boolean; name: string; id: string } {
  let found = { watermark: MIN_TIMESTAMP, idle: false, name: "", id: "" };
  for (const { id, name } of frame.lookup.getOperators(task)) {
    const view = frame.snapshot.state.operators.get(id);
    if (view && view.emitted_watermark >= found.watermark) {
      found = { watermark: view.emitted_watermark, idle: view.emitted_idle, name, id };
    }
  }
  return found;
}

export function formatTaskWatermark(frame: Frame, id: string): string {
  const { watermark, idle } = getTaskWatermark(frame, id);
  if (idle) return "IDLE";
  return watermark === MIN_TIMESTAMP ? "–" : frame.labels.shortTime(watermark).replace(/(\d\d:\d\d:\d\d)\.999$/, "$1");
}

/** Whether a task has failed, or the current event is its failure. */
export function hasFailed({ snapshot, event }: Frame, id: string): boolean {
  return snapshot.state.tasks.get(id)?.state === "FAILED" || (event?.type === "TaskFailed" && event.subtask === id);
}

/** Whether a task neither works nor waits, because it has failed or is canceled. */
export function isDead(frame: Frame, id: string): boolean {
  return hasFailed(frame, id) || /^CANCEL/.test(frame.snapshot.state.tasks.get(id)?.state ?? "");
}

/** Whether a task is the one that acts in this step. A dead task does nothing, even in the step in which it fails. */
export const isActing = (frame: Frame, id: string): boolean => frame.actor === id && !isDead(frame, id);

/** Summarize a task's activity: `604 read`, `5 open · 55 fired · 14 late`. */
export function summarizeActivity(frame: Frame, id: string): string {
  const words: string[] = [];
  for (const { id: operator } of frame.lookup.getOperators(id)) {
    const view = frame.snapshot.state.operators.get(operator);
    const activity = frame.snapshot.operators.get(operator);
    if (!view || !activity) continue;
    if (activity.read > 0) words.push(t("{0} read", activity.read));
    if (view.panes.size > 0) words.push(t("{0} open", view.panes.size));
    if (activity.fired > 0) words.push(t("{0} fired", activity.fired));
    if (view.late > 0) words.push(t("{0} late", view.late));
    if (view.states.size > 0 && view.panes.size === 0) words.push(t("{0} state entries", view.states.size));
    if (view.results > 0 && activity.fired === 0) words.push(t("{0} written", view.results));
  }
  const received = frame.snapshot.received.get(id) ?? 0;
  return words.join(" · ") || (received > 0 ? t("{0} received", received) : t("nothing yet"));
}
