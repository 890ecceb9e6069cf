/** The job in a few lines above the event-time chart: the status of each task, and which one limits the watermark. */

import type { Frame } from "../stepper/frame";
import { computeLayers } from "./graph_layout";
import { drawHeatmap, hasHeatmap, needsHeatmap } from "./subtask_heatmap";
import type { Point } from "../ui/layered_layout";
import type { Box } from "./element_positions";
import { t } from "../i18n/strings";
import { clamp, createCurvePath, esc, fitText, fitName, getCurvePoint, renderSvg, rect, text, measureText } from "../ui/svg";
import { hasFailed, isActing, limitsTaskWatermark, formatTaskWatermark, summarizeActivity } from "./task_status";
import { MIN_TIMESTAMP } from "../ui/value_format";
import type { Plan, PlanChannel, PlanVertex } from "../trace/trace.gen";
import { getChannelHalf } from "./moving_elements";
import type { Curve, JobGeometry, CurveSegment } from "./moving_elements";

export interface StripLayout {
  width: number;
  height: number;
  /** Boxes of tasks, and of vertices drawn as a heatmap. */
  boxes: Map<string, Box>;
  heatmaps: Map<string, PlanVertex>;
  /** Channels to draw with their curves, computed on first use. */
  drawnChannels?: readonly (readonly [channel: PlanChannel, way: Curve])[];
}

const PADDING = 8;
const ROW_GAP = 5;
/** Minimum height of a task with a line of text. */
const MIN_ROW_HEIGHT = 20;
const TWO_LINE_HEIGHT = 40;
/** Minimum width of a task with text. */
const MIN_NAMED_WIDTH = 50;
/** Below this width, name and watermark are on two lines. */
const NARROW_WIDTH = 210;

export function layoutStrip(plan: Plan, width: number, height: number): StripLayout {
  const layers = computeLayers(plan);
  const gap = clamp(width * Math.min(0.1, 0.2 / layers.length), layers.length > 4 ? 16 : 34, 150); // with many layers the names need the room more
  const columnWidth = (width - 2 * PADDING - gap * (layers.length - 1)) / layers.length;
  const boxes = new Map<string, Box>();
  const heatmaps = new Map<string, PlanVertex>();
  layers.forEach((layer, column) => {
    const x = PADDING + column * (columnWidth + gap);
    const all = layer.reduce((sum, { parallelism }) => sum + parallelism, 0);
    const room = (rows: number): number => (height - 2 * PADDING - ROW_GAP * (rows - 1)) / rows;
    const tight = room(all) < MIN_ROW_HEIGHT;
    const isHeatmapVertex = ({ parallelism }: PlanVertex): boolean => (tight && parallelism > 1) || needsHeatmap(all, parallelism);
    const rows = layer.reduce((sum, vertex) => sum + (isHeatmapVertex(vertex) ? 1 : vertex.parallelism), 0);
    const rowHeight = Math.min(58, room(rows));
    let y = (height - rows * (rowHeight + ROW_GAP) + ROW_GAP) / 2;
    for (const vertex of layer) {
      const isHeatmap = isHeatmapVertex(vertex);
      if (isHeatmap) heatmaps.set(vertex.id, vertex);
      for (let index = 0; index < vertex.parallelism; index++) {
        boxes.set(`${vertex.id}/${index}`, { x, y, width: columnWidth, height: rowHeight });
        if (!isHeatmap) y += rowHeight + ROW_GAP;
      }
      if (isHeatmap) boxes.set(vertex.id, { x, y, width: columnWidth, height: rowHeight });
      if (isHeatmap) y += rowHeight + ROW_GAP;
    }
  });
  return { width, height, boxes, heatmaps };
}

/** Create the lookup of operator and channel positions. */
export function createStripGeometry(frame: Frame, layout: StripLayout): JobGeometry {
  const channels = new Map(frame.trace.plan?.channels.map((one) => [one.id, one]));
  return {
    operator(id: string): Point | null {
      const [node, index] = id.slice(1).split("/");
      for (const vertex of frame.trace.plan?.vertices ?? []) {
        const place = vertex.operators.findIndex((one) => String(one.node) === node);
        const box = place < 0 ? undefined : layout.boxes.get(`${vertex.id}/${index}`);
        if (!box) continue;
        return { x: box.x + (box.width * place) / vertex.operators.length, y: box.y + box.height / 2 };
      }
      return null;
    },
    channel(id: string, direction: "in" | "out"): CurveSegment | null {
      const channel = channels.get(id);
      return channel ? getChannelHalf(getChannelCurve(frame, layout, channel), direction) : null;
    },
    boxes: [...layout.boxes.values()],
  };
}

function getChannelCurve(frame: Frame, layout: StripLayout, channel: PlanChannel): Curve {
  const from = layout.boxes.get(channel.source)!;
  const to = layout.boxes.get(channel.target)!;
  const inputs = frame.lookup.getInputs(channel.target);
  const outputs = frame.lookup.getOutputs(channel.source);
  const part = (task: string, list: readonly PlanChannel[]): number =>
    hasHeatmap(frame, layout, task) ? 0.5 : (list.indexOf(channel) + 1) / (list.length + 1);
  return [
    from.x + from.width, from.y + from.height * part(channel.source, outputs),
    to.x, to.y + to.height * part(channel.target, inputs),
  ];
}

/** With more channels than this, one line is drawn per pair of vertices. */
const MAX_LINES = 64;

const isCrowded = ({ channels }: Plan, { heatmaps }: StripLayout): boolean => channels.length > MAX_LINES || heatmaps.size > 0;

/** Select the channels to draw with their curves. If there are many, overlapping ones are drawn once. */
function selectChannelLines(frame: Frame, plan: Plan, layout: StripLayout): readonly (readonly [PlanChannel, Curve])[] {
  const all = plan.channels.map((channel) => [channel, getChannelCurve(frame, layout, channel)] as const);
  if (!isCrowded(plan, layout)) return all;
  const bundles = new Map(all.map((one) => [one[1].map(Math.floor).join(), one] as const).reverse());
  return [...bundles.values()].reverse().slice(0, MAX_LINES);
}

export function drawStrip(frame: Frame, layout: StripLayout, isFaded: (task: string) => boolean): string {
  const { plan } = frame.trace;
  if (!plan) return "";
  const parts: string[] = [];
  const isCrowdedJob = isCrowded(plan, layout);
  const waiting: [Curve, number][] = [];
  for (const [channel, ends] of (layout.drawnChannels ??= selectChannelLines(frame, plan, layout))) {
    const view = frame.snapshot.state.channels.get(channel.id);
    const tones = `stripWire ${view?.idle ? "idle" : limitsWatermark(frame, channel) ? "holds" : ""}`;
    const faded = isFaded(channel.source) || isFaded(channel.target) ? " away" : "";
    parts.push(`<path d="${createCurvePath(...ends)}" class="${tones}${faded}"/>`);
    const waitingCount = view ? view.written - view.read : 0;
    if (waitingCount > 0 && !isCrowdedJob) waiting.push([ends, waitingCount]);
  }
  const taken: Box[] = [];
  for (const [ends, waitingCount] of waiting) parts.push(drawWaitingCount(ends, waitingCount, taken));
  for (const [id, vertex] of layout.heatmaps) parts.push(drawHeatmap(frame, vertex, layout.boxes.get(id)!));
  for (const { id, vertex } of plan.subtasks) {
    if (!layout.heatmaps.has(vertex)) parts.push(drawTask(frame, id, layout.boxes.get(id)!, isFaded(id)));
  }
  const words = plan.subtasks.slice(0, 12).map(({ id }) => `${frame.labels.name(id)}: ${summarizeActivity(frame, id)}`);
  return renderSvg(layout.width, layout.height, t("The job: {0}", words.join("; ")), parts.join(""), "group");
}

/** Draw the number of waiting elements on a channel's line, where it overlaps no other number. */
function drawWaitingCount(ends: Curve, waitingCount: number, taken: Box[]): string {
  const words = String(waitingCount);
  const width = measureText(words, "t3") + 10;
  for (const part of [0.5, 0.36, 0.64, 0.22, 0.78]) {
    const [x, y] = getCurvePoint(ends, part);
    const box = { x: x - width / 2, y: y - 8, width, height: 16 };
    const between = box.x >= ends[0] && box.x + width <= ends[2];
    const free = between && taken.every((one) => x - width / 2 > one.x + one.width || x + width / 2 < one.x || Math.abs(one.y - box.y) > 16);
    if (!free) continue;
    taken.push(box);
    return rect(box.x, box.y, width, 16, "waitChip", 8) + text(x, y + 4.5, words, "t3", "middle");
  }
  return "";
}

/** Whether this channel limits the watermark of the receiving task. */
function limitsWatermark(frame: Frame, channel: PlanChannel): boolean {
  const { channels } = frame.snapshot.state;
  const view = channels.get(channel.id);
  // before any input has a watermark, none holds the others back
  const hasWatermark = frame.lookup.getInputs(channel.target).some(({ id }) => (channels.get(id)?.watermark ?? MIN_TIMESTAMP) !== MIN_TIMESTAMP);
  return hasWatermark && Boolean(view?.holds && view.aligned && !view.idle) && limitsTaskWatermark(frame, channel);
}

function drawTask(frame: Frame, id: string, { x, y, width, height }: Box, isFaded: boolean): string {
  const outputs = frame.lookup.getOutputs(id);
  const limited = outputs.filter((channel) => limitsWatermark(frame, channel)).map(({ target }) => frame.labels.name(target));
  const isLimiting = limited.length > 0;
  const isFailed = hasFailed(frame, id);
  const name = frame.labels.name(id).replace(/^Source: /, "");
  const hasTwoLines = height >= TWO_LINE_HEIGHT;
  const isStacked = hasTwoLines && width < NARROW_WIDTH;
  const watermark = fitText(formatTaskWatermark(frame, id), width - (isStacked ? 20 : 64), "strong"); // at least the number fits next to it
  const summary = summarizeActivity(frame, id);
  const isRunning = isActing(frame, id);
  const classes = ["stripTask", isLimiting ? "holds" : "", isRunning ? "runs" : "", isFailed ? "failed" : "", id === frame.task ? "selected" : "", isFaded ? "away" : ""];
  const isPartial = isLimiting && limited.length < outputs.length; // name the receivers, unless it limits all of them
  const isTie = limited.length > 0 && outputs.some((channel) => limitsWatermark(frame, channel) && frame.lookup.getInputs(channel.target).some((other) => other.source !== id && limitsWatermark(frame, other)));
  const limitNote = isTie && !isPartial ? t("tie: limits the watermark") : isPartial ? t("limits the watermark of {0}", frame.labels.joinTexts(limited)) : t("limits the watermark");
  const note = isFailed ? t("failed") : isLimiting ? limitNote : "";
  const label = `${name}, ${t("watermark {0}", watermark)}, ${summary}${note && `, ${note}`}`;
  const watermarkWidth = measureText(watermark, "strong");
  let drawn =
    `<g class="${classes.filter(Boolean).join(" ")}" data-task="${esc(id)}" tabindex="0" role="button" ` +
    `aria-pressed="${frame.pinned && id === frame.task}"><title>${esc(label)}</title>` +
    rect(x, y, width, height, "box", 8);
  if (width < MIN_NAMED_WIDTH) return `${drawn}</g>`;
  const first = hasTwoLines ? y + height / 2 - 4 : y + height / 2 + 5;
  drawn += text(x + 10, first, fitName(name, width - (isStacked ? 20 : watermarkWidth + 30), "t1"), "t1");
  drawn += text(x + width - 10, isStacked ? first + 18 : first, watermark, "t2 strong wmText", "end");
  const left = width - watermarkWidth - 30;
  if (isStacked) return `${drawn}${left < 34 ? "" : text(x + 10, first + 18, fitText(summary, left, "t3"), "t3")}</g>`;
  if (!hasTwoLines) return `${drawn}</g>`;
  const shortNote = isPartial && !isFailed ? fitName(t("limits {0}", frame.labels.joinTexts(limited)), width - 150, "strong") : note;
  const room = width - 20 - (note ? measureText(shortNote, "strong") + 12 : 0);
  const isShort = room < 90;
  drawn += text(x + 10, first + 18, fitText(summary, isShort ? width - 20 : room, "t3"), "t3");
  if (note && !isShort) drawn += text(x + width - 10, first + 18, shortNote, `t3 strong ${isFailed ? "failedText" : "wmText"}`, "end");
  return `${drawn}</g>`;
}
