/** What part of a run is in sight. */

import type { AxisName, Clock } from "./axis_clock";
import type { Thing } from "./highlights";
import type { Camera } from "./chart_context";
import type { PlaneRun } from "./chart_data";

/** Beyond it are no times, but the ends of all time. */
const FOREVER = 9e18;

/** The whole run; of event times those that are not far from all others. */
export function boundsOf(run: PlaneRun, places: Float64Array): Camera {
  const times = [...run.dots.map(({ time }) => time), ...run.timers.filter(({ domain }) => domain === "event").map(({ time }) => time)];
  const bounds = run.panes.filter(({ start }) => start > -Infinity);
  for (const pane of bounds) times.push(pane.start, pane.end);
  if (times.length === 0) {
    for (const { values } of run.curves) times.push(...values.filter(Number.isFinite));
  }
  const sorted = Float64Array.from(times.filter((time) => Math.abs(time) < FOREVER)).sort();
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

/** What a camera looks for: the things that are lit, in a run. */
export interface Sight {
  run: PlaneRun;
  places: Float64Array;
  things: readonly Thing[];
  whole: Camera;
}

/** More lit things than this a camera does not look at. */
const MOST_SEEN = 50;

/** The places and times of what is lit. */
function spots({ run, places, things }: Sight): [x: number, y: number][] {
  return things.slice(0, MOST_SEEN).flatMap((thing): [number, number][] => {
    if (thing.what === "dot") return [[places[thing.dot.index + 1]!, thing.dot.time]];
    if (thing.what === "late") {
      const missed = run.missedBy(thing.late);
      const own: [number, number] = [places[thing.late.index + 1]!, thing.late.time];
      return missed ? [own, [places[missed.born + 1]!, missed.start]] : [own];
    }
    const { born, start, end } = thing.pane;
    return start === -Infinity ? [] : [[places[born + 1]!, start], [places[born + 1]!, end]];
  });
}

function lastTime({ run, places, whole }: Sight, place: number): number {
  const before = run.dots.filter(({ index }) => places[index + 1]! <= place);
  return before.at(-1)?.time ?? (whole.y0 + whole.y1) / 2;
}

/** The part of the run around a place, with all that is lit. */
export function around(sight: Sight, x: number, whole: Camera): Camera {
  const spot = spots(sight);
  const span = (whole.x1 - whole.x0) / 8;
  const tall = (whole.y1 - whole.y0) / 6;
  const xs = [x, ...spot.map(([one]) => one)];
  const ys = spot.length > 0 ? spot.map(([, y]) => y) : [lastTime(sight, x)];
  return {
    x0: Math.min(...xs) - span * 0.6, x1: Math.max(...xs) + span * 0.4,
    y0: Math.min(...ys) - tall * 0.5, y1: Math.max(...ys) + tall * 0.5,
  }; // prettier-ignore
}

/** Where a camera has to go to see what is lit at a place; null if it does. */
export function follow(sight: Sight, x: number, { x0, x1, y0, y1 }: Camera): Camera | null {
  const wide = x1 - x0;
  const tall = y1 - y0;
  const y = spots(sight)[0]?.[1] ?? lastTime(sight, x);
  const aside = x < x0 + wide * 0.04 || x > x1 - wide * 0.04;
  const above = y < y0 + tall * 0.04 || y > y1 - tall * 0.04;
  if (!aside && !above) return null;
  const left = aside ? x - wide * 0.6 : x0;
  const low = above ? y - tall * 0.5 : y0;
  return { x0: left, x1: left + wide, y0: low, y1: low + tall };
}

/** Processing time, unless nearly all records come in an instant of it. */
export function bestAxis({ dots }: PlaneRun, clock: Clock): AxisName {
  if (dots.length < 2 || clock.last === clock.start) return "steps";
  const places = clock.places("time");
  const bins = new Map<number, number>();
  for (const { index } of dots) {
    const bin = Math.floor(((places[index + 1]! - clock.start) / (clock.last - clock.start)) * 40);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  const [most = 0, second = 0] = [...bins.values()].sort((a, b) => b - a);
  return most + second > dots.length * 0.6 ? "steps" : "time";
}
