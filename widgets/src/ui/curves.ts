/** Lines that leave and arrive level: runs of cubic curves, which can be cut and mixed. */

import type { Point } from "./layered_layout";

/** The starting point, then for each curve its two handles and its end. */
export type Way = readonly number[];

const CURVE = 6;

/** A way through `points`, level in each of them. */
export function levelWay(points: readonly Point[]): Way {
  const way = [points[0]!.x, points[0]!.y];
  for (let number = 1; number < points.length; number++) {
    const from = points[number - 1]!;
    const to = points[number]!;
    const bend = from.y === to.y ? (to.x - from.x) / 3 : Math.max(14, (to.x - from.x) * 0.5);
    way.push(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
  }
  return way;
}

/** One after the other; the second begins where the first ends, or is led there. */
export function joined(first: Way, second: Way): Way {
  const [x, y] = first.slice(-2) as [number, number];
  const [toX, toY] = second as [number, number, ...number[]];
  if (x === toX && y === toY) return [...first, ...second.slice(2)];
  const bend = (toX - x) / 3;
  return [...first, x + bend, y, toX - bend, toY, ...second];
}

/** Both with the same number of curves; neither changes its shape. */
export function alike(first: Way, second: Way): [Way, Way] {
  let [one, other] = [first, second];
  while (one.length < other.length) one = cutLongest(one);
  while (other.length < one.length) other = cutLongest(other);
  return [one, other];
}

/** What lies between two ways that are alike: at 0 the first, at 1 the second. */
export function between(first: Way, second: Way, t: number): Way {
  if (t <= 0) return first;
  if (t >= 1) return second;
  return first.map((value, place) => value + (second[place]! - value) * t);
}

/** Half-way along (by curves, not by length). */
export function middle(way: Way): Point {
  const curves = (way.length - 2) / CURVE;
  const longest = longestCurve(way);
  const start = curves % 2 === 1 && curves > 1 ? (curves - 1) / 2 : longest;
  const [x0, y0, x1, y1, x2, y2, x3, y3] = way.slice(start * CURVE, start * CURVE + 8) as number[];
  const mix = (a: number, b: number, c: number, d: number): number => (a + 3 * b + 3 * c + d) / 8;
  return { x: mix(x0!, x1!, x2!, x3!), y: mix(y0!, y1!, y2!, y3!) };
}

export function end(way: Way): Point {
  return { x: way[way.length - 2]!, y: way[way.length - 1]! };
}

/** As the `d` of an SVG path. */
export function drawWay(way: Way): string {
  let text = `M${tenth(way[0]!)} ${tenth(way[1]!)}`;
  for (let at = 2; at < way.length; at += CURVE) {
    text +=
      `C${tenth(way[at]!)} ${tenth(way[at + 1]!)} ${tenth(way[at + 2]!)} ${tenth(way[at + 3]!)} ` +
      `${tenth(way[at + 4]!)} ${tenth(way[at + 5]!)}`;
  }
  return text;
}

/** A head at the end of a way, which arrives level. */
export function drawHead(way: Way, size: number): string {
  const { x, y } = end(way);
  return `M${tenth(x)} ${tenth(y)}l${-size} ${-size * 0.55}v${size * 1.1}z`;
}

function cutLongest(way: Way): Way {
  const at = longestCurve(way) * CURVE;
  const [x0, y0, x1, y1, x2, y2, x3, y3] = way.slice(at, at + 8) as [
    number, number, number, number, number, number, number, number,
  ]; // prettier-ignore
  const half = (a: number, b: number): number => (a + b) / 2;
  const [ax, ay, bx, by, cx, cy] = [
    half(x0, x1), half(y0, y1), half(x1, x2), half(y1, y2), half(x2, x3), half(y2, y3),
  ]; // prettier-ignore
  const [dx, dy, ex, ey] = [half(ax, bx), half(ay, by), half(bx, cx), half(by, cy)];
  const cut = [ax, ay, dx, dy, half(dx, ex), half(dy, ey), ex, ey, cx, cy, x3, y3];
  return [...way.slice(0, at + 2), ...cut, ...way.slice(at + 8)];
}

function longestCurve(way: Way): number {
  let longest = 0;
  let best = -1;
  for (let at = 0; at + CURVE < way.length; at += CURVE) {
    const length = Math.hypot(way[at + 6]! - way[at]!, way[at + 7]! - way[at + 1]!);
    if (length > best) [best, longest] = [length, at / CURVE];
  }
  return longest;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
