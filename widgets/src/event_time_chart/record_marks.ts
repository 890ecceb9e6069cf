/** Paint records, late records and timers. */

import { eventX, strokeLine, addRecordShape, isOwnerShown, toX, toY } from "./chart_context";
import type { Box, ChartContext } from "./chart_context";

/** Remembers which cells of two pixels are occupied, so that overlapping records are drawn once. */
class OccupiedCells {
  private readonly taken: Uint8Array;
  private readonly columns: number;

  constructor(private readonly box: Box) {
    this.columns = Math.ceil(box.width / 2) + 1;
    this.taken = new Uint8Array(this.columns * (Math.ceil(box.height / 2) + 1));
  }

  occupy(x: number, y: number): boolean {
    const cell = ((y - this.box.top) >> 1) * this.columns + ((x - this.box.left) >> 1);
    if (this.taken[cell] === 1) return false;
    this.taken[cell] = 1;
    return true;
  }
}

const MAX_ROUND_DOTS = 2500;

/** Get the dot radius. It shrinks with the number of visible records. */
export function getDotRadius({ data, camera, places, box }: ChartContext): number {
  const from = findFirstFrom(data.dots, 0, (index) => places[index + 1]! >= camera.x0);
  const to = findFirstFrom(data.dots, 0, (index) => places[index + 1]! > camera.x1);
  const dense = (to - from) / box.width;
  return dense > 1.2 ? 1.7 : dense > 0.4 ? 2.3 : 3.2;
}

/** Find the first item whose event index is at least `from`, or for which `matches` returns true. */
function findFirstFrom(
  events: readonly { index: number }[], from: number, matches = (index: number): boolean => index >= from,
): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches(events[middle]!.index)) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function paintDots(context: CanvasRenderingContext2D, chart: ChartContext, from: number, to: number): void {
  const { data, places, camera, box, keys, colour, followed } = chart;
  const found: number[][] = [[], [], []];
  const faded: number[] = [];
  const cells = new OccupiedCells(box);
  let count = 0;
  const { dots } = data;
  for (let number = findFirstFrom(dots, from); number < dots.length && dots[number]!.index < to; number++) {
    const dot = dots[number]!;
    const place = places[dot.index + 1]!;
    if (dot.late || place < camera.x0 || place > camera.x1 || dot.time < camera.y0 || dot.time > camera.y1) continue;
    const [x, y] = [toX(chart, place), toY(chart, dot.time)];
    if (!cells.occupy(x, y)) continue;
    if ((keys && dot.key >= 0 && !keys.has(dot.key)) || (followed && !followed.hasDot(dot))) faded.push(x, y);
    else found[Math.max(0, Math.min(2, dot.source))]!.push(x, y);
    count++;
  }
  context.fillStyle = colour("--line2");
  for (let i = 0; i < faded.length; i += 2) context.fillRect(faded[i]! - 1, faded[i + 1]! - 1, 2, 2);
  context.fillStyle = colour("--data");
  const radius = getDotRadius(chart);
  found.forEach((points, source) => {
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) {
      if (count > MAX_ROUND_DOTS) context.fillRect(points[i]! - 1.2, points[i + 1]! - 1.2, 2.4, 2.4);
      else addRecordShape(context, source, points[i]!, points[i + 1]!, radius);
    }
    context.fill();
  });
}

/** Paint the rings of late records dropped in [from, to). */
export function paintLateRecords(context: CanvasRenderingContext2D, chart: ChartContext, from: number, to: number): void {
  const { data, keys, colour, followed } = chart;
  const cells = new OccupiedCells(chart.box);
  context.strokeStyle = colour("--fire");
  context.fillStyle = colour("--fire");
  const small = data.lateRecords.length > 400;
  const fullAlpha = context.globalAlpha;
  for (const late of data.lateRecords) {
    if (late.index < from || late.index >= to || !isOwnerShown(chart, late.operator)) continue;
    const [x, y] = [eventX(chart, late.index), toY(chart, late.time)];
    const { left, top, width, height } = chart.box;
    if (x < left || x > left + width || y < top || y > top + height || !cells.occupy(x, y)) continue;
    const isFaded = (keys && !keys.has(late.key)) || (followed && !followed.hasLate(late));
    context.globalAlpha = isFaded ? fullAlpha / 4 : fullAlpha;
    paintRing(context, chart, x, y, small ? 2.6 : 4);
  }
  context.globalAlpha = fullAlpha;
}

export function paintRing(context: CanvasRenderingContext2D, { colour }: ChartContext, x: number, y: number, r: number): void {
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

export function paintTimers(context: CanvasRenderingContext2D, chart: ChartContext, from: number, to: number): void {
  const { data, keys, box, colour } = chart;
  const fullAlpha = context.globalAlpha;
  for (const timer of data.timers) {
    if (timer.index < from || timer.index >= to || (keys && !keys.has(timer.key))) continue;
    const [x0, x1] = [eventX(chart, timer.index), eventX(chart, timer.end)];
    if (x1 < box.left || x0 > box.left + box.width) continue;
    const y = timer.domain === "event" ? toY(chart, timer.time) : box.top + box.height - 7;
    context.globalAlpha = 0.6 * fullAlpha;
    if (timer.domain === "event") strokeLine(context, [x0, y, x1, y], colour("--tm"), 1, [1, 3]);
    context.globalAlpha = fullAlpha;
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
