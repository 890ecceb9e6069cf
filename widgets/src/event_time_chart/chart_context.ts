/** Shared by all painters of the event-time chart: data, camera, filters and colours. */

import type { Followed } from "../stepper/focus";
import type { ChartData } from "./chart_data";

/** The visible part of the run: axis coordinates and event times. */
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

/** Parts of the chart that can be hidden. */
export const CHART_PARTS = ["records", "late", "panes", "generators", "channels", "minimum", "timers"] as const;
export type ChartPart = (typeof CHART_PARTS)[number];

export interface ChartContext {
  data: ChartData;
  /** Axis coordinate of each position. */
  places: Float64Array;
  camera: Camera;
  box: Box;
  /** Visible keys, or null for all. */
  keys: ReadonlySet<number> | null;
  /** Visible operator instances, or null for all. */
  operators: ReadonlySet<string> | null;
  visibleParts: ReadonlySet<ChartPart>;
  /** The followed target. Everything else is faded. */
  followed: Followed | null;
  /** Area where no labels are placed. */
  overlay: Box | null;
  colour: (name: string) => string;
}

export const toX = ({ camera, box }: ChartContext, place: number): number =>
  box.left + ((place - camera.x0) / (camera.x1 - camera.x0)) * box.width;

/** Get the y coordinate of an event time. Infinite times lie just outside of the chart. */
export function toY({ camera, box }: ChartContext, time: number): number {
  if (time === Infinity) return box.top - 4;
  if (time === -Infinity) return box.top + box.height + 4;
  return box.top + (1 - (time - camera.y0) / (camera.y1 - camera.y0)) * box.height;
}

/** Get the x coordinate of the event at `index`. */
export const eventX = (chart: ChartContext, index: number): number =>
  toX(chart, index === Infinity ? chart.places.at(-1)! : chart.places[index + 1]!);

/** Add the shape of a record to the path. Each source has its own shape. */
export function addRecordShape(context: CanvasRenderingContext2D, source: number, x: number, y: number, r: number): void {
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

export const isOwnerShown = ({ operators }: ChartContext, owner: string): boolean => !operators || operators.has(owner);

/** Find the first of some events, given by ascending index, that is not left of the chart. */
export function findFirstShown({ places, camera }: ChartContext, at: readonly number[]): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[at[middle]! + 1]! < camera.x0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function strokeLine(
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
}
