/** Layout of the job graph: chains with their operators. */

import { computeLayeredLayout } from "../ui/layered_layout";
import type { Block, LayeredLayout, Point } from "../ui/layered_layout";
import type { PlanDiagram, DiagramEdge, DiagramNode } from "./layers.gen";
import type { Box } from "../job/element_positions";
import {
  getChipWidth, HEADER_HEIGHT, getHeaderText, getOrderHint, createJointPath, JOINT_WIDTH, FRAME_PADDING, PILL_HEIGHT, getPillLabel, getPillWidth,
  placeFrame, addStub,
} from "./layer_layout";
import type { FrameLayout, LayerLayout } from "./layer_layout";
import { measureText } from "../ui/svg";
import { createLevelPath } from "../ui/curves";

/** Chains of the job graph: the layout inside each chain, their columns, and the links between them. */
export class ChainLayout {
  readonly layoutByChain = new Map<string, FrameLayout>();
  readonly chainOf = new Map<string, string>();
  placed: LayeredLayout | null = null;
  links: [string, string][] = [];
  order = new Map<string, number>();

  constructor(plan: PlanDiagram) {
    const job = plan.layers.find(({ name }) => name === "job");
    if (!job) return;
    const children = new Map<string, DiagramNode[]>();
    for (const node of job.nodes) {
      if (node.parent === null) children.set(node.id, children.get(node.id) ?? []);
      else children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
    }
    for (const frame of job.nodes.filter(({ parent }) => parent === null)) {
      const nodes = children.get(frame.id)!;
      for (const { id } of nodes) this.chainOf.set(id, frame.id);
      this.chainOf.set(frame.id, frame.id);
      this.layoutByChain.set(frame.id, layOutChain(frame, nodes, job.edges));
    }
    const crossing = job.edges.filter((edge) => this.getFrame(edge.source) !== this.getFrame(edge.target));
    this.links = crossing.map(({ source, target }) => [this.getFrame(source), this.getFrame(target)]);
  }

  getFrame(id: string): string {
    return this.chainOf.get(id) ?? id;
  }
}

function layOutChain(frame: DiagramNode, nodes: DiagramNode[], edges: readonly DiagramEdge[]): FrameLayout {
  const boxes = new Map<string, Box>();
  const exits = new Map<string, number>();
  const ids = new Set(nodes.map(({ id }) => id));
  const leavesChain = new Set(edges.filter((e) => !ids.has(e.target)).map(({ source }) => source));
  const next = new Map<string, DiagramNode[]>(nodes.map(({ id }) => [id, []]));
  const withInput = new Set<string>();
  for (const { source, target } of edges) {
    const to = nodes.find(({ id }) => id === target);
    if (!ids.has(source) || !to) continue;
    next.get(source)!.push(to);
    withInput.add(target);
  }
  const header = HEADER_HEIGHT + FRAME_PADDING / 2;
  let rows = 0;
  const placeNode = (node: DiagramNode, x: number): number => {
    const width = getPillWidth(node);
    const successors = next.get(node.id)!;
    const row = rows;
    successors.forEach((child, number) => {
      if (number > 0) rows++;
      placeNode(child, x + width + JOINT_WIDTH);
    });
    const y = header + row * (PILL_HEIGHT + 10);
    boxes.set(node.id, { x, y, width, height: PILL_HEIGHT });
    if (successors.length > 0 && leavesChain.has(node.id)) rows++;
    const exit = successors.length > 0 ? header + rows * (PILL_HEIGHT + 10) : y;
    exits.set(node.id, exit + PILL_HEIGHT / 2);
    return row;
  };
  nodes.filter(({ id }) => !withInput.has(id)).forEach((head, number) => {
    if (number > 0) rows++;
    placeNode(head, FRAME_PADDING);
  });
  const right = Math.max(0, ...[...boxes.values()].map(({ x, width }) => x + width));
  const words = nodes.length > 0 ? getHeaderText(frame) : getPillLabel(frame);
  const minWidth = measureText(words, "t3") + 2 * FRAME_PADDING + 4;
  const inner = nodes.length > 0 ? header + rows * (PILL_HEIGHT + 10) + PILL_HEIGHT : HEADER_HEIGHT + 12;
  return { width: Math.max(right + FRAME_PADDING, minWidth), height: inner + FRAME_PADDING, boxes, exits };
}

export function layOutChains(layout: LayerLayout, chains: ChainLayout, before: LayerLayout | undefined): void {
  const { layer } = layout;
  const frames = layer.nodes.filter(({ parent }) => parent === null);
  const blocks: Block[] = frames.map((frame, place) => {
    const { width, height } = chains.layoutByChain.get(frame.id)!;
    const inner = layer.nodes.filter(({ parent }) => parent === frame.id);
    const hint = getOrderHint(before, inner[0]?.id ?? frame.id, place);
    return { id: frame.id, width, height, hint };
  });
  const crossing = layer.edges.filter((e) => chains.getFrame(e.source) !== chains.getFrame(e.target));
  const labels = crossing.map(getChipWidth);
  const placed = computeLayeredLayout(blocks, chains.links, { row: 24, column: 54, labels });
  chains.placed = placed;
  for (const { id } of frames) {
    chains.order.set(id, placed.corners.get(id)!.y);
    placeFrame(layout, chains.layoutByChain.get(id)!, id, placed.corners.get(id)!, (node) => node);
  }
  const into = new Map<string, number>();
  crossing.forEach((edge, number) => {
    const target = chains.getFrame(edge.target);
    const count = crossing.filter((one) => chains.getFrame(one.target) === target).length;
    const place = into.get(target) ?? 0;
    into.set(target, place + 1);
    const port = (place - (count - 1) / 2) * Math.min(9, 24 / Math.max(1, count - 1));
    const exit = getExitPoint(layout, chains, edge.source);
    const points = [exit, ...placed.bends[number]!];
    addStub(layout, edge, exit);
    layout.paths.set(edge.id, createLevelPath([...points, getEntryPoint(layout, edge.target, target, port)]));
  });
  for (const edge of layer.edges) {
    if (!layout.paths.has(edge.id)) layout.paths.set(edge.id, createJointPath(layout, edge.source, edge.target));
  }
  [layout.width, layout.height] = [placed.width, placed.height];
}

function getEntryPoint(layout: LayerLayout, target: string, frame: string, port: number): Point {
  const box = layout.boxes.get(frame)!;
  const head = layout.boxes.get(target)!;
  return { x: box.x, y: head.y + head.height / 2 + port };
}

/** Get the point where an operator's output leaves its frame. */
function getExitPoint(layout: LayerLayout, chains: ChainLayout, source: string): Point {
  const frame = chains.getFrame(source);
  const box = layout.boxes.get(frame)!;
  const exit = chains.layoutByChain.get(frame)!.exits.get(source) ?? box.height / 2;
  return { x: box.x + box.width, y: box.y + exit };
}
