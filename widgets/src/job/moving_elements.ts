/** Shows what travels: elements over a picture of the job, each where its journey has it at a phase. */

import type { Journey, Leg } from "../trace/record_paths";
import type { Point } from "../ui/layered_layout";
import { ease, within } from "../ui/animation_clock";
import type { Phase } from "../ui/animation_clock";
import type { Box } from "./element_positions";
import { fit, onCurve, textWidth } from "../ui/svg";

const SVG = "http://www.w3.org/2000/svg";

/** A line that leaves and arrives level. */
export type Curve = readonly [x1: number, y1: number, x2: number, y2: number];

/** Where things are in a picture of the job. */
export interface Ground {
  operator(id: string): Point | null;
  channel(id: string, how: "in" | "out"): Stretch | null;
  /** What stands there: no name of what travels runs over it. */
  boxes: readonly Box[];
}

/** A part of a curve. */
export interface Stretch {
  curve: Curve;
  low: number;
  high: number;
}

/** Elements wait where they were written to, and are read from there. */
const WAITS = 0.6;

/** What an element goes of a channel's way in one step. */
export const half = (curve: Curve, how: "in" | "out"): Stretch =>
  how === "in" ? { curve, low: WAITS, high: 1 } : { curve, low: 0, high: WAITS };

/** The way of a journey: straight pieces and curves, one after another. */
interface Piece {
  length: number;
  at(part: number): Point;
}

interface Traveller {
  journey: Journey;
  pieces: Piece[];
  length: number;
  element: SVGElement;
  start: number;
  end: number;
  /** What stands beside it, and how wide that is. */
  label: SVGElement | null;
  wide: number;
}

/** The least part of the phase in which an element makes its way. */
const LEAST = 0.42;
/** From here on elements have no words beside them. */
const MOST_NAMED = 3;

export class Travellers {
  readonly el = document.createElementNS(SVG, "svg");
  private all: Traveller[] = [];
  private boxes: readonly Box[] = [];

  constructor() {
    this.el.setAttribute("class", "travellers");
    this.el.setAttribute("aria-hidden", "true");
  }

  /** Puts journeys onto a picture of a size; `words` names one. */
  set(
    journeys: readonly Journey[], ground: Ground, from: number, to: number, size: { width: number; height: number },
    words: (journey: Journey) => string,
  ): void {
    this.el.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    this.all = [];
    this.boxes = ground.boxes;
    const span = Math.max(1, to - from);
    for (const journey of journeys) {
      const pieces = piecesOf(journey.legs, ground);
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      if (pieces.length === 0) continue;
      const first = (journey.first - from) / span;
      const start = Math.min(first, 1 - LEAST);
      const end = Math.min(1, Math.max(start + LEAST, (journey.last + 1 - from) / span));
      const element = figure(journey);
      const room = roomOf(journey.legs, ground);
      const named = journeys.length <= MOST_NAMED && room >= LEAST_NAME ? fit(words(journey), room, "strong") : "";
      const label = named === "" ? null : nameOf(named);
      if (label) element.append(label);
      this.all.push({ journey, pieces, length, element, start, end, label, wide: textWidth(named, "strong") });
    }
    this.el.replaceChildren(...this.all.map(({ element }) => element));
  } // prettier-ignore

  show({ t }: Phase): void {
    for (const { journey, pieces, length, element, start, end, label, wide } of this.all) {
      const part = ease(within(t, start, end));
      const { x, y } = placeOn(pieces, part * length);
      const falls = journey.end === "dropped" || journey.end === "filtered" ? within(part, 0.86, 1) : 0;
      const gone = t < start || (t >= end && journey.end !== "dropped");
      element.setAttribute("transform", `translate(${x.toFixed(1)} ${(y + falls * 7).toFixed(1)})`);
      element.setAttribute("opacity", gone ? "0" : String(journey.end === "filtered" ? 1 - falls : 1));
      label?.setAttribute("opacity", this.boxes.some((box) => runsOver(box, x, y, wide)) ? "0" : "1");
      element.classList.toggle("isLate", journey.end === "dropped" && falls > 0);
    }
  }
}

function placeOn(pieces: readonly Piece[], way: number): Point {
  let left = way;
  for (const piece of pieces) {
    if (left <= piece.length) return piece.at(piece.length === 0 ? 1 : left / piece.length);
    left -= piece.length;
  }
  return pieces.at(-1)!.at(1);
}

function piecesOf(legs: readonly Leg[], ground: Ground): Piece[] {
  const pieces: Piece[] = [];
  let at: Point | null = null;
  for (const leg of legs) {
    const stretch = "channel" in leg ? ground.channel(leg.channel, leg.how) : null;
    const begins = stretch ? pointOn(stretch.curve, stretch.low) : "operator" in leg ? ground.operator(leg.operator) : null;
    if (!begins) continue;
    if (at) pieces.push(straight(at, begins));
    at = begins;
    if (!stretch) continue;
    const { curve, low, high } = stretch;
    const length = Math.hypot(curve[2] - curve[0], curve[3] - curve[1]) * (high - low);
    pieces.push({ length, at: (part) => pointOn(curve, low + (high - low) * part) });
    at = pointOn(curve, high);
  }
  if (pieces.length === 0 && at) pieces.push(straight(at, at));
  return pieces;
}

function pointOn(curve: Curve, part: number): Point {
  const [x, y] = onCurve(curve, part);
  return { x, y };
}

function straight(from: Point, to: Point): Piece {
  const mix = (part: number): Point => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  return { length: Math.hypot(to.x - from.x, to.y - from.y), at: mix };
}

const SHAPES: Record<Journey["what"], readonly [tag: string, attributes: Readonly<Record<string, string>>]> = {
  record: ["circle", { r: "6.5", class: "record" }],
  watermark: ["path", { d: "M-9 -8h12l6 8l-6 8h-12z", class: "watermark" }],
  result: ["rect", { x: "-7", y: "-6", width: "14", height: "12", rx: "3", class: "resultMark" }],
  barrier: ["rect", { x: "-2.5", y: "-11", width: "5", height: "22", rx: "2", class: "barrierMark" }],
  status: ["rect", { x: "-4", y: "-7", width: "8", height: "14", rx: "3", class: "mark" }],
};

function figure({ what }: Journey): SVGElement {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `traveller ${what}`);
  const [tag, attributes] = SHAPES[what];
  const shape = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  group.append(shape);
  return group;
}

/** How high above its place the name of what travels begins, and how tall it is. */
const NAME_ABOVE = 13;
const NAME_TALL = 12;
/** A narrower name says nothing. */
const LEAST_NAME = 40;

/** The width between two tasks: a longer name is cut. */
function roomOf(legs: readonly Leg[], ground: Ground): number {
  for (const leg of legs) {
    const curve = "channel" in leg ? ground.channel(leg.channel, leg.how)?.curve : undefined;
    if (curve) return Math.abs(curve[2] - curve[0]) - NAME_ABOVE;
  }
  return 0;
}

function runsOver(box: Box, x: number, y: number, wide: number): boolean {
  const [bottom, top] = [y - NAME_ABOVE + 3, y - NAME_ABOVE - NAME_TALL];
  return x + wide / 2 > box.x && x - wide / 2 < box.x + box.width && bottom > box.y && top < box.y + box.height;
}

function nameOf(words: string): SVGElement {
  const label = document.createElementNS(SVG, "text");
  label.setAttribute("class", "travellerName");
  label.setAttribute("y", String(-NAME_ABOVE));
  label.setAttribute("text-anchor", "middle");
  label.textContent = words;
  return label;
}
