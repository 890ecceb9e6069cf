/** Camera of the event-time chart: which part of the run is visible. */

import type { AxisName, AxisClock } from "./axis_clock";
import type { ChartItem } from "./highlights";
import type { Camera } from "./chart_context";
import type { ChartData } from "./chart_data";

/** Timestamps beyond this are Long.MIN_VALUE or Long.MAX_VALUE, not real times. */
const FAR_TIME = 9e18;

/** Compute the bounds of the whole run. Outlier event times are ignored. */
export function computeBounds(data: ChartData, places: Float64Array): Camera {
  const times = [...data.dots.map(({ time }) => time), ...data.timers.filter(({ domain }) => domain === "event").map(({ time }) => time)];
  const bounds = data.panes.filter(({ start }) => start > -Infinity);
  for (const pane of bounds) times.push(pane.start, pane.end);
  if (times.length === 0) {
    for (const { values } of data.curves) times.push(...values.filter(Number.isFinite));
  }
  const sorted = Float64Array.from(times.filter((time) => Math.abs(time) < FAR_TIME)).sort();
  if (sorted.length === 0) sorted.set([]);
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  const usual = at(0.98) - at(0.02) || at(1) - at(0) || 1;
  const low = Math.max(at(0), at(0.02) - 4 * usual);
  const high = Math.min(at(1), at(0.98) + 4 * usual);
  const height = high - low || 1;
  const [x0, x1] = findUsedRange(data, places);
  const width = x1 - x0 || 1;
  return { x0: x0 - width * 0.015, x1: x1 + width * 0.02, y0: low - height * 0.06, y1: high + height * 0.06 };
}

/** Find the range from the first to the last drawn item, so that long idle phases do not use up the width. */
function findUsedRange(data: ChartData, places: Float64Array): [number, number] {
  const first = Math.min(data.dots[0]?.index ?? Infinity, data.panes[0]?.openedAt ?? Infinity);
  const end = places.length - 1;
  const ends = [data.dots.at(-1)?.index ?? 0, data.lateRecords.at(-1)?.index ?? 0];
  for (const pane of data.panes) ends.push(pane.firings.at(-1)?.index ?? pane.openedAt);
  for (const curve of data.curves) ends.push(curve.at.at(-1) ?? 0);
  const last = ends.reduce((a, b) => Math.max(a, b), 0);
  if (first === Infinity) return [places[0]!, places[end]!];
  return [places[first]!, places[Math.min(end, last + 1)]!];
}

const MIN_ZOOM = 1e-5;

/** Zoom the camera by `factor` (above 1 zooms out) around a fixed point, given as shares of the width and height. */
export function zoomCamera(
  camera: Camera, whole: Camera, factor: number, right: number, up: number, horizontalOnly = false,
): Camera {
  const [width, height] = [camera.x1 - camera.x0, camera.y1 - camera.y0];
  const [maxWidth, maxHeight] = [whole.x1 - whole.x0, whole.y1 - whole.y0];
  const newWide = Math.max(maxWidth * MIN_ZOOM, width * factor);
  const newTall = horizontalOnly ? height : Math.max(maxHeight * MIN_ZOOM, height * factor);
  if (newWide >= maxWidth && newTall >= maxHeight) return whole;
  const x0 = camera.x0 + (width - newWide) * right;
  const y0 = camera.y0 + (height - newTall) * up;
  return { x0, x1: x0 + newWide, y0, y1: y0 + newTall };
}

/** What the camera keeps in view: the highlighted items of a run. */
export interface CameraSubject {
  data: ChartData;
  places: Float64Array;
  items: readonly ChartItem[];
  whole: Camera;
}

/** The camera follows at most this many highlighted items. */
const MAX_ITEMS = 50;

/** Find the coordinates and event times of the highlighted items. */
function findItemPoints({ data, places, items }: CameraSubject): [x: number, y: number][] {
  return items.slice(0, MAX_ITEMS).flatMap((item): [number, number][] => {
    if (item.what === "dot") return [[places[item.dot.index + 1]!, item.dot.time]];
    if (item.what === "late") {
      const missed = data.findMissedPane(item.late);
      const own: [number, number] = [places[item.late.index + 1]!, item.late.time];
      return missed ? [own, [places[missed.openedAt + 1]!, missed.start]] : [own];
    }
    const { openedAt, start, end } = item.pane;
    return start === -Infinity ? [] : [[places[openedAt + 1]!, start], [places[openedAt + 1]!, end]];
  });
}

function findLastTime({ data, places, whole }: CameraSubject, place: number): number {
  const before = data.dots.filter(({ index }) => places[index + 1]! <= place);
  return before.at(-1)?.time ?? (whole.y0 + whole.y1) / 2;
}

/** Compute a camera around a coordinate that includes all highlighted items. */
export function frameAround(sight: CameraSubject, x: number, whole: Camera): Camera {
  const itemPoints = findItemPoints(sight);
  const span = (whole.x1 - whole.x0) / 8;
  const height = (whole.y1 - whole.y0) / 6;
  const xs = [x, ...itemPoints.map(([one]) => one)];
  const ys = itemPoints.length > 0 ? itemPoints.map(([, y]) => y) : [findLastTime(sight, x)];
  return {
    x0: Math.min(...xs) - span * 0.6, x1: Math.max(...xs) + span * 0.4,
    y0: Math.min(...ys) - height * 0.5, y1: Math.max(...ys) + height * 0.5,
  };
}

/** Compute where the camera must move to show the highlighted items, or null if they are visible. */
export function followItems(sight: CameraSubject, x: number, { x0, x1, y0, y1 }: Camera): Camera | null {
  const width = x1 - x0;
  const height = y1 - y0;
  const y = findItemPoints(sight)[0]?.[1] ?? findLastTime(sight, x);
  const isOutsideX = x < x0 + width * 0.04 || x > x1 - width * 0.04;
  const isOutsideY = y < y0 + height * 0.04 || y > y1 - height * 0.04;
  if (!isOutsideX && !isOutsideY) return null;
  const left = isOutsideX ? x - width * 0.6 : x0;
  const low = isOutsideY ? y - height * 0.5 : y0;
  return { x0: left, x1: left + width, y0: low, y1: low + height };
}

/** Choose processing time, unless nearly all records arrive within an instant of it. */
export function chooseAxis({ dots }: ChartData, clock: AxisClock): AxisName {
  if (dots.length < 2 || clock.last === clock.start) return "steps";
  const places = clock.getPlaces("time");
  const bins = new Map<number, number>();
  for (const { index } of dots) {
    const bin = Math.floor(((places[index + 1]! - clock.start) / (clock.last - clock.start)) * 40);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  const [largest = 0, second = 0] = [...bins.values()].sort((a, b) => b - a);
  return largest + second > dots.length * 0.6 ? "steps" : "time";
}
