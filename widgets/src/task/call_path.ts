/** What runs through the inside of a task: a mark that goes from part to part, as the calls on the stack do. */

import type { Frame } from "../stepper/frame";
import type { Point } from "../ui/layered_layout";
import { ease } from "../ui/animation_clock";

const SVG = "http://www.w3.org/2000/svg";
/** Parts of the loop, which stands under the others and calls them. */
const LOOP = ["TaskMailboxImpl", "MailboxProcessor", "DataInputStatus"].map((name) => `[data-part-of="${name}"]`).join();

export class InsideWay {
  private readonly mark = document.createElementNS(SVG, "circle");
  private points: Point[] = [];
  private known = "";

  constructor() {
    this.mark.setAttribute("r", "7");
    this.mark.setAttribute("aria-hidden", "true");
  }

  /** Shows it where it is after a part `t` of its way; when it has arrived, what is lit says enough. */
  show(picture: Element, frame: Frame, t: number): void {
    const svg = picture.querySelector("svg");
    const key = `${frame.index} ${frame.task} ${svg?.getAttribute("width")}`;
    if (t >= 1 || !svg || frame.actor !== frame.task) {
      this.mark.remove();
      this.known = "";
      return;
    }
    if (key !== this.known) {
      this.known = key;
      this.points = wayThrough(svg);
    }
    const at = pointOn(this.points, ease(t));
    if (!at) return this.mark.remove();
    const element = frame.fact && "element" in frame.fact ? frame.fact.element : "";
    this.mark.setAttribute("class", `runner ${element === "watermark" ? "watermark" : "record"}`);
    this.mark.setAttribute("cx", at.x.toFixed(1));
    this.mark.setAttribute("cy", at.y.toFixed(1));
    if (this.mark.parentNode !== svg) svg.append(this.mark);
  }
}

/** The middles of what is lit: the loop first, then from what comes in to what goes out. */
function wayThrough(svg: SVGSVGElement): Point[] {
  const lit = [...svg.querySelectorAll<SVGGElement>(".part.lit, .link.lit, .lane.current")];
  const ordered = [...lit.filter((one) => one.matches(LOOP)), ...lit.filter((one) => !one.matches(LOOP))];
  return ordered.map((one) => {
    const { x, y, width, height } = one.getBBox();
    return { x: x + width / 2, y: y + height / 2 };
  });
}

/** The point of a way of straight pieces that is a part of its length from its beginning. */
export function pointOn(points: readonly Point[], part: number): Point | null {
  const pieces = points.slice(1).map((to, number) => ({ from: points[number]!, to, length: Math.hypot(to.x - points[number]!.x, to.y - points[number]!.y) }));
  let left = part * pieces.reduce((sum, { length }) => sum + length, 0);
  for (const { from, to, length } of pieces) {
    if (left <= length) {
      const gone = length === 0 ? 0 : left / length;
      return { x: from.x + (to.x - from.x) * gone, y: from.y + (to.y - from.y) * gone };
    }
    left -= length;
  }
  return pieces.at(-1)?.to ?? null;
}
