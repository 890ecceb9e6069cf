/** Mailbox loop of a task: mailbox, default action or suspension, status, and lifecycle. */

import { findLastEvent, LIFECYCLE, getLifecycleIndex, WAIT_REASONS } from "./inside_events";
import { drawBox } from "./inside";
import { hasFailed, isDead } from "../job/task_status";
import { translate, t } from "../i18n/strings";
import type { InsideContext, Area } from "./inside";
import { esc, fitText, drawName, rect, text, measureText } from "../ui/svg";

export function drawMailboxBand(inside: InsideContext, room: Area): string {
  const gap = 14;
  const upper = 58;
  const columnWidth = (room.width - 2 * gap) / 3;
  const place = (number: number): Area => ({ x: room.x + number * (columnWidth + gap), y: room.y, width: columnWidth, height: upper });
  return drawMails(inside, place(0)) + drawLoop(inside, place(1)) + drawStatus(inside, place(2));
}

function drawMails(inside: InsideContext, room: Area): string {
  const { frame } = inside;
  const mails = frame.snapshot.state.tasks.get(frame.task)?.mails ?? [];
  const taken = frame.event?.type === "MailTaken" && frame.actor === frame.task ? frame.event.mail : "";
  let x = room.x + 9;
  let drawn = "";
  const shown = taken ? [taken, ...mails] : mails;
  shown.forEach((mail, number) => {
    const enqueued = findLastEvent(frame, "MailEnqueued", (event) => event.subtask === frame.task && event.mail === mail);
    const priority = enqueued ? ` · ${t("priority {0}", enqueued.event.priority)}` : "";
    const text = mail + priority;
    const width = Math.min(measureText(text, "t3"), room.width - 30) + 16;
    if (x + width > room.x + room.width - 6) return;
    const runs = taken !== "" && number === 0;
    drawn += `<g class="mailChip ${runs ? "runs" : ""}" data-mail="${esc(mail)}">${rect(x, room.y + 25, width, 22, "chip", 6)}${drawName(x + 8, room.y + 40, text, room.width - 30, "t3")}</g>`;
    x += width + 7;
  });
  if (shown.length === 0) drawn = text(room.x + 9, room.y + 40, t("no mail"), "t3");
  return drawBox(inside, room, "TaskMailboxImpl", ["TaskMailboxImpl", "Mail", "MailboxExecutorImpl"], drawn);
}

/** Draw the loop: it runs mails first, then the default action unless it is suspended. */
function drawLoop(inside: InsideContext, room: Area): string {
  const { frame } = inside;
  if (isDead(frame, frame.task)) return drawBox(inside, room, "MailboxProcessor", [], text(room.x + 9, room.y + 33, t("does not run"), "t3"), "");
  const suspended = frame.snapshot.state.tasks.get(frame.task)?.suspended ?? null;
  const label = suspended === null ? t("default action: StreamTask.processInput") : markAfter(inside, t("Suspension: {0}", translate(suspended)));
  const reason = suspended === null ? t("handles mails first, then one element") : translate(WAIT_REASONS[suspended]?.[1] ?? "");
  const lines = text(room.x + 9, room.y + 33, fitText(label, room.width - 18, "t3"), suspended === null ? "t3" : "t3 waits") + text(room.x + 9, room.y + 49, fitText(reason, room.width - 18, "t3"), "t3");
  return drawBox(inside, room, "MailboxProcessor", ["MailboxProcessor"], lines, suspended === null ? "" : "suspended");
}

/** Say that a condition begins after the calls that are highlighted, within the same step. */
function markAfter({ frame, activeClasses }: InsideContext, words: string): string {
  const isRunning = frame.actor === frame.task && activeClasses.size > 0 && frame.event?.type !== "DefaultActionSuspended";
  return isRunning ? t("after this step: {0}", words) : words;
}

function drawStatus(inside: InsideContext, room: Area): string {
  const { frame } = inside;
  if (isDead(frame, frame.task)) return drawBox(inside, room, "DataInputStatus", [], text(room.x + 9, room.y + 33, t("does not run"), "t3"), "");
  const task = frame.snapshot.state.tasks.get(frame.task);
  const suspended = task?.suspended ?? null;
  const inputs = [...(task?.inputs.values() ?? [])];
  const isEnded = inputs.length > 0 && inputs.every(({ ended: one }) => one);
  const status = isEnded ? "END_OF_DATA" : suspended === null ? "MORE_AVAILABLE" : (WAIT_REASONS[suspended]?.[0] ?? "");
  const future = suspended === null ? "AvailabilityProvider: AVAILABLE" : t("AvailabilityProvider: a future that is not done");
  const lines = text(room.x + 9, room.y + 33, suspended === null ? status : markAfter(inside, status), "t3 strong") + text(room.x + 9, room.y + 49, fitText(future, room.width - 18, "t3"), "t3");
  return drawBox(inside, room, "DataInputStatus", ["DataInputStatus", "AvailabilityProvider"], lines);
}

/** Draw the states and methods of a task's life. Where not all fit, those next to the current one are drawn. */
export function drawLifecycle({ frame }: InsideContext, room: Area): string {
  const isFailed = hasFailed(frame, frame.task);
  const at = isFailed ? -1 : getLifecycleIndex(frame);
  const state = frame.snapshot.state.tasks.get(frame.task)?.state ?? "";
  // a task that failed or was cancelled has not run what follows invoke()
  const names: string[] = at < 0 ? [...LIFECYCLE.slice(0, LIFECYCLE.indexOf("invoke") + 1), isFailed ? "FAILED" : state] : [...LIFECYCLE];
  const now = at < 0 ? names.length - 1 : at;
  const measure = (first: number, last: number): number => Math.max(...names.slice(first, last + 1).map((name) => measureText(name, "t3") + 12)) * (last - first + 1);
  let [first, last] = [0, names.length - 1];
  while (last > first && measure(first, last) > room.width) {
    if (now - first > last - now) first++;
    else last--;
  }
  const stepWidth = room.width / (last - first + 1);
  return names
    .slice(first, last + 1)
    .map((name, place) => {
      const number = first + place;
      const tone = number === now ? (at < 0 ? "now bad" : "now") : number < now ? "past" : "";
      const x = room.x + place * stepWidth;
      return `<g class="life ${tone}" data-life="${esc(name)}">${rect(x + 1.5, room.y, stepWidth - 3, 23, "lifeBox", 6)}${text(x + stepWidth / 2, room.y + 16, fitText(name, stepWidth - 8, "t3"), "t3", "middle")}</g>`;
    })
    .join("");
}
