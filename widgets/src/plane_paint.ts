/** Paints a run onto a canvas as it was in the end; what of it is shown at full strength, others decide. */

import { heatsOf } from "./plane_heat";
import type { PlaneRun, Pane } from "./plane_run";
import type { Curve } from "./plane_curves";
import { lastWithin } from "./series";

/** The part of the run that is shown: places on the axis of the run, and event times. */
export interface Camera {
  x0: number;
  x1: number;
  y0: number;
  y1: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What can be switched off. */
export const PARTS = ["records", "late", "panes", "generators", "channels", "minimum", "timers"] as const;
export type PlanePart = (typeof PARTS)[number];

export interface Picture {
  run: PlaneRun;
  /** The place of each position on the axis of the run. */
  places: Float64Array;
  camera: Camera;
  box: Box;
  /** The keys that are shown, or null for all. */
  keys: ReadonlySet<number> | null;
  /** The operator instances that are shown, or null for all. */
  operators: ReadonlySet<string> | null;
  parts: ReadonlySet<PlanePart>;
  colour: (name: string) => string;
}

export const toX = ({ camera, box }: Picture, place: number): number =>
  box.left + ((place - camera.x0) / (camera.x1 - camera.x0)) * box.width;

/** Down is earlier; infinite times stand just outside. */
export function toY({ camera, box }: Picture, time: number): number {
  if (time === Infinity) return box.top - 4;
  if (time === -Infinity) return box.top + box.height + 4;
  return box.top + (1 - (time - camera.y0) / (camera.y1 - camera.y0)) * box.height;
}

/** Where the fact at `index` stands. */
export const factX = (picture: Picture, index: number): number =>
  toX(picture, index === Infinity ? picture.places.at(-1)! : picture.places[index + 1]!);

/** Records are drawn as their source's shape. */
export function shape(context: CanvasRenderingContext2D, source: number, x: number, y: number, r: number): void {
  if (source === 1) context.rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8);
  else if (source >= 2) {
    context.moveTo(x, y - r * 1.2);
    context.lineTo(x + r * 1.15, y + r * 0.9);
    context.lineTo(x - r * 1.15, y + r * 0.9);
    context.closePath();
  } else {
    context.moveTo(x + r, y);
    context.arc(x, y, r, 0, 7);
  }
}

/** What lies below the records: panes, watermarks, and what is over. */
export function paintGround(context: CanvasRenderingContext2D, picture: Picture): void {
  const { parts } = picture;
  if (parts.has("minimum")) paintOver(context, picture);
  paintOnTime(context, picture);
  if (parts.has("panes")) paintPanes(context, picture);
  paintCurves(context, picture);
}

/** Records, late ones and timers, of facts from `from` on and before `to`. */
export function paintMarks(context: CanvasRenderingContext2D, picture: Picture, from = 0, to = Infinity): void {
  const { parts } = picture;
  if (parts.has("timers")) paintTimers(context, picture, from, to);
  if (parts.has("records")) paintDots(context, picture, from, to);
  if (parts.has("late")) paintLates(context, picture, from, to);
}

// --- event time ------------------------------------------------------------------------------------

const shownOwner = ({ operators }: Picture, owner: string): boolean => !operators || operators.has(owner);

/** What is below the minimum is over; within the allowed lateness a record still counts. */
function paintOver(context: CanvasRenderingContext2D, picture: Picture): void {
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
function paintOnTime(context: CanvasRenderingContext2D, picture: Picture): void {
  const { camera, places, colour } = picture;
  if (picture.places[1] === 1 || camera.x1 < camera.y0 || camera.x0 > camera.y1) return;
  if (places.at(-1)! < 1e6) return;
  line(
    context,
    [toX(picture, camera.x0), toY(picture, camera.x0), toX(picture, camera.x1), toY(picture, camera.x1)],
    colour("--ink3"), 1.2, [2, 4],
  ); // prettier-ignore
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

/** The number of the first of some facts that is not left of the picture. */
function firstShown({ places, camera }: Picture, at: readonly number[]): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[at[middle]! + 1]! < camera.x0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function line(
  context: CanvasRenderingContext2D, points: readonly number[], style: string, width: number,
  dash: readonly number[] = [],
): void {
  context.beginPath();
  for (let i = 0; i < points.length; i += 2) context.lineTo(points[i]!, points[i + 1]!);
  context.strokeStyle = style;
  context.lineWidth = width;
  context.setLineDash([...dash]);
  context.stroke();
  context.setLineDash([]);
} // prettier-ignore

/** Generators are told apart by their dashes. */
export const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2.5], [9, 3, 2, 3], [4, 6]];

function paintCurves(context: CanvasRenderingContext2D, picture: Picture): void {
  const { run, parts, colour } = picture;
  context.lineJoin = "round";
  const of = (kind: Curve["kind"]): Curve[] => run.curves.filter((one) => one.kind === kind);
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
    context.fillText("idle", Math.max(x0, picture.box.left) + 4, y - 6);
  }
}

// --- panes -----------------------------------------------------------------------------------------

/** The panes that may be shown, wherever the camera is; one list for a choice of keys and operators. */
function chosenPanes({ run, keys, operators }: Picture): readonly Pane[] {
  if (chosen.of !== run || chosen.keys !== keys || chosen.operators !== operators) {
    const shown = (pane: Pane): boolean =>
      pane.start > -Infinity && (!keys || keys.has(pane.key)) && (!operators || operators.has(pane.operator));
    chosen = { of: run, keys, operators, panes: run.panes.filter(shown) };
  }
  return chosen.panes;
}

let chosen: { of: unknown; keys: unknown; operators: unknown; panes: readonly Pane[] } = {
  of: null, keys: null, operators: null, panes: [],
}; // prettier-ignore

/** The panes that the picture has room and leave to show. */
export function panesIn(picture: Picture): Pane[] {
  const { camera, places } = picture;
  return chosenPanes(picture).filter(
    ({ start, end, born, gone }) =>
      end >= camera.y0 && start <= camera.y1 && places[born + 1]! <= camera.x1 &&
      (gone === Infinity || places[gone + 1]! >= camera.x0),
  ); // prettier-ignore
}

/** From here on panes of one window are drawn as one. */
const MOST_PANES = 600;

function paintHeats(context: CanvasRenderingContext2D, picture: Picture): void {
  const { camera, box, places, colour } = picture;
  context.fillStyle = colour("--pane");
  for (const { start, end, at, open, most, firings, gone } of heatsOf(chosenPanes(picture))) {
    if (end < camera.y0 || start > camera.y1 || places[at[0]! + 1]! > camera.x1) continue;
    if (gone < Infinity && places[gone + 1]! < camera.x0) continue;
    const [top, bottom] = [toY(picture, end), toY(picture, start)];
    const height = Math.max(1, bottom - top - 1);
    let x = factX(picture, at[0]!);
    for (let i = Math.max(0, firstShown(picture, at) - 1); i < at.length; i++) {
      const next = i + 1 < at.length ? factX(picture, at[i + 1]!) : box.left + box.width;
      if (next - x < 1 && i + 1 < at.length) continue;
      if (open[i]! > 0) {
        context.globalAlpha = 0.1 + 0.5 * (open[i]! / most);
        context.fillRect(x, top, next - x, height);
      }
      if (next > box.left + box.width) break;
      x = next;
    }
    context.globalAlpha = 1;
    let last = -Infinity;
    for (let i = firstShown(picture, firings); i < firings.length; i++) {
      const lid = factX(picture, firings[i]!);
      if (lid > box.left + box.width) break;
      if (lid - last < 1) continue;
      last = lid;
      context.fillRect(lid - 1.2, top, 2.4, height);
    }
  }
  context.globalAlpha = 1;
}

/** From here on filling is not drawn element by element. */
const MOST_FILLS = 6000;

function paintPanes(context: CanvasRenderingContext2D, picture: Picture): void {
  const { run, colour } = picture;
  const panes = panesIn(picture);
  if (panes.length > MOST_PANES) return paintHeats(context, picture);
  const keys = picture.keys?.size ?? run.keys.length;
  const strength = keys > 6 ? 0.16 : keys > 2 ? 0.3 : 0.5;
  const fills = panes.reduce((sum, pane) => sum + pane.fills.length, 0);
  for (const pane of panes) paintPane(context, picture, pane, strength, fills <= MOST_FILLS);
  for (const pane of panes) {
    const [y, bottom] = [toY(picture, pane.end), toY(picture, pane.start)];
    for (const { index, kind } of pane.firings) {
      const x = factX(picture, index);
      const style = kind === "late" ? colour("--fire") : colour("--pane");
      line(context, [x, y, x, bottom], style, kind === "early" ? 1.2 : 2.6, kind === "early" ? [2, 2] : []);
    }
  }
}

/** Open: filled more and more. After it fired on time: what it waits for late records. */
function paintPane(
  context: CanvasRenderingContext2D, picture: Picture, pane: Pane, strength: number, filling: boolean,
): void {
  const { colour } = picture;
  const [top, bottom] = [toY(picture, pane.end), toY(picture, pane.start)];
  const height = Math.max(1, bottom - top - 1);
  const onTime = pane.firings.find(({ kind }) => kind === "on time");
  const closes = Math.min(onTime?.index ?? Infinity, pane.gone);
  const [x0, x1, x2] = [factX(picture, pane.born), factX(picture, closes), factX(picture, pane.gone)];
  context.fillStyle = colour("--pane");
  const most = pane.counts.reduce((a, b) => Math.max(a, b), 1);
  const ends = filling ? pane.fills.filter((index) => index < closes) : [pane.born];
  for (let i = 0; i < ends.length; i++) {
    const from = factX(picture, ends[i]!);
    const to = i + 1 < ends.length ? factX(picture, ends[i + 1]!) : x1;
    context.globalAlpha = strength * (filling ? 0.35 + 0.65 * (pane.counts[i]! / most) : 0.8);
    context.fillRect(from, top, Math.max(to - from, 0.5), height);
  }
  if (x2 > x1 + 1) {
    context.globalAlpha = strength * 0.3;
    context.fillRect(x1, top, x2 - x1, height);
    context.globalAlpha = 0.8;
    line(context, [x1, top, x2, top, x2, bottom, x1, bottom], colour("--pane"), 1, [3, 3]);
  }
  if (x1 - x0 > 5 && height > 5) {
    context.globalAlpha = Math.min(1, strength * 2.2);
    context.strokeStyle = colour("--pane");
    context.lineWidth = 1;
    context.strokeRect(x0 + 0.5, top + 0.5, x1 - x0 - 1, height - 1);
  }
  context.globalAlpha = 1;
} // prettier-ignore

// --- records and timers ----------------------------------------------------------------------------

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

function paintDots(context: CanvasRenderingContext2D, picture: Picture, from: number, to: number): void {
  const { run, places, camera, box, keys, colour } = picture;
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
    if (keys && dot.key >= 0 && !keys.has(dot.key)) faded.push(x, y);
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
function paintLates(context: CanvasRenderingContext2D, picture: Picture, from: number, to: number): void {
  const { run, keys, colour } = picture;
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
    context.globalAlpha = keys && !keys.has(late.key) ? full / 4 : full;
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

function paintTimers(context: CanvasRenderingContext2D, picture: Picture, from: number, to: number): void {
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
