/** What a failure costs, from the trace: the state that is lost, the records that are read again, and repeated results. */

import type { Answer, CauseLink } from "./answer_panel";
import { describeEvent } from "../trace/event_descriptions";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import type { Kind } from "../trace/trace.gen";
import type { Labels } from "../ui/value_format";

/** Explain a failure: from which checkpoint the job is restored, and what is repeated since then. */
export function explainFailure(trace: Trace, labels: Labels, index: number): Answer {
  const restored = trace.findIndexes(["CheckpointRestored", "TaskFailed"]).find((at) => at > index) ?? -1;
  const event = restored < 0 ? null : trace.event(restored);
  const checkpoint = event?.type === "CheckpointRestored" ? event.checkpoint : -1;
  const links: CauseLink[] = [];
  const add = (at: number): void => {
    if (at >= 0) links.push({ step: trace.getStep(at), text: describeEvent(trace.event(at), labels), things: [], position: at + 1 });
  };
  add(index);
  const isRestored = checkpoint >= 0 && event?.type === "CheckpointRestored" && event.tasks === trace.plan?.subtasks.length;
  if (checkpoint >= 0) {
    add(findLast(trace, "CheckpointCompleted", index, (at) => (trace.event(at) as { checkpoint?: number }).checkpoint === checkpoint));
    add(restored);
    add(trace.findIndexes(["SourceRecordRead"]).find((at) => at > restored) ?? -1);
  }
  const sentences = checkpoint < 0 ? [describeEnd(trace, index)] : [t("All state since checkpoint {0} is lost.", checkpoint)];
  if (isRestored) {
    const reads = countSince(trace, "SourceRecordRead", checkpoint, index);
    const results = countSince(trace, "ResultWritten", checkpoint, index);
    sentences.push(reads === 1 ? t("The sources read 1 record again.") : t("The sources read {0} records again.", reads));
    if (results > 0) sentences.push(results === 1 ? t("1 result was already written, and is written again if its window fires again.") : t("{0} results were already written, and are written again if their windows fire again.", results));
  }
  links.sort((a, b) => a.step - b.step); // in the order of the run
  return { question: t("What was lost, and what is repeated?"), sentence: sentences.join(" "), links, cause: "", counterfactual: null };
}

/** Describe how a run continues after a failure without a checkpoint to restore. */
function describeEnd(trace: Trace, index: number): string {
  const statuses = trace.findIndexes(["JobStatusChanged"]).filter((at) => at > index).map((at) => (trace.event(at) as { after?: string }).after);
  if (statuses.includes("RUNNING")) return t("There is no completed checkpoint: the job starts again with empty state.");
  return statuses.includes("FAILED") ? t("The job is not started again.") : t("The run ends here.");
}

/** Count the events of a kind between each operator's snapshot of a checkpoint and a position. */
function countSince(trace: Trace, kind: Kind, checkpoint: number, end: number): number {
  const snapshots = new Map<string, number>();
  for (const at of trace.findIndexes(["OperatorSnapshotTaken"])) {
    const event = trace.event(at);
    if (event.type === "OperatorSnapshotTaken" && event.checkpoint === checkpoint && at < end) snapshots.set(event.operator, at);
  }
  const isAfter = (at: number): boolean => at < end && at > (snapshots.get((trace.event(at) as { operator: string }).operator) ?? -1);
  return trace.findIndexes([kind]).filter(isAfter).length;
}

function findLast(trace: Trace, kind: Kind, end: number, matches: (index: number) => boolean): number {
  return trace.findIndexes([kind]).filter((at) => at < end && matches(at)).at(-1) ?? -1;
}
