/**
 * Where everything of a plan stands in each of its layers.
 *
 * The columns of chains are kept from the job graph on, so that on the way to subtasks and slots
 * everything moves up and down only, and the eye can follow.
 */

import { layered } from "./layered";
import type { Block, Placed, Point } from "./layered";
import type { Layer, LayerDocument, LayerEdge, LayerNode } from "./layers.gen";
import { fit, textWidth } from "./svg";
import { levelWay } from "./ways";
import type { Way } from "./ways";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

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
const WIDEST_PILL = 250;
const CAPTION = 18;
const JOINT = 30;
const PAD = 11;
const HEADER = 21;
const ROW_GAP = 20;
const SUBTASK_GAP = 10;
const LANE_PAD = 9;
const LANE_LABEL = 62;
const MANAGER_HEADER = 24;
const MANAGER_GAP = 14;
const MASTER_GAP = 60;
/** Room between stacks of subtasks, in which their channels fan out. */
const FAN = 150;

export function pillLabel(node: LayerNode): string {
  return fit(node.label, WIDEST_PILL - 20, "t2");
}

export function isFrame(node: LayerNode): boolean {
  return FRAMES.has(node.kind);
}

const FRAMES = new Set(["chain", "subtask", "vertex"]);
const PLACES = new Set(["slot", "task manager", "job manager", "resource manager"]);

/** Lays out all layers of a document, the first first. */
export function layOut(document: LayerDocument): Stage[] {
  const stages: Stage[] = [];
  const chains = new Chains(document);
  for (const layer of document.layers) {
    const before = stages[stages.length - 1];
    const stage = emptyStage(layer);
    if (layer.name === "job") layOutChains(stage, chains, before);
    else if (layer.name === "execution") layOutSubtasks(stage, chains);
    else if (layer.name === "slots") layOutSlots(stage, chains);
    else layOutOperators(stage, before);
    stages.push(stage);
  }
  return stages;
}

function emptyStage(layer: Layer): Stage {
  const nodes = new Map(layer.nodes.map((node) => [node.id, node]));
  return { layer, nodes, boxes: new Map(), ways: new Map(), stubs: new Map(), width: 0, height: 0 };
}

// --- operators, one by one -----------------------------------------------------------------------

function layOutOperators(stage: Stage, before: Stage | undefined): void {
  const { layer } = stage;
  const blocks = layer.nodes.map((node, place) => ({
    id: node.id,
    width: Math.max(pillWidth(node), Math.min(textWidth(node.caption, "t3"), 190)),
    height: PILL_HEIGHT + 2 * CAPTION,
    hint: hintFrom(before, node.origin ?? node.id, place),
  }));
  const placed = layered(blocks, linksOf(layer.edges), {
    row: ROW_GAP - CAPTION + 8,
    column: 44,
    labels: layer.edges.map(chipWidth),
  });
  for (const block of blocks) {
    const node = stage.nodes.get(block.id)!;
    const { x, y } = placed.at.get(block.id)!;
    const width = pillWidth(node);
    stage.boxes.set(node.id, {
      x: x + (block.width - width) / 2, y: y + CAPTION, width, height: PILL_HEIGHT,
    }); // prettier-ignore
  }
  drawEdges(stage, layer.edges, placed);
  [stage.width, stage.height] = [placed.width, placed.height];
}

function pillWidth(node: LayerNode): number {
  return Math.max(46, textWidth(pillLabel(node), "t2") + 22);
}

/** Things keep the order that they had, as far as the edges let them. */
function hintFrom(before: Stage | undefined, id: string, otherwise: number): number {
  const box = before?.boxes.get(id);
  return box ? box.y + box.height / 2 : otherwise * 1e-3;
}

function linksOf(edges: readonly LayerEdge[]): [string, string][] {
  return edges.map(({ source, target }) => [source, target]);
}

export function chipWidth(edge: LayerEdge): number {
  return edge.label ? textWidth(edge.label, "t3") + 18 : 0;
}

/** Ways between boxes that stand in columns. */
function drawEdges(stage: Stage, edges: readonly LayerEdge[], placed: Placed): void {
  const ports = portsOf(edges, stage);
  edges.forEach((edge, number) => {
    const from = stage.boxes.get(edge.source)!;
    const to = stage.boxes.get(edge.target)!;
    const [out, into] = ports.get(edge)!;
    stage.ways.set(
      edge.id,
      levelWay([
        { x: from.x + from.width, y: from.y + from.height / 2 + out },
        ...placed.bends[number]!,
        { x: to.x, y: to.y + to.height / 2 + into },
      ]),
    );
  });
}

/** Several edges at one side of a box leave and arrive beside each other. */
function portsOf(edges: readonly LayerEdge[], stage: Stage): Map<LayerEdge, [number, number]> {
  const ports = new Map<LayerEdge, [number, number]>(edges.map((edge) => [edge, [0, 0]]));
  const middleOf = (id: string): number => {
    const box = stage.boxes.get(id)!;
    return box.y + box.height / 2;
  };
  for (const [side, own, other] of [[0, "source", "target"], [1, "target", "source"]] as const) {
    const groups = new Map<string, LayerEdge[]>();
    for (const edge of edges) groups.set(edge[own], [...(groups.get(edge[own]) ?? []), edge]);
    for (const group of groups.values()) {
      if (group.length === 1) continue;
      group.sort((a, b) => middleOf(a[other]) - middleOf(b[other]));
      const apart = Math.min(7, 18 / (group.length - 1));
      group.forEach((edge, place) => {
        ports.get(edge)![side] = (place - (group.length - 1) / 2) * apart;
      });
    }
  }
  return ports;
}

// --- chains --------------------------------------------------------------------------------------

/** The inside of one chain: its operators as a tree that grows to the right. */
interface Inside {
  width: number;
  height: number;
  boxes: Map<string, Box>;
  /** For every operator, the height at which what it sends elsewhere leaves the chain. */
  exits: Map<string, number>;
}

/** The chains of the job graph: their insides, their columns, and what joins them. */
class Chains {
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

/** What stands above the operators of a chain. */
export function headerWords(frame: LayerNode): string {
  return frame.caption;
}

function layOutChains(stage: Stage, chains: Chains, before: Stage | undefined): void {
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

/** Places a frame and what is in it; `named` gives the name of an operator in this frame. */
function putFrame(
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

/** Where what an operator sends to others leaves its frame. */
function exitOf(stage: Stage, chains: Chains, source: string): Point {
  const frame = chains.frame(source);
  const box = stage.boxes.get(frame)!;
  const exit = chains.inside.get(frame)!.exits.get(source) ?? box.height / 2;
  return { x: box.x + box.width, y: box.y + exit };
}

/** What leaves an operator in the middle of a chain goes down behind it, then below the others. */
function putStub(stage: Stage, edge: LayerEdge, exit: Point): void {
  const box = stage.boxes.get(edge.source);
  if (!box || !edge.source.startsWith("o")) return;
  const start = { x: box.x + box.width, y: box.y + box.height / 2 };
  const corner = { x: start.x + JOINT, y: exit.y };
  const points = start.y === exit.y || exit.x < corner.x ? [start, exit] : [start, corner, exit];
  stage.stubs.set(edge.id, levelWay(points));
}

function entryOf(stage: Stage, target: string, frame: string, port: number): Point {
  const box = stage.boxes.get(frame)!;
  const head = stage.boxes.get(target)!;
  return { x: box.x, y: head.y + head.height / 2 + port };
}

function joint(stage: Stage, source: string, target: string): Way {
  const from = stage.boxes.get(source)!;
  const to = stage.boxes.get(target)!;
  return levelWay([
    { x: from.x + from.width, y: from.y + from.height / 2 },
    { x: to.x, y: to.y + to.height / 2 },
  ]);
}

// --- subtasks ------------------------------------------------------------------------------------

/** The number at the end of `v3/1` and `o3/1`. */
function indexOf(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

/** The shape of a subtask: that of its chain, or a small one where operators are left out. */
function shapeOf(stage: Stage, chains: Chains, subtask: LayerNode): Inside {
  const chain = subtask.id.split("/")[0]!;
  const inside = chains.inside.get(chain);
  const head = inside && [...inside.boxes.keys()][0];
  const least = textWidth(headerWords(subtask), "t3") + 2 * PAD + 4;
  if (inside && head !== undefined && stage.nodes.has(`${head}/${indexOf(subtask.id)}`)) {
    return { ...inside, width: Math.max(inside.width, least) };
  }
  return { width: least, height: HEADER + 8, boxes: new Map(), exits: new Map() };
}

function putSubtask(stage: Stage, shape: Inside, subtask: LayerNode, at: Point): void {
  putFrame(stage, shape, subtask.id, at, (operator) => `${operator}/${indexOf(subtask.id)}`);
}

/** Each chain becomes a stack of its subtasks, and its frame grows around them. */
function layOutSubtasks(stage: Stage, chains: Chains): void {
  const { layer } = stage;
  const stacks = new Map<string, { nodes: LayerNode[]; shapes: Inside[] }>();
  for (const node of layer.nodes) {
    if (node.kind !== "subtask") continue;
    const chain = node.id.split("/")[0]!;
    const stack = stacks.get(chain) ?? { nodes: [], shapes: [] };
    stack.nodes.push(node);
    stack.shapes.push(shapeOf(stage, chains, node));
    stacks.set(chain, stack);
  }
  const blocks: Block[] = [...stacks].map(([id, { shapes }]) => {
    const frame = stage.nodes.get(id);
    const least = frame ? textWidth(headerWords(frame), "t3") + 2 * PAD + 4 : 0;
    const width = Math.max(least, ...shapes.map((shape) => shape.width + 2 * PAD));
    const inner = shapes.reduce((sum, shape) => sum + shape.height + SUBTASK_GAP, -SUBTASK_GAP);
    return { id, width, height: inner + HEADER + 4 + PAD, hint: chains.order.get(id) ?? 0 };
  });
  const links = chains.links.filter(([from, to]) => stacks.has(from) && stacks.has(to));
  const placed = layered(blocks, links, { row: 26, column: FAN });
  chains.placed = placed;
  for (const { id, width, height } of blocks) {
    const at = placed.at.get(id)!;
    stage.boxes.set(id, { ...at, width, height });
    const { nodes, shapes } = stacks.get(id)!;
    let y = at.y + HEADER + 4;
    nodes.forEach((node, place) => {
      const shape = shapes[place]!;
      const widened = { ...shape, width: width - 2 * PAD };
      putSubtask(stage, widened, node, { x: at.x + PAD, y });
      y += shape.height + SUBTASK_GAP;
    });
  }
  drawChannels(stage, chains);
  [stage.width, stage.height] = [placed.width, placed.height];
}

/** The channels into each subtask arrive beside each other. */
function drawChannels(stage: Stage, chains: Chains): void {
  const inputs = new Map<string, LayerEdge[]>();
  for (const edge of stage.layer.edges) {
    if (!stage.boxes.has(edge.source) || !stage.boxes.has(edge.target)) continue;
    if (edge.kind === "chained" || edge.kind === "control") {
      stage.ways.set(edge.id, joint(stage, edge.source, edge.target));
    } else {
      const frame = taskOf(chains, edge.target);
      inputs.set(frame, [...(inputs.get(frame) ?? []), edge]);
    }
  }
  for (const edges of inputs.values()) {
    const apart = Math.min(7, 26 / Math.max(1, edges.length - 1));
    edges.forEach((edge, place) => {
      const port = (place - (edges.length - 1) / 2) * apart;
      stage.ways.set(edge.id, channelWay(stage, chains, edge, port));
    });
  }
}

/** The subtask that `o3/1` runs in; a subtask or a vertex itself. */
function taskOf(chains: Chains, id: string): string {
  return id.startsWith("o") ? `${chains.frame(id.split("/")[0]!)}/${indexOf(id)}` : id;
}

function channelWay(stage: Stage, chains: Chains, edge: LayerEdge, port: number): Way {
  const from = stage.boxes.get(taskOf(chains, edge.source)) ?? stage.boxes.get(edge.source)!;
  const to = stage.boxes.get(taskOf(chains, edge.target)) ?? stage.boxes.get(edge.target)!;
  const operator = edge.source.split("/")[0]!;
  const exits = chains.inside.get(chains.frame(operator))?.exits;
  const exit = (edge.source.startsWith("o") ? exits?.get(operator) : undefined) ?? from.height / 2;
  const head = edge.target.startsWith("o") ? stage.boxes.get(edge.target) : undefined;
  const entry = head ? head.y + head.height / 2 : to.y + to.height / 2;
  const start = { x: from.x + from.width, y: from.y + exit };
  putStub(stage, edge, start);
  return levelWay([start, { x: to.x, y: entry + port }]);
}

// --- slots ---------------------------------------------------------------------------------------

/** Each slot is a lane; subtasks keep their column and go up or down into their lane. */
function layOutSlots(stage: Stage, chains: Chains): void {
  const { layer, boxes } = stage;
  const placed = chains.placed;
  if (!placed) return;
  const masters = layer.nodes.filter(({ kind }) => kind === "job manager" || kind === "resource manager");
  const left = putMasters(stage, masters);
  const width = placed.width + LANE_LABEL + 2 * LANE_PAD;
  let y = 0;
  for (const manager of layer.nodes.filter(({ kind }) => kind === "task manager")) {
    const top = y;
    y += MANAGER_HEADER;
    for (const slot of layer.nodes.filter(({ parent }) => parent === manager.id)) {
      const inside = layer.nodes.filter(({ parent }) => parent === slot.id);
      const height = putLane(stage, chains, placed, inside, left + LANE_LABEL + LANE_PAD, y);
      boxes.set(slot.id, { x: left + LANE_PAD, y, width: width - 2 * LANE_PAD + 8, height });
      y += height + LANE_PAD;
    }
    boxes.set(manager.id, { x: left, y: top, width: width + 8, height: y - top });
    y += MANAGER_GAP;
  }
  stage.height = Math.max(y - MANAGER_GAP, ...[...boxes.values()].map((b) => b.y + b.height));
  stage.width = left + width + 8;
  drawChannels(stage, chains);
  for (const edge of layer.edges) if (edge.kind === "control") drawOrder(stage, edge);
}

/** The JobManager asks the ResourceManager below it, and deploys into what stands beside it. */
function drawOrder(stage: Stage, edge: LayerEdge): void {
  const from = stage.boxes.get(edge.source)!;
  const to = stage.boxes.get(edge.target)!;
  const below = to.x < from.x + from.width;
  const x = from.x + from.width / 2;
  const drop = to.y - from.y - from.height;
  const down = [x, from.y + from.height, x, from.y + from.height + drop / 3, x, to.y - drop / 3, x, to.y];
  const start = { x: from.x + from.width, y: from.y + from.height / 2 };
  stage.ways.set(edge.id, below ? down : levelWay([start, { x: to.x, y: to.y + MANAGER_HEADER / 2 }]));
}

function putMasters(stage: Stage, masters: LayerNode[]): number {
  if (masters.length === 0) return 0;
  const width = Math.max(
    ...masters.map((node) => Math.max(textWidth(node.label, "strong"), textWidth(node.caption, "t3"))),
  );
  masters.forEach((node, place) => {
    stage.boxes.set(node.id, { x: 0, y: place * 100, width: width + 26, height: 54 });
  });
  return width + 26 + MASTER_GAP;
}

function putLane(
  stage: Stage,
  chains: Chains,
  placed: Placed,
  inside: LayerNode[],
  left: number,
  top: number,
): number {
  const used = new Map<number, number>();
  let height = 0;
  for (const one of inside) {
    const chain = one.id.split("/")[0]!;
    const shape = shapeOf(stage, chains, one);
    const column = placed.column.get(chain) ?? 0;
    const y = top + LANE_PAD + (used.get(column) ?? 0);
    putSubtask(stage, shape, one, { x: left + PAD + (placed.at.get(chain)?.x ?? 0), y });
    used.set(column, (used.get(column) ?? 0) + shape.height + SUBTASK_GAP);
    height = Math.max(height, y + shape.height - top);
  }
  return Math.max(height, PILL_HEIGHT + LANE_PAD) + LANE_PAD;
}

export function isPlace(node: LayerNode): boolean {
  return PLACES.has(node.kind);
}
