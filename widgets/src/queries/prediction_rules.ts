/**
 * Decisions to predict, and wrong rules that are really evaluated: choosing the answer of a wrong rule reveals the
 * misconception behind it.
 */

import { t } from "../i18n/strings";
import type { MessageText } from "../i18n/strings";
import type { JobView } from "../trace/job_state.gen";
import type { Trace } from "../trace/trace";
import type { TraceEvent } from "../trace/trace.gen";
import { MAX_TIMESTAMP, MIN_TIMESTAMP, parseWindow } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

export interface Choice {
  text: string;
  right: boolean;
  /** The misconception behind a wrong choice; "" for the right one. */
  misconception: MessageText | "";
}

export interface Question {
  /** Positions before and after the decision. */
  before: number;
  after: number;
  /** Index of the event that decides. */
  index: number;
  text: string;
  choices: Choice[];
}

/** A wrong rule: its answer and the misconception behind it. */
interface WrongRule {
  answer: string | null;
  misconception: MessageText;
}

const WALL_CLOCK = "This follows the wall clock. Event time depends only on watermarks.";
const LATEST = "This is the channel that advanced last. The lowest watermark of all active channels counts.";
const GREATEST = "This is the highest watermark of the channels. The task takes the lowest one of its active channels.";
const NO_MINUS_ONE = "Subtract 1 ms: a watermark of t means that records with timestamp t are complete, too.";
const DELAY_DROPS = "A record below the watermark still counts while its window is open. The delay drops nothing.";
const GLOBAL = "There is no global watermark. Each task takes the lowest watermark of its own inputs.";
const NEVER_LATE = "A record is late when the watermark has passed the end of its window plus the allowed lateness.";

/** Create the question that the event at `index` answers, or return null if there is none. */
export function createQuestionAt(trace: Trace, labels: Labels, view: JobView, index: number): Question | null {
  const event = trace.event(index);
  if (event.type === "InputWatermarkAdvanced") return createMinimumQuestion(trace, labels, view, index, event);
  if (event.type === "WindowAssigned" || event.type === "LateRecordDropped") return createLatenessQuestion(labels, view, index, event);
  return event.type === "WindowFired" ? createFiringQuestion(labels, view, index, event) : null;
}

/** Event types that can be predicted. */
export const PREDICTABLE_KINDS = ["InputWatermarkAdvanced", "LateRecordDropped", "WindowAssigned", "WindowFired"] as const;

function createMinimumQuestion(trace: Trace, labels: Labels, view: JobView, index: number, event: TraceEvent & { type: "InputWatermarkAdvanced" }): Question | null {
  const inputs = (trace.plan?.channels ?? []).filter(({ target, input }) => target === event.subtask && input === event.input);
  const marks = inputs.flatMap(({ id }) => {
    const channel = view.channels.get(id);
    return channel && !channel.idle ? [{ id, watermark: channel.watermark }] : [];
  });
  if (marks.length < 2 || event.after === MAX_TIMESTAMP) return null;
  const greatest = marks.reduce((max, { watermark }) => (watermark > max ? watermark : max), MIN_TIMESTAMP);
  const lastMoved = findLastMoved(trace, index);
  const all = [...view.channels.values()].map(({ watermark }) => watermark).filter((one) => one !== MAX_TIMESTAMP);
  const global = all.reduce((max, one) => (one > max ? one : max), MIN_TIMESTAMP);
  const time = (one: bigint): string => labels.time(one);
  return createQuestion(index, t("What will the watermark of {0} be next?", labels.name(event.subtask)), time(event.after), [
    { answer: time(greatest), misconception: GREATEST },
    { answer: lastMoved === null ? null : time(lastMoved), misconception: LATEST },
    { answer: time(event.after + 1n), misconception: NO_MINUS_ONE },
    { answer: time(global), misconception: GLOBAL },
    { answer: time(view.time_ms), misconception: WALL_CLOCK },
  ]);
}

/** Find the watermark of the channel that changed last before an event. */
function findLastMoved(trace: Trace, index: number): bigint | null {
  for (let at = index; at >= Math.max(0, index - 40); at--) {
    const event = trace.event(at);
    if (event.type === "ChannelWatermarkChanged") return event.after;
  }
  return null;
}

type Arrival = TraceEvent & { type: "WindowAssigned" | "LateRecordDropped" };

function createLatenessQuestion(labels: Labels, view: JobView, index: number, event: Arrival): Question | null {
  const isDropped = event.type === "LateRecordDropped";
  const { timestamp } = event;
  const bounds = parseWindow(isDropped ? event.windows : event.window);
  if (timestamp === null || !bounds) return null;
  const watermark = view.operators.get(event.operator)?.watermark ?? MIN_TIMESTAMP;
  const highest = [...view.channels.values()].reduce((max, one) => (one.watermark > max ? one.watermark : max), MIN_TIMESTAMP);
  const describeOutcome = (dropped: boolean): string => (t(dropped ? "It is late and is dropped." : "It is counted."));
  const key = labels.value(event.key);
  const text = t("A record of {0} with timestamp {1} arrives. The watermark is {2}. What happens to the record?", key, labels.time(timestamp), labels.time(watermark));
  return createQuestion(index, text, describeOutcome(isDropped), [
    { answer: describeOutcome(timestamp <= watermark), misconception: DELAY_DROPS },
    { answer: describeOutcome(bounds[1] - 1n <= view.time_ms), misconception: WALL_CLOCK },
    { answer: describeOutcome(bounds[1] - 1n <= highest), misconception: GLOBAL },
    { answer: describeOutcome(false), misconception: NEVER_LATE },
  ]);
}

function createFiringQuestion(labels: Labels, view: JobView, index: number, event: TraceEvent & { type: "WindowFired" }): Question | null {
  const operator = view.operators.get(event.operator);
  if (!operator || event.kind !== "on time" || event.watermark === MAX_TIMESTAMP) return null;
  const listFiring = (limit: bigint): string => {
    const due = [...operator.panes.values()].filter(({ window }) => (parseWindow(window)?.[1] ?? MAX_TIMESTAMP) - 1n <= limit);
    const names = due.map(({ key, window }) => `${labels.value(key)} ${labels.window(window)}`).sort();
    return names.length === 0 ? t("none") : names.length <= 3 ? names.join(", ") : t("{0} and {1} more", names.slice(0, 2).join(", "), names.length - 2);
  };
  const highest = [...view.channels.values()].reduce((max, one) => (one.watermark > max && one.watermark !== MAX_TIMESTAMP ? one.watermark : max), MIN_TIMESTAMP);
  const lastEnd = [...operator.panes.values()].reduce((max, { window }) => {
    const end = parseWindow(window)?.[1] ?? MIN_TIMESTAMP;
    return end > max ? end : max;
  }, MIN_TIMESTAMP);
  return createQuestion(index, t("The watermark of {0} advances to {1}. Which windows fire?", labels.name(event.operator), labels.time(event.watermark)), listFiring(event.watermark), [
    { answer: listFiring(view.time_ms), misconception: WALL_CLOCK },
    { answer: listFiring(highest), misconception: GLOBAL },
    { answer: listFiring(lastEnd), misconception: "A watermark fires only the windows whose end it has reached." },
    { answer: t("none"), misconception: "A window of one key fires as soon as the watermark has reached its end." },
  ]);
}

/** Create a question from the right answer and the wrong rules, with the choices in neutral order. */
function createQuestion(index: number, asks: string, right: string, rules: readonly WrongRule[]): Question | null {
  const choices: Choice[] = [{ text: right, right: true, misconception: "" }];
  for (const { answer, misconception } of rules) {
    if (answer === null || choices.some(({ text }) => text === answer)) continue;
    choices.push({ text: answer, right: false, misconception });
  }
  if (choices.length < 2) return null;
  choices.sort((a, b) => a.text.localeCompare(b.text, "en", { numeric: true }));
  return { before: index, after: index + 1, index, text: asks, choices };
}
