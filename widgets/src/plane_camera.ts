/** What part of a run is in sight. */

import type { Camera } from "./plane_picture";
import type { PlaneRun } from "./plane_run";

/** The whole run; of event times those that are not far from all others. */
export function boundsOf(run: PlaneRun, places: Float64Array): Camera {
  const times = [...run.dots.map(({ time }) => time), ...run.timers.filter(({ domain }) => domain === "event").map(({ time }) => time)];
  const bounds = run.panes.filter(({ start }) => start > -Infinity);
  for (const pane of bounds) times.push(pane.start, pane.end);
  if (times.length === 0) {
    for (const { values } of run.curves) times.push(...values.filter(Number.isFinite));
  }
  const sorted = Float64Array.from(times).sort();
  if (sorted.length === 0) sorted.set([]);
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))] ?? 0;
  const usual = at(0.98) - at(0.02) || at(1) - at(0) || 1;
  const low = Math.max(at(0), at(0.02) - 4 * usual);
  const high = Math.min(at(1), at(0.98) + 4 * usual);
  const tall = high - low || 1;
  const [x0, x1] = inUse(run, places);
  const wide = x1 - x0 || 1;
  return { x0: x0 - wide * 0.015, x1: x1 + wide * 0.02, y0: low - tall * 0.06, y1: high + tall * 0.06 };
}

/** From the first thing to the last, and a little of what comes before and after. */
function inUse(run: PlaneRun, places: Float64Array): [number, number] {
  const first = Math.min(run.dots[0]?.index ?? Infinity, run.panes[0]?.born ?? Infinity);
  const end = places.length - 1;
  const ends = [run.dots.at(-1)?.index ?? 0, run.lates.at(-1)?.index ?? 0];
  for (const pane of run.panes) ends.push(pane.firings.at(-1)?.index ?? pane.born);
  for (const curve of run.curves) ends.push(curve.at.at(-1) ?? 0);
  const last = ends.reduce((a, b) => Math.max(a, b), 0);
  if (first === Infinity) return [places[0]!, places[end]!];
  return [places[first]!, places[Math.min(end, last + 1)]!];
}

const LEAST = 1e-5;

/** `camera` with `factor` times as much in sight; what is at a part of the picture stays there. */
export function zoomed(
  camera: Camera, whole: Camera, factor: number, right: number, up: number, levelOnly = false,
): Camera {
  const [wide, tall] = [camera.x1 - camera.x0, camera.y1 - camera.y0];
  const [most, highest] = [whole.x1 - whole.x0, whole.y1 - whole.y0];
  const newWide = Math.max(most * LEAST, wide * factor);
  const newTall = levelOnly ? tall : Math.max(highest * LEAST, tall * factor);
  if (newWide >= most && newTall >= highest) return whole;
  const x0 = camera.x0 + (wide - newWide) * right;
  const y0 = camera.y0 + (tall - newTall) * up;
  return { x0, x1: x0 + newWide, y0, y1: y0 + newTall };
} // prettier-ignore
