/** Call path inside a task: a marker that moves from part to part, following the call stack. */

import type { Frame } from "../stepper/frame";
import type { Point } from "../ui/layered_layout";
import { ease } from "../ui/animation_clock";

const SVG = "http://www.w3.org/2000/svg";
/** The mailbox loop, which is drawn below the other parts and calls them. */
const LOOP_SELECTOR = ["TaskMailboxImpl", "MailboxProcessor", "DataInputStatus"].map((name) => `[data-part-of="${name}"]`).join();

export class CallPathMarker {
  private readonly marker = document.createElementNS(SVG, "circle");
  private points: Point[] = [];
  private shownKey = "";

  constructor() {
    this.marker.setAttribute("r", "7");
    this.marker.setAttribute("aria-hidden", "true");
  }

  /** Show the marker at a progress `t`. At the end it is removed, because the highlighted parts show the path. */
  show(picture: Element, frame: Frame, t: number): void {
    const svg = picture.querySelector("svg");
    const key = `${frame.index} ${frame.task} ${svg?.getAttribute("width")}`;
    if (t >= 1 || !svg || frame.actor !== frame.task) {
      this.marker.remove();
      this.shownKey = "";
      return;
    }
    if (key !== this.shownKey) {
      this.shownKey = key;
      this.points = findPath(svg);
    }
    const at = getPointAlong(this.points, ease(t));
    if (!at) return this.marker.remove();
    const element = frame.event && "element" in frame.event ? frame.event.element : "";
    this.marker.setAttribute("class", `runner ${element === "watermark" ? "watermark" : "record"}`);
    this.marker.setAttribute("cx", at.x.toFixed(1));
    this.marker.setAttribute("cy", at.y.toFixed(1));
    if (this.marker.parentNode !== svg) svg.append(this.marker);
  }
}

/** Find the centres of the highlighted parts: the loop first, then from input to output. */
function findPath(svg: SVGSVGElement): Point[] {
  const isHighlighted = [...svg.querySelectorAll<SVGGElement>(".part.lit, .link.lit, .lane.current")];
  const ordered = [...isHighlighted.filter((one) => one.matches(LOOP_SELECTOR)), ...isHighlighted.filter((one) => !one.matches(LOOP_SELECTOR))];
  return ordered.map((one) => {
    const { x, y, width, height } = one.getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  });
}

/** Get the point at a share of the length of a path of straight lines. */
export function getPointAlong(points: readonly Point[], part: number): Point | null {
  const pieces = points.slice(1).map((to, number) => ({ from: points[number]!, to, length: Math.hypot(to.x - points[number]!.x, to.y - points[number]!.y) }));
  let remaining = part * pieces.reduce((sum, { length }) => sum + length, 0);
  for (const { from, to, length } of pieces) {
    if (remaining <= length) {
      const share = length === 0 ? 0 : remaining / length;
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
    }
    remaining -= length;
  }
  return pieces.at(-1)?.to ?? null;
}
