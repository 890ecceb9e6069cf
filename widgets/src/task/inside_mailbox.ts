/** The loop of a task: its mailbox, its default action or what that waits for, and where it is in its life. */

import { lastOf, LIFE, lifeOf, WAITS } from "./inside_events";
import { box } from "./inside";
import { said, t } from "../i18n/strings";
import type { Inside, Room } from "./inside";
import { esc, fit, nameText, rect, text, textWidth } from "../ui/svg";

export function drawBand(inside: Inside, room: Room): string {
  const gap = 14;
  const upper = 58;
  const wide = (room.width - 2 * gap) / 3;
  const place = (number: number): Room => ({ x: room.x + number * (wide + gap), y: room.y, width: wide, height: upper });
  return drawMails(inside, place(0)) + drawLoop(inside, place(1)) + drawStatus(inside, place(2)) + drawLife(inside, { ...room, y: room.y + upper + 8, height: 24 });
}

function drawMails(inside: Inside, room: Room): string {
  const { frame } = inside;
  const mails = frame.scene.view.tasks.get(frame.task)?.mails ?? [];
  const taken = frame.fact?.type === "MailTaken" && frame.actor === frame.task ? frame.fact.mail : "";
  let x = room.x + 9;
  let drawn = "";
  const shown = taken ? [taken, ...mails] : mails;
  shown.forEach((mail, number) => {
    const put = lastOf(frame, "MailEnqueued", (fact) => fact.subtask === frame.task && fact.mail === mail);
    const priority = put ? ` · ${t("priority {0}", put.fact.priority)}` : "";
    const told = mail + priority;
    const width = Math.min(textWidth(told, "t3"), room.width - 30) + 16;
    if (x + width > room.x + room.width - 6) return;
    const runs = taken !== "" && number === 0;
    drawn += `<g class="mailChip ${runs ? "runs" : ""}" data-mail="${esc(mail)}">${rect(x, room.y + 25, width, 22, "chip", 6)}${nameText(x + 8, room.y + 40, told, room.width - 30, "t3")}</g>`;
    x += width + 7;
  });
  if (shown.length === 0) drawn = text(room.x + 9, room.y + 40, t("no mail waits"), "t3");
  return box(inside, room, "TaskMailboxImpl", ["TaskMailboxImpl", "Mail", "MailboxExecutorImpl"], drawn);
}

/** Mails first, else the default action, unless that is switched off. */
function drawLoop(inside: Inside, room: Room): string {
  const { frame } = inside;
  const suspended = frame.scene.view.tasks.get(frame.task)?.suspended ?? null;
  const told = suspended === null ? t("default action: StreamTask.processInput") : t("Suspension: {0}", said(suspended));
  const why = suspended === null ? t("mails first, then one element") : said(WAITS[suspended]?.[1] ?? "");
  const lines = text(room.x + 9, room.y + 33, fit(told, room.width - 18, "t3"), suspended === null ? "t3" : "t3 waits") + text(room.x + 9, room.y + 49, fit(why, room.width - 18, "t3"), "t3");
  return box(inside, room, "MailboxProcessor", ["MailboxProcessor"], lines, suspended === null ? "" : "suspended");
}

function drawStatus(inside: Inside, room: Room): string {
  const { frame } = inside;
  const task = frame.scene.view.tasks.get(frame.task);
  const suspended = task?.suspended ?? null;
  const inputs = [...(task?.inputs.values() ?? [])];
  const ended = inputs.length > 0 && inputs.every(({ ended: one }) => one);
  const status = ended ? "END_OF_DATA" : suspended === null ? "MORE_AVAILABLE" : (WAITS[suspended]?.[0] ?? "");
  const future = suspended === null ? "AvailabilityProvider: AVAILABLE" : t("AvailabilityProvider: a future that is not done");
  const lines = text(room.x + 9, room.y + 33, status, "t3 strong") + text(room.x + 9, room.y + 49, fit(future, room.width - 18, "t3"), "t3");
  return box(inside, room, "DataInputStatus", ["DataInputStatus", "AvailabilityProvider"], lines);
}

function drawLife(inside: Inside, room: Room): string {
  const at = lifeOf(inside.frame);
  const task = inside.frame.scene.view.tasks.get(inside.frame.task);
  const names: string[] = at < 0 ? [...LIFE.slice(0, -1), task?.state ?? ""] : [...LIFE];
  const now = at < 0 ? names.length - 1 : at;
  const wide = room.width / names.length;
  return names
    .map((name, number) => {
      const tone = number === now ? (at < 0 ? "now bad" : "now") : number < now ? "past" : "";
      const x = room.x + number * wide;
      return `<g class="life ${tone}" data-life="${esc(name)}">${rect(x + 1.5, room.y, wide - 3, 23, "lifeBox", 6)}${text(x + wide / 2, room.y + 16, fit(name, wide - 8, "t3"), "t3", "middle")}</g>`;
    })
    .join("");
}
