/** The headline question of a run, and the position to look for its answer. */

import type { KeySteps } from "../trace/key_steps";
import { t } from "../i18n/strings";
import { readChangelog } from "../trace/changelog";
import type { Trace } from "../trace/trace";
import type { Kind, TraceEvent } from "../trace/trace.gen";
import type { Labels } from "../ui/value_format";
import { MAX_TIMESTAMP } from "../ui/value_format";

export interface HeadlineQuestion {
  question: string;
  position: number;
}

/** Find the most important question. Without any, return the start of the run. */
export function findHeadlineQuestion(trace: Trace, keySteps: KeySteps, labels: Labels): HeadlineQuestion {
  const events = <K extends Kind>(kind: K): [number, TraceEvent & { type: K }][] =>
    trace.findIndexes([kind]).map((index) => [index, trace.event(index) as TraceEvent & { type: K }]);
  const createAt = (index: number, question: string): HeadlineQuestion => {
    const end = keySteps.next(index); // end of the key step that the event belongs to
    return { question, position: end };
  };

  const failed = trace.findIndexes(["TaskFailed"]).at(-1);
  const [, status] = events("JobStatusChanged").at(-1) ?? [];
  if (failed !== undefined && status?.after === "FAILED") return { question: t("Why does the job fail?"), position: failed + 1 };
  if (failed !== undefined) return { question: t("A task failed. What was lost, and what is repeated?"), position: failed + 1 };

  const late = events("LateRecordDropped");
  if (late.length > 0) {
    const getLag = ({ watermark, cleanup_time, timestamp }: (typeof late)[number][1]): bigint =>
      watermark === MAX_TIMESTAMP ? -1n : watermark - (cleanup_time ?? timestamp ?? watermark);
    const [index] = late.reduce((latest, one) => (getLag(one[1]) > getLag(latest[1]) ? one : latest));
    const question = late.length === 1 ? t("A record came too late. Why?") : t("{0} records are too late. Why?", late.length);
    return createAt(index, question);
  }

  const fired = events("WindowFired");
  const merged = events("WindowsMerged");
  const firedInTime = fired.filter(([, { watermark, clock }]) => watermark !== MAX_TIMESTAMP && clock !== "end of input");
  if (fired.length > 0 && firedInTime.length === 0) {
    return createAt(fired[0]![0], t("The windows fire only when the input ends. Why?"));
  }
  const blocked = findLongestAlignment(trace);
  if (blocked >= 0 && firedInTime.length === 0) return { question: t("Why is this channel blocked?"), position: blocked + 1 };
  const overtaken = findLargestOvertaking(trace);
  if (overtaken >= 0 && firedInTime.length === 0) return { question: t("Which records does the barrier overtake?"), position: overtaken + 1 };
  const merge = keySteps.all.filter(({ kind }) => kind === "merge").at(-1);
  if (merge && merged.length > 0) return { question: t("Why were these sessions merged?"), position: merge.end };
  const idle = events("SplitStatusChanged").find(([, one]) => one.idle);
  const ahead = events("WatermarkAligned").find(([, { reported, allowed }]) => reported !== null && reported !== MAX_TIMESTAMP && reported > allowed);
  if (ahead) return { question: t("Why does {0} stop reading?", labels.name(ahead[1].operator)), position: ahead[0] + 1 };
  if (idle) return createAt(idle[0], t("{0} went idle. What does that change?", idle[1].split || labels.name(idle[1].operator)));
  if (firedInTime.length > 0) return createAt(firedInTime[0]![0], t("Why does this window fire now?"));
  const retraction = readChangelog(trace).find(({ retracts }) => retracts >= 0);
  if (retraction) return { position: retraction.index + 1, question: t("A row of the table is replaced or deleted. Why?") };
  const stopped = events("DefaultActionSuspended").find(([, { reason }]) => reason === "no output buffer" || reason === "blocked");
  if (stopped) return createAt(stopped[0], t("Why does {0} stop reading?", labels.name(stopped[1].subtask)));
  const expired = events("StateExpired")[0];
  if (expired) return createAt(expired[0], t("Why has the state expired?"));
  const timer = keySteps.all.find(({ kind }) => kind === "firing");
  if (timer) return { question: t("Why does this timer fire now?"), position: timer.end };
  const result = keySteps.all.filter(({ kind }) => kind === "result").at(-1);
  if (result) return { question: t("What are the results, and which records do they contain?"), position: result.end };
  const filled = keySteps.all.filter(({ kind }) => kind === "fill").at(-1);
  if (filled) return { question: t("What is in the windows so far?"), position: filled.end };
  const stored = keySteps.all.filter(({ kind }) => kind === "state").at(-1);
  if (stored) return { question: t("What is kept in the state?"), position: stored.end };
  if (events("SourceRecordRead").length === 0 && !events("ElementReceived").some(([, { element }]) => element === "record")) {
    return { question: t("This run shows no records. Why?"), position: trace.eventCount };
  }
  return { question: "", position: 0 };
}

/** Find the event in which a barrier overtakes the most buffers; -1 without any. */
function findLargestOvertaking(trace: Trace): number {
  let largest = { index: -1, buffers: 0 };
  for (const index of trace.findIndexes(["OutputPersisted", "InputPersisted"])) {
    const { buffers } = trace.event(index) as TraceEvent & { buffers: number };
    if (buffers > largest.buffers) largest = { index, buffers };
  }
  return largest.index;
}

/** Find the event that blocks a channel behind whose barrier most elements have to wait; -1 without any. */
function findLongestAlignment(trace: Trace): number {
  const open = new Map<string, { index: number; count: number }>();
  let longest = { index: -1, count: 0 };
  for (const at of trace.findIndexes(["ChannelBlocked", "ElementWritten", "ChannelUnblocked"])) {
    const event = trace.event(at) as TraceEvent & { channel: string };
    const alignment = open.get(event.channel);
    if (event.type === "ChannelBlocked") open.set(event.channel, { index: at, count: 0 });
    else if (event.type === "ElementWritten" && alignment) alignment.count++;
    else open.delete(event.channel);
    if (alignment && alignment.count > longest.count) longest = { ...alignment };
  }
  return longest.index;
}
