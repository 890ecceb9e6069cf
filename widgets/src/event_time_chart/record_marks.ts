/** Paints records, late ones and timers onto the plane. */

import { factX, line, shape, shownOwner, toX, toY } from "./chart_context";
import type { Box, Picture } from "./chart_context";

/** Marks cells of two pixels, so that what would lie upon each other is drawn once. */
class Cells {
  private readonly taken: Uint8Array;
  private readonly wide: number;

  constructor(private readonly box: Box) {
    this.wide = Math.ceil(box.width / 2) + 1;
    this.taken = new Uint8Array(this.wide * (Math.ceil(box.height / 2) + 1));
  }

  take(x: number, y: number): boolean {
    const cell = ((y - this.box.top) >> 1) * this.wide + ((x - this.box.left) >> 1);
    if (this.taken[cell] === 1) return false;
    this.taken[cell] = 1;
    return true;
  }
}

const MOST_ROUND = 2500;

/** Smaller where there are many in sight. */
export function dotRadius({ run, camera, places, box }: Picture): number {
  const from = firstFrom(run.dots, 0, (index) => places[index + 1]! >= camera.x0);
  const to = firstFrom(run.dots, 0, (index) => places[index + 1]! > camera.x1);
  const dense = (to - from) / box.width;
  return dense > 1.2 ? 1.7 : dense > 0.4 ? 2.3 : 3.2;
}

/** The number of the first whose fact is not before `from`, or for which `holds` does. */
function firstFrom(
  facts: readonly { index: number }[], from: number, holds = (index: number): boolean => index >= from,
): number {
  let low = 0;
  let high = facts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(facts[middle]!.index)) high = middle;
    else low = middle + 1;
  }
  return low;
} // prettier-ignore

export function paintDots(context: CanvasRenderingContext2D, picture: Picture, from: number, to: number): void {
  const { run, places, camera, box, keys, colour, followed } = picture;
  const found: number[][] = [[], [], []];
  const faded: number[] = [];
  const cells = new Cells(box);
  let count = 0;
  const { dots } = run;
  for (let number = firstFrom(dots, from); number < dots.length && dots[number]!.index < to; number++) {
    const dot = dots[number]!;
    const place = places[dot.index + 1]!;
    if (dot.late || place < camera.x0 || place > camera.x1 || dot.time < camera.y0 || dot.time > camera.y1) continue;
    const [x, y] = [toX(picture, place), toY(picture, dot.time)];
    if (!cells.take(x, y)) continue;
    if ((keys && dot.key >= 0 && !keys.has(dot.key)) || (followed && !followed.hasDot(dot))) faded.push(x, y);
    else found[Math.max(0, Math.min(2, dot.source))]!.push(x, y);
    count++;
  }
  context.fillStyle = colour("--line2");
  for (let i = 0; i < faded.length; i += 2) context.fillRect(faded[i]! - 1, faded[i + 1]! - 1, 2, 2);
  context.fillStyle = colour("--data");
  const radius = dotRadius(picture);
  found.forEach((points, source) => {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) {
      if (count > MOST_ROUND) context.fillRect(points[i]! - 1.2, points[i + 1]! - 1.2, 2.4, 2.4);
      else shape(context, source, points[i]!, points[i + 1]!, radius);
    }
    context.fill();
  });
}

/** Rings, of those dropped with a fact from `from` on and before `to`. */
export function paintLates(context: CanvasRenderingContext2D, picture: Picture, from: number, to: number): void {
  const { run, keys, colour, followed } = picture;
  const cells = new Cells(picture.box);
  context.strokeStyle = colour("--fire");
  context.fillStyle = colour("--fire");
  const small = run.lates.length > 400;
  const full = context.globalAlpha;
  for (const late of run.lates) {
    if (late.index < from || late.index >= to || !shownOwner(picture, late.operator)) continue;
    const [x, y] = [factX(picture, late.index), toY(picture, late.time)];
    const { left, top, width, height } = picture.box;
    if (x < left || x > left + width || y < top || y > top + height || !cells.take(x, y)) continue;
    const away = (keys && !keys.has(late.key)) || (followed && !followed.hasLate(late));
    context.globalAlpha = away ? full / 4 : full;
    ring(context, picture, x, y, small ? 2.6 : 4);
  }
  context.globalAlpha = full;
}

export function ring(context: CanvasRenderingContext2D, { colour }: Picture, x: number, y: number, r: number): void {
  context.beginPath();
  context.arc(x, y, r, 0, 7);
  context.fillStyle = colour("--panel");
  context.fill();
  context.strokeStyle = colour("--fire");
  context.lineWidth = Math.max(1.4, r / 2.2);
  context.stroke();
  context.beginPath();
  context.arc(x, y, r / 2.6, 0, 7);
  context.fillStyle = colour("--fire");
  context.fill();
}

export function paintTimers(context: CanvasRenderingContext2D, picture: Picture, from: number, to: number): void {
  const { run, keys, box, colour } = picture;
  const full = context.globalAlpha;
  for (const timer of run.timers) {
    if (timer.index < from || timer.index >= to || (keys && !keys.has(timer.key))) continue;
    const [x0, x1] = [factX(picture, timer.index), factX(picture, timer.end)];
    if (x1 < box.left || x0 > box.left + box.width) continue;
    const y = timer.domain === "event" ? toY(picture, timer.time) : box.top + box.height - 7;
    context.globalAlpha = 0.6 * full;
    if (timer.domain === "event") line(context, [x0, y, x1, y], colour("--tm"), 1, [1, 3]);
    context.globalAlpha = full;
    if (timer.end === Infinity) continue;
    context.beginPath();
    context.moveTo(x1, y - 4.5);
    context.lineTo(x1 + 4.5, y);
    context.lineTo(x1, y + 4.5);
    context.lineTo(x1 - 4.5, y);
    context.closePath();
    context.fillStyle = timer.fired ? colour("--tmfill") : colour("--panel");
    context.fill();
    context.strokeStyle = colour("--tm");
    context.lineWidth = 1.2;
    context.stroke();
  }
}
