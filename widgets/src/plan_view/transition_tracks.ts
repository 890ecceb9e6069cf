/**
 * Tracks of all elements across the layers of a plan.
 *
 * A node with an `origin` moves out of its origin's position. A node that becomes another one moves into it. A virtual
 * transformation moves onto the edge that inherits its properties. This way an element keeps its visual identity under
 * all its names.
 */

import { layOutPlan } from "./plan_layout";
import { getChipWidth, isFrame, isPlace, PILL_HEIGHT } from "./layer_layout";
import type { LayerLayout } from "./layer_layout";
import type { EdgeVerdict, PlanDiagram, DiagramEdge, DiagramNode } from "./layers.gen";
import type { Box, ElementPosition } from "../job/element_positions";
import { matchCurveCounts, joinPaths, getPathMiddle } from "../ui/curves";
import type { CurvePath } from "../ui/curves";

/** Track of a box: its position in each of its layers, and in the layers right before and after them. */
export interface BoxTrack {
  id: string;
  body: "pill" | "frame" | "place";
  nodes: (DiagramNode | undefined)[];
  positions: (ElementPosition | undefined)[];
  first: number;
  last: number;
  /** It moves visibly onto an edge at its end. */
  landsOnEdge: boolean;
}

/** One line of an edge; `undefined` in layers where it does not exist. */
export interface Strand {
  paths: (CurvePath | undefined)[];
  /** Inside of a frame: from an operator with successors to where the path begins. */
  stubs: (CurvePath | undefined)[];
  remote: boolean;
  target: string;
  source: string;
}

/** Track of an edge: a single line at first, one line per channel at the end. */
export interface EdgeTrack {
  id: string;
  edge: DiagramEdge;
  verdict: EdgeVerdict | undefined;
  chained: boolean;
  control: boolean;
  first: number;
  last: number;
  /** Last layer in which it is a single line. */
  lastSingle: number;
  strands: Strand[];
  chipPositions: (ElementPosition | undefined)[];
}

export interface Tracks {
  layouts: LayerLayout[];
  boxes: BoxTrack[];
  edges: EdgeTrack[];
}

const CHIP_HEIGHT = 20;

export function createTracks(plan: PlanDiagram): Tracks {
  const layouts = layOutPlan(plan);
  const edgeTracks = createEdgeTracks(plan, layouts);
  return { layouts, boxes: createBoxTracks(layouts, edgeTracks), edges: edgeTracks };
}

// --- boxes ---------------------------------------------------------------------------------------

function createBoxTracks(layouts: LayerLayout[], edgeTracks: EdgeTrack[]): BoxTrack[] {
  const tracks = new Map<string, BoxTrack>();
  layouts.forEach((layout, number) => {
    for (const node of layout.layer.nodes) {
      let track = tracks.get(node.id);
      if (!track || track.last !== number - 1) {
        track = createTrack(node, number, layouts.length);
        // an id that reappears after a gap gets its own track
        tracks.set(tracks.has(node.id) ? `${node.id}@${number}` : node.id, track);
      }
      track.last = number;
      track.nodes[number] = node;
      const box = layout.boxes.get(node.id);
      if (box) track.positions[number] = { ...box, opacity: 1 };
    }
  });
  const all = [...tracks.values()];
  for (const track of all) {
    setStartPosition(track, layouts);
    setEndPosition(track, layouts, all, edgeTracks);
  }
  return all;
}

function createTrack(node: DiagramNode, first: number, count: number): BoxTrack {
  return {
    id: node.id,
    body: isPlace(node) ? "place" : isFrame(node) ? "frame" : "pill",
    nodes: new Array<DiagramNode | undefined>(count),
    positions: new Array<ElementPosition | undefined>(count),
    first,
    last: first,
    landsOnEdge: false,
  };
}

function setStartPosition(track: BoxTrack, layouts: LayerLayout[]): void {
  const { first, nodes, positions } = track;
  const ownPosition = positions[first];
  if (first === 0 || !ownPosition) return;
  const before = layouts[first - 1]!;
  const node = nodes[first]!;
  const origin = node.origin === null ? undefined : before.boxes.get(node.origin);
  if (origin) {
    // fades in if the origin stays visible too, like the frame of a vertex
    const staysVisible = layouts[first]!.nodes.has(node.origin!);
    positions[first - 1] = { ...origin, opacity: staysVisible ? 0 : 1 };
    return;
  }
  const children = track.body === "frame" ? layouts[first]!.layer.nodes.filter((n) => n.parent === node.id) : [];
  const hull = computeHull(children.map((n) => before.boxes.get(n.id) ?? before.boxes.get(n.origin ?? "")));
  positions[first - 1] = { ...(hull ?? ownPosition), opacity: 0 };
}

function computeHull(boxes: (Box | undefined)[]): Box | null {
  const known = boxes.filter((box): box is Box => box !== undefined);
  if (known.length === 0) return null;
  const x = Math.min(...known.map((box) => box.x)) - 10;
  const y = Math.min(...known.map((box) => box.y)) - 24;
  const right = Math.max(...known.map((box) => box.x + box.width)) + 10;
  const bottom = Math.max(...known.map((box) => box.y + box.height)) + 10;
  return { x, y, width: right - x, height: bottom - y };
}

function setEndPosition(track: BoxTrack, layouts: LayerLayout[], all: BoxTrack[], edgeTracks: EdgeTrack[]): void {
  const { last, nodes, positions, id } = track;
  const ownPosition = positions[last];
  if (last + 1 >= layouts.length || !ownPosition) return;
  const successors = all.filter((other) => other.first === last + 1 && other.nodes[last + 1]?.origin === id);
  // several successors take over immediately
  if (successors.length > 1 || (successors.length === 1 && track.body === "frame")) return;
  const successor = successors[0]?.positions[last + 1];
  const landing = edgeTracks.find((edgeTrack) => nodes[last]!.lands_on.includes(edgeTrack.id))?.chipPositions[last + 1];
  track.landsOnEdge = landing !== undefined;
  positions[last + 1] = { ...(successor ?? landing ?? ownPosition), opacity: 0 };
}

// --- edges ---------------------------------------------------------------------------------------

function createEdgeTracks(plan: PlanDiagram, layouts: LayerLayout[]): EdgeTrack[] {
  const verdicts = new Map(plan.verdicts.map((verdict) => [verdict.edge, verdict]));
  const edgeTracks = new Map<string, EdgeTrack>();
  const splitIndex = layouts.findIndex(({ layer }) => layer.name === "execution");
  const layoutsBeforeSplit = splitIndex < 0 ? layouts : layouts.slice(0, splitIndex);
  layoutsBeforeSplit.forEach((layout, number) => {
    for (const edge of layout.layer.edges) {
      const known = edgeTracks.get(edge.id);
      const edgeTrack = known ?? createEdgeTrack(edge, number, layouts.length, verdicts.get(edge.id));
      edgeTrack.edge = known && !edge.label ? known.edge : edge;
      edgeTrack.last = number;
      edgeTrack.lastSingle = number;
      setPath(edgeTrack.strands[0]!, layout, number, edge);
      edgeTracks.set(edge.id, edgeTrack);
    }
  });
  const all = [...edgeTracks.values()];
  joinTransformations(all, layouts);
  if (splitIndex > 0) for (const edgeTrack of all) addChannelStrands(edgeTrack, layouts, splitIndex);
  for (const edgeTrack of all) placeChips(edgeTrack, layouts);
  return [...all, ...createControlTracks(layouts, splitIndex)];
}

function createEdgeTrack(
  edge: DiagramEdge,
  first: number,
  count: number,
  verdict: EdgeVerdict | undefined,
): EdgeTrack {
  return {
    id: edge.id, edge, verdict, first, last: first, lastSingle: first, control: edge.kind === "control",
    chained: verdict?.chained ?? edge.kind === "chained",
    strands: [createStrand(edge, count)],
    chipPositions: new Array<ElementPosition | undefined>(count),
  };
}

function createStrand(edge: DiagramEdge, count: number): Strand {
  const paths = new Array<CurvePath | undefined>(count);
  return { paths, stubs: new Array<CurvePath | undefined>(count), remote: false, source: edge.source, target: edge.target };
}

function setPath(strand: Strand, layout: LayerLayout, number: number, edge: DiagramEdge): void {
  strand.paths[number] = layout.paths.get(edge.id);
  strand.stubs[number] = layout.stubs.get(edge.id);
}

/** In the layer of transformations, route a stream edge through the virtual ones that it came from. */
function joinTransformations(edgeTracks: EdgeTrack[], layouts: LayerLayout[]): void {
  const place = layouts.findIndex(({ layer }) => layer.name === "transformations");
  const [first, second] = [layouts[place], layouts[place + 1]];
  if (!first || second?.layer.name !== "stream") return;
  const coveredIds = new Set<string>();
  for (const edgeTrack of edgeTracks.filter((one) => one.first === place + 1)) {
    const origins = [edgeTrack.edge.source, edgeTrack.edge.target].map((id) => second.nodes.get(id)?.origin ?? id);
    const path = findEdgePath(first, origins[0]!, origins[1]!, edgeTrack.id);
    if (path.length === 0) continue;
    for (const edge of path) coveredIds.add(edge.id);
    edgeTrack.strands[0]!.paths[place] = joinAll(first, path);
    edgeTrack.first = place;
  }
  for (const id of coveredIds) {
    const covered = edgeTracks.findIndex((edgeTrack) => edgeTrack.id === id && edgeTrack.lastSingle === place);
    if (covered >= 0) edgeTracks.splice(covered, 1);
  }
}

function joinAll(layout: LayerLayout, path: DiagramEdge[]): CurvePath {
  return path.map((edge) => layout.paths.get(edge.id)!).reduce(joinPaths);
}

/** Find the edges from one transformation to another through virtual ones that end on `edge`. */
function findEdgePath(layout: LayerLayout, from: string, to: string, edge: string): DiagramEdge[] {
  const visited = new Set<string>([from]);
  const search = (at: string): DiagramEdge[] | null => {
    for (const next of layout.layer.edges) {
      if (next.source !== at) continue;
      if (next.target === to) return [next];
      if (visited.has(next.target)) continue;
      const node = layout.nodes.get(next.target);
      if (!node?.lands_on.includes(edge)) continue;
      visited.add(next.target);
      const rest = search(next.target);
      if (rest) return [next, ...rest];
    }
    return null;
  };
  return search(from) ?? [];
}

function addChannelStrands(edgeTrack: EdgeTrack, layouts: LayerLayout[], splitIndex: number): void {
  if (edgeTrack.lastSingle !== splitIndex - 1) return;
  const start = edgeTrack.strands[0]!.paths[splitIndex - 1];
  const layers = layouts.slice(splitIndex);
  const strands = createChannelStrands(edgeTrack, layouts, splitIndex);
  if (!start || strands.length === 0) return;
  for (const strand of strands) {
    strand.paths[splitIndex - 1] = start;
    edgeTrack.strands.push(strand);
  }
  edgeTrack.last = splitIndex + layers.length - 1;
}

function createChannelStrands(edgeTrack: EdgeTrack, layouts: LayerLayout[], splitIndex: number): Strand[] {
  const strands = new Map<string, Strand>();
  layouts.slice(splitIndex).forEach((layout, place) => {
    for (const edge of layout.layer.edges) {
      if (edge.kind === "control" || (edge.origin !== edgeTrack.id && !strands.has(edge.id))) continue;
      const strand = strands.get(edge.id) ?? createStrand(edge, layouts.length);
      setPath(strand, layout, splitIndex + place, edge);
      strand.remote = edge.kind === "remote";
      strands.set(edge.id, strand);
    }
  });
  return [...strands.values()];
}

/** Create the tracks of control edges, which exist only in the slot layer. */
function createControlTracks(layouts: LayerLayout[], splitIndex: number): EdgeTrack[] {
  if (splitIndex < 0) return [];
  const edgeTracks: EdgeTrack[] = [];
  layouts.forEach((layout, number) => {
    for (const edge of number < splitIndex ? [] : layout.layer.edges) {
      if (edge.kind !== "control") continue;
      const edgeTrack = createEdgeTrack(edge, number, layouts.length, undefined);
      setPath(edgeTrack.strands[0]!, layout, number, edge);
      edgeTracks.push(edgeTrack);
    }
  });
  return edgeTracks;
}

// --- labels of edges -----------------------------------------------------------------------------

function placeChips(edgeTrack: EdgeTrack, layouts: LayerLayout[]): void {
  const width = getChipWidth(edgeTrack.edge);
  if (width === 0) return;
  layouts.forEach((layout, number) => {
    const paths = number <= edgeTrack.lastSingle ? edgeTrack.strands.slice(0, 1) : edgeTrack.strands.slice(1);
    const found = paths.map((strand) => strand.paths[number]).filter((path) => path !== undefined);
    if (found.length === 0) return;
    const middles = found.map(getPathMiddle);
    const x = middles.reduce((sum, point) => sum + point.x, 0) / middles.length;
    const y = middles.reduce((sum, point) => sum + point.y, 0) / middles.length;
    const position = { x: x - width / 2, y: y - CHIP_HEIGHT / 2, width, height: CHIP_HEIGHT, opacity: 1 };
    const { name } = layout.layer;
    if (name === "slots" || (edgeTrack.chained && name !== "stream")) position.opacity = 0;
    if (name === "transformations") {
      // moves out of the partition that it was; a partitioner that Flink chose fades in
      const virtual = layout.layer.nodes.find(
        (node) => node.kind === "partition" && node.lands_on.includes(edgeTrack.id),
      );
      const box = virtual && layout.boxes.get(virtual.id);
      if (box) Object.assign(position, box, { height: PILL_HEIGHT });
      position.opacity = 0;
    }
    edgeTrack.chipPositions[number] = position;
  });
}

/** Get the paths at both ends of a transition with equal curve counts, or the only one twice. */
export function getPathPair(paths: (CurvePath | undefined)[], index: number): [CurvePath, CurvePath] | null {
  const from = paths[index];
  const to = paths[index + 1];
  if (from && to) return matchCurveCounts(from, to);
  const only = from ?? to;
  return only ? [only, only] : null;
}
