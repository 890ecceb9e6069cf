/** The plane's frame: its grid with times, the line of now, and what is brushed. */

import { ticks } from "./axis_clock";
import type { AxisName } from "./axis_clock";
import { toX, toY } from "./chart_context";
import type { Picture } from "./chart_context";
import type { Brush } from "./pointer_input";
import { t } from "../i18n/strings";
import type { Labels } from "../ui/value_format";

export interface Axes {
  picture: Picture;
  labels: Labels;
  axis: AxisName;
  /** Where now is, and the time there. */
  now: number;
  time: number;
  wide: number;
}

/** As far from the label of now others keep away. */
const AWAY = 72;

export function drawGrid(context: CanvasRenderingContext2D, axes: Axes): void {
  const { box, camera, colour } = axes.picture;
  context.font = `500 12px ${colour("font-family")}`;
  context.strokeStyle = colour("--line");
  context.fillStyle = colour("--ink2");
  context.lineWidth = 1;
  drawTimes(context, axes);
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  const y = box.top + box.height + 16;
  for (const place of ticks(camera.x0, camera.x1, Math.floor(box.width / 92))) {
    const x = Math.round(toX(axes.picture, place)) + 0.5;
    context.globalAlpha = 0.6;
    context.beginPath();
    context.moveTo(x, box.top);
    context.lineTo(x, box.top + box.height);
    context.stroke();
    context.globalAlpha = 1;
    const words = axes.axis === "time" ? tick(axes, place) : t("fact {0}", place);
    const free = x > box.left + 24 && x < box.left + box.width - 24 && Math.abs(x - axes.now) > AWAY;
    if (free) context.fillText(words, x, y);
  }
  context.textAlign = "left";
  context.fillText(t("event time ↑"), box.left, box.top - 8);
  context.strokeStyle = colour("--line2");
  context.strokeRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1);
}

function drawTimes(context: CanvasRenderingContext2D, axes: Axes): void {
  const { box, camera } = axes.picture;
  const tall = 14;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const time of ticks(camera.y0, camera.y1, Math.floor(box.height / 44))) {
    const y = Math.round(toY(axes.picture, time)) + 0.5;
    context.beginPath();
    context.moveTo(box.left, y);
    context.lineTo(box.left + box.width, y);
    context.stroke();
    // a date stands above its time of day
    const words = tick(axes, time).split(" ");
    words.forEach((one, line) => context.fillText(one, box.left - 7, y + tall * (line - (words.length - 1) / 2)));
  }
}

/** A round time, without seconds where there are none. */
function tick({ labels }: Axes, time: number): string {
  return labels.time(BigInt(Math.round(time))).replace(/(\d\d:\d\d):00$/, "$1").replace(/^\d{4}-/, "");
}

export function drawNow(context: CanvasRenderingContext2D, { picture: { box, colour }, now }: Axes): void {
  context.fillStyle = colour("--fire");
  context.fillRect(now - 0.75, box.top, 1.5, box.height);
}

export function drawNowLabel(context: CanvasRenderingContext2D, axes: Axes): void {
  const { picture, labels, now, wide } = axes;
  const { box, colour } = picture;
  if (now < box.left || now > box.left + box.width) return;
  const words = labels.time(BigInt(axes.time));
  context.font = `650 12px ${colour("font-family")}`;
  const broad = context.measureText(words).width + 14;
  const x = Math.max(0, Math.min(wide - broad, now - broad / 2));
  context.fillStyle = colour("--badge");
  context.beginPath();
  context.roundRect(x, box.top + box.height + 2, broad, 20, 6);
  context.fill();
  context.fillStyle = colour("--onfire") || "#fff";
  context.textAlign = "left";
  context.fillText(words, x + 7, box.top + box.height + 16);
}

export function drawBrush(context: CanvasRenderingContext2D, { picture: { colour } }: Axes, [x0, y0, x1, y1]: Brush): void {
  context.fillStyle = colour("--focus");
  context.globalAlpha = 0.14;
  context.fillRect(x0, y0, x1 - x0, y1 - y0);
  context.globalAlpha = 1;
  context.strokeStyle = colour("--focus");
  context.strokeRect(x0, y0, x1 - x0, y1 - y0);
}
