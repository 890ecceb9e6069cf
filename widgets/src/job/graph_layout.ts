/** Where everything stands in the picture of a job; computed once for a plan and a width. */

import { isMany } from "./subtask_heatmap";
import type { Box } from "./element_positions";
import { clamp, textWidth } from "../ui/svg";
import type { Plan, PlanChannel, PlanVertex } from "../trace/trace.gen";

/** Where everything stands; computed once for a plan and a width. */
export interface GraphLayout {
  width: number;
  height: number;
  boxes: Map<string, Box>;
  /** The vertices that are shown as heat; their subtasks all have its box. */
  heats: Map<string, PlanVertex>;
  /** The channels that are drawn: of those that would lie upon each other one. */
  wires: readonly PlanChannel[];
  /** Room between the layers, in which the channels run. */
  gap: number;
}

const HEAT_HEIGHT = 96;

const MARGIN = 16;
const ROW_GAP = 12;
export const JOINT = 14;
const NARROWEST_BOX = 208;
const WIDEST_BOX = 380;
/** For what a task does, beside its name. */
const BESIDE_NAME = 140;

/** What a picture of the job needs: room between the layers, and how tall tasks are by their number and the height there is for them. */
export interface GraphStyle {
  /** Below this the channels, and what they carry, have no room. */
  narrowestGap: number;
  widestGap: number;
  height(tallest: number, room: number): number;
}

/** The first height of which there is room for so many tasks under each other. */
export function tallestOf(heights: readonly number[], tasks: number, room: number): number | undefined {
  return heights.find((height) => heightOf(tasks, height) <= room);
}

const heightOf = (tasks: number, height: number): number => tasks * (height + ROW_GAP) - ROW_GAP + 2 * MARGIN;

/** Here a task has room for its name and its operators. */
export const WITH_CHAIN = 57;

/** With a card for each channel, and the elements on their way. */
export const EVENT_STYLE: GraphStyle = {
  narrowestGap: 236,
  widestGap: 330,
  height: (tallest, room) => tallestOf([88, WITH_CHAIN, 38, 32], tallest, room) ?? (tallest <= 2 ? WITH_CHAIN : tallest <= 4 ? 38 : 32),
};

/**
 * The vertices by layer, in rows from the top: one layer behind the furthest input (sources before their first reader), and in it by the
 * mean row of the inputs, then as in the plan, where inputs come first.
 */
export function layersOf(plan: Plan): PlanVertex[][] {
  const vertexOf = new Map(plan.subtasks.map(({ id, vertex }) => [id, vertex]));
  const inputs = new Map<string, Map<string, string>>(plan.vertices.map(({ id }) => [id, new Map()]));
  for (const { source, target, source_node, target_node, input, side_output } of plan.channels) {
    const edge = `${source_node} ${target_node} ${input} ${side_output}`;
    inputs.get(vertexOf.get(target)!)!.set(edge, vertexOf.get(source)!);
  }
  const layerOf = new Map<string, number>();
  for (const { id } of plan.vertices) {
    const before = [...inputs.get(id)!.values()].map((source) => layerOf.get(source)! + 1);
    layerOf.set(id, Math.max(0, ...before));
  }
  // a source stands right before the first that reads from it, so that its channels pass behind nobody
  for (const { id } of plan.vertices) {
    if (inputs.get(id)!.size > 0) continue;
    const readers = plan.vertices.filter((one) => [...inputs.get(one.id)!.values()].includes(id));
    if (readers.length > 0) layerOf.set(id, Math.min(...readers.map((one) => layerOf.get(one.id)!)) - 1);
  }
  const layers: PlanVertex[][] = [];
  for (const vertex of plan.vertices) (layers[layerOf.get(vertex.id)!] ??= []).push(vertex);
  const rowOf = new Map<string, number>();
  for (const layer of layers) {
    const means = new Map(layer.map(({ id }) => {
      const rows = [...inputs.get(id)!.values()].map((source) => rowOf.get(source)!);
      return [id, rows.length > 0 ? rows.reduce((sum, row) => sum + row, 0) / rows.length : 0];
    }));
    layer.sort((a, b) => means.get(a.id)! - means.get(b.id)!);
    layer.forEach(({ id }, row) => rowOf.set(id, row));
  }
  return layers;
}

export function layoutGraph(plan: Plan, available: number, style = EVENT_STYLE, room = Infinity): GraphLayout {
  const layers = layersOf(plan);
  const heats = new Map<string, PlanVertex>();
  for (const layer of layers) {
    const all = layer.reduce((sum, { parallelism }) => sum + parallelism, 0);
    for (const vertex of layer) if (isMany(all, vertex.parallelism)) heats.set(vertex.id, vertex);
  }
  const rowsOf = (layer: readonly PlanVertex[]): number =>
    layer.reduce((sum, { id, parallelism }) => sum + (heats.has(id) ? 0 : parallelism), 0);
  const tallest = Math.max(1, ...layers.map(rowsOf));
  const height = style.height(tallest, room);
  const tallOf = (layer: readonly PlanVertex[]): number =>
    layer.reduce((sum, { id, parallelism }) => sum + (heats.has(id) ? HEAT_HEIGHT + ROW_GAP : parallelism * (height + ROW_GAP)), -ROW_GAP);
  const gaps = Math.max(1, layers.length - 1);
  const wide = (available - 2 * MARGIN - style.narrowestGap * gaps) / layers.length;
  const widest = Math.max(WIDEST_BOX, wide);
  const widths = layers.map((layer) =>
    clamp(Math.max(...layer.map(naturalWidth)), NARROWEST_BOX, widest),
  );
  const boxesWidth = widths.reduce((sum, width) => sum + width, 0);
  const gap = clamp((available - 2 * MARGIN - boxesWidth) / gaps, style.narrowestGap, style.widestGap);
  const total = Math.max(available, boxesWidth + gap * (layers.length - 1) + 2 * MARGIN);
  const picHeight = (tallest === 1 ? 20 : 0) + Math.max(...layers.map(tallOf)) + 2 * MARGIN;
  const boxes = new Map<string, Box>();
  const used = boxesWidth + gap * (layers.length - 1);
  let x = Math.max(MARGIN, (total - used) / 2);
  layers.forEach((layer, number) => {
    let y = (picHeight - tallOf(layer)) / 2;
    for (const vertex of layer) {
      const heat = heats.has(vertex.id);
      const box = { x, y, width: widths[number]!, height: heat ? HEAT_HEIGHT : height };
      if (heat) boxes.set(vertex.id, box);
      for (let index = 0; index < vertex.parallelism; index++) {
        boxes.set(`${vertex.id}/${index}`, { ...box, y });
        if (!heat) y += height + ROW_GAP;
      }
      if (heat) y += HEAT_HEIGHT + ROW_GAP;
    }
    x += widths[number]! + gap;
  });
  const wires = heats.size > 0 ? apart(boxes, plan.channels) : plan.channels;
  return { width: total, height: picHeight, boxes, heats, wires, gap };
}

function naturalWidth(vertex: PlanVertex): number {
  const pills = vertex.operators.reduce((sum, { name }) => sum + pillWidth(name), 0);
  const name = `${vertex.operators[0]!.name} ${vertex.parallelism}/${vertex.parallelism}`;
  const title = textWidth(name, "t1") + BESIDE_NAME;
  return Math.max(pills + JOINT * (vertex.operators.length - 1) + 24, title);
}

export function pillWidth(name: string): number {
  return textWidth(name, "t2") + 18;
}

function apart(boxes: ReadonlyMap<string, Box>, channels: readonly PlanChannel[]): PlanChannel[] {
  const seen = new Set<string>();
  return channels.filter(({ source, target }) => {
    const [from, to] = [boxes.get(source)!, boxes.get(target)!];
    const name = `${from.x} ${from.y} ${to.x} ${to.y}`;
    return !seen.has(name) && seen.add(name);
  });
}
