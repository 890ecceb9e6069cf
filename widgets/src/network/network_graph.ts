/** Job graph of the network view: queues, buffer pools, and the load of each task. */

import { findObstacle } from "./channels";
import type { Frame } from "../stepper/frame";
import { describeTasks, drawTaskState, getTaskState } from "../job/graph";
import { isDead } from "../job/task_status";
import { getChannelTone } from "../job/graph_channels";
import type { GraphLayout } from "../job/graph_layout";
import { drawHeatmap, hasHeatmap } from "../job/subtask_heatmap";
import { renderHatchPattern, drawLoadBar, computeLoad, describeLoad, formatPercent, getLoadColour } from "../metrics/task_load";
import { computePoolUsage } from "../metrics/metrics";
import { drawGauge, drawBufferShape, drawGate } from "./buffer_shapes";
import type { ChannelView } from "../trace/job_state.gen";
import type { PlanChannel } from "../trace/trace.gen";
import { createCurvePath, esc, fitText, fitName, getCurvePoint, renderSvg, rect, text, measureText } from "../ui/svg";
import { t } from "../i18n/strings";

const FOOTER_HEIGHT = 27;
const MAX_SHAPES = 4;
/** Elements that are drawn behind the barrier of a blocked channel. */
const MAX_PILE = 6;
/** Place of that barrier on the way to the task. */
const GATE_PLACE = 0.95;
/** Elements of a channel among which a barrier is sought. */
const MAX_SOUGHT = 200;
/** Opacity of a channel that is idle: the watermark does not wait for it. */
const FADED = 0.3;

export function drawNetwork(frame: Frame, layout: GraphLayout, hatch: string): string {
  const { plan } = frame.trace;
  const isCrowded = (plan?.channels.length ?? 0) > 24;
  const nearChannels = (plan?.channels ?? []).filter(({ source, target }) =>
    (source === frame.task || target === frame.task) && !(hasHeatmap(frame, layout, source) && hasHeatmap(frame, layout, target)));
  const drawn = layout.heatmaps.size > 0 ? [...layout.drawnChannels, ...nearChannels.slice(0, MAX_NEAR_CHANNELS)] : layout.drawnChannels;
  const wires = drawn.map((channel) => drawChannelLine(frame, layout, channel, isCrowded));
  const heats = [...layout.heatmaps].map(([id, vertex]) => drawHeatmap(frame, vertex, layout.boxes.get(id)!, (task) => getHeatmapTone(frame, task)));
  const single = (plan?.subtasks ?? []).filter(({ vertex }) => !layout.heatmaps.has(vertex));
  const tasks = [...heats, ...single.map(({ id }) => drawTask(frame, layout, id, hatch))];
  const label = t("Job {0}: {1}", plan?.job_name ?? "", describeTasks(frame));
  return renderSvg(layout.width, layout.height, label, renderHatchPattern(hatch) + [...wires, ...tasks].join(""), "group");
}

/** Maximum number of a task's channels that are drawn next to a heatmap. */
const MAX_NEAR_CHANNELS = 24;

/** Get the CSS class for a subtask's dominant load. */
function getHeatmapTone(frame: Frame, task: string): string {
  if (isDead(frame, task)) return "none";
  const load = frame.series && computeLoad(frame.series, task, frame.position);
  if (!load) return "none";
  if (load.backpressured > Math.max(load.busy, load.idle)) return "held";
  return `busy${Math.min(4, Math.floor(load.busy * 5))}`;
}

/** Draw a channel: the sender's queue at its start, the receiver's at its end. */
function drawChannelLine(frame: Frame, layout: GraphLayout, channel: PlanChannel, isCrowded: boolean): string {
  const from = layout.boxes.get(channel.source)!;
  const to = layout.boxes.get(channel.target)!;
  const outputs = frame.lookup.getOutputs(channel.source);
  const inputs = frame.lookup.getInputs(channel.target);
  const start = hasHeatmap(frame, layout, channel.source) ? 0.5 : (outputs.indexOf(channel) + 1) / (outputs.length + 1);
  const end = hasHeatmap(frame, layout, channel.target) ? 0.5 : (inputs.indexOf(channel) + 1) / (inputs.length + 1);
  const ends = [
    from.x + from.width, from.y + from.height * start, to.x, to.y + to.height * end,
  ] as const;
  const view = frame.snapshot.state.channels.get(channel.id);
  if (!view) return "";
  const isNear = channel.source === frame.task || channel.target === frame.task;
  const problem = findObstacle(frame, channel, view);
  const classes = `wire ${isNear ? "near" : ""} ${getChannelTone(frame, channel.id)} ${problem ? "hindered" : ""}`;
  let drawn = `<path d="${createCurvePath(...ends)}" class="${classes}" opacity="${view.idle ? FADED : 1}" data-m="wire ${esc(channel.id)}"/>`;
  if (isCrowded && !isNear) return drawn;
  const step = 13 / Math.max(60, ends[2] - ends[0]);
  drawn += drawQueue(ends, view.queued, 0.03, step, "full");
  drawn += view.blocked ? drawPile(frame, channel, view, ends, step) : drawQueue(ends, view.received, 0.97, -step, "got");
  drawn += drawGate(...getCurvePoint(ends, GATE_PLACE), view.blocked, channel.id);
  drawn += drawBarriers(frame, channel, view, ends);
  if (view.on_wire > 0) {
    const [x, y] = getCurvePoint(ends, 0.5);
    drawn += drawBufferShape(x - 5.5, y - 6.5, "wired");
  }
  return drawn;
}

/** Name the barriers that are on their way in a channel, above its line. */
function drawBarriers(frame: Frame, channel: PlanChannel, view: ChannelView, ends: readonly [number, number, number, number]): string {
  const waiting = frame.lookup.findWaiting(channel.id, view, MAX_SOUGHT);
  const at = waiting.findIndex((index) => { const event = frame.trace.event(index); return event.type === "ElementWritten" && event.element === "barrier"; });
  if (at < 0) return "";
  const [x, y] = getCurvePoint(ends, 0.72 - (0.5 * at) / Math.max(1, waiting.length - 1 || 1));
  return `<g class="barrierOnWay"><title>${esc(t("A barrier is on its way in this channel."))}</title><path d="M${x} ${y - 11}v22" class="barrierMark"/></g>`;
}

/** Draw the elements that wait behind the barrier of a blocked channel, the next one nearest to the task. */
function drawPile(frame: Frame, channel: PlanChannel, view: ChannelView, ends: readonly [number, number, number, number], step: number): string {
  const waiting = frame.lookup.findWaiting(channel.id, view, MAX_PILE);
  const [startX, startY] = getCurvePoint(ends, 0.03);
  const places = waiting.map((_, place) => getCurvePoint(ends, Math.max(0.1, GATE_PLACE - step * (place + 0.9))));
  const drawn = waiting.map((index, place) =>
    `<circle cx="${places[place]![0]}" cy="${places[place]![1]}" r="5" class="record" data-m="waits ${index}" data-from="cx=${startX} cy=${startY}"/>`);
  const count = view.written - view.read;
  const words = count === 1 ? t("1 element waits behind the barrier") : t("{0} elements wait behind the barrier", count);
  const [x, y] = getCurvePoint(ends, GATE_PLACE - step * 3);
  const label = count === 0 ? "" : measureText(words, "t3") + 34 < ends[2] - ends[0]
    ? text(getCurvePoint(ends, GATE_PLACE)[0] + 6, y - 14, words, "t3", "end")
    : text(x, y - 12, count === 1 ? t("1 waits") : t("{0} wait", count), "t3 strong", "middle");
  return `<g class="pile" data-waits="${count}"><title>${esc(words)}</title>${drawn.join("")}${label}</g>`;
}

function drawQueue(
  ends: readonly [number, number, number, number], count: number, at: number, step: number,
  kind: "full" | "got",
): string {
  let drawn = "";
  const shown = Math.min(count, count > MAX_SHAPES ? MAX_SHAPES - 1 : MAX_SHAPES);
  for (let number = 0; number < shown; number++) {
    const [x, y] = getCurvePoint(ends, at + step * (number + 0.5));
    drawn += drawBufferShape(x - 5.5, y - 6.5, kind);
  }
  if (count > shown) {
    const [x, y] = getCurvePoint(ends, at + step * (shown + 0.6));
    drawn += text(x, kind === "got" ? y + 19 : y - 9, String(count), "t3 strong", "middle"); // both may be at the same place
  }
  return drawn;
}

function drawTask(frame: Frame, layout: GraphLayout, id: string, hatch: string): string {
  const { x, y, width, height } = layout.boxes.get(id)!;
  const state = getTaskState(frame, id, frame.snapshot.state.tasks.get(id));
  const isGone = isDead(frame, id);
  const load = isGone ? null : frame.series && computeLoad(frame.series, id, frame.position);
  const selected = id === frame.task;
  const name = frame.labels.name(id);
  const noLoadText = isGone ? t("does not run") : t("no time measured yet");
  const words = load ? describeLoad(load) : noLoadText;
  let drawn =
    `<g class="task ${state.tone} ${selected ? "selected" : ""}" data-task="${esc(id)}" tabindex="0" ` +
    `role="button" aria-pressed="${frame.pinned && selected}" ` +
    `><title>${esc(`${name}, ${state.words}, ${words}`)}</title>` +
    rect(x, y, width, height, "box", 10);
  const badge = measureText(state.words, "strong") + 16;
  if (height >= 90) {
    drawn += text(x + 12, y + 20, fitName(name, width - 24, "t1"), "t1");
    drawn += drawTaskState(state, x + 10, y + 41, badge);
  } else {
    const line = height < 40 ? y + height / 2 + 5 : y + 18;
    const hasStateBadge = state.tone !== "waiting" && state.tone !== ""; // otherwise the colour shows the state
    const room = width - 24 - (hasStateBadge ? badge + 2 : 0);
    const short = measureText(name, "t1") <= room ? name : name.replace(/^Source: /, "");
    drawn += text(x + 12, line, fitName(short, room, "t1"), "t1");
    if (hasStateBadge) drawn += drawTaskState(state, x + width - badge - 8, line, badge);
  }
  if (height >= 70) drawn += drawTaskPools(frame, id, x + 12, y + height - FOOTER_HEIGHT - 6, width - 24);
  if (height >= 50) {
    const top = y + height - FOOTER_HEIGHT;
    if (load) {
      const isQuiet = load.idle > 0.5; // idle tasks are drawn lightly
      drawn += rect(x + 1.5, top, width - 3, FOOTER_HEIGHT - 1.5, "shade", 0).replace("/>", ` data-style="fill:${getLoadColour(load)}${isQuiet ? ";fill-opacity:.18" : ""}"/>`);
      drawn += drawLoadBar(load, x + 1.5, top, width - 3, 6, hatch);
      const loadText = [t("{0} of the time", describeLoad(load)), describeLoad(load), describeLoad(load, true)].find((one) => measureText(one, "t3") < width - 20);
      drawn += text(x + width / 2, top + 20, fitText(loadText ?? describeLoad(load, true), width - 12, "t3"), `t3 ${isQuiet ? "onIdle" : "onShade"}`, "middle");
    } else {
      drawn += isGone ? text(x + width / 2, top + 18, noLoadText, "t3", "middle") : "";
    }
  }
  return `${drawn}</g>`;
}

/** Draw the usage of the input and output pools. */
function drawTaskPools(frame: Frame, id: string, x: number, y: number, width: number): string {
  const plan = frame.lookup.subtasks.get(id)!;
  if (!frame.series) return "";
  const pools = computePoolUsage(frame.series.tasks.get(id)!, frame.position);
  const bar = Math.max(24, Math.min(52, width / 2 - 74));
  let drawn = "";
  if (plan.exclusive_buffers + plan.floating_buffers > 0) {
    const used = pools.input;
    drawn += text(x, y, t("in"), "t3") + drawGauge(x + measureText(t("in"), "t3") + 5, y, bar, used, formatPercent(used), used >= 1 ? "used" : "");
  }
  if (plan.output_buffers > 0) {
    const used = pools.output;
    const at = x + width - bar - 6 - measureText("100 %", "t3");
    drawn += text(at - 5, y, t("out"), "t3", "end");
    drawn += drawGauge(at, y, bar, used, formatPercent(used), used >= 1 ? "used" : "");
  }
  return drawn;
}
