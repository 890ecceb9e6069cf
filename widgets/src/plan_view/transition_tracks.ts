/**
 * What happens to everything on the way from one layer of a plan to the next.
 *
 * A node that comes from another (`origin`) flies out of its place; one that becomes another flies
 * into it; a virtual transformation flies onto the edge that carries what it says. So the same thing
 * keeps its place in the eye, whatever it is called.
 */

import { layOut } from "./plan_layout";
import { chipWidth, isFrame, isPlace, PILL_HEIGHT } from "./layer_layout";
import type { Stage } from "./layer_layout";
import type { EdgeVerdict, LayerDocument, LayerEdge, LayerNode } from "./layers.gen";
import type { Box, Pose } from "../job/element_positions";
import { alike, joined, middle } from "../ui/curves";
import type { Way } from "../ui/curves";

/** A box on its way: its pose in each stage, and in those right before and behind its own. */
export interface Track {
  id: string;
  body: "pill" | "frame" | "place";
  nodes: (LayerNode | undefined)[];
  poses: (Pose | undefined)[];
  first: number;
  last: number;
  /** It goes onto an edge, and is seen on its way there. */
  lands: boolean;
}

/** One line of a wire; `undefined` where there is none. */
export interface Strand {
  ways: (Way | undefined)[];
  /** Inside of a frame, from an operator that has others behind it to where the way begins. */
  stubs: (Way | undefined)[];
  remote: boolean;
  target: string;
  source: string;
}

/** An edge on its way: one line at first, one for each channel in the end. */
export interface Wire {
  id: string;
  edge: LayerEdge;
  verdict: EdgeVerdict | undefined;
  chained: boolean;
  control: boolean;
  first: number;
  last: number;
  /** The last stage in which it is one line. */
  single: number;
  strands: Strand[];
  chip: (Pose | undefined)[];
}

export interface Tracks {
  stages: Stage[];
  boxes: Track[];
  wires: Wire[];
}

const CHIP_HEIGHT = 20;

export function makeTracks(document: LayerDocument): Tracks {
  const stages = layOut(document);
  const wires = makeWires(document, stages);
  return { stages, boxes: makeBoxes(stages, wires), wires };
}

// --- boxes ---------------------------------------------------------------------------------------

function makeBoxes(stages: Stage[], wires: Wire[]): Track[] {
  const tracks = new Map<string, Track>();
  stages.forEach((stage, number) => {
    for (const node of stage.layer.nodes) {
      let track = tracks.get(node.id);
      if (!track || track.last !== number - 1) {
        track = newTrack(node, number, stages.length);
        // A name that comes back after a pause is drawn as another thing.
        tracks.set(tracks.has(node.id) ? `${node.id}@${number}` : node.id, track);
      }
      track.last = number;
      track.nodes[number] = node;
      const box = stage.boxes.get(node.id);
      if (box) track.poses[number] = { ...box, opacity: 1 };
    }
  });
  const all = [...tracks.values()];
  for (const track of all) {
    arrive(track, stages);
    depart(track, stages, all, wires);
  }
  return all;
}

function newTrack(node: LayerNode, first: number, count: number): Track {
  return {
    id: node.id,
    body: isPlace(node) ? "place" : isFrame(node) ? "frame" : "pill",
    nodes: new Array<LayerNode | undefined>(count),
    poses: new Array<Pose | undefined>(count),
    first,
    last: first,
    lands: false,
  };
}

function arrive(track: Track, stages: Stage[]): void {
  const { first, nodes, poses } = track;
  const own = poses[first];
  if (first === 0 || !own) return;
  const before = stages[first - 1]!;
  const node = nodes[first]!;
  const origin = node.origin === null ? undefined : before.boxes.get(node.origin);
  if (origin) {
    // Where the origin goes on beside it, as the frame of a vertex does, it comes out of the origin.
    const goesOn = stages[first]!.nodes.has(node.origin!);
    poses[first - 1] = { ...origin, opacity: goesOn ? 0 : 1 };
    return;
  }
  const children = track.body === "frame" ? stages[first]!.layer.nodes.filter((n) => n.parent === node.id) : [];
  const hull = hullOf(children.map((n) => before.boxes.get(n.id) ?? before.boxes.get(n.origin ?? "")));
  poses[first - 1] = { ...(hull ?? own), opacity: 0 };
}

function hullOf(boxes: (Box | undefined)[]): Box | null {
  const there = boxes.filter((box): box is Box => box !== undefined);
  if (there.length === 0) return null;
  const x = Math.min(...there.map((box) => box.x)) - 10;
  const y = Math.min(...there.map((box) => box.y)) - 24;
  const right = Math.max(...there.map((box) => box.x + box.width)) + 10;
  const bottom = Math.max(...there.map((box) => box.y + box.height)) + 10;
  return { x, y, width: right - x, height: bottom - y };
}

function depart(track: Track, stages: Stage[], all: Track[], wires: Wire[]): void {
  const { last, nodes, poses, id } = track;
  const own = poses[last];
  if (last + 1 >= stages.length || !own) return;
  const heirs = all.filter((other) => other.first === last + 1 && other.nodes[last + 1]?.origin === id);
  // Several heirs take over at once.
  if (heirs.length > 1 || (heirs.length === 1 && track.body === "frame")) return;
  const heir = heirs[0]?.poses[last + 1];
  const landing = wires.find((wire) => nodes[last]!.lands_on.includes(wire.id))?.chip[last + 1];
  track.lands = landing !== undefined;
  poses[last + 1] = { ...(heir ?? landing ?? own), opacity: 0 };
}

// --- wires ---------------------------------------------------------------------------------------

function makeWires(document: LayerDocument, stages: Stage[]): Wire[] {
  const verdicts = new Map(document.verdicts.map((verdict) => [verdict.edge, verdict]));
  const wires = new Map<string, Wire>();
  const split = stages.findIndex(({ layer }) => layer.name === "execution");
  const singles = split < 0 ? stages : stages.slice(0, split);
  singles.forEach((stage, number) => {
    for (const edge of stage.layer.edges) {
      const known = wires.get(edge.id);
      const wire = known ?? newWire(edge, number, stages.length, verdicts.get(edge.id));
      wire.edge = known && !edge.label ? known.edge : edge;
      wire.last = number;
      wire.single = number;
      setWay(wire.strands[0]!, stage, number, edge);
      wires.set(edge.id, wire);
    }
  });
  const all = [...wires.values()];
  joinFirstLayer(all, stages);
  if (split > 0) for (const wire of all) addChannels(wire, stages, split);
  for (const wire of all) placeChips(wire, stages);
  return [...all, ...controlWires(stages, split)];
}

function newWire(
  edge: LayerEdge,
  first: number,
  count: number,
  verdict: EdgeVerdict | undefined,
): Wire {
  return {
    id: edge.id, edge, verdict, first, last: first, single: first, control: edge.kind === "control",
    chained: verdict?.chained ?? edge.kind === "chained",
    strands: [newStrand(edge, count)],
    chip: new Array<Pose | undefined>(count),
  }; // prettier-ignore
}

function newStrand(edge: LayerEdge, count: number): Strand {
  const ways = new Array<Way | undefined>(count);
  return { ways, stubs: new Array<Way | undefined>(count), remote: false, source: edge.source, target: edge.target };
}

function setWay(strand: Strand, stage: Stage, number: number, edge: LayerEdge): void {
  strand.ways[number] = stage.ways.get(edge.id);
  strand.stubs[number] = stage.stubs.get(edge.id);
}

/** In the first layer a stream edge goes through the virtual transformations that it came through. */
function joinFirstLayer(wires: Wire[], stages: Stage[]): void {
  const [first, second] = stages;
  if (first?.layer.name !== "transformations" || second?.layer.name !== "stream") return;
  const covered = new Set<string>();
  for (const wire of wires.filter((one) => one.first === 1)) {
    const origins = [wire.edge.source, wire.edge.target].map((id) => second.nodes.get(id)?.origin ?? id);
    const path = pathBetween(first, origins[0]!, origins[1]!, wire.id);
    if (path.length === 0) continue;
    for (const edge of path) covered.add(edge.id);
    wire.strands[0]!.ways[0] = throughAll(first, path);
    wire.first = 0;
  }
  for (const id of covered) {
    const place = wires.findIndex((wire) => wire.id === id && wire.single === 0);
    if (place >= 0) wires.splice(place, 1);
  }
}

function throughAll(stage: Stage, path: LayerEdge[]): Way {
  return path.map((edge) => stage.ways.get(edge.id)!).reduce(joined);
}

/** The edges from one transformation to another through virtual ones that land on `edge`. */
function pathBetween(stage: Stage, from: string, to: string, edge: string): LayerEdge[] {
  const seen = new Set<string>([from]);
  const search = (at: string): LayerEdge[] | null => {
    for (const next of stage.layer.edges) {
      if (next.source !== at) continue;
      if (next.target === to) return [next];
      if (seen.has(next.target)) continue;
      const node = stage.nodes.get(next.target);
      if (!node?.lands_on.includes(edge)) continue;
      seen.add(next.target);
      const rest = search(next.target);
      if (rest) return [next, ...rest];
    }
    return null;
  };
  return search(from) ?? [];
}

function addChannels(wire: Wire, stages: Stage[], split: number): void {
  if (wire.single !== split - 1) return;
  const start = wire.strands[0]!.ways[split - 1];
  const layers = stages.slice(split);
  const strands = channelStrands(wire, stages, split);
  if (!start || strands.length === 0) return;
  for (const strand of strands) {
    strand.ways[split - 1] = start;
    wire.strands.push(strand);
  }
  wire.last = split + layers.length - 1;
}

function channelStrands(wire: Wire, stages: Stage[], split: number): Strand[] {
  const strands = new Map<string, Strand>();
  stages.slice(split).forEach((stage, place) => {
    for (const edge of stage.layer.edges) {
      if (edge.kind === "control" || (edge.origin !== wire.id && !strands.has(edge.id))) continue;
      const strand = strands.get(edge.id) ?? newStrand(edge, stages.length);
      setWay(strand, stage, split + place, edge);
      strand.remote = edge.kind === "remote";
      strands.set(edge.id, strand);
    }
  });
  return [...strands.values()];
}

/** What only the slots have: who tells whom. */
function controlWires(stages: Stage[], split: number): Wire[] {
  if (split < 0) return [];
  const wires: Wire[] = [];
  stages.forEach((stage, number) => {
    for (const edge of number < split ? [] : stage.layer.edges) {
      if (edge.kind !== "control") continue;
      const wire = newWire(edge, number, stages.length, undefined);
      setWay(wire.strands[0]!, stage, number, edge);
      wires.push(wire);
    }
  });
  return wires;
}

// --- labels of edges -----------------------------------------------------------------------------

function placeChips(wire: Wire, stages: Stage[]): void {
  const width = chipWidth(wire.edge);
  if (width === 0) return;
  stages.forEach((stage, number) => {
    const ways = number <= wire.single ? wire.strands.slice(0, 1) : wire.strands.slice(1);
    const found = ways.map((strand) => strand.ways[number]).filter((way) => way !== undefined);
    if (found.length === 0) return;
    const middles = found.map(middle);
    const x = middles.reduce((sum, point) => sum + point.x, 0) / middles.length;
    const y = middles.reduce((sum, point) => sum + point.y, 0) / middles.length;
    const pose = { x: x - width / 2, y: y - CHIP_HEIGHT / 2, width, height: CHIP_HEIGHT, opacity: 1 };
    const { name } = stage.layer;
    if (name === "slots" || (wire.chained && name !== "stream")) pose.opacity = 0;
    if (name === "transformations") {
      // It comes out of the partition that it was; a partitioner of Flink's own choice appears.
      const virtual = stage.layer.nodes.find(
        (node) => node.kind === "partition" && node.lands_on.includes(wire.id),
      );
      const box = virtual && stage.boxes.get(virtual.id);
      if (box) Object.assign(pose, box, { height: PILL_HEIGHT });
      pose.opacity = 0;
    }
    wire.chip[number] = pose;
  });
}

/** The ways at both ends of the interval from `stage` on, alike; or the only one. */
export function interval(ways: (Way | undefined)[], stage: number): [Way, Way] | null {
  const from = ways[stage];
  const to = ways[stage + 1];
  if (from && to) return alike(from, to);
  const only = from ?? to;
  return only ? [only, only] : null;
}
