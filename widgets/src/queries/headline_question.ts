/** The question that a run asks by itself, and the moment at which to look for its answer. */

import type { Moments } from "../trace/key_steps";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import type { Kind, TraceEvent } from "../trace/trace.gen";
import type { Labels } from "../ui/value_format";
import { MAX_TIMESTAMP } from "../ui/value_format";

export interface Opening {
  question: string;
  position: number;
}

/** What is most worth asking, first things first; at the beginning, without a question, if nothing is. */
export function openingOf(trace: Trace, moments: Moments, labels: Labels): Opening {
  const facts = <K extends Kind>(kind: K): [number, TraceEvent & { type: K }][] =>
    trace.indexesOf([kind]).map((index) => [index, trace.event(index) as TraceEvent & { type: K }]);
  const at = (index: number, question: string): Opening => {
    const end = moments.next(index); // the end of the moment that the fact belongs to
    return { question, position: end };
  };

  const failed = trace.indexesOf(["TaskFailed"]).at(-1);
  const [, status] = facts("JobStatusChanged").at(-1) ?? [];
  if (failed !== undefined && status?.after === "FAILED") return { question: t("Why does it fail?"), position: failed + 1 };
  if (failed !== undefined) return { question: t("A task failed. What was lost, what is done again?"), position: failed + 1 };

  const late = facts("LateRecordDropped");
  if (late.length > 0) {
    const behind = ({ watermark, cleanup_time, timestamp }: (typeof late)[number][1]): bigint =>
      watermark === MAX_TIMESTAMP ? -1n : watermark - (cleanup_time ?? timestamp ?? watermark);
    const [index] = late.reduce((most, one) => (behind(one[1]) > behind(most[1]) ? one : most));
    const many = late.length === 1 ? t("A record came too late. Why?") : t("{0} records came too late. Why?", late.length);
    return at(index, many);
  }

  const fired = facts("WindowFired");
  const merged = facts("WindowsMerged");
  const inTime = fired.filter(([, { watermark, clock }]) => watermark !== MAX_TIMESTAMP && clock !== "end of input");
  if (fired.length > 0 && inTime.length === 0) {
    return at(fired[0]![0], t("No window fired before the input ended. Why?"));
  }
  const merge = moments.all.filter(({ kind }) => kind === "merge").at(-1);
  if (merge && merged.length > 0) return { question: t("How did these sessions become one?"), position: merge.end };
  const idle = facts("SplitStatusChanged").find(([, one]) => one.idle);
  if (idle) return at(idle[0], t("{0} went idle. What does that change?", idle[1].split || labels.name(idle[1].operator)));
  if (inTime.length > 0) return at(inTime[0]![0], t("Why does this window fire now?"));
  const held = facts("DefaultActionSuspended").find(([, { reason }]) => reason === "no output buffer" || reason === "blocked");
  if (held) return at(held[0], t("Why does {0} stop reading?", labels.name(held[1].subtask)));
  const timer = moments.all.find(({ kind }) => kind === "firing");
  if (timer) return { question: t("Why does this timer fire now?"), position: timer.end };
  const result = moments.all.filter(({ kind }) => kind === "result").at(-1);
  if (result) return { question: t("What came out, and of what?"), position: result.end };
  const filled = moments.all.filter(({ kind }) => kind === "fill").at(-1);
  if (filled) return { question: t("What is in the windows so far?"), position: filled.end };
  return { question: "", position: 0 };
}
