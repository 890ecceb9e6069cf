/**
 * Animate the elements that two versions of a picture have in common.
 *
 * Elements are identified by `data-m`. The numbers of their geometry are interpolated. A new element starts at the
 * geometry in its `data-from` (`height=0 y=40`), or fades in. An element may pass other places on its way: `data-via`
 * (`0.3 x=4 y=40;0.5 x=9 y=20`) lists them, each with its share of the way. It may move during a part of the phase only:
 * `data-during` (`0.2 0.6`).
 */

import { clampedShare, ease } from "./animation_clock";

const GEOMETRY = ["x", "y", "width", "height", "x1", "y1", "x2", "y2", "cx", "cy", "r", "d", "points", "opacity"] as const;
const NUMBER = /-?\d+(?:\.\d+)?/g;

interface Move {
  element: Element;
  name: string;
  /** The numbers at shares of the way, from 0 to 1. */
  stops: readonly (readonly [share: number, numbers: readonly number[]])[];
  shape: string;
  /** The part of the phase in which it moves. */
  start: number;
  end: number;
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
        if (!element.hasAttribute("opacity")) this.entering.push(element);
        continue;
      }
      const ways = (element.getAttribute("data-via") ?? "").split(";").filter(Boolean).map(parseStop);
      for (const [name, value] of before) {
        const after = element.getAttribute(name);
        if (after !== null && (after !== value || ways.some(([, own]) => own.has(name)))) this.addMove(element, name, value, after, ways);
      }
    }
  }

  /** Show all elements at a progress `t`. */
  show(t: number): void {
    const part = ease(t);
    for (const { element, name, stops, shape, start, end } of this.moves) {
      const share = clampedShare(t, start, end);
      const next = Math.max(1, stops.findIndex(([at]) => at >= share));
      const [[low, from], [high, to]] = [stops[next - 1]!, stops[next]!];
      const way = ease(clampedShare(share, low, high));
      let number = 0;
      const mixed = shape.replace(NUMBER, () => {
        const value = from[number]! + (to[number]! - from[number]!) * way;
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

  private addMove(element: Element, name: string, before: string, after: string, ways: readonly Stop[]): void {
    const [from, to] = [before.match(NUMBER) ?? [], after.match(NUMBER) ?? []];
    if (from.length !== to.length) return;
    const [start, end] = (element.getAttribute("data-during") ?? "0 1").split(" ").map(Number) as [number, number];
    const between = ways.flatMap(([share, geometry]) => (geometry.has(name) ? [[share, [Number(geometry.get(name))]] as const] : []));
    this.moves.push({ element, name, stops: [[0, from.map(Number)], ...between, [1, to.map(Number)]], shape: after, start, end });
  }
}

type Stop = readonly [share: number, geometry: ReadonlyMap<string, string>];

/** Parse a stop: `0.3 x=4 y=40`. */
function parseStop(text: string): Stop {
  const [share, ...geometry] = text.trim().split(" ");
  return [Number(share), new Map(geometry.map((one) => one.split("=") as [string, string]))];
}

function getInitialGeometry(element: Element): Map<string, string> | null {
  const from = element.getAttribute("data-from");
  if (from === null) return null;
  return new Map(from.split(" ").map((one) => one.split("=") as [string, string]));
}
