/**
 * Layout of all layers of a plan.
 *
 * The chains keep their columns from the job graph on, so that elements only move up and down on the way to subtasks
 * and slots, and the eye can follow.
 */

import { computeLayeredLayout } from "../ui/layered_layout";
import type { LayeredLayout } from "../ui/layered_layout";
import type { PlanDiagram, DiagramEdge } from "./layers.gen";
import { ChainLayout, layOutChains } from "./chain_layout";
import { layOutSlots, layOutSubtasks } from "./task_layout";
import { getChipWidth, createLayerLayout, getOrderHint, PILL_HEIGHT, getPillWidth } from "./layer_layout";
import type { LayerLayout } from "./layer_layout";
import { measureText } from "../ui/svg";
import { createLevelPath } from "../ui/curves";

const CAPTION = 18;
const ROW_GAP = 20;

/** Lay out all layers of a plan, in order. */
export function layOutPlan(plan: PlanDiagram): LayerLayout[] {
  const layouts: LayerLayout[] = [];
  const chains = new ChainLayout(plan);
  for (const layer of plan.layers) {
    const previous = layouts[layouts.length - 1];
    const layout = createLayerLayout(layer);
    if (layer.name === "job") layOutChains(layout, chains, previous);
    else if (layer.name === "execution") layOutSubtasks(layout, chains);
    else if (layer.name === "slots") layOutSlots(layout, chains);
    else layOutOperators(layout, previous);
    layouts.push(layout);
  }
  return layouts;
}

// --- layers of single operators ----------------------------------------------------------------------

function layOutOperators(layout: LayerLayout, previous: LayerLayout | undefined): void {
  const { layer } = layout;
  const blocks = layer.nodes.map((node, place) => ({
    id: node.id,
    width: Math.max(getPillWidth(node), Math.min(measureText(node.caption, "t3"), 190)),
    height: PILL_HEIGHT + 2 * CAPTION,
    hint: getOrderHint(previous, node.origin ?? node.id, place),
  }));
  const placed = computeLayeredLayout(blocks, getLinks(layer.edges), {
    row: ROW_GAP - CAPTION + 8,
    column: 44,
    labels: layer.edges.map(getChipWidth),
  });
  for (const block of blocks) {
    const node = layout.nodes.get(block.id)!;
    const { x, y } = placed.corners.get(block.id)!;
    const width = getPillWidth(node);
    layout.boxes.set(node.id, {
      x: x + (block.width - width) / 2, y: y + CAPTION, width, height: PILL_HEIGHT,
    });
  }
  addEdgePaths(layout, layer.edges, placed);
  [layout.width, layout.height] = [placed.width, placed.height];
}

function getLinks(edges: readonly DiagramEdge[]): [string, string][] {
  return edges.map(({ source, target }) => [source, target]);
}

/** Add the paths between boxes in columns. */
function addEdgePaths(layout: LayerLayout, edges: readonly DiagramEdge[], placed: LayeredLayout): void {
  const ports = computePorts(edges, layout);
  edges.forEach((edge, number) => {
    const from = layout.boxes.get(edge.source)!;
    const to = layout.boxes.get(edge.target)!;
    const [out, into] = ports.get(edge)!;
    layout.paths.set(
      edge.id,
      createLevelPath([
        { x: from.x + from.width, y: from.y + from.height / 2 + out },
        ...placed.bends[number]!,
        { x: to.x, y: to.y + to.height / 2 + into },
      ]),
    );
  });
}

/** Compute offsets that separate several edges at the same side of a box. */
function computePorts(edges: readonly DiagramEdge[], layout: LayerLayout): Map<DiagramEdge, [number, number]> {
  const ports = new Map<DiagramEdge, [number, number]>(edges.map((edge) => [edge, [0, 0]]));
  const getMiddle = (id: string): number => {
    const box = layout.boxes.get(id)!;
    return box.y + box.height / 2;
  };
  for (const [side, own, other] of [[0, "source", "target"], [1, "target", "source"]] as const) {
    const groups = new Map<string, DiagramEdge[]>();
    for (const edge of edges) groups.set(edge[own], [...(groups.get(edge[own]) ?? []), edge]);
    for (const group of groups.values()) {
      if (group.length === 1) continue;
      group.sort((a, b) => getMiddle(a[other]) - getMiddle(b[other]));
      const spacing = Math.min(7, 18 / (group.length - 1));
      group.forEach((edge, place) => {
        ports.get(edge)![side] = (place - (group.length - 1) / 2) * spacing;
      });
    }
  }
  return ports;
}
