/**
 * Where everything of a plan stands in each of its layers.
 *
 * The columns of chains are kept from the job graph on, so that on the way to subtasks and slots
 * everything moves up and down only, and the eye can follow.
 */

import { layered } from "../ui/layered_layout";
import type { Placed } from "../ui/layered_layout";
import type { LayerDocument, LayerEdge } from "./layers.gen";
import { Chains, layOutChains } from "./chain_layout";
import { layOutSlots, layOutSubtasks } from "./task_layout";
import { chipWidth, emptyStage, hintFrom, PILL_HEIGHT, pillWidth } from "./layer_layout";
import type { Stage } from "./layer_layout";
import { textWidth } from "../ui/svg";
import { levelWay } from "../ui/curves";

const CAPTION = 18;
const ROW_GAP = 20;

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

function linksOf(edges: readonly LayerEdge[]): [string, string][] {
  return edges.map(({ source, target }) => [source, target]);
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
