/** What a task is at, in a few words: its watermark, and what it has done. */

import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import type { PlanChannel } from "../trace/trace.gen";
import { MIN_TIMESTAMP } from "../ui/value_format";

/** Whether a channel that holds the minimum of its input holds that of its task, too. */
export function holdsTask({ lookup, scene }: Frame, { target, input }: PlanChannel): boolean {
  const inputs = scene.view.operators.get(lookup.operatorsOf(target)[0]!.id)!.inputs;
  return inputs.size < 2 || inputs.get(input)!.holds;
}

/** What goes out of a task as its watermark: the least of its inputs, or what its source says. */
export function watermarkOf(frame: Frame, id: string): { watermark: bigint; idle: boolean } {
  const inputs = [...(frame.scene.view.tasks.get(id)?.inputs.values() ?? [])];
  if (inputs.length === 0) return emittedBy(frame, id);
  const active = inputs.filter(({ idle }) => !idle);
  const counted = active.length > 0 ? active : inputs;
  return {
    watermark: counted.reduce((least, { watermark }) => (watermark < least ? watermark : least), counted[0]!.watermark),
    idle: active.length === 0,
  };
}

/** The last watermark that an operator of the chain put out. */
export function emittedBy(frame: Frame, task: string): { watermark: bigint; idle: boolean; name: string; id: string } {
  let found = { watermark: MIN_TIMESTAMP, idle: false, name: "", id: "" };
  for (const { id, name } of frame.lookup.operatorsOf(task)) {
    const view = frame.scene.view.operators.get(id);
    if (view && view.emitted_watermark >= found.watermark) {
      found = { watermark: view.emitted_watermark, idle: view.emitted_idle, name, id };
    }
  }
  return found;
}

export function taskWatermark(frame: Frame, id: string): string {
  const { watermark, idle } = watermarkOf(frame, id);
  if (idle) return "IDLE";
  return watermark === MIN_TIMESTAMP ? "–" : frame.labels.mark(watermark).replace(/(\d\d:\d\d:\d\d)\.999$/, "$1");
}

/** Whether a task is failed, or the moment tells that it fails. */
export function hasFailed({ scene, fact }: Frame, id: string): boolean {
  return scene.view.tasks.get(id)?.state === "FAILED" || (fact?.type === "TaskFailed" && fact.subtask === id);
}

/** `604 read`, `5 open · 55 fired · 14 late`. */
export function tally(frame: Frame, id: string): string {
  const words: string[] = [];
  for (const { id: operator } of frame.lookup.operatorsOf(id)) {
    const view = frame.scene.view.operators.get(operator);
    const past = frame.scene.operators.get(operator);
    if (!view || !past) continue;
    if (past.read > 0) words.push(t("{0} read", past.read));
    if (view.panes.size > 0) words.push(t("{0} open", view.panes.size));
    if (past.fired > 0) words.push(t("{0} fired", past.fired));
    if (view.late > 0) words.push(t("{0} late", view.late));
    if (view.states.size > 0 && view.panes.size === 0) words.push(t("{0} states", view.states.size));
    if (view.results > 0 && past.fired === 0) words.push(t("{0} written", view.results));
  }
  const received = frame.scene.received.get(id) ?? 0;
  return words.join(" · ") || (received > 0 ? t("{0} received", received) : t("nothing yet"));
}
