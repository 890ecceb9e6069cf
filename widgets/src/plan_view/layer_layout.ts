/** A layer of a plan, laid out, and what all layers have in common: sizes, labels, lines. */

import type { Point } from "../ui/layered_layout";
import type { Layer, LayerEdge, LayerNode } from "./layers.gen";
import type { Box } from "../job/element_positions";
import { fit, textWidth } from "../ui/svg";
import { levelWay } from "../ui/curves";
import type { Way } from "../ui/curves";

/** One layer, laid out. */
export interface Stage {
  layer: Layer;
  nodes: Map<string, LayerNode>;
  boxes: Map<string, Box>;
  /** The ways of edges, by their ids; those inside of a chain too. */
  ways: Map<string, Way>;
  /** Inside of frames, what leads from an operator to where its way begins. */
  stubs: Map<string, Way>;
  width: number;
  height: number;
}

export const PILL_HEIGHT = 28;
/** The header of a frame, and the room around what is in it. */
export const HEADER = 21;
export const PAD = 11;
/** The room between two operators of a chain. */
export const JOINT = 30;
const WIDEST_PILL = 250;
const FRAMES = new Set(["chain", "subtask", "vertex"]);
const PLACES = new Set(["slot", "task manager", "job manager", "resource manager"]);

export function emptyStage(layer: Layer): Stage {
  const nodes = new Map(layer.nodes.map((node) => [node.id, node]));
  return { layer, nodes, boxes: new Map(), ways: new Map(), stubs: new Map(), width: 0, height: 0 };
}

export function pillLabel(node: LayerNode): string {
  return fit(node.label, WIDEST_PILL - 20, "t2");
}

export function isFrame(node: LayerNode): boolean {
  return FRAMES.has(node.kind);
}

export function isPlace(node: LayerNode): boolean {
  return PLACES.has(node.kind);
}

export function pillWidth(node: LayerNode): number {
  return Math.max(46, textWidth(pillLabel(node), "t2") + 22);
}

export function chipWidth(edge: LayerEdge): number {
  return edge.label ? textWidth(edge.label, "strong") + 20 : 0;
}

/** What stands above the operators of a chain. */
export function headerWords(frame: LayerNode): string {
  return frame.caption;
}

/** Things keep the order that they had, as far as the edges let them. */
export function hintFrom(before: Stage | undefined, id: string, otherwise: number): number {
  const box = before?.boxes.get(id);
  return box ? box.y + box.height / 2 : otherwise * 1e-3;
}

/** The inside of one chain: its operators as a tree that grows to the right. */
export interface Inside {
  width: number;
  height: number;
  boxes: Map<string, Box>;
  /** For every operator, the height at which what it sends elsewhere leaves the chain. */
  exits: Map<string, number>;
}

/** Places a frame and what is in it; `named` gives the name of an operator in this frame. */
export function putFrame(
  stage: Stage,
  inside: Inside,
  id: string,
  at: Point,
  named: (operator: string) => string,
): void {
  stage.boxes.set(id, { ...at, width: inside.width, height: inside.height });
  for (const [operator, box] of inside.boxes) {
    stage.boxes.set(named(operator), { ...box, x: at.x + box.x, y: at.y + box.y });
  }
}

export function joint(stage: Stage, source: string, target: string): Way {
  const from = stage.boxes.get(source)!;
  const to = stage.boxes.get(target)!;
  return levelWay([
    { x: from.x + from.width, y: from.y + from.height / 2 },
    { x: to.x, y: to.y + to.height / 2 },
  ]);
}

/** What leaves an operator in the middle of a chain goes down behind it, then below the others. */
export function putStub(stage: Stage, edge: LayerEdge, exit: Point): void {
  const box = stage.boxes.get(edge.source);
  if (!box || !edge.source.startsWith("o")) return;
  const start = { x: box.x + box.width, y: box.y + box.height / 2 };
  const corner = { x: start.x + JOINT, y: exit.y };
  const points = start.y === exit.y || exit.x < corner.x ? [start, exit] : [start, corner, exit];
  stage.stubs.set(edge.id, levelWay(points));
}
