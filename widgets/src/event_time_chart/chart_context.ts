/** What the painters of the plane share: where everything stands, what of it is shown, in which colours. */

import type { Followed } from "../stepper/focus";
import type { PlaneRun } from "./chart_data";

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
  /** What is followed, while everything else fades. */
  followed: Followed | null;
  /** What lies over the picture, where no words go. */
  avoid: Box | null;
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

export const shownOwner = ({ operators }: Picture, owner: string): boolean => !operators || operators.has(owner);

/** The number of the first of some facts that is not left of the picture. */
export function firstShown({ places, camera }: Picture, at: readonly number[]): number {
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
