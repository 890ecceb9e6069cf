/** Paths of cubic Bézier curves with horizontal tangents, which can be split and interpolated. */

import type { Point } from "./layered_layout";

/** The start point, then for each curve its two control points and its end point. */
export type CurvePath = readonly number[];

const NUMBERS_PER_CURVE = 6;

/** Create a path through `points`, horizontal in each of them. */
export function createLevelPath(points: readonly Point[]): CurvePath {
  const path = [points[0]!.x, points[0]!.y];
  for (let number = 1; number < points.length; number++) {
    const from = points[number - 1]!;
    const to = points[number]!;
    const bend = from.y === to.y ? (to.x - from.x) / 3 : Math.max(14, (to.x - from.x) * 0.5);
    path.push(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
  }
  return path;
}

/** Join two paths. If the second does not begin where the first ends, a curve connects them. */
export function joinPaths(first: CurvePath, second: CurvePath): CurvePath {
  const [x, y] = first.slice(-2) as [number, number];
  const [toX, toY] = second as [number, number, ...number[]];
  if (x === toX && y === toY) return [...first, ...second.slice(2)];
  const bend = (toX - x) / 3;
  return [...first, x + bend, y, toX - bend, toY, ...second];
}

/** Split curves until both paths have the same number of curves. Their shapes stay the same. */
export function matchCurveCounts(first: CurvePath, second: CurvePath): [CurvePath, CurvePath] {
  let [one, other] = [first, second];
  while (one.length < other.length) one = splitLongestCurve(one);
  while (other.length < one.length) other = splitLongestCurve(other);
  return [one, other];
}

/** Interpolate between two paths with equal curve counts: 0 is the first, 1 the second. */
export function interpolatePaths(first: CurvePath, second: CurvePath, t: number): CurvePath {
  if (t <= 0) return first;
  if (t >= 1) return second;
  return first.map((value, place) => value + (second[place]! - value) * t);
}

/** Get the middle of a path, by curves and not by length. */
export function getPathMiddle(path: CurvePath): Point {
  const curves = (path.length - 2) / NUMBERS_PER_CURVE;
  const longest = findLongestCurve(path);
  const start = curves % 2 === 1 && curves > 1 ? (curves - 1) / 2 : longest;
  const [x0, y0, x1, y1, x2, y2, x3, y3] = path.slice(start * NUMBERS_PER_CURVE, start * NUMBERS_PER_CURVE + 8) as number[];
  const mix = (a: number, b: number, c: number, d: number): number => (a + 3 * b + 3 * c + d) / 8;
  return { x: mix(x0!, x1!, x2!, x3!), y: mix(y0!, y1!, y2!, y3!) };
}

export function getPathEnd(path: CurvePath): Point {
  return { x: path[path.length - 2]!, y: path[path.length - 1]! };
}

/** Convert a path to the `d` attribute of an SVG path. */
export function toSvgPath(path: CurvePath): string {
  let text = `M${roundToTenth(path[0]!)} ${roundToTenth(path[1]!)}`;
  for (let at = 2; at < path.length; at += NUMBERS_PER_CURVE) {
    text +=
      `C${roundToTenth(path[at]!)} ${roundToTenth(path[at + 1]!)} ${roundToTenth(path[at + 2]!)} ${roundToTenth(path[at + 3]!)} ` +
      `${roundToTenth(path[at + 4]!)} ${roundToTenth(path[at + 5]!)}`;
  }
  return text;
}

/** Create the arrow head at the end of a path. */
export function toArrowHead(path: CurvePath, size: number): string {
  const { x, y } = getPathEnd(path);
  return `M${roundToTenth(x)} ${roundToTenth(y)}l${-size} ${-size * 0.55}v${size * 1.1}z`;
}

function splitLongestCurve(path: CurvePath): CurvePath {
  const at = findLongestCurve(path) * NUMBERS_PER_CURVE;
  const [x0, y0, x1, y1, x2, y2, x3, y3] = path.slice(at, at + 8) as [
    number, number, number, number, number, number, number, number,
  ];
  const half = (a: number, b: number): number => (a + b) / 2;
  const [ax, ay, bx, by, cx, cy] = [
    half(x0, x1), half(y0, y1), half(x1, x2), half(y1, y2), half(x2, x3), half(y2, y3),
  ];
  const [dx, dy, ex, ey] = [half(ax, bx), half(ay, by), half(bx, cx), half(by, cy)];
  const cut = [ax, ay, dx, dy, half(dx, ex), half(dy, ey), ex, ey, cx, cy, x3, y3];
  return [...path.slice(0, at + 2), ...cut, ...path.slice(at + 8)];
}

function findLongestCurve(path: CurvePath): number {
  let longest = 0;
  let best = -1;
  for (let at = 0; at + NUMBERS_PER_CURVE < path.length; at += NUMBERS_PER_CURVE) {
    const length = Math.hypot(path[at + 6]! - path[at]!, path[at + 7]! - path[at + 1]!);
    if (length > best) [best, longest] = [length, at / NUMBERS_PER_CURVE];
  }
  return longest;
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
