/** Layout of the job graph, computed once per plan and width. */

import { needsHeatmap } from "./subtask_heatmap";
import type { Box } from "./element_positions";
import { clamp, measureText } from "../ui/svg";
import type { Plan, PlanChannel, PlanVertex } from "../trace/trace.gen";

/** Positions of all parts of a job graph. */
export interface GraphLayout {
  width: number;
  height: number;
  boxes: Map<string, Box>;
  /** Vertices drawn as a heatmap. Their subtasks all have its box. */
  heatmaps: Map<string, PlanVertex>;
  /** Channels to draw, without overlapping duplicates. */
  drawnChannels: readonly PlanChannel[];
  /** Width between the layers, where the channels run. */
  gap: number;
}

const HEATMAP_HEIGHT = 96;

const MARGIN = 16;
const ROW_GAP = 12;
export const JOINT_WIDTH = 14;
const MIN_BOX_WIDTH = 208;
const MAX_BOX_WIDTH = 380;
/** Narrower tasks could not show their state. */
const NARROW_BOX_WIDTH = 196;
/** Width for the status next to the name. */
const STATUS_WIDTH = 140;

/**
 * Sizes of a job graph: the gap between layers, and the height of a task by the number of tasks and the available
 * height.
 */
export interface GraphStyle {
  /** Minimum width that channels and their elements need. */
  minGap: number;
  maxGap: number;
  getTaskHeight(tallest: number, room: number): number;
}

/** Choose the first height at which the given number of tasks fits. */
export function chooseTaskHeight(heights: readonly number[], tasks: number, room: number): number | undefined {
  return heights.find((height) => computeColumnHeight(tasks, height) <= room);
}

const computeColumnHeight = (tasks: number, height: number): number => tasks * (height + ROW_GAP) - ROW_GAP + 2 * MARGIN;

/** Height with room for the name and the operators. */
export const HEIGHT_WITH_CHAIN = 57;

/** Channels have their own panel, which leaves more room for the tasks. */
export const NETWORK_STYLE: GraphStyle = {
  minGap: 104,
  maxGap: 300,
  getTaskHeight: (tallest, room) => chooseTaskHeight([92, 72, 50], tallest, room) ?? (tallest <= 2 ? 72 : tallest <= 8 ? 50 : 32),
};

/** Smaller tasks, for views where other panels need the room. */
export const SMALL_STYLE: GraphStyle = {
  ...NETWORK_STYLE,
  getTaskHeight: (tallest, room) => chooseTaskHeight([72, 50], tallest, room) ?? 32,
};

/** With a card for each channel and moving elements. */
export const EVENT_STYLE: GraphStyle = {
  minGap: 236,
  maxGap: 330,
  getTaskHeight: (tallest, room) => chooseTaskHeight([88, HEIGHT_WITH_CHAIN, 38, 32], tallest, room) ?? (tallest <= 2 ? HEIGHT_WITH_CHAIN : tallest <= 4 ? 38 : 32),
};

/**
 * Compute the vertices by layer, top to bottom. A vertex is one layer after its furthest input (a source right before
 * its first reader). Within a layer vertices are ordered by the mean row of their inputs, then as in the plan.
 */
export function computeLayers(plan: Plan): PlanVertex[][] {
  const vertexBySubtask = new Map(plan.subtasks.map(({ id, vertex }) => [id, vertex]));
  const inputs = new Map<string, Map<string, string>>(plan.vertices.map(({ id }) => [id, new Map()]));
  for (const { source, target, source_node, target_node, input, side_output } of plan.channels) {
    const edge = `${source_node} ${target_node} ${input} ${side_output}`;
    inputs.get(vertexBySubtask.get(target)!)!.set(edge, vertexBySubtask.get(source)!);
  }
  const layerByVertex = new Map<string, number>();
  for (const { id } of plan.vertices) {
    const inputLayers = [...inputs.get(id)!.values()].map((source) => layerByVertex.get(source)! + 1);
    layerByVertex.set(id, Math.max(0, ...inputLayers));
  }
  // a source goes right before its first reader, so that its channels do not pass behind other tasks
  for (const { id } of plan.vertices) {
    if (inputs.get(id)!.size > 0) continue;
    const readers = plan.vertices.filter((one) => [...inputs.get(one.id)!.values()].includes(id));
    if (readers.length > 0) layerByVertex.set(id, Math.min(...readers.map((one) => layerByVertex.get(one.id)!)) - 1);
  }
  const layers: PlanVertex[][] = [];
  for (const vertex of plan.vertices) (layers[layerByVertex.get(vertex.id)!] ??= []).push(vertex);
  const rowByVertex = new Map<string, number>();
  for (const layer of layers) {
    const means = new Map(layer.map(({ id }) => {
      const rows = [...inputs.get(id)!.values()].map((source) => rowByVertex.get(source)!);
      return [id, rows.length > 0 ? rows.reduce((sum, row) => sum + row, 0) / rows.length : 0];
    }));
    layer.sort((a, b) => means.get(a.id)! - means.get(b.id)!);
    layer.forEach(({ id }, row) => rowByVertex.set(id, row));
  }
  return layers;
}

export function layoutGraph(plan: Plan, available: number, style = EVENT_STYLE, room = Infinity): GraphLayout {
  const layers = computeLayers(plan);
  const heatmaps = new Map<string, PlanVertex>();
  for (const layer of layers) {
    const all = layer.reduce((sum, { parallelism }) => sum + parallelism, 0);
    for (const vertex of layer) if (needsHeatmap(all, vertex.parallelism)) heatmaps.set(vertex.id, vertex);
  }
  const countRows = (layer: readonly PlanVertex[]): number =>
    layer.reduce((sum, { id, parallelism }) => sum + (heatmaps.has(id) ? 0 : parallelism), 0);
  const tallest = Math.max(1, ...layers.map(countRows));
  const height = style.getTaskHeight(tallest, room);
  const getColumnHeight = (layer: readonly PlanVertex[]): number =>
    layer.reduce((sum, { id, parallelism }) => sum + (heatmaps.has(id) ? HEATMAP_HEIGHT + ROW_GAP : parallelism * (height + ROW_GAP)), -ROW_GAP);
  const gaps = Math.max(1, layers.length - 1);
  const columnWidth = (available - 2 * MARGIN - style.minGap * gaps) / layers.length;
  const maxWidth = Math.max(MAX_BOX_WIDTH, columnWidth);
  const natural = layers.map((layer) =>
    clamp(Math.max(...layer.map(computeNaturalWidth)), MIN_BOX_WIDTH, maxWidth),
  );
  // a job that is too wide has narrower tasks, with shorter names, before it has to scroll
  const widths = columnWidth < NARROW_BOX_WIDTH ? natural : shareWidth(natural, columnWidth * layers.length);
  const boxesWidth = widths.reduce((sum, width) => sum + width, 0);
  const gap = clamp((available - 2 * MARGIN - boxesWidth) / gaps, style.minGap, style.maxGap);
  const total = Math.max(available, boxesWidth + gap * (layers.length - 1) + 2 * MARGIN);
  const graphHeight = (tallest === 1 ? 20 : 0) + Math.max(...layers.map(getColumnHeight)) + 2 * MARGIN;
  const boxes = new Map<string, Box>();
  const used = boxesWidth + gap * (layers.length - 1);
  let x = Math.max(MARGIN, (total - used) / 2);
  layers.forEach((layer, number) => {
    let y = (graphHeight - getColumnHeight(layer)) / 2;
    for (const vertex of layer) {
      const isHeatmap = heatmaps.has(vertex.id);
      const box = { x, y, width: widths[number]!, height: isHeatmap ? HEATMAP_HEIGHT : height };
      if (isHeatmap) boxes.set(vertex.id, box);
      for (let index = 0; index < vertex.parallelism; index++) {
        boxes.set(`${vertex.id}/${index}`, { ...box, y });
        if (!isHeatmap) y += height + ROW_GAP;
      }
      if (isHeatmap) y += HEATMAP_HEIGHT + ROW_GAP;
    }
    x += widths[number]! + gap;
  });
  const drawnChannels = heatmaps.size > 0 ? removeOverlapping(boxes, plan.channels) : plan.channels;
  return { width: total, height: graphHeight, boxes, heatmaps, drawnChannels, gap };
}

function computeNaturalWidth(vertex: PlanVertex): number {
  const pills = vertex.operators.reduce((sum, { name }) => sum + getPillWidth(name), 0);
  const name = `${vertex.operators[0]!.name} ${vertex.parallelism}/${vertex.parallelism}`;
  const title = measureText(name, "t1") + STATUS_WIDTH;
  return Math.max(pills + JOINT_WIDTH * (vertex.operators.length - 1) + 24, title);
}

/** Share `room` between the elements. Wide ones shrink first, and narrow ones keep their natural width. */
export function shareWidth(natural: readonly number[], room: number): readonly number[] {
  if (natural.reduce((sum, width) => sum + width, 0) <= room) return natural;
  let cap = room / natural.length;
  for (let round = 0; round < natural.length; round++) {
    const narrow = natural.filter((width) => width <= cap);
    const used = narrow.reduce((sum, width) => sum + width, 0);
    if (narrow.length < natural.length) cap = (room - used) / (natural.length - narrow.length);
  }
  return natural.map((width) => Math.min(width, cap));
}

export function getPillWidth(name: string): number {
  return measureText(name, "t2") + 18;
}

function removeOverlapping(boxes: ReadonlyMap<string, Box>, channels: readonly PlanChannel[]): PlanChannel[] {
  const positions = new Set<string>();
  return channels.filter(({ source, target }) => {
    const [from, to] = [boxes.get(source)!, boxes.get(target)!];
    const name = `${from.x} ${from.y} ${to.x} ${to.y}`;
    return !positions.has(name) && positions.add(name);
  });
}
