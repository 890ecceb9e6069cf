/** Job graph: tasks with their operator chains, and the channels between them. */

import type { Frame, Lookup } from "../stepper/frame";
import { hasFailed, isActing } from "./task_status";
import { drawInputChannels, drawChannelLine } from "./graph_channels";
import { JOINT_WIDTH, getPillWidth, HEIGHT_WITH_CHAIN, shareWidth } from "./graph_layout";
import type { GraphLayout } from "./graph_layout";
import { drawHeatmap } from "./subtask_heatmap";
import { translate, t } from "../i18n/strings";
import { esc, fitText, fitName, line, renderSvg, rect, text, measureText } from "../ui/svg";
import type { TaskView } from "../trace/job_state.gen";

/** Draw the graph. `data-task` marks clickable elements. */
export function drawGraph(frame: Frame, layout: GraphLayout): string {
  const { trace } = frame;
  const { lookup, task } = frame;
  const heat = layout.heatmaps.get(lookup.subtasks.get(task)?.vertex ?? "")?.id; // its channels have cards
  const channels = layout.drawnChannels.filter(({ target }) => target !== task && lookup.subtasks.get(target)!.vertex !== heat);
  const parts = channels.map((channel) => drawChannelLine(frame, layout, channel));
  parts.push(drawInputChannels(frame, layout));
  for (const [id, vertex] of layout.heatmaps) parts.push(drawHeatmap(frame, vertex, layout.boxes.get(id)!));
  for (const { id, vertex } of trace.plan?.subtasks ?? []) {
    if (!layout.heatmaps.has(vertex)) parts.push(drawTask(frame, layout, id));
  }
  const label = t("Job {0}: {1}", trace.plan?.job_name ?? "", describeTasks(frame));
  return renderSvg(layout.width, layout.height, label, parts.join(""), "group");
}

/** Maximum number of tasks in the text alternative. */
const MAX_DESCRIBED_TASKS = 24;

export function describeTasks(frame: Frame): string {
  return [...frame.snapshot.state.tasks]
    .slice(0, MAX_DESCRIBED_TASKS)
    .map(([id, task]) => `${frame.labels.name(id)} ${getTaskState(frame, id, task).words}`)
    .join("; ");
}

function drawTask(frame: Frame, layout: GraphLayout, id: string): string {
  const box = layout.boxes.get(id)!;
  const task = frame.snapshot.state.tasks.get(id);
  const state = getTaskState(frame, id, task);
  const selected = id === frame.task;
  const classes = `task ${state.tone} ${selected ? "selected" : ""}`;
  const name = frame.labels.name(id);
  const { x, y, width, height } = box;
  let drawn =
    `<g class="${classes}" data-task="${esc(id)}" tabindex="0" role="button" ` +
    `aria-pressed="${frame.pinned && selected}"><title>${esc(`${name}, ${state.words}`)}</title>` +
    rect(x, y, width, height, "box", 10);
  if (height < 70) {
    const hasChain = height >= HEIGHT_WITH_CHAIN;
    const middle = height < 40 ? y + height / 2 + 5 : y + (hasChain ? 18 : 22);
    const badge = hasBadge(state) ? measureText(state.words, "strong") + 20 : 0;
    // the name has priority: a status without badge gets what the name leaves
    const short = name.replace(/^Source: /, "");
    const shownName = fitName(measureText(name, "t1") + badge < width - 110 ? name : short, width - 30 - (badge || 46), "t1");
    drawn += text(x + 12, middle, shownName, "t1");
    if (badge) drawn += drawTaskState(state, x + width - badge - 6, middle, badge);
    else drawn += text(x + width - 12, middle, fitText(state.words, width - 34 - measureText(shownName, "t1"), "t3"), "t3", "end");
    if (height >= 50) drawn += drawChain(frame, id, x + 12, y + (hasChain ? 27 : 32), width - 24, hasChain ? 23 : 14);
    return `${drawn}</g>`;
  }
  const mails = drawMailbox(task?.mails ?? [], x + width - 12, y + 21, width - 30 - measureText(name, "t1"));
  drawn += text(x + 12, y + 22, fitText(name, width - 42, "t1"), "t1") + mails;
  drawn += drawChain(frame, id, x + 12, y + 32, width - 24, 23);
  const badge = measureText(state.words, "strong") + 16;
  drawn += drawTaskState(state, x + 10, y + height - 12, badge);
  const summary = fitText(summarizeTask(frame, id), width - badge - 32, "t3");
  drawn += text(x + width - 12, y + height - 12, summary, "t3", "end");
  return `${drawn}</g>`;
}

const hasBadge = ({ tone }: TaskState): boolean => tone === "running" || tone === "blocked" || tone === "failed";

export function drawTaskState(state: TaskState, x: number, y: number, width: number): string {
  if (!hasBadge(state)) {
    return text(x + 2, y, state.words, "t3");
  }
  return (
    rect(x, y - 14.5, width, 20, "badge", 10) +
    text(x + width / 2, y, state.words, "badgeText", "middle")
  );
}

/** Draw the waiting mails as small boxes, with a label where there is room. */
function drawMailbox(mails: readonly string[], right: number, y: number, room: number): string {
  const shown = mails.slice(0, 4);
  const slots = Math.max(1, shown.length);
  const moreText = mails.length > 4 ? `+${mails.length - 4}` : "";
  let drawn = text(right, y, moreText, "t3", "end");
  const end = right - measureText(moreText, "t3");
  for (let slot = 0; slot < slots; slot++) {
    const x = end - 15 * (slots - slot) + 3;
    drawn += rect(x, y - 10, 12, 11, `mail ${mails.length === 0 ? "none" : ""}`, 2.5);
  }
  const word = end - 15 * slots - 2;
  if (right - word + measureText(t("mailbox"), "t3") < room) drawn += text(word, y, t("mailbox"), "t3", "end");
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
  const operators = frame.lookup.getOperators(id);
  const natural = operators.map(({ name }) => getPillWidth(name));
  const room = width - JOINT_WIDTH * (operators.length - 1);
  const spare = Math.max(0, room - natural.reduce((sum, one) => sum + one, 0)) / natural.length;
  const widths = shareWidth(natural, room).map((one) => one + spare);
  const currentOperator = frame.event && "operator" in frame.event ? frame.event.operator : "";
  let drawn = "";
  let at = x;
  operators.forEach(({ id: operator, name }, number) => {
    const pill = widths[number]!;
    if (number > 0) drawn += line(at - JOINT_WIDTH, y + height / 2, at, y + height / 2, "joint");
    drawn += rect(at, y, pill, height, `pill ${operator === currentOperator ? "current" : ""}`, 6, name);
    if (height > 18) {
      drawn += text(at + pill / 2, y + 16, fitText(name, pill - 8, "t2"), "t2", "middle");
    }
    at += pill + JOINT_WIDTH;
  });
  return drawn;
}

/** Summarize what a task has done so far. */
function summarizeTask(frame: Frame, id: string): string {
  const words: string[] = [];
  for (const { id: operator } of frame.lookup.getOperators(id)) {
    const view = frame.snapshot.state.operators.get(operator);
    const activity = frame.snapshot.operators.get(operator);
    if (!view || !activity) continue;
    if (activity.read > 0) words.push(t("{0} read", activity.read));
    if (activity.fired > 0) words.push(t("{0} fired", activity.fired));
    if (view.late > 0) words.push(t("{0} late", view.late));
    if (view.results > 0) words.push(t("{0} written, last {1}", view.results, activity.lastResult));
  }
  return words.join(" · ");
}

export interface TaskState {
  words: string;
  tone: "running" | "waiting" | "blocked" | "idle" | "off" | "failed" | "";
}

export function getTaskState(frame: Frame, id: string, task: TaskView | undefined): TaskState {
  if (hasFailed(frame, id)) return { words: t("failed"), tone: "failed" };
  if (isActing(frame, id)) return { words: t("this step"), tone: "running" };
  if (!task || task.state !== "RUNNING") {
    return { words: translate((task?.state ?? "CREATED").toLowerCase()), tone: "off" };
  }
  if (task.suspended === "no output buffer") return { words: t("backpressured"), tone: "blocked" };
  if (isIdle(frame, frame.lookup, id)) return { words: t("idle"), tone: "idle" };
  if (task.suspended === "blocked") return { words: t("blocked"), tone: "blocked" };
  if (task.suspended === "busy") return { words: t("busy"), tone: "waiting" };
  if (task.suspended === "final checkpoint") return { words: t("waits to finish"), tone: "waiting" };
  if (task.suspended) return { words: t("waits for input"), tone: "waiting" };
  return { words: t("ready"), tone: "" };
}

function isIdle(frame: Frame, lookup: Lookup, id: string): boolean {
  const operators = lookup.getOperators(id);
  return operators.some((one) => frame.snapshot.state.operators.get(one.id)?.emitted_idle === true);
}
