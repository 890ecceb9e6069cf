/** Paint watermarks as step lines, and the area of closed event times below the minimum. */

import type { Curve } from "./watermark_curves";
import { eventX, findFirstShown, strokeLine, isOwnerShown, toX, toY } from "./chart_context";
import type { ChartContext } from "./chart_context";
import type { ChartLabel } from "./labels";
import { findLastWithin } from "../metrics/time_series";
import { t } from "../i18n/strings";

/** Paint the area below the minimum watermark, with a separate band for the allowed lateness. */
export function paintClosedTimes(context: CanvasRenderingContext2D, chart: ChartContext): void {
  const { data, box, colour } = chart;
  const minimum = data.curves.find(({ kind, owner }) => kind === "minimum" && isOwnerShown(chart, owner));
  if (!minimum) return;
  const bottom = box.top + box.height;
  const lateness = data.lateness.get(minimum.owner) ?? 0;
  const upper = computeStepLine(chart, minimum, 0);
  if (upper.length === 0) return;
  const fill = (points: readonly number[], style: string, alpha: number): void => {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i]!, points[i + 1]!);
    context.closePath();
    context.fillStyle = style;
    context.globalAlpha = alpha;
    context.fill();
    context.globalAlpha = 1;
  };
  const right = upper.at(-2)!;
  const lower = lateness > 0 ? computeStepLine(chart, minimum, lateness) : upper;
  fill([...lower, right, bottom, lower[0]!, bottom], colour("--wmsoft"), 0.5);
  if (lateness === 0) return;
  const band = [...upper];
  for (let i = lower.length - 2; i >= 0; i -= 2) band.push(lower[i]!, lower[i + 1]!);
  fill(band, colour("--panesoft"), 0.55);
  strokeLine(context, lower, colour("--pane"), 1, [2, 3]);
}

/** Paint the line where event time equals processing time. */
export function paintOnTime(context: CanvasRenderingContext2D, chart: ChartContext): void {
  const { camera, places, colour } = chart;
  if (chart.places[1] === 1 || camera.x1 < camera.y0 || camera.x0 > camera.y1) return;
  if (places.at(-1)! < 1e6) return;
  strokeLine(
    context,
    [toX(chart, camera.x0), toY(chart, camera.x0), toX(chart, camera.x1), toY(chart, camera.x1)],
    colour("--ink3"), 1.2, [2, 4],
  );
}

/** Compute the minimum watermark of each visible operator as a list of points. */
export function computeMinimumLines(chart: ChartContext): number[][] {
  const curves = chart.data.curves.filter(({ kind, owner }) => kind === "minimum" && isOwnerShown(chart, owner));
  return curves.map((curve) => computeStepLine(chart, curve, 0));
}

/** Compute the step line of a curve. */
function computeStepLine(chart: ChartContext, curve: Curve, below: number): number[] {
  const { camera, box } = chart;
  const points: number[] = [];
  const at = curve.at;
  let previous = NaN;
  const first = Math.max(0, findFirstShown(chart, at) - 1);
  for (let i = first; i < at.length; i++) {
    const x = eventX(chart, at[i]!);
    const value = curve.values[i]!;
    const y = toY(chart, value - below);
    if (!Number.isNaN(previous)) points.push(x, previous);
    if (value !== -Infinity || !Number.isNaN(previous)) {
      points.push(x, y);
      previous = y;
    }
    if (x > box.left + box.width) break;
  }
  if (!Number.isNaN(previous)) points.push(Math.min(toX(chart, camera.x1), eventX(chart, Infinity)), previous);
  return points;
}

/** Dash patterns that distinguish the generators. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2.5], [9, 3, 2, 3], [4, 6]];

export function paintCurves(context: CanvasRenderingContext2D, chart: ChartContext): void {
  const { data, visibleParts, colour, followed } = chart;
  context.lineJoin = "round";
  const getCurves = (kind: Curve["kind"]): Curve[] => data.curves.filter((one) => one.kind === kind && (!followed || followed.hasCurve(one)));
  if (visibleParts.has("channels")) {
    context.globalAlpha = 0.65;
    for (const curve of getCurves("channel")) strokeLine(context, computeStepLine(chart, curve, 0), colour("--wm"), 1);
    context.globalAlpha = 1;
  }
  if (visibleParts.has("minimum")) {
    const halo = colour("--panel");
    for (const curve of getCurves("input")) {
      strokeLine(context, computeStepLine(chart, curve, 0), colour("--wm"), 2, DASHES[curve.part === "0" ? 0 : 1]);
    }
    for (const curve of getCurves("minimum").filter(({ owner }) => isOwnerShown(chart, owner))) {
      const points = computeStepLine(chart, curve, 0);
      strokeLine(context, points, halo, 5);
      strokeLine(context, points, colour("--wm"), 3.4);
    }
  }
  if (visibleParts.has("generators")) {
    getCurves("generator").forEach((curve, number) => {
      strokeLine(context, computeStepLine(chart, curve, 0), colour("--wmink"), 1.4, DASHES[number % DASHES.length]);
      paintIdle(context, chart, curve);
    });
  }
  if (visibleParts.has("channels")) for (const curve of getCurves("channel")) paintIdle(context, chart, curve);
}

/** Find where the idle periods of a split or channel are drawn: the two ends in x, and the height. */
function findIdlePeriods(chart: ChartContext, curve: Curve): [x0: number, x1: number, y: number][] {
  return curve.idle.map(([from, to]) => {
    const number = findLastWithin(curve.at, from);
    const value = number < 0 ? -Infinity : curve.values[number]!;
    return [eventX(chart, from), eventX(chart, to), Math.min(toY(chart, value), chart.box.top + chart.box.height - 5)];
  });
}

/** Find the labels of the idle periods that are wide enough and have begun. */
export function findIdleLabels(chart: ChartContext, now: number): ChartLabel[] {
  const { data, followed, visibleParts } = chart;
  const isVisible = ({ kind }: Curve): boolean => (kind === "generator" && visibleParts.has("generators")) || (kind === "channel" && visibleParts.has("channels"));
  const curves = data.curves.filter((one) => isVisible(one) && (!followed || followed.hasCurve(one)));
  const shown = curves.flatMap((curve) => findIdlePeriods(chart, curve)).filter(([x0, x1]) => x1 - x0 >= 34 && x0 < now);
  return shown.map(([x0, , y]) => ({ text: t("idle"), x: Math.max(x0, chart.box.left) + 4, y: y - 6, style: "--ink2", align: "left" }));
}

/** Paint the idle periods of a split or channel as a grey bar. */
function paintIdle(context: CanvasRenderingContext2D, chart: ChartContext, curve: Curve): void {
  const { colour } = chart;
  for (const [x0, x1, y] of findIdlePeriods(chart, curve)) {
    strokeLine(context, [x0, y, x1, y], colour("--panel"), 7);
    strokeLine(context, [x0, y, x1, y], colour("--ink3"), 5, [2, 3]);
  }
}
