/** Layout of one layer of a plan, and what all layers share: sizes, labels, paths. */

import type { Point } from "../ui/layered_layout";
import type { GraphLayer, DiagramEdge, DiagramNode } from "./layers.gen";
import type { Box } from "../job/element_positions";
import { fitText, measureText } from "../ui/svg";
import { createLevelPath } from "../ui/curves";
import type { CurvePath } from "../ui/curves";

/** A layer with the positions of its elements. */
export interface LayerLayout {
  layer: GraphLayer;
  nodes: Map<string, DiagramNode>;
  boxes: Map<string, Box>;
  /** Paths of edges by id, including those inside of chains. */
  paths: Map<string, CurvePath>;
  /** Inside of frames: paths from an operator to where its edge leaves the frame. */
  stubs: Map<string, CurvePath>;
  width: number;
  height: number;
}

export const PILL_HEIGHT = 28;
/** Header height of a frame, and the padding around its content. */
export const HEADER_HEIGHT = 21;
export const FRAME_PADDING = 11;
/** Width between two operators of a chain. */
export const JOINT_WIDTH = 30;
const MAX_PILL_WIDTH = 250;
const MAX_LINE_WIDTH = 640;
const FRAME_KINDS = new Set(["chain", "subtask", "vertex"]);
const PLACE_KINDS = new Set(["slot", "task manager", "job manager", "resource manager"]);

export function createLayerLayout(layer: GraphLayer): LayerLayout {
  const nodes = new Map(layer.nodes.map((node) => [node.id, node]));
  return { layer, nodes, boxes: new Map(), paths: new Map(), stubs: new Map(), width: 0, height: 0 };
}

export function getPillLabel(node: DiagramNode): string {
  return fitText(node.label, (node.kind === "line" ? MAX_LINE_WIDTH : MAX_PILL_WIDTH) - 20, "t2");
}

export function isFrame(node: DiagramNode): boolean {
  return FRAME_KINDS.has(node.kind);
}

export function isPlace(node: DiagramNode): boolean {
  return PLACE_KINDS.has(node.kind);
}

export function getPillWidth(node: DiagramNode): number {
  return Math.max(46, measureText(getPillLabel(node), "t2") + 22);
}

export function getChipWidth(edge: DiagramEdge): number {
  return edge.label ? measureText(edge.label, "strong") + 20 : 0;
}

/** Get the text above the operators of a chain. */
export function getHeaderText(frame: DiagramNode): string {
  return frame.caption;
}

/** Get the preferred vertical order: the same as in the previous layer, as far as the edges allow. */
export function getOrderHint(previous: LayerLayout | undefined, id: string, fallback: number): number {
  const box = previous?.boxes.get(id);
  return box ? box.y + box.height / 2 : fallback * 1e-3;
}

/** Layout inside a chain: its operators as a tree that grows to the right. */
export interface FrameLayout {
  width: number;
  height: number;
  boxes: Map<string, Box>;
  /** For each operator, the height at which its output leaves the chain. */
  exits: Map<string, number>;
}

/** Place a frame with its content. `getName` returns the id of an operator in this frame. */
export function placeFrame(
  layout: LayerLayout,
  inside: FrameLayout,
  id: string,
  at: Point,
  getName: (operator: string) => string,
): void {
  layout.boxes.set(id, { ...at, width: inside.width, height: inside.height });
  for (const [operator, box] of inside.boxes) {
    layout.boxes.set(getName(operator), { ...box, x: at.x + box.x, y: at.y + box.y });
  }
}

export function createJointPath(layout: LayerLayout, source: string, target: string): CurvePath {
  const from = layout.boxes.get(source)!;
  const to = layout.boxes.get(target)!;
  return createLevelPath([
    { x: from.x + from.width, y: from.y + from.height / 2 },
    { x: to.x, y: to.y + to.height / 2 },
  ]);
}

/** Add the path of an output from the middle of a chain: down behind its operator, then below the others. */
export function addStub(layout: LayerLayout, edge: DiagramEdge, exit: Point): void {
  const box = layout.boxes.get(edge.source);
  if (!box || !edge.source.startsWith("o")) return;
  const start = { x: box.x + box.width, y: box.y + box.height / 2 };
  const corner = { x: start.x + JOINT_WIDTH, y: exit.y };
  const points = start.y === exit.y || exit.x < corner.x ? [start, exit] : [start, corner, exit];
  layout.stubs.set(edge.id, createLevelPath(points));
}
