/** Layout of the subtask and slot layers. */

import { computeLayeredLayout } from "../ui/layered_layout";
import type { Block, LayeredLayout, Point } from "../ui/layered_layout";
import type { DiagramEdge, DiagramNode } from "./layers.gen";
import type { ChainLayout } from "./chain_layout";
import { HEADER_HEIGHT, getHeaderText, createJointPath, FRAME_PADDING, PILL_HEIGHT, placeFrame, addStub } from "./layer_layout";
import type { FrameLayout, LayerLayout } from "./layer_layout";
import { measureText } from "../ui/svg";
import { createLevelPath } from "../ui/curves";
import type { CurvePath } from "../ui/curves";

const SUBTASK_GAP = 10;
const LANE_PADDING = 9;
const LANE_LABEL_WIDTH = 62;
const MANAGER_HEADER = 24;
const MANAGER_GAP = 14;
const PROCESS_GAP = 60;
/** Width between stacks of subtasks, where their channels fan out. */
const FAN_WIDTH = 150;

// --- subtasks ------------------------------------------------------------------------------------

/** Get the number at the end of `v3/1` and `o3/1`. */
function getSubtaskIndex(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

/** Get the layout of a subtask: that of its chain, or a small one where operators are omitted. */
function getSubtaskLayout(layout: LayerLayout, chains: ChainLayout, subtask: DiagramNode): FrameLayout {
  const chain = subtask.id.split("/")[0]!;
  const inside = chains.layoutByChain.get(chain);
  const head = inside && [...inside.boxes.keys()][0];
  const minWidth = measureText(getHeaderText(subtask), "t3") + 2 * FRAME_PADDING + 4;
  if (inside && head !== undefined && layout.nodes.has(`${head}/${getSubtaskIndex(subtask.id)}`)) {
    return { ...inside, width: Math.max(inside.width, minWidth) };
  }
  return { width: minWidth, height: HEADER_HEIGHT + 8, boxes: new Map(), exits: new Map() };
}

function placeSubtask(layout: LayerLayout, shape: FrameLayout, subtask: DiagramNode, at: Point): void {
  placeFrame(layout, shape, subtask.id, at, (operator) => `${operator}/${getSubtaskIndex(subtask.id)}`);
}

/** Lay out each chain as a stack of its subtasks, with its frame around them. */
export function layOutSubtasks(layout: LayerLayout, chains: ChainLayout): void {
  const { layer } = layout;
  const stacks = new Map<string, { nodes: DiagramNode[]; shapes: FrameLayout[] }>();
  for (const node of layer.nodes) {
    if (node.kind !== "subtask") continue;
    const chain = node.id.split("/")[0]!;
    const stack = stacks.get(chain) ?? { nodes: [], shapes: [] };
    stack.nodes.push(node);
    stack.shapes.push(getSubtaskLayout(layout, chains, node));
    stacks.set(chain, stack);
  }
  const blocks: Block[] = [...stacks].map(([id, { shapes }]) => {
    const frame = layout.nodes.get(id);
    const minWidth = frame ? measureText(getHeaderText(frame), "t3") + 2 * FRAME_PADDING + 4 : 0;
    const width = Math.max(minWidth, ...shapes.map((shape) => shape.width + 2 * FRAME_PADDING));
    const inner = shapes.reduce((sum, shape) => sum + shape.height + SUBTASK_GAP, -SUBTASK_GAP);
    return { id, width, height: inner + HEADER_HEIGHT + 4 + FRAME_PADDING, hint: chains.order.get(id) ?? 0 };
  });
  const links = chains.links.filter(([from, to]) => stacks.has(from) && stacks.has(to));
  const placed = computeLayeredLayout(blocks, links, { row: 26, column: FAN_WIDTH });
  chains.placed = placed;
  for (const { id, width, height } of blocks) {
    const at = placed.corners.get(id)!;
    layout.boxes.set(id, { ...at, width, height });
    const { nodes, shapes } = stacks.get(id)!;
    let y = at.y + HEADER_HEIGHT + 4;
    nodes.forEach((node, place) => {
      const shape = shapes[place]!;
      const widened = { ...shape, width: width - 2 * FRAME_PADDING };
      placeSubtask(layout, widened, node, { x: at.x + FRAME_PADDING, y });
      y += shape.height + SUBTASK_GAP;
    });
  }
  addChannelPaths(layout, chains);
  [layout.width, layout.height] = [placed.width, placed.height];
}

/** Add the paths of channels. Several channels into one subtask arrive next to each other. */
function addChannelPaths(layout: LayerLayout, chains: ChainLayout): void {
  const inputs = new Map<string, DiagramEdge[]>();
  for (const edge of layout.layer.edges) {
    if (!layout.boxes.has(edge.source) || !layout.boxes.has(edge.target)) continue;
    if (edge.kind === "chained" || edge.kind === "control") {
      layout.paths.set(edge.id, createJointPath(layout, edge.source, edge.target));
    } else {
      const frame = getTaskId(chains, edge.target);
      inputs.set(frame, [...(inputs.get(frame) ?? []), edge]);
    }
  }
  for (const edges of inputs.values()) {
    const spacing = Math.min(7, 26 / Math.max(1, edges.length - 1));
    edges.forEach((edge, place) => {
      const port = (place - (edges.length - 1) / 2) * spacing;
      layout.paths.set(edge.id, createChannelPath(layout, chains, edge, port));
    });
  }
}

/** Get the subtask in which `o3/1` runs; other ids are returned unchanged. */
function getTaskId(chains: ChainLayout, id: string): string {
  return id.startsWith("o") ? `${chains.getFrame(id.split("/")[0]!)}/${getSubtaskIndex(id)}` : id;
}

function createChannelPath(layout: LayerLayout, chains: ChainLayout, edge: DiagramEdge, port: number): CurvePath {
  const from = layout.boxes.get(getTaskId(chains, edge.source)) ?? layout.boxes.get(edge.source)!;
  const to = layout.boxes.get(getTaskId(chains, edge.target)) ?? layout.boxes.get(edge.target)!;
  const operator = edge.source.split("/")[0]!;
  const exits = chains.layoutByChain.get(chains.getFrame(operator))?.exits;
  const exit = (edge.source.startsWith("o") ? exits?.get(operator) : undefined) ?? from.height / 2;
  const head = edge.target.startsWith("o") ? layout.boxes.get(edge.target) : undefined;
  const entry = head ? head.y + head.height / 2 : to.y + to.height / 2;
  const start = { x: from.x + from.width, y: from.y + exit };
  addStub(layout, edge, start);
  return createLevelPath([start, { x: to.x, y: entry + port }]);
}

// --- slots ---------------------------------------------------------------------------------------

/** Lay out the slots as lanes. Subtasks keep their columns and move vertically into their lanes. */
export function layOutSlots(layout: LayerLayout, chains: ChainLayout): void {
  const { layer, boxes } = layout;
  const placed = chains.placed;
  if (!placed) return;
  const processes = layer.nodes.filter(({ kind }) => kind === "job manager" || kind === "resource manager");
  const left = placeProcesses(layout, processes);
  const width = placed.width + LANE_LABEL_WIDTH + 2 * LANE_PADDING;
  let y = 0;
  for (const manager of layer.nodes.filter(({ kind }) => kind === "task manager")) {
    const top = y;
    y += MANAGER_HEADER;
    for (const slot of layer.nodes.filter(({ parent }) => parent === manager.id)) {
      const inside = layer.nodes.filter(({ parent }) => parent === slot.id);
      const height = placeLane(layout, chains, placed, inside, left + LANE_LABEL_WIDTH + LANE_PADDING, y);
      boxes.set(slot.id, { x: left + LANE_PADDING, y, width: width - 2 * LANE_PADDING + 8, height });
      y += height + LANE_PADDING;
    }
    boxes.set(manager.id, { x: left, y: top, width: width + 8, height: y - top });
    y += MANAGER_GAP;
  }
  layout.height = Math.max(y - MANAGER_GAP, ...[...boxes.values()].map((b) => b.y + b.height));
  layout.width = left + width + 8;
  addChannelPaths(layout, chains);
  for (const edge of layer.edges) if (edge.kind === "control") addControlPath(layout, edge);
}

/** Add the path of a control edge: from the JobManager down to the ResourceManager, or right to the TaskManagers. */
function addControlPath(layout: LayerLayout, edge: DiagramEdge): void {
  const from = layout.boxes.get(edge.source)!;
  const to = layout.boxes.get(edge.target)!;
  const isBelow = to.x < from.x + from.width;
  const x = from.x + from.width / 2;
  const drop = to.y - from.y - from.height;
  const downPath = [x, from.y + from.height, x, from.y + from.height + drop / 3, x, to.y - drop / 3, x, to.y];
  const start = { x: from.x + from.width, y: from.y + from.height / 2 };
  layout.paths.set(edge.id, isBelow ? downPath : createLevelPath([start, { x: to.x, y: to.y + MANAGER_HEADER / 2 }]));
}

function placeProcesses(layout: LayerLayout, processes: DiagramNode[]): number {
  if (processes.length === 0) return 0;
  const width = Math.max(
    ...processes.map((node) => Math.max(measureText(node.label, "strong"), measureText(node.caption, "t3"))),
  );
  processes.forEach((node, place) => {
    layout.boxes.set(node.id, { x: 0, y: place * 100, width: width + 26, height: 54 });
  });
  return width + 26 + PROCESS_GAP;
}

function placeLane(
  layout: LayerLayout,
  chains: ChainLayout,
  placed: LayeredLayout,
  inside: DiagramNode[],
  left: number,
  top: number,
): number {
  const usedHeight = new Map<number, number>();
  let height = 0;
  for (const one of inside) {
    const chain = one.id.split("/")[0]!;
    const shape = getSubtaskLayout(layout, chains, one);
    const column = placed.columnOf.get(chain) ?? 0;
    const y = top + LANE_PADDING + (usedHeight.get(column) ?? 0);
    placeSubtask(layout, shape, one, { x: left + FRAME_PADDING + (placed.corners.get(chain)?.x ?? 0), y });
    usedHeight.set(column, (usedHeight.get(column) ?? 0) + shape.height + SUBTASK_GAP);
    height = Math.max(height, y + shape.height - top);
  }
  return Math.max(height, PILL_HEIGHT + LANE_PADDING) + LANE_PADDING;
}
