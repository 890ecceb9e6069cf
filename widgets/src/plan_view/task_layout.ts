/** Subtasks and slots, laid out. */

import { layered } from "../ui/layered_layout";
import type { Block, Placed, Point } from "../ui/layered_layout";
import type { LayerEdge, LayerNode } from "./layers.gen";
import type { Chains } from "./chain_layout";
import { HEADER, headerWords, joint, PAD, PILL_HEIGHT, putFrame, putStub } from "./layer_layout";
import type { Inside, Stage } from "./layer_layout";
import { textWidth } from "../ui/svg";
import { levelWay } from "../ui/curves";
import type { Way } from "../ui/curves";

const SUBTASK_GAP = 10;
const LANE_PAD = 9;
const LANE_LABEL = 62;
const MANAGER_HEADER = 24;
const MANAGER_GAP = 14;
const MASTER_GAP = 60;
/** Room between stacks of subtasks, in which their channels fan out. */
const FAN = 150;

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
export function layOutSubtasks(stage: Stage, chains: Chains): void {
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
export function layOutSlots(stage: Stage, chains: Chains): void {
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
