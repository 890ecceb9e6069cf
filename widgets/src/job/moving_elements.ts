/** Elements that move over a diagram of the job along their paths. */

import type { ElementPath, PathSegment } from "../trace/record_paths";
import type { Point } from "../ui/layered_layout";
import { ease, clampedShare } from "../ui/animation_clock";
import type { Phase } from "../ui/animation_clock";
import type { Box } from "./element_positions";
import { fitText, getCurvePoint, measureText } from "../ui/svg";

const SVG = "http://www.w3.org/2000/svg";

/** A curve with horizontal tangents at both ends. */
export type Curve = readonly [x1: number, y1: number, x2: number, y2: number];

/** Positions of operators and channels in a diagram of the job. */
export interface JobGeometry {
  operator(id: string): Point | null;
  channel(id: string, direction: "in" | "out"): CurveSegment | null;
  /** Boxes that labels must not overlap. */
  boxes: readonly Box[];
}

/** A part of a curve. */
export interface CurveSegment {
  curve: Curve;
  low: number;
  high: number;
}

/** Fraction of a channel's curve at which waiting elements are drawn. */
const WAIT_FRACTION = 0.6;

/** Get the half of a channel's curve that an element covers in one step. */
export const getChannelHalf = (curve: Curve, direction: "in" | "out"): CurveSegment =>
  direction === "in" ? { curve, low: WAIT_FRACTION, high: 1 } : { curve, low: 0, high: WAIT_FRACTION };

/** A piece of a path: a straight line or a curve. */
interface PathPiece {
  length: number;
  getPoint(part: number): Point;
}

interface MovingElement {
  path: ElementPath;
  pieces: PathPiece[];
  length: number;
  element: SVGElement;
  start: number;
  end: number;
  /** The label and its width. */
  label: SVGElement | null;
  labelWidth: number;
}

/** Minimum share of a phase that an element moves. */
const MIN_PHASE_SHARE = 0.42;
/** Maximum number of elements with labels. */
const MAX_NAMED = 3;

export class MovingElements {
  readonly el = document.createElementNS(SVG, "svg");
  private elements: MovingElement[] = [];
  private boxes: readonly Box[] = [];

  constructor() {
    this.el.setAttribute("class", "travellers");
    this.el.setAttribute("aria-hidden", "true");
  }

  /** Set the paths of the moving elements on a diagram of the given size. `words` returns a label. */
  setPaths(
    paths: readonly ElementPath[], geometry: JobGeometry, from: number, to: number, size: { width: number; height: number },
    words: (path: ElementPath) => string,
  ): void {
    this.el.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    this.elements = [];
    this.boxes = geometry.boxes;
    const span = Math.max(1, to - from);
    for (const path of paths) {
      const pieces = createPieces(path.segments, geometry);
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
      if (pieces.length === 0) continue;
      const first = (path.first - from) / span;
      const start = Math.min(first, 1 - MIN_PHASE_SHARE);
      const end = Math.min(1, Math.max(start + MIN_PHASE_SHARE, (path.last + 1 - from) / span));
      const element = createShape(path);
      const room = getLabelRoom(path.segments, geometry);
      const labelText = paths.length <= MAX_NAMED && room >= MIN_LABEL_WIDTH ? fitText(words(path), room, "strong") : "";
      const label = labelText === "" ? null : createLabel(labelText);
      if (label) element.append(label);
      this.elements.push({ path, pieces, length, element, start, end, label, labelWidth: measureText(labelText, "strong") });
    }
    this.el.replaceChildren(...this.elements.map(({ element }) => element));
  }

  showPhase({ t }: Phase): void {
    for (const { path, pieces, length, element, start, end, label, labelWidth } of this.elements) {
      const part = ease(clampedShare(t, start, end));
      const { x, y } = getPointAlong(pieces, part * length);
      const fallShare = path.end === "dropped" || path.end === "filtered" ? clampedShare(part, 0.86, 1) : 0;
      const fall = path.end === "filtered" ? fallShare * 7 : 0; // a dropped record stays, and below it is text
      const isHidden = t < start || (t >= end && path.end !== "dropped");
      element.setAttribute("transform", `translate(${x.toFixed(1)} ${(y + fall).toFixed(1)})`);
      element.setAttribute("opacity", isHidden ? "0" : String(path.end === "filtered" ? 1 - fallShare : 1));
      label?.setAttribute("opacity", this.boxes.some((box) => overlapsBox(box, x, y, labelWidth)) ? "0" : "1");
      element.classList.toggle("isLate", path.end === "dropped" && fallShare > 0);
    }
  }
}

function getPointAlong(pieces: readonly PathPiece[], distance: number): Point {
  let remaining = distance;
  for (const piece of pieces) {
    if (remaining <= piece.length) return piece.getPoint(piece.length === 0 ? 1 : remaining / piece.length);
    remaining -= piece.length;
  }
  return pieces.at(-1)!.getPoint(1);
}

function createPieces(segments: readonly PathSegment[], geometry: JobGeometry): PathPiece[] {
  const pieces: PathPiece[] = [];
  let at: Point | null = null;
  for (const segment of segments) {
    const curveSegment = "channel" in segment ? geometry.channel(segment.channel, segment.how) : null;
    const startPoint = curveSegment ? getPointOnCurve(curveSegment.curve, curveSegment.low) : "operator" in segment ? geometry.operator(segment.operator) : null;
    if (!startPoint) continue;
    if (at) pieces.push(createStraightPiece(at, startPoint));
    at = startPoint;
    if (!curveSegment) continue;
    const { curve, low, high } = curveSegment;
    const length = Math.hypot(curve[2] - curve[0], curve[3] - curve[1]) * (high - low);
    pieces.push({ length, getPoint: (part) => getPointOnCurve(curve, low + (high - low) * part) });
    at = getPointOnCurve(curve, high);
  }
  if (pieces.length === 0 && at) pieces.push(createStraightPiece(at, at));
  return pieces;
}

function getPointOnCurve(curve: Curve, part: number): Point {
  const [x, y] = getCurvePoint(curve, part);
  return { x, y };
}

function createStraightPiece(from: Point, to: Point): PathPiece {
  const mix = (part: number): Point => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  return { length: Math.hypot(to.x - from.x, to.y - from.y), getPoint: mix };
}

const SHAPES: Record<ElementPath["element"], readonly [tag: string, attributes: Readonly<Record<string, string>>]> = {
  record: ["circle", { r: "6.5", class: "record" }],
  watermark: ["path", { d: "M-9 -8h12l6 8l-6 8h-12z", class: "watermark" }],
  result: ["rect", { x: "-7", y: "-6", width: "14", height: "12", rx: "3", class: "resultMark" }],
  barrier: ["rect", { x: "-2.5", y: "-11", width: "5", height: "22", rx: "2", class: "barrierMark" }],
  status: ["rect", { x: "-4", y: "-7", width: "8", height: "14", rx: "3", class: "mark" }],
};

function createShape({ element }: ElementPath): SVGElement {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `traveller ${element}`);
  const [tag, attributes] = SHAPES[element];
  const shape = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
  group.append(shape);
  return group;
}

/** Vertical offset and height of a label. */
const LABEL_OFFSET = 13;
const LABEL_HEIGHT = 12;
/** Labels narrower than this are omitted. */
const MIN_LABEL_WIDTH = 40;

/** Get the width between two tasks, to which a label is cut. */
function getLabelRoom(segments: readonly PathSegment[], geometry: JobGeometry): number {
  for (const segment of segments) {
    const curve = "channel" in segment ? geometry.channel(segment.channel, segment.how)?.curve : undefined;
    if (curve) return Math.abs(curve[2] - curve[0]) - LABEL_OFFSET;
  }
  return 0;
}

function overlapsBox(box: Box, x: number, y: number, labelWidth: number): boolean {
  const [bottom, top] = [y - LABEL_OFFSET + 3, y - LABEL_OFFSET - LABEL_HEIGHT];
  return x + labelWidth / 2 > box.x && x - labelWidth / 2 < box.x + box.width && bottom > box.y && top < box.y + box.height;
}

function createLabel(words: string): SVGElement {
  const label = document.createElementNS(SVG, "text");
  label.setAttribute("class", "travellerName");
  label.setAttribute("y", String(-LABEL_OFFSET));
  label.setAttribute("text-anchor", "middle");
  label.textContent = words;
  return label;
}
