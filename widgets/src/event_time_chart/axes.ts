/** Frame of the event-time chart: grid lines with times, the "now" line and the brush. */

import { computeTicks } from "./axis_clock";
import type { AxisName } from "./axis_clock";
import { toX, toY } from "./chart_context";
import type { ChartContext } from "./chart_context";
import type { Brush } from "./pointer_input";
import { t } from "../i18n/strings";
import type { Labels } from "../ui/value_format";

export interface AxesContext {
  chart: ChartContext;
  labels: Labels;
  axis: AxisName;
  /** X coordinate of "now", and the processing time there. */
  now: number;
  time: number;
  width: number;
}

export function drawGrid(context: CanvasRenderingContext2D, axes: AxesContext): void {
  const { box, camera, colour } = axes.chart;
  context.font = `500 12px ${colour("font-family")}`;
  context.strokeStyle = colour("--line");
  context.fillStyle = colour("--ink2");
  context.lineWidth = 1;
  drawTimeLines(context, axes);
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  const y = box.top + box.height + 16;
  const nowLabel = layOutNowLabel(context, axes);
  context.font = `500 12px ${colour("font-family")}`;
  for (const place of computeTicks(camera.x0, camera.x1, Math.floor(box.width / 92))) {
    const x = Math.round(toX(axes.chart, place)) + 0.5;
    context.globalAlpha = 0.6;
    context.beginPath();
    context.moveTo(x, box.top);
    context.lineTo(x, box.top + box.height);
    context.stroke();
    context.globalAlpha = 1;
    const words = axes.axis === "time" ? formatTick(axes, place) : t("event {0}", place);
    const half = context.measureText(words).width / 2;
    const isInside = x - half > box.left - 16 && x + half < axes.width;
    if (isInside && (!nowLabel || x + half + 4 < nowLabel.x || x - half - 4 > nowLabel.x + nowLabel.labelWidth)) context.fillText(words, x, y);
  }
  context.textAlign = "left";
  context.fillText(t("event time ↑"), box.left, box.top - 8);
  context.strokeStyle = colour("--line2");
  context.strokeRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1);
}

function drawTimeLines(context: CanvasRenderingContext2D, axes: AxesContext): void {
  const { box, camera } = axes.chart;
  const lineHeight = 14;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const time of computeTicks(camera.y0, camera.y1, Math.floor(box.height / 44))) {
    const y = Math.round(toY(axes.chart, time)) + 0.5;
    context.beginPath();
    context.moveTo(box.left, y);
    context.lineTo(box.left + box.width, y);
    context.stroke();
    // the date goes above the time of day
    const label = formatTick(axes, time);
    const words = label.split(context.measureText(label).width < box.left - 9 ? / (?!ms)/ : " "); // the unit below, if it is narrow
    words.forEach((one, line) => context.fillText(one, box.left - 7, y + lineHeight * (line - (words.length - 1) / 2)));
  }
}

/** Format a round time, without seconds if they are zero. */
function formatTick({ labels }: AxesContext, time: number): string {
  return labels.shortTime(BigInt(Math.round(time))).replace(/(\d\d:\d\d):00$/, "$1").replace(/^\d{4}-/, "");
}

export function drawNow(context: CanvasRenderingContext2D, { chart: { box, colour }, now }: AxesContext): void {
  context.fillStyle = colour("--now");
  context.fillRect(now - 0.75, box.top, 1.5, box.height);
}

/** Lay out the label of the current step, below the axis; null if the step is not in the chart. */
function layOutNowLabel(context: CanvasRenderingContext2D, axes: AxesContext): { words: string; x: number; labelWidth: number } | null {
  const { chart: { box, colour }, labels, now, width } = axes;
  if (now < box.left || now > box.left + box.width) return null;
  const words = labels.shortTime(BigInt(axes.time));
  context.font = `650 12px ${colour("font-family")}`;
  const labelWidth = context.measureText(words).width + 14;
  return { words, x: Math.max(0, Math.min(width - labelWidth, now - labelWidth / 2)), labelWidth };
}

export function drawNowLabel(context: CanvasRenderingContext2D, axes: AxesContext): void {
  const { box, colour } = axes.chart;
  const label = layOutNowLabel(context, axes);
  if (!label) return;
  const { words, x, labelWidth } = label;
  context.fillStyle = colour("--now");
  context.beginPath();
  context.roundRect(x, box.top + box.height + 2, labelWidth, 20, 6);
  context.fill();
  context.fillStyle = colour("--panel");
  context.textAlign = "left";
  context.fillText(words, x + 7, box.top + box.height + 16);
}

export function drawBrush(context: CanvasRenderingContext2D, { chart: { colour } }: AxesContext, [x0, y0, x1, y1]: Brush): void {
  context.fillStyle = colour("--focus");
  context.globalAlpha = 0.14;
  context.fillRect(x0, y0, x1 - x0, y1 - y0);
  context.globalAlpha = 1;
  context.strokeStyle = colour("--focus");
  context.strokeRect(x0, y0, x1 - x0, y1 - y0);
}
