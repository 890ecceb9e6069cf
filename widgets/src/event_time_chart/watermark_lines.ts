/** Paints event time onto the plane: watermarks as curves, and what they say is over. */

import type { Curve } from "./watermark_curves";
import { factX, firstShown, line, shownOwner, toX, toY } from "./chart_context";
import type { Picture } from "./chart_context";
import { lastWithin } from "../metrics/time_series";
import { t } from "../i18n/strings";

/** What is below the minimum is over; within the allowed lateness a record still counts. */
export function paintOver(context: CanvasRenderingContext2D, picture: Picture): void {
  const { run, box, colour } = picture;
  const lowest = run.curves.find(({ kind, owner }) => kind === "minimum" && shownOwner(picture, owner));
  if (!lowest) return;
  const bottom = box.top + box.height;
  const lateness = run.lateness.get(lowest.owner) ?? 0;
  const upper = stairs(picture, lowest, 0);
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
  const lower = lateness > 0 ? stairs(picture, lowest, lateness) : upper;
  fill([...lower, right, bottom, lower[0]!, bottom], colour("--wmsoft"), 0.5);
  if (lateness === 0) return;
  const band = [...upper];
  for (let i = lower.length - 2; i >= 0; i -= 2) band.push(lower[i]!, lower[i + 1]!);
  fill(band, colour("--panesoft"), 0.55);
  line(context, lower, colour("--pane"), 1, [2, 3]);
}

/** Where event time is processing time. */
export function paintOnTime(context: CanvasRenderingContext2D, picture: Picture): void {
  const { camera, places, colour } = picture;
  if (picture.places[1] === 1 || camera.x1 < camera.y0 || camera.x0 > camera.y1) return;
  if (places.at(-1)! < 1e6) return;
  line(
    context,
    [toX(picture, camera.x0), toY(picture, camera.x0), toX(picture, camera.x1), toY(picture, camera.x1)],
    colour("--ink3"), 1.2, [2, 4],
  ); // prettier-ignore
}

/** The minimum of each operator that is shown, as points. */
export function minimumOf(picture: Picture): number[][] {
  const curves = picture.run.curves.filter(({ kind, owner }) => kind === "minimum" && shownOwner(picture, owner));
  return curves.map((curve) => stairs(picture, curve, 0));
}

/** A curve as points: level, then up. */
function stairs(picture: Picture, curve: Curve, below: number): number[] {
  const { camera, box } = picture;
  const points: number[] = [];
  const at = curve.at;
  let previous = NaN;
  const first = Math.max(0, firstShown(picture, at) - 1);
  for (let i = first; i < at.length; i++) {
    const x = factX(picture, at[i]!);
    const value = curve.values[i]!;
    const y = toY(picture, value - below);
    if (!Number.isNaN(previous)) points.push(x, previous);
    if (value !== -Infinity || !Number.isNaN(previous)) {
      points.push(x, y);
      previous = y;
    }
    if (x > box.left + box.width) break;
  }
  if (!Number.isNaN(previous)) points.push(Math.min(toX(picture, camera.x1), factX(picture, Infinity)), previous);
  return points;
}

/** Generators are told apart by their dashes. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2.5], [9, 3, 2, 3], [4, 6]];

export function paintCurves(context: CanvasRenderingContext2D, picture: Picture): void {
  const { run, parts, colour, followed } = picture;
  context.lineJoin = "round";
  const of = (kind: Curve["kind"]): Curve[] => run.curves.filter((one) => one.kind === kind && (!followed || followed.hasCurve(one)));
  if (parts.has("channels")) {
    context.globalAlpha = 0.65;
    for (const curve of of("channel")) line(context, stairs(picture, curve, 0), colour("--wm"), 1);
    context.globalAlpha = 1;
  }
  if (parts.has("minimum")) {
    const halo = colour("--panel");
    for (const curve of of("input")) {
      line(context, stairs(picture, curve, 0), colour("--wm"), 2, DASHES[curve.part === "0" ? 0 : 1]);
    }
    for (const curve of of("minimum").filter(({ owner }) => shownOwner(picture, owner))) {
      const points = stairs(picture, curve, 0);
      line(context, points, halo, 5);
      line(context, points, colour("--wm"), 3.4);
    }
  }
  if (parts.has("generators")) {
    of("generator").forEach((curve, number) => {
      line(context, stairs(picture, curve, 0), colour("--wmink"), 1.4, DASHES[number % DASHES.length]);
      paintIdle(context, picture, curve);
    });
  }
  if (parts.has("channels")) for (const curve of of("channel")) paintIdle(context, picture, curve);
}

/** While a split or channel is idle it holds nothing back: a grey bar with a word. */
function paintIdle(context: CanvasRenderingContext2D, picture: Picture, curve: Curve): void {
  const { colour } = picture;
  for (const [from, to] of curve.idle) {
    const number = lastWithin(curve.at, from);
    const value = number < 0 ? -Infinity : curve.values[number]!;
    const y = Math.min(toY(picture, value), picture.box.top + picture.box.height - 5);
    const [x0, x1] = [factX(picture, from), factX(picture, to)];
    line(context, [x0, y, x1, y], colour("--panel"), 7);
    line(context, [x0, y, x1, y], colour("--ink3"), 5, [2, 3]);
    if (x1 - x0 < 34) continue;
    context.font = `600 12px ${picture.colour("font-family")}`;
    context.fillStyle = colour("--ink2");
    context.textAlign = "left";
    context.fillText(t("idle"), Math.max(x0, picture.box.left) + 4, y - 6);
  }
}
