/** The timers of a task, in the order of their times, with the watermark between due and not. */

import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import type { Text } from "../i18n/strings";
import type { TimerFired } from "../trace/trace.gen";
import type { Timer } from "../trace/job_state.gen";
import { diamond, esc, fit, line, picture, rect, text, textWidth } from "../ui/svg";
import { chainOfCauses } from "../trace/event_descriptions";
import { MIN_TIMESTAMP, cut, show } from "../ui/value_format";

const HEIGHT = 218;
const ROW = 30;
/** More rows than this nobody reads; they would only cost time. */
const MOST_DUE = 200;

interface Entry {
  timer: Timer;
  operator: string;
  state: "fires" | "due" | "waits" | "new";
}

export function drawTimers(frame: Frame, width: number): string {
  const { entries, watermark } = entriesOf(frame);
  if (entries.length === 0) {
    const none = text(width / 2, HEIGHT / 2, t("No timers are registered here."), "t2", "middle");
    return picture(width, HEIGHT, t("No timers"), none);
  }
  const due = entries.filter(({ state }) => state === "fires" || state === "due");
  const waiting = entries.filter(({ state }) => state === "waits" || state === "new");
  const room = Math.floor((HEIGHT - 26 - 14) / ROW);
  // All that are due are shown, however many: the panel scrolls. The others have what room is left.
  const shownDue = due.slice(0, MOST_DUE);
  const shownWaiting = waiting.slice(0, Math.max(1, room - shownDue.length));
  const parts: string[] = [];
  let y = 0;
  const more = (hidden: number, words: Text): void => {
    if (hidden <= 0) return;
    parts.push(text(width / 2, y + 12, t(words, hidden), "t3", "middle"));
    y += 20;
  };
  for (const entry of shownDue) {
    parts.push(drawEntry(frame, entry, y, width));
    y += ROW;
  }
  more(due.length - shownDue.length, "and {0} more due");
  parts.push(drawDivider(frame, watermark, y, width));
  y += 26;
  for (const entry of shownWaiting) {
    parts.push(drawEntry(frame, entry, y, width));
    y += ROW;
  }
  more(waiting.length - shownWaiting.length, "and {0} more");
  const words = entries
    .slice(0, 12)
    .map(({ timer, state }) => `${frame.labels.time(timer.timestamp)} ${show(timer.key)} ${t(state)}`);
  const height = Math.max(HEIGHT, y);
  return picture(width, height, t("{0} timers: {1}", entries.length, words.join(", ")), parts.join(""));
}

export function countTimers(frame: Frame): number {
  let count = 0;
  for (const { id } of frame.lookup.operatorsOf(frame.keyed)) {
    count += frame.scene.view.operators.get(id)?.timers.size ?? 0;
  }
  return count;
}

function entriesOf(frame: Frame): { entries: Entry[]; watermark: bigint } {
  const entries: Entry[] = [];
  let watermark = MIN_TIMESTAMP;
  const { fact } = frame;
  const firing = firingTimer(frame);
  for (const { id } of frame.lookup.operatorsOf(frame.keyed)) {
    const view = frame.scene.view.operators.get(id);
    if (!view) continue;
    if (view.timers.size > 0) watermark = view.watermark;
    if (firing?.operator === id) {
      entries.push({ timer: firing, operator: id, state: "fires" });
      watermark = view.watermark;
    }
    for (const timer of view.timers.values()) {
      const clock = timer.domain === "event" ? view.watermark : frame.scene.view.time_ms;
      const isNew =
        fact?.type === "TimerRegistered" && fact.operator === id &&
        fact.timestamp === timer.timestamp && fact.key === timer.key; // prettier-ignore
      entries.push({ timer, operator: id, state: timer.timestamp <= clock ? "due" : isNew ? "new" : "waits" });
    }
  }
  const rank = (entry: Entry): number => (entry.state === "fires" ? 0 : 1);
  entries.sort((a, b) => rank(a) - rank(b) || Number(a.timer.timestamp - b.timer.timestamp));
  return { entries, watermark };
}

/** The timer that fires now: the fact is its firing, or lies inside of it. */
function firingTimer(frame: Frame): TimerFired | null {
  for (const index of frame.index < 0 ? [] : chainOfCauses(frame.trace, frame.index)) {
    const fact = frame.trace.event(index);
    if (fact.type === "TimerFired") return fact;
  }
  return null;
}

function drawEntry(frame: Frame, { timer, operator, state }: Entry, y: number, width: number): string {
  const time = frame.labels.mark(timer.timestamp);
  const where = timer.namespace === '""' ? "" : ` ${t("for {0}", frame.labels.window(timer.namespace))}`;
  const title = t(timer.domain === "event" ? "event-time timer of key {0} at {1}" : "processing-time timer of key {0} at {1}", show(timer.key), time) + where;
  const word = state === "waits" ? (timer.domain === "processing" ? t("clock") : "") : t(state);
  const start = 32 + textWidth(time, "strong") + 12;
  const about = `timer:[${JSON.stringify(operator)},${JSON.stringify(timer.domain)},${timer.key},${timer.namespace},${timer.timestamp}]`;
  return (
    `<g class="timer ${state}" data-about="${esc(about)}"><title>${esc(title)}</title>` +
    rect(0.5, y + 0.5, width - 1, ROW - 4, "entry", 7) +
    diamond(17, y + ROW / 2 - 1.5, "mark") +
    text(32, y + 19.5, time, "t2 m strong") +
    text(start, y + 19.5, fit(cut(show(timer.key)), width - start - 46, "strong"), "t2 strong") +
    text(width - 10, y + 19.5, word, "t3 word", "end") +
    "</g>"
  );
}

function drawDivider(frame: Frame, watermark: bigint, y: number, width: number): string {
  const label = `${t("watermark {0}", frame.labels.mark(watermark))} ▲`;
  const wide = textWidth(label, "strong") + 18;
  return (
    line(0, y + 11, width, y + 11, "divider") +
    rect((width - wide) / 2, y, wide, 22, "dividerChip", 7) +
    text(width / 2, y + 15.5, label, "t3 strong onWatermark", "middle")
  );
}
