/** Highlights of the event-time chart: items of the current step, the hovered item, and why a record is late. */

import { formatDuration } from "./axis_clock";
import { ease, clampedShare } from "../ui/animation_clock";
import type { Phase } from "../ui/animation_clock";
import type { RecordDot, LateRecord, PaneBar, ChartData } from "./chart_data";
import { explainLateness } from "./late_reason";
import { getDotRadius, paintRing } from "./record_marks";
import type { ChartLabel } from "./labels";
import { eventX, strokeLine, addRecordShape, toX, toY } from "./chart_context";
import type { ChartContext } from "./chart_context";
import { t as translate } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import { formatValue, truncate } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

/** An item that can be highlighted, hovered or clicked. */
export type ChartItem =
  | { what: "dot"; dot: RecordDot }
  | { what: "late"; late: LateRecord }
  | { what: "pane"; pane: PaneBar };

export interface HighlightContext {
  trace: Trace;
  labels: Labels;
  data: ChartData;
}

/** Get the item's identifier for queries to Python (`flinksim.analysis.why.questions_for_target`). */
export function getQueryTarget(item: ChartItem, data: ChartData): string {
  if (item.what !== "pane") return `record:${(item.what === "late" ? item.late.dot : item.dot).index}`;
  const { operator, key, window } = item.pane;
  return `pane:[${JSON.stringify(operator)},${data.keys[key] ?? "null"},${window}]`;
}

/** Find the items that the events in [from, to) are about. */
export function findItems({ trace, data }: HighlightContext, from: number, to: number): ChartItem[] {
  const found: ChartItem[] = [];
  for (let index = Math.max(from, to - MAX_EVENTS); index < to; index++) {
    const kind = trace.getKind(index);
    const pane = kind === "WindowFired" || kind === "WindowsMerged" ? data.paneAt.get(index) : undefined;
    const late = kind === "LateRecordDropped" ? data.lateRecordAt.get(index) : undefined;
    const dot = kind === "WindowAssigned" || kind === "SourceRecordRead" ? data.findDot(index) : undefined;
    if (pane) found.push({ what: "pane", pane });
    if (pane && kind === "WindowsMerged") {
      for (const one of data.panes) if (one.mergedInto === pane && one.closedAt === index) found.push({ what: "pane", pane: one });
    }
    if (late) found.push({ what: "late", late });
    if (dot && !dot.late) found.push({ what: "dot", dot });
  }
  return found;
}

/** At most this many events of a step are examined. */
const MAX_EVENTS = 4000;
/** More labels than this would cover the chart. */
const MAX_NAMED = 3;
/** With more records than this, rings are omitted because they would hide each other. */
const MAX_RINGED = 24;

/** Draw highlighted items at an animation phase, with labels if there are few of them. */
export function drawHighlights(
  context: CanvasRenderingContext2D, chart: ChartContext, highlightContext: HighlightContext, items: readonly ChartItem[], phase: Phase = FINISHED_PHASE, labels: readonly ChartLabel[] = [],
): void {
  const placer = new LabelPlacer(context, chart);
  const kinds = (what: ChartItem["what"]): ChartItem[] => items.filter((one) => one.what === what);
  const last = items.findLast((one) => one.what === "dot");
  const isCrowded = kinds("dot").length > MAX_RINGED;
  for (const item of [...kinds("pane"), ...kinds("dot"), ...kinds("late")]) {
    const t = computeProgress(item, phase);
    if (t <= 0) continue;
    if (item.what === "pane") {
      drawPaneHighlight(context, chart, item.pane, clampedShare(t, ...LID_SHARES));
      if (kinds("pane").length <= MAX_NAMED) drawFiring(context, chart, highlightContext, item.pane, t, placer);
    }
    else if (item.what === "dot") drawDotHighlight(context, chart, item.dot, t, !isCrowded || item === last);
    else drawLateHighlight(context, chart, highlightContext, item.late, placer, kinds("late").length <= MAX_NAMED, t);
  }
  const panes = kinds("pane");
  if (phase.t >= 1) {
    panes.slice(0, MAX_NAMED).forEach((item) => item.what === "pane" && addPaneLabel(chart, highlightContext, item.pane, placer));
  }
  for (const { text, x, y, style, align } of labels) placer.add(text, x, y, style, align);
  placer.draw();
}

const FINISHED_PHASE: Phase = { from: 0, to: 0, t: 1 };
/** Minimum share of a phase that the animation of one item takes. */
const MIN_PHASE_SHARE = 0.5;

/** Compute the animation progress of an item. Each item starts with its own event. */
function computeProgress(item: ChartItem, { from, to, t }: Phase): number {
  if (t >= 1 || to <= from) return 1;
  const { index } = item.what === "dot" ? item.dot : item.what === "late" ? item.late : { index: findFiring(item.pane, from, to) };
  const start = Math.max(0, Math.min(1 - MIN_PHASE_SHARE, (index - from) / (to - from)));
  return ease(clampedShare(t, start, Math.min(1, start + MIN_PHASE_SHARE)));
}

function findFiring(pane: PaneBar, from: number, to: number): number {
  return pane.firings.find(({ index }) => index >= from && index < to)?.index ?? from;
}

/** Draw a pane. While it fires, its lid swings shut around the end of the window. */
function drawPaneHighlight(context: CanvasRenderingContext2D, chart: ChartContext, pane: PaneBar, t = 1): void {
  if (pane.start === -Infinity) return;
  const end = Math.min(pane.firings.at(-1)?.index ?? Infinity, pane.closedAt);
  const [x0, x1] = [eventX(chart, pane.openedAt), eventX(chart, end)];
  const [y0, y1] = [toY(chart, pane.end), toY(chart, pane.start)];
  context.strokeStyle = chart.colour("--paneink");
  context.lineWidth = 2;
  context.strokeRect(x0, y0, Math.max(2, x1 - x0), y1 - y0);
  const fired = pane.firings.at(-1);
  const angle = (1 - t) * (Math.PI / 2);
  const height = y1 - y0;
  if (fired) strokeLine(context, [x1, y0, x1 + Math.sin(angle) * height, y0 + Math.cos(angle) * height], chart.colour("--paneink"), 4);
}

/** Parts of the animation of a firing: the watermark pushes, the lid shuts, the records gather, the result leaves. */
const [PUSH_SHARES, LID_SHARES, GATHER_SHARES, RESULT_SHARES] = [[0, 0.35], [0.35, 0.55], [0.5, 0.8], [0.8, 1]] as const;
const MAX_GATHERED = 40;
const RESULT_SIZE = 12;
/** Distance of the result from the pane. */
const RESULT_WAY = 26;

/** Draw how a pane fires: the watermark rises to its end, and its records become one result, which leaves the pane. */
function drawFiring(
  context: CanvasRenderingContext2D, chart: ChartContext, { data }: HighlightContext, pane: PaneBar, t: number, placer: LabelPlacer,
): void {
  const firing = pane.firings.at(-1);
  if (!firing || pane.start === -Infinity) return;
  const [x0, x1] = [eventX(chart, pane.openedAt), eventX(chart, firing.index)];
  const [top, bottom] = [toY(chart, pane.end), toY(chart, pane.start)];
  const middle = (top + bottom) / 2;
  if (t < LID_SHARES[1] && firing.kind === "on time") {
    const from = toY(chart, findWatermarkBefore(data, pane, firing.index));
    const y = from + (top - from) * ease(clampedShare(t, ...PUSH_SHARES));
    strokeLine(context, [x0, y, x1, y], chart.colour("--wm"), 5);
  }
  const gathered = clampedShare(t, ...GATHER_SHARES);
  if (gathered > 0 && gathered < 1) {
    const isInPane = ({ key, time, index, late }: RecordDot): boolean => key === pane.key && time >= pane.start && time < pane.end && index <= firing.index && !late;
    for (const dot of data.dots.filter(isInPane).slice(-MAX_GATHERED)) {
      const [x, y] = [eventX(chart, dot.index), toY(chart, dot.time)];
      context.beginPath();
      addRecordShape(context, dot.source, x + (x1 - x) * ease(gathered), y + (middle - y) * ease(gathered), 5);
      context.fillStyle = chart.colour("--data");
      context.fill();
    }
  }
  if (gathered < 1) return;
  const x = x1 + RESULT_WAY * ease(clampedShare(t, ...RESULT_SHARES));
  context.fillStyle = chart.colour("--pane");
  context.strokeStyle = chart.colour("--panel");
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(x - RESULT_SIZE / 2, middle - RESULT_SIZE / 2, RESULT_SIZE, RESULT_SIZE, 3);
  context.fill();
  context.stroke();
  if (t >= 1) placer.add(firing.count === 1 ? translate("result of 1 record") : translate("result of {0} records", firing.count), x + RESULT_SIZE, middle + 4, "--paneink", "left");
}

/** Find the operator's watermark before it reached the end of a pane. */
function findWatermarkBefore(data: ChartData, pane: PaneBar, index: number): number {
  const curve = data.curves.find(({ kind, owner }) => kind === "minimum" && owner === pane.operator);
  const before = curve?.values.findLast((value, number) => curve.at[number]! < index && value < pane.end) ?? pane.start;
  return Math.max(pane.start, before);
}

function addPaneLabel(chart: ChartContext, { data, labels }: HighlightContext, pane: PaneBar, placer: LabelPlacer): void {
  if (pane.start === -Infinity) return;
  const key = truncate(formatValue(data.keys[pane.key]!), 18);
  const x = eventX(chart, Math.min(pane.firings.at(-1)?.index ?? pane.closedAt, pane.closedAt));
  placer.add(`${key} ${labels.shortWindow(pane.window)}`, x - 6, toY(chart, pane.end) - 7, "--paneink", "right");
}

/** Draw a record that moves from its event time to its arrival. A large one gets a ring. */
function drawDotHighlight(context: CanvasRenderingContext2D, chart: ChartContext, dot: RecordDot, t: number, isLarge: boolean): void {
  const [arrives, y] = [eventX(chart, dot.index), toY(chart, dot.time)];
  const { camera } = chart;
  const left = dot.time >= camera.x0 && chart.places.at(-1)! > 1e6 ? toX(chart, dot.time) : arrives - 40;
  const x = left + (arrives - left) * t;
  if (isLarge && dot.time >= camera.x0 && chart.places.at(-1)! > 1e6) {
    context.globalAlpha = 0.6;
    strokeLine(context, [toX(chart, dot.time), y, x, y], chart.colour("--data"), 1.6);
    context.globalAlpha = 1;
  }
  context.beginPath();
  addRecordShape(context, dot.source, x, y, isLarge ? 6 : getDotRadius(chart));
  context.fillStyle = chart.colour("--data");
  context.fill();
  if (!isLarge) return;
  context.strokeStyle = chart.colour("--panel");
  context.lineWidth = 1.6;
  context.stroke();
}

/** Width of the arrow of a late record with its label. */
const LATENESS_ROOM = 200;

/**
 * Draw a late record. The arrow along event time shows how late it is: from the watermark at its arrival down to the time
 * at which its window closed. Dashed lines lead to the pane that it missed and to the record that closed it.
 */
function drawLateHighlight(
  context: CanvasRenderingContext2D, chart: ChartContext, highlightContext: HighlightContext, late: LateRecord, placer: LabelPlacer, hasLabel: boolean, t: number,
): void {
  const { trace, data, labels } = highlightContext;
  const [x, y] = [eventX(chart, late.index), toY(chart, late.time)];
  const { pane, closedAt, closingRecord, lagMs } = explainLateness(trace, data, late);
  if (pane) drawPaneHighlight(context, chart, pane);
  if (closedAt >= 0) {
    const closingX = eventX(chart, pane && pane.closedAt < Infinity ? pane.closedAt : closedAt);
    strokeLine(context, [x, y, closingX, y], chart.colour("--fire"), 1.4, [3, 4]);
    if (t < BOUNCE_SHARE) {
      // the record flies to the closed pane and bounces off
      const turn = BOUNCE_SHARE * 0.55;
      const share = t < turn ? (t / turn) ** 2 : 1 - clampedShare(t, turn, BOUNCE_SHARE);
      context.beginPath();
      addRecordShape(context, late.dot.source, x + (closingX + 7 - x) * share, y, 6);
      context.fillStyle = chart.colour("--fire");
      context.fill();
    }
    const dot = closingRecord < 0 || t < 0.7 ? undefined : data.findDot(closingRecord);
    if (dot && Number.isFinite(dot.time)) {
      const [cx, cy] = [eventX(chart, dot.index), toY(chart, dot.time)];
      strokeLine(context, [closingX, y, closingX, cy, cx, cy], chart.colour("--wmink"), 1.6, [5, 4]);
      context.beginPath();
      addRecordShape(context, dot.source, cx, cy, 6);
      context.fillStyle = chart.colour("--wm");
      context.fill();
      context.strokeStyle = chart.colour("--wmink");
      context.lineWidth = 1.6;
      context.stroke();
      if (hasLabel) {
        const time = labels.shortTime(BigInt(dot.time));
        placer.add(translate("closed by a record from {0}", time), Math.min(cx, closingX) - 9, cy - 8, "--wmink", "right");
      }
    }
  }
  const isRight = x + LATENESS_ROOM < chart.box.left + chart.box.width;
  const side = isRight ? 1 : -1; // beside the line of the current time
  if (lagMs > 0) drawLateness(context, chart, x + 15 * side, late, lagMs, clampedShare(t, 0, 0.7));
  if (hasLabel && t >= 0.7) {
    const key = truncate(formatValue(data.keys[late.key] ?? '""'), 18);
    const name = lagMs > 0 ? translate("{0}: {1} too late", key, formatDuration(lagMs)) : translate("{0}: too late", key);
    const middle = (toY(chart, late.watermark) + toY(chart, late.watermark - lagMs)) / 2;
    placer.add(name, x + 26 * side, lagMs > 0 && isRight ? middle + 5 : y + 24, "--fireink", isRight ? "left" : "right");
  }
  if (closedAt < 0 || t >= BOUNCE_SHARE) paintRing(context, chart, x, y, 8);
}

/** Share of the animation of a late record in which it bounces off its pane. */
const BOUNCE_SHARE = 0.6;

/** Draw the distance between the watermark and the closing time, with a bar at either end. */
function drawLateness(context: CanvasRenderingContext2D, chart: ChartContext, x: number, late: LateRecord, lagMs: number, t: number): void {
  const [from, to] = [toY(chart, late.watermark), toY(chart, late.watermark - lagMs)];
  const tip = from + (to - from) * t;
  const style = chart.colour("--fire");
  strokeLine(context, [x - 6, from, x + 6, from], style, 2.6);
  strokeLine(context, [x, from, x, tip], style, 2.6);
  if (t >= 1) strokeLine(context, [x - 6, to, x + 6, to], style, 2.6);
  drawArrowHead(context, x, tip, style);
}

/** Draw an arrow head that points down to a place. */
function drawArrowHead(context: CanvasRenderingContext2D, x: number, y: number, style: string): void {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - 5, y - 9);
  context.lineTo(x + 5, y - 9);
  context.closePath();
  context.fillStyle = style;
  context.fill();
}

/** Places labels so that they do not overlap. */
export class LabelPlacer {
  private readonly placed: { text: string; left: number; y: number; width: number; style: string }[] = [];

  constructor(private readonly context: CanvasRenderingContext2D, private readonly picture: ChartContext) {}

  add(text: string, x: number, y: number, style: string, align: "left" | "right" | "center"): void {
    const { context, picture: chart } = this;
    const { left, top, width, height } = chart.box;
    context.font = this.font;
    const textWidth = context.measureText(text).width;
    const preferredX = align === "left" ? x : align === "right" ? x - textWidth : x - textWidth / 2;
    const at = Math.max(left + 4, Math.min(left + width - textWidth - 4, preferredX));
    const { overlay } = chart;
    for (const shift of [0, -17, 17, -34, 34, -51, 51]) {
      const line = Math.max(top + 14, Math.min(top + height - 6, y + shift));
      const covered = overlay !== null && at < overlay.left + overlay.width && at + textWidth > overlay.left && line > overlay.top && line - 18 < overlay.top + overlay.height;
      const free = !covered && this.placed.every(
        (one) => Math.abs(one.y - line) >= 16 || one.left > at + textWidth + 4 || one.left + one.width + 4 < at,
      );
      if (!free) continue;
      this.placed.push({ text, left: at, y: line, width: textWidth, style });
      return;
    }
  }

  draw(): void {
    const { context, picture: chart } = this;
    context.font = this.font;
    context.textAlign = "left";
    context.lineJoin = "round";
    for (const { text, left, y, style } of this.placed) {
      context.strokeStyle = chart.colour("--panel");
      context.lineWidth = 4.5;
      context.strokeText(text, left, y);
      context.fillStyle = chart.colour(style);
      context.fillText(text, left, y);
    }
  }

  private get font(): string {
    return `650 13px ${this.picture.colour("font-family")}`;
  }
}
