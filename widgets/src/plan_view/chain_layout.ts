/** The job graph, laid out: chains with their operators in them. */

import { layered } from "../ui/layered_layout";
import type { Block, Placed, Point } from "../ui/layered_layout";
import type { LayerDocument, LayerEdge, LayerNode } from "./layers.gen";
import type { Box } from "../job/element_positions";
import {
  chipWidth, HEADER, headerWords, hintFrom, joint, JOINT, PAD, PILL_HEIGHT, pillLabel, pillWidth,
  putFrame, putStub,
} from "./layer_layout"; // prettier-ignore
import type { Inside, Stage } from "./layer_layout";
import { textWidth } from "../ui/svg";
import { levelWay } from "../ui/curves";

/** The chains of the job graph: their insides, their columns, and what joins them. */
export class Chains {
  readonly inside = new Map<string, Inside>();
  readonly chainOf = new Map<string, string>();
  placed: Placed | null = null;
  links: [string, string][] = [];
  order = new Map<string, number>();

  constructor(document: LayerDocument) {
    const job = document.layers.find(({ name }) => name === "job");
    if (!job) return;
    const children = new Map<string, LayerNode[]>();
    for (const node of job.nodes) {
      if (node.parent === null) children.set(node.id, children.get(node.id) ?? []);
      else children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
    }
    for (const frame of job.nodes.filter(({ parent }) => parent === null)) {
      const nodes = children.get(frame.id)!;
      for (const { id } of nodes) this.chainOf.set(id, frame.id);
      this.chainOf.set(frame.id, frame.id);
      this.inside.set(frame.id, insideOf(frame, nodes, job.edges));
    }
    const crossing = job.edges.filter((edge) => this.frame(edge.source) !== this.frame(edge.target));
    this.links = crossing.map(({ source, target }) => [this.frame(source), this.frame(target)]);
  }

  frame(id: string): string {
    return this.chainOf.get(id) ?? id;
  }
}

function insideOf(frame: LayerNode, nodes: LayerNode[], edges: readonly LayerEdge[]): Inside {
  const boxes = new Map<string, Box>();
  const exits = new Map<string, number>();
  const ids = new Set(nodes.map(({ id }) => id));
  const leaves = new Set(edges.filter((e) => !ids.has(e.target)).map(({ source }) => source));
  const next = new Map<string, LayerNode[]>(nodes.map(({ id }) => [id, []]));
  const led = new Set<string>();
  for (const { source, target } of edges) {
    const to = nodes.find(({ id }) => id === target);
    if (!ids.has(source) || !to) continue;
    next.get(source)!.push(to);
    led.add(target);
  }
  const header = HEADER + PAD / 2;
  let rows = 0;
  const put = (node: LayerNode, x: number): number => {
    const width = pillWidth(node);
    const behind = next.get(node.id)!;
    const row = rows;
    behind.forEach((child, number) => {
      if (number > 0) rows++;
      put(child, x + width + JOINT);
    });
    const y = header + row * (PILL_HEIGHT + 10);
    boxes.set(node.id, { x, y, width, height: PILL_HEIGHT });
    if (behind.length > 0 && leaves.has(node.id)) rows++;
    const exit = behind.length > 0 ? header + rows * (PILL_HEIGHT + 10) : y;
    exits.set(node.id, exit + PILL_HEIGHT / 2);
    return row;
  };
  nodes.filter(({ id }) => !led.has(id)).forEach((head, number) => {
    if (number > 0) rows++;
    put(head, PAD);
  });
  const right = Math.max(0, ...[...boxes.values()].map(({ x, width }) => x + width));
  const words = nodes.length > 0 ? headerWords(frame) : pillLabel(frame);
  const least = textWidth(words, "t3") + 2 * PAD + 4;
  const inner = nodes.length > 0 ? header + rows * (PILL_HEIGHT + 10) + PILL_HEIGHT : HEADER + 12;
  return { width: Math.max(right + PAD, least), height: inner + PAD, boxes, exits };
}

export function layOutChains(stage: Stage, chains: Chains, before: Stage | undefined): void {
  const { layer } = stage;
  const frames = layer.nodes.filter(({ parent }) => parent === null);
  const blocks: Block[] = frames.map((frame, place) => {
    const { width, height } = chains.inside.get(frame.id)!;
    const inner = layer.nodes.filter(({ parent }) => parent === frame.id);
    const hint = hintFrom(before, inner[0]?.id ?? frame.id, place);
    return { id: frame.id, width, height, hint };
  });
  const crossing = layer.edges.filter((e) => chains.frame(e.source) !== chains.frame(e.target));
  const labels = crossing.map(chipWidth);
  const placed = layered(blocks, chains.links, { row: 24, column: 54, labels });
  chains.placed = placed;
  for (const { id } of frames) {
    chains.order.set(id, placed.at.get(id)!.y);
    putFrame(stage, chains.inside.get(id)!, id, placed.at.get(id)!, (node) => node);
  }
  const into = new Map<string, number>();
  crossing.forEach((edge, number) => {
    const target = chains.frame(edge.target);
    const count = crossing.filter((one) => chains.frame(one.target) === target).length;
    const place = into.get(target) ?? 0;
    into.set(target, place + 1);
    const port = (place - (count - 1) / 2) * Math.min(9, 24 / Math.max(1, count - 1));
    const exit = exitOf(stage, chains, edge.source);
    const points = [exit, ...placed.bends[number]!];
    putStub(stage, edge, exit);
    stage.ways.set(edge.id, levelWay([...points, entryOf(stage, edge.target, target, port)]));
  });
  for (const edge of layer.edges) {
    if (!stage.ways.has(edge.id)) stage.ways.set(edge.id, joint(stage, edge.source, edge.target));
  }
  [stage.width, stage.height] = [placed.width, placed.height];
}

function entryOf(stage: Stage, target: string, frame: string, port: number): Point {
  const box = stage.boxes.get(frame)!;
  const head = stage.boxes.get(target)!;
  return { x: box.x, y: head.y + head.height / 2 + port };
}

/** Where what an operator sends to others leaves its frame. */
function exitOf(stage: Stage, chains: Chains, source: string): Point {
  const frame = chains.frame(source);
  const box = stage.boxes.get(frame)!;
  const exit = chains.inside.get(frame)!.exits.get(source) ?? box.height / 2;
  return { x: box.x + box.width, y: box.y + exit };
}
