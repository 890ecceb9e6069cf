/**
 * Moves what two pictures have in common from where it was to where it is.
 *
 * Elements are known by `data-m`. Numbers in their geometry are mixed; what is new comes from where its
 * `data-from` says (`height=0 y=40`), or fades in.
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

/** The geometry of what has a name in a picture. */
type Places = Map<string, Map<string, string>>;

function placesIn(root: Element): Places {
  const found: Places = new Map();
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
  private comes: Element[] = [];
  private before: Places = new Map();

  constructor(private readonly root: Element) {}

  /** Call before the picture is changed. */
  leave(): void {
    this.settle();
    this.before = placesIn(this.root);
  }

  /** Call when it has been: what moves is known now. */
  arrive(): void {
    this.moves = [];
    this.comes = [];
    if (this.before.size === 0) return;
    for (const element of this.root.querySelectorAll("[data-m]")) {
      const was = this.before.get(element.getAttribute("data-m")!) ?? comesFrom(element);
      if (!was) {
        this.comes.push(element);
        continue;
      }
      for (const [name, value] of was) {
        const now = element.getAttribute(name);
        if (now !== null && now !== value) this.add(element, name, value, now);
      }
    }
  }

  /** Shows everything so far on its way. */
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
    for (const element of this.comes) {
      if (t >= 1) element.removeAttribute("opacity");
      else element.setAttribute("opacity", String(Math.round(part * 100) / 100));
    }
    if (t >= 1) this.moves = this.comes = [];
  }

  private settle(): void {
    if (this.moves.length > 0 || this.comes.length > 0) this.show(1);
  }

  private add(element: Element, name: string, was: string, now: string): void {
    const [from, to] = [was.match(NUMBER) ?? [], now.match(NUMBER) ?? []];
    if (from.length !== to.length) return;
    this.moves.push({ element, name, from: from.map(Number), to: to.map(Number), shape: now });
  }
}

function comesFrom(element: Element): Map<string, string> | null {
  const from = element.getAttribute("data-from");
  if (from === null) return null;
  return new Map(from.split(" ").map((one) => one.split("=") as [string, string]));
}
