/** The job: tasks with their chains, and the channels between them. */

import type { Frame, Lookup } from "../stepper/frame";
import { drawInputs, drawWire } from "./graph_channels";
import { JOINT, pillWidth, WITH_CHAIN } from "./graph_layout";
import type { GraphLayout } from "./graph_layout";
import { drawHeat } from "./subtask_heatmap";
import { said, t } from "../i18n/strings";
import { esc, fit, fitName, line, picture, rect, text, textWidth } from "../ui/svg";
import type { TaskView } from "../trace/job_state.gen";

/** The picture; `data-task` marks what can be clicked. */
export function drawGraph(frame: Frame, layout: GraphLayout): string {
  const { trace } = frame;
  const { lookup, task } = frame;
  const heat = layout.heats.get(lookup.subtasks.get(task)?.vertex ?? "")?.id; // whose channels have cards
  const channels = layout.wires.filter(({ target }) => target !== task && lookup.subtasks.get(target)!.vertex !== heat);
  const parts = channels.map((channel) => drawWire(frame, layout, channel));
  parts.push(drawInputs(frame, layout));
  for (const [id, vertex] of layout.heats) parts.push(drawHeat(frame, vertex, layout.boxes.get(id)!));
  for (const { id, vertex } of trace.plan?.subtasks ?? []) {
    if (!layout.heats.has(vertex)) parts.push(drawTask(frame, layout, id));
  }
  const label = t("Job {0}: {1}", trace.plan?.job_name ?? "", describeTasks(frame));
  return picture(layout.width, layout.height, label, parts.join(""), "group");
}

/** More tasks than this nobody reads out. */
const MOST_TOLD = 24;

export function describeTasks(frame: Frame): string {
  return [...frame.scene.view.tasks]
    .slice(0, MOST_TOLD)
    .map(([id, task]) => `${frame.labels.name(id)} ${stateOf(frame, id, task).words}`)
    .join("; ");
}

function drawTask(frame: Frame, layout: GraphLayout, id: string): string {
  const box = layout.boxes.get(id)!;
  const task = frame.scene.view.tasks.get(id);
  const state = stateOf(frame, id, task);
  const selected = id === frame.task;
  const classes = `task ${state.tone} ${selected ? "selected" : ""}`;
  const name = frame.labels.name(id);
  const { x, y, width, height } = box;
  let drawn =
    `<g class="${classes}" data-task="${esc(id)}" tabindex="0" role="button" ` +
    `aria-pressed="${frame.pinned && selected}"><title>${esc(`${name}, ${state.words}`)}</title>` +
    rect(x, y, width, height, "box", 10);
  if (height < 70) {
    const named = height >= WITH_CHAIN;
    const middle = height < 40 ? y + height / 2 + 5 : y + (named ? 18 : 22);
    const badge = isBadge(state) ? textWidth(state.words, "strong") + 20 : 0;
    // who it is comes first: a state without a badge has what the name leaves
    const short = name.replace(/^Source: /, "");
    const called = fitName(textWidth(name, "t1") + badge < width - 110 ? name : short, width - 30 - (badge || 46), "t1");
    drawn += text(x + 12, middle, called, "t1");
    if (badge) drawn += drawState(state, x + width - badge - 6, middle, badge);
    else drawn += text(x + width - 12, middle, fit(state.words, width - 34 - textWidth(called, "t1"), "t3"), "t3", "end");
    if (height >= 50) drawn += drawChain(frame, id, x + 12, y + (named ? 27 : 32), width - 24, named ? 23 : 14);
    return `${drawn}</g>`;
  }
  const mails = drawMailbox(task?.mails ?? [], x + width - 12, y + 21, width - 30 - textWidth(name, "t1"));
  drawn += text(x + 12, y + 22, fit(name, width - 42, "t1"), "t1") + mails;
  drawn += drawChain(frame, id, x + 12, y + 32, width - 24, 23);
  const badge = textWidth(state.words, "strong") + 16;
  drawn += drawState(state, x + 10, y + height - 12, badge);
  const done = fit(summary(frame, id), width - badge - 32, "t3");
  drawn += text(x + width - 12, y + height - 12, done, "t3", "end");
  return `${drawn}</g>`;
}

const isBadge = ({ tone }: State): boolean => tone === "running" || tone === "blocked" || tone === "failed";

export function drawState(state: State, x: number, y: number, width: number): string {
  if (!isBadge(state)) {
    return text(x + 2, y, state.words, "t3");
  }
  return (
    rect(x, y - 14.5, width, 20, "badge", 10) +
    text(x + width / 2, y, state.words, "badgeText", "middle")
  );
}

/** The mails that wait, as pips; with the word where there is room for it. */
function drawMailbox(mails: readonly string[], right: number, y: number, room: number): string {
  const shown = mails.slice(0, 4);
  const slots = Math.max(1, shown.length);
  const more = mails.length > 4 ? `+${mails.length - 4}` : "";
  let drawn = text(right, y, more, "t3", "end");
  const end = right - textWidth(more, "t3");
  for (let slot = 0; slot < slots; slot++) {
    const x = end - 15 * (slots - slot) + 3;
    drawn += rect(x, y - 10, 12, 11, `mail ${mails.length === 0 ? "none" : ""}`, 2.5);
  }
  const word = end - 15 * slots - 2;
  if (right - word + textWidth(t("mailbox"), "t3") < room) drawn += text(word, y, t("mailbox"), "t3", "end");
  const title = mails.length === 0 ? t("mailbox: empty") : t("mailbox: {0}", mails.join(", "));
  return `<g><title>${esc(title)}</title>${drawn}</g>`;
}

export function drawChain(
  frame: Frame,
  id: string,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const operators = frame.lookup.operatorsOf(id);
  const widths = share(
    operators.map(({ name }) => pillWidth(name)),
    width - JOINT * (operators.length - 1),
  );
  const current = frame.fact && "operator" in frame.fact ? frame.fact.operator : "";
  let drawn = "";
  let at = x;
  operators.forEach(({ id: operator, name }, number) => {
    const pill = widths[number]!;
    if (number > 0) drawn += line(at - JOINT, y + height / 2, at, y + height / 2, "joint");
    drawn += rect(at, y, pill, height, `pill ${operator === current ? "current" : ""}`, 6, name);
    if (height > 18) {
      drawn += text(at + pill / 2, y + 16, fit(name, pill - 8, "t2"), "t2", "middle");
    }
    at += pill + JOINT;
  });
  return drawn;
}

/** Widths that fill `room`: the wide ones give way first, the narrow ones keep what they need. */
function share(natural: readonly number[], room: number): number[] {
  const total = natural.reduce((sum, width) => sum + width, 0);
  if (total <= room) return natural.map((width) => width + (room - total) / natural.length);
  let cap = room / natural.length;
  for (let round = 0; round < natural.length; round++) {
    const narrow = natural.filter((width) => width <= cap);
    const used = narrow.reduce((sum, width) => sum + width, 0);
    if (narrow.length < natural.length) cap = (room - used) / (natural.length - narrow.length);
  }
  return natural.map((width) => Math.min(width, cap));
}

/** What a task has done so far, in a few words. */
function summary(frame: Frame, id: string): string {
  const words: string[] = [];
  for (const { id: operator } of frame.lookup.operatorsOf(id)) {
    const view = frame.scene.view.operators.get(operator);
    const past = frame.scene.operators.get(operator);
    if (!view || !past) continue;
    if (past.read > 0) words.push(t("{0} read", past.read));
    if (past.fired > 0) words.push(t("{0} fired", past.fired));
    if (view.late > 0) words.push(t("{0} late", view.late));
    if (view.results > 0) words.push(t("{0} written, last {1}", view.results, past.lastResult));
  }
  return words.join(" · ");
}

export interface State {
  words: string;
  tone: "running" | "waiting" | "blocked" | "idle" | "off" | "failed" | "";
}

export function stateOf(frame: Frame, id: string, task: TaskView | undefined): State {
  if (task?.state === "FAILED") return { words: t("failed"), tone: "failed" };
  if (frame.actor === id) return { words: t("running now"), tone: "running" };
  if (!task || task.state !== "RUNNING") {
    return { words: said((task?.state ?? "CREATED").toLowerCase()), tone: "off" };
  }
  if (task.suspended === "no output buffer") return { words: t("backpressured"), tone: "blocked" };
  if (isIdle(frame, frame.lookup, id)) return { words: t("idle"), tone: "idle" };
  if (task.suspended === "blocked") return { words: t("blocked"), tone: "blocked" };
  if (task.suspended === "busy") return { words: t("busy"), tone: "waiting" };
  if (task.suspended === "final checkpoint") return { words: t("waits to end"), tone: "waiting" };
  if (task.suspended) return { words: t("waits for input"), tone: "waiting" };
  return { words: t("ready"), tone: "" };
}

function isIdle(frame: Frame, lookup: Lookup, id: string): boolean {
  const operators = lookup.operatorsOf(id);
  return operators.some((one) => frame.scene.view.operators.get(one.id)?.emitted_idle === true);
}
