/**
 * Animate the elements that two versions of a picture have in common.
 *
 * Elements are identified by `data-m`. The numbers of their geometry are interpolated. A new element starts at the
 * geometry in its `data-from` (`height=0 y=40`), or fades in.
 */

import { ease } from "./animation_clock";

const GEOMETRY = ["x", "y", "width", "height", "x1", "y1", "x2", "y2", "cx", "cy", "r", "d", "points"] as const;
const NUMBER = /-?\d+(?:\.\d+)?/g;

interface Move {
  element: Element;
  name: string;
  from: readonly number[];
  to: readonly number[];
  shape: string;
}

/** Geometry of the named elements of a picture. */
type GeometryByName = Map<string, Map<string, string>>;

function readGeometry(root: Element): GeometryByName {
  const found: GeometryByName = new Map();
  for (const one of root.querySelectorAll("[data-m]")) {
    const own = new Map<string, string>();
    for (const name of GEOMETRY) {
      const value = one.getAttribute(name);
      if (value !== null) own.set(name, value);
    }
    found.set(one.getAttribute("data-m")!, own);
  }
  return found;
}

export class Tween {
  private moves: Move[] = [];
  private entering: Element[] = [];
  private before: GeometryByName = new Map();

  constructor(private readonly root: Element) {}

  /** Capture the geometry. Call it before the picture changes. */
  capture(): void {
    this.settle();
    this.before = readGeometry(this.root);
  }

  /** Find what has changed. Call it after the picture has changed. */
  start(): void {
    this.moves = [];
    this.entering = [];
    if (this.before.size === 0) return;
    for (const element of this.root.querySelectorAll("[data-m]")) {
      const before = this.before.get(element.getAttribute("data-m")!) ?? getInitialGeometry(element);
      if (!before) {
        this.entering.push(element);
        continue;
      }
      for (const [name, value] of before) {
        const after = element.getAttribute(name);
        if (after !== null && after !== value) this.addMove(element, name, value, after);
      }
    }
  }

  /** Show all elements at a progress `t`. */
  show(t: number): void {
    const part = ease(t);
    for (const { element, name, from, to, shape } of this.moves) {
      let number = 0;
      const mixed = shape.replace(NUMBER, () => {
        const value = from[number]! + (to[number]! - from[number]!) * part;
        number++;
        return String(Math.round(value * 100) / 100);
      });
      element.setAttribute(name, t >= 1 ? shape : mixed);
    }
    for (const element of this.entering) {
      if (t >= 1) element.removeAttribute("opacity");
      else element.setAttribute("opacity", String(Math.round(part * 100) / 100));
    }
    if (t >= 1) this.moves = this.entering = [];
  }

  private settle(): void {
    if (this.moves.length > 0 || this.entering.length > 0) this.show(1);
  }

  private addMove(element: Element, name: string, before: string, after: string): void {
    const [from, to] = [before.match(NUMBER) ?? [], after.match(NUMBER) ?? []];
    if (from.length !== to.length) return;
    this.moves.push({ element, name, from: from.map(Number), to: to.map(Number), shape: after });
  }
}

function getInitialGeometry(element: Element): Map<string, string> | null {
  const from = element.getAttribute("data-from");
  if (from === null) return null;
  return new Map(from.split(" ").map((one) => one.split("=") as [string, string]));
}
