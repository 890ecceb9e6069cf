/** Timers of a task in time order, with the watermark between due and waiting ones. */

import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import type { MessageText } from "../i18n/strings";
import type { TimerFired } from "../trace/trace.gen";
import type { Timer } from "../trace/job_state.gen";
import { drawDiamond, esc, fitText, line, renderSvg, rect, text, measureText } from "../ui/svg";
import { findCauseChain } from "../trace/event_descriptions";
import { MIN_TIMESTAMP, truncate, formatValue } from "../ui/value_format";

const HEIGHT = 218;
const ROW_HEIGHT = 30;
/** Maximum number of rows, for speed. */
const MAX_DUE = 200;

interface TimerEntry {
  timer: Timer;
  operator: string;
  state: "fires" | "due" | "waits" | "new";
}

export function drawTimers(frame: Frame, width: number): string {
  const { entries, watermark } = createEntries(frame);
  if (entries.length === 0) {
    const none = text(width / 2, HEIGHT / 2, t("No timers are registered here."), "t2", "middle");
    return renderSvg(width, HEIGHT, t("No timers"), none);
  }
  const due = entries.filter(({ state }) => state === "fires" || state === "due");
  const waiting = entries.filter(({ state }) => state === "waits" || state === "new");
  const room = Math.floor((HEIGHT - 26 - 14) / ROW_HEIGHT);
  // Show all due timers, because the panel scrolls. The others get the remaining room.
  const shownDue = due.slice(0, MAX_DUE);
  const shownWaiting = waiting.slice(0, Math.max(1, room - shownDue.length));
  const parts: string[] = [];
  let y = 0;
  const addMore = (hidden: number, words: MessageText): void => {
    if (hidden <= 0) return;
    parts.push(text(width / 2, y + 12, t(words, hidden), "t3", "middle"));
    y += 20;
  };
  for (const entry of shownDue) {
    parts.push(drawEntry(frame, entry, y, width));
    y += ROW_HEIGHT;
  }
  addMore(due.length - shownDue.length, "and {0} more due");
  parts.push(drawDivider(frame, watermark, y, width));
  y += 26;
  for (const entry of shownWaiting) {
    parts.push(drawEntry(frame, entry, y, width));
    y += ROW_HEIGHT;
  }
  addMore(waiting.length - shownWaiting.length, "and {0} more");
  const words = entries
    .slice(0, 12)
    .map(({ timer, state }) => `${frame.labels.time(timer.timestamp)} ${formatValue(timer.key)} ${t(state)}`);
  const height = Math.max(HEIGHT, y);
  return renderSvg(width, height, t("{0} timers: {1}", entries.length, words.join(", ")), parts.join(""));
}

export function countTimers(frame: Frame): number {
  let count = 0;
  for (const { id } of frame.lookup.getOperators(frame.keyedTask)) {
    count += frame.snapshot.state.operators.get(id)?.timers.size ?? 0;
  }
  return count;
}

function createEntries(frame: Frame): { entries: TimerEntry[]; watermark: bigint } {
  const entries: TimerEntry[] = [];
  let watermark = MIN_TIMESTAMP;
  const { event } = frame;
  const firing = findFiringTimer(frame);
  for (const { id } of frame.lookup.getOperators(frame.keyedTask)) {
    const view = frame.snapshot.state.operators.get(id);
    if (!view) continue;
    if (view.timers.size > 0) watermark = view.watermark;
    if (firing?.operator === id) {
      entries.push({ timer: firing, operator: id, state: "fires" });
      watermark = view.watermark;
    }
    for (const timer of view.timers.values()) {
      const clock = timer.domain === "event" ? view.watermark : frame.snapshot.state.time_ms;
      const isNew =
        event?.type === "TimerRegistered" && event.operator === id &&
        event.timestamp === timer.timestamp && event.key === timer.key;
      entries.push({ timer, operator: id, state: timer.timestamp <= clock ? "due" : isNew ? "new" : "waits" });
    }
  }
  const rank = (entry: TimerEntry): number => (entry.state === "fires" ? 0 : 1);
  entries.sort((a, b) => rank(a) - rank(b) || Number(a.timer.timestamp - b.timer.timestamp));
  return { entries, watermark };
}

/** Find the timer that fires now: the current event is its firing or is caused by it. */
function findFiringTimer(frame: Frame): TimerFired | null {
  for (const index of frame.index < 0 ? [] : findCauseChain(frame.trace, frame.index)) {
    const event = frame.trace.event(index);
    if (event.type === "TimerFired") return event;
  }
  return null;
}

function drawEntry(frame: Frame, { timer, operator, state }: TimerEntry, y: number, width: number): string {
  const time = frame.labels.shortTime(timer.timestamp);
  const windowText = timer.namespace === '""' ? "" : ` ${t("for {0}", frame.labels.window(timer.namespace))}`;
  const title = t(timer.domain === "event" ? "event-time timer of key {0} at {1}" : "processing-time timer of key {0} at {1}", formatValue(timer.key), time) + windowText;
  const word = state === "waits" ? (timer.domain === "processing" ? t("clock") : "") : t(state);
  const start = 32 + measureText(time, "strong") + 12;
  const about = `timer:[${JSON.stringify(operator)},${JSON.stringify(timer.domain)},${timer.key},${timer.namespace},${timer.timestamp}]`;
  return (
    `<g class="timer ${state}" data-about="${esc(about)}"><title>${esc(title)}</title>` +
    rect(0.5, y + 0.5, width - 1, ROW_HEIGHT - 4, "entry", 7) +
    drawDiamond(17, y + ROW_HEIGHT / 2 - 1.5, "mark") +
    text(32, y + 19.5, time, "t2 m strong") +
    text(start, y + 19.5, fitText(truncate(formatValue(timer.key)), width - start - 46, "strong"), "t2 strong") +
    text(width - 10, y + 19.5, word, "t3 word", "end") +
    "</g>"
  );
}

function drawDivider(frame: Frame, watermark: bigint, y: number, width: number): string {
  const label = `${t("watermark {0}", frame.labels.shortTime(watermark))}`;
  const labelWidth = measureText(label, "strong") + 18;
  return (
    line(0, y + 11, width, y + 11, "divider") +
    rect((width - labelWidth) / 2, y, labelWidth, 22, "dividerChip", 7) +
    text(width / 2, y + 15.5, label, "t3 strong onWatermark", "middle")
  );
}
