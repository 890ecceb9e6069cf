/**
 * Decisions that one can predict, and wrong rules that really run: an answer that a wrong rule gives
 * names what one who gives it has in mind.
 */

import { t } from "../i18n/strings";
import type { Text } from "../i18n/strings";
import type { JobView } from "../trace/job_state.gen";
import type { Trace } from "../trace/trace";
import type { TraceEvent } from "../trace/trace.gen";
import { MAX_TIMESTAMP, MIN_TIMESTAMP, windowBounds } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

export interface Choice {
  text: string;
  right: boolean;
  /** What one has in mind who chooses it; "" for the right one. */
  misconception: Text | "";
}

export interface Question {
  /** The position before the decision, and the one at which it is made. */
  before: number;
  after: number;
  /** The fact that decides. */
  index: number;
  asks: string;
  choices: Choice[];
}

/** A wrong rule: what it says, and the belief behind it. */
interface Rule {
  says: string | null;
  belief: Text;
}

const WALL_CLOCK = "You went by the wall clock; event time knows only watermarks.";
const LATEST = "You took the channel that moved last; the least of all active ones counts.";
const GREATEST = "You took the greatest channel; the least of all active ones counts.";
const NO_MINUS_ONE = "A watermark says that no more record comes up to it, itself included: it is one less.";
const DELAY_DROPS = "The delay drops nothing: behind the watermark a record still counts while its window is open.";
const GLOBAL = "There is no one watermark for the whole job; each task has its own minimum.";
const NEVER_LATE = "Once the watermark has passed the end of its window, and the allowed lateness, it is too late.";

/** The question that the fact at `index` answers, or null if it decides nothing that is asked. */
export function questionAt(trace: Trace, labels: Labels, view: JobView, index: number): Question | null {
  const fact = trace.event(index);
  if (fact.type === "InputWatermarkAdvanced") return ofMinimum(trace, labels, view, index, fact);
  if (fact.type === "WindowAssigned" || fact.type === "LateRecordDropped") return ofLateness(labels, view, index, fact);
  return fact.type === "WindowFired" ? ofFiring(labels, view, index, fact) : null;
}

/** What is decided by facts of these kinds can be asked. */
export const ASKED = ["InputWatermarkAdvanced", "LateRecordDropped", "WindowAssigned", "WindowFired"] as const;

function ofMinimum(trace: Trace, labels: Labels, view: JobView, index: number, fact: TraceEvent & { type: "InputWatermarkAdvanced" }): Question | null {
  const inputs = (trace.plan?.channels ?? []).filter(({ target, input }) => target === fact.subtask && input === fact.input);
  const marks = inputs.flatMap(({ id }) => {
    const channel = view.channels.get(id);
    return channel && !channel.idle ? [{ id, watermark: channel.watermark }] : [];
  });
  if (marks.length < 2 || fact.after === MAX_TIMESTAMP) return null;
  const greatest = marks.reduce((most, { watermark }) => (watermark > most ? watermark : most), MIN_TIMESTAMP);
  const moved = movedLast(trace, index);
  const all = [...view.channels.values()].map(({ watermark }) => watermark).filter((one) => one !== MAX_TIMESTAMP);
  const global = all.reduce((most, one) => (one > most ? one : most), MIN_TIMESTAMP);
  const time = (one: bigint): string => labels.time(one);
  return asked(index, t("What does the minimum of {0} become?", labels.name(fact.subtask)), time(fact.after), [
    { says: time(greatest), belief: GREATEST },
    { says: moved === null ? null : time(moved), belief: LATEST },
    { says: time(fact.after + 1n), belief: NO_MINUS_ONE },
    { says: time(global), belief: GLOBAL },
    { says: time(view.time_ms), belief: WALL_CLOCK },
  ]);
}

/** The watermark of the channel that moved last before a fact. */
function movedLast(trace: Trace, index: number): bigint | null {
  for (let at = index; at >= Math.max(0, index - 40); at--) {
    const fact = trace.event(at);
    if (fact.type === "ChannelWatermarkChanged") return fact.after;
  }
  return null;
}

type Arrival = TraceEvent & { type: "WindowAssigned" | "LateRecordDropped" };

function ofLateness(labels: Labels, view: JobView, index: number, fact: Arrival): Question | null {
  const late = fact.type === "LateRecordDropped";
  const { timestamp } = fact;
  const bounds = windowBounds(late ? fact.windows : fact.window);
  if (timestamp === null || !bounds) return null;
  const watermark = view.operators.get(fact.operator)?.watermark ?? MIN_TIMESTAMP;
  const foremost = [...view.channels.values()].reduce((most, one) => (one.watermark > most ? one.watermark : most), MIN_TIMESTAMP);
  const said = (dropped: boolean): string => (t(dropped ? "It is too late, and dropped." : "It counts."));
  const key = labels.value(fact.key);
  const asks = t("A record of {0} with timestamp {1} comes; the watermark is {2}. What becomes of it?", key, labels.time(timestamp), labels.time(watermark));
  return asked(index, asks, said(late), [
    { says: said(timestamp <= watermark), belief: DELAY_DROPS },
    { says: said(bounds[1] - 1n <= view.time_ms), belief: WALL_CLOCK },
    { says: said(bounds[1] - 1n <= foremost), belief: GLOBAL },
    { says: said(false), belief: NEVER_LATE },
  ]);
}

function ofFiring(labels: Labels, view: JobView, index: number, fact: TraceEvent & { type: "WindowFired" }): Question | null {
  const operator = view.operators.get(fact.operator);
  if (!operator || fact.kind !== "on time" || fact.watermark === MAX_TIMESTAMP) return null;
  const ends = (limit: bigint): string => {
    const due = [...operator.panes.values()].filter(({ window }) => (windowBounds(window)?.[1] ?? MAX_TIMESTAMP) - 1n <= limit);
    const names = due.map(({ key, window }) => `${labels.value(key)} ${labels.window(window)}`).sort();
    return names.length === 0 ? t("none") : names.length <= 3 ? names.join(", ") : t("{0} and {1} more", names.slice(0, 2).join(", "), names.length - 2);
  };
  const foremost = [...view.channels.values()].reduce((most, one) => (one.watermark > most && one.watermark !== MAX_TIMESTAMP ? one.watermark : most), MIN_TIMESTAMP);
  const every = [...operator.panes.values()].reduce((most, { window }) => {
    const end = windowBounds(window)?.[1] ?? MIN_TIMESTAMP;
    return end > most ? end : most;
  }, MIN_TIMESTAMP);
  return asked(index, t("The watermark of {0} comes to {1}. Which panes fire?", labels.name(fact.operator), labels.time(fact.watermark)), ends(fact.watermark), [
    { says: ends(view.time_ms), belief: WALL_CLOCK },
    { says: ends(foremost), belief: GLOBAL },
    { says: ends(every), belief: "A watermark closes only the windows that end before it." },
    { says: t("none"), belief: "A pane fires as soon as the watermark has reached the end of its window." },
  ]);
}

/** The right answer among what wrong rules say, in an order that gives nothing away. */
function asked(index: number, asks: string, right: string, rules: readonly Rule[]): Question | null {
  const choices: Choice[] = [{ text: right, right: true, misconception: "" }];
  for (const { says, belief } of rules) {
    if (says === null || choices.some(({ text }) => text === says)) continue;
    choices.push({ text: says, right: false, misconception: belief });
  }
  if (choices.length < 2) return null;
  choices.sort((a, b) => a.text.localeCompare(b.text, "en", { numeric: true }));
  return { before: index, after: index + 1, index, asks, choices };
}
