/** The diagram of a plan: persistent SVG elements, moved to their positions between two layers. */

import type { LayerLayout } from "./layer_layout";
import { appendChild, setOpacity, updateLabels, createSvgElement, createLine, createShape, setShown } from "./svg_elements";
import type { Line, Shape } from "./svg_elements";
import { ease, mixCameras, mixPositions, interpolatePosition, roundToTenth } from "../job/element_positions";
import type { Camera, ElementPosition } from "../job/element_positions";
import { clamp } from "../ui/svg";
import { getPathPair } from "./transition_tracks";
import type { Strand, BoxTrack, Tracks, EdgeTrack } from "./transition_tracks";
import { CanvasTransition } from "./canvas_transition";
import { matchCurveCounts, interpolatePaths, toArrowHead, toSvgPath } from "../ui/curves";
import type { CurvePath } from "../ui/curves";

const MARGIN = 26;
const MAX_SCALE = 1.4;
/** At this scale the smallest labels have 12 pixels. */
const LEGIBLE_SCALE = 0.97;
/** A plan that needs more of the panel's width than this is shown as a whole. */
const MAX_SHEET_SHARE = 6;
/** Below this scale texts are unreadable and are not drawn, because drawing them is slow. */
const READABLE_SCALE = 0.42;
const COMFORTABLE_SCALE = 0.55;
/** Maximum number of lines drawn during an animation, and at rest. */
const MAX_MOVING_LINES = 700;
const MAX_STILL_LINES = 6000;
/** With more boxes and lines than this, animations are drawn on a canvas. */
const CANVAS_THRESHOLD = 260;

/** Last drawn positions, from which the next plan starts. */
export interface SceneSnapshot {
  boxes: Map<string, ElementPosition>;
  paths: Map<string, CurvePath[]>;
  chips: Map<string, ElementPosition>;
  camera: Camera;
}

export class Scene {
  readonly element = document.createElement("div");
  private readonly svg: SVGSVGElement;
  private readonly world: SVGGElement;
  private readonly shapes: Shape[] = [];
  private readonly lines: Line[] = [];
  private readonly highlightPath: SVGPathElement;
  /** Boxes from back to front: places, frames of vertices, frames of subtasks, operators. */
  private readonly groups: Shape[][] = [[], [], [], []];
  private readonly canvasTransition = new CanvasTransition();
  private width = 0;
  private height = 0;
  private camera: Camera = { x: 0, y: 0, scale: 1 };
  /** First layer with labels on its edges. */
  private readonly firstLabelledLayer: number;
  zoom = 1;
  private panelWidth = 0;
  pan = { x: 0, y: 0 };
  private isMoving = false;
  private blendFrom: SceneSnapshot | null = null;

  constructor(readonly tracks: Tracks) {
    this.firstLabelledLayer = Math.max(0, tracks.layouts.findIndex(({ layer }) => layer.name === "stream"));
    this.svg = createSvgElement("svg", "lensPicture");
    this.svg.setAttribute("role", "group");
    this.world = appendChild(this.svg, createSvgElement("g", "world"));
    const layer = (name: string): SVGGElement => appendChild(this.world, createSvgElement("g", name));
    const [places, outer, edgeTracks, frames] = ["places", "outer", "wires", "frames"].map(layer) as [
      SVGGElement, SVGGElement, SVGGElement, SVGGElement,
    ];
    const joints = layer("joints");
    const pills = layer("pills");
    const chips = layer("chips");
    this.highlightPath = appendChild(edgeTracks, createSvgElement("path", "spot"));
    // elements that disappear are drawn over those that replace them
    const boxes = [...tracks.boxes].sort((a, b) => b.last - a.last);
    for (const track of boxes) {
      const isOuter = track.body === "frame" && !track.id.includes("/");
      const frame = isOuter ? outer : frames;
      const parent = track.body === "pill" ? pills : track.body === "frame" ? frame : places;
      const shape = createShape(track, parent);
      this.shapes.push(shape);
      this.groups[[places, outer, frames, pills].indexOf(parent)]!.push(shape);
    }
    for (const edgeTrack of tracks.edges) {
      this.lines.push(createLine(edgeTrack, edgeTrack.chained ? joints : edgeTracks, chips, joints));
    }
    edgeTracks.append(this.highlightPath);
    this.element.append(this.svg, this.canvasTransition.canvas);
    this.element.className = "sheet";
  }

  /** Set the size of the panel. */
  resize(width: number, height: number): void {
    [this.width, this.height] = [width, height];
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(height));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.canvasTransition.resize(width, height);
  }

  /** Get the width of the sheet: that of the panel, or the one at which the labels of all layers are legible. */
  getSheetWidth(panelWidth: number): number {
    this.panelWidth = panelWidth;
    const legible = Math.max(...this.tracks.layouts.map(({ width }) => width)) * LEGIBLE_SCALE + 2 * MARGIN;
    return legible > MAX_SHEET_SHARE * panelWidth ? panelWidth : Math.max(panelWidth, Math.ceil(legible));
  }

  /** Get the left edge of a layer on the sheet. */
  getLeft(layerIndex: number): number {
    const layout = this.tracks.layouts[layerIndex]!;
    return Math.max(0, (this.width - layout.width * this.fitCamera(layout).scale) / 2 - MARGIN);
  }

  /** Get the height that the diagram needs at this width, over all layers. */
  getPreferredHeight(width: number): number {
    const heights = this.tracks.layouts.map((layout) => {
      const scale = Math.min(1.05, (width - 2 * MARGIN) / Math.max(1, layout.width));
      return layout.height * scale + 2 * MARGIN;
    });
    return Math.max(...heights);
  }

  /** Get the height at which the labels of each layer are readable, as far as the width allows it. */
  getReadableHeight(width: number): number {
    const heights = this.tracks.layouts.map((layout) => {
      const scale = Math.min(COMFORTABLE_SCALE, (width - 2 * MARGIN) / Math.max(1, layout.width));
      return scale < READABLE_SCALE ? 0 : layout.height * scale + 2 * MARGIN;
    });
    return Math.max(...heights);
  }

  /** Start all elements from their positions in another scene. */
  startFrom(snapshot: SceneSnapshot): void {
    this.blendFrom = snapshot;
  }

  snapshot(): SceneSnapshot {
    const boxes = new Map<string, ElementPosition>();
    for (const { track, position } of this.shapes) if (position) boxes.set(track.id, position);
    const paths = new Map(this.lines.filter(({ shown }) => shown).map((l) => [l.edgeTrack.id, l.paths]));
    const chips = new Map<string, ElementPosition>();
    for (const { edgeTrack, chipPosition } of this.lines) if (chipPosition) chips.set(edgeTrack.id, chipPosition);
    return { boxes, paths, chips, camera: this.camera };
  }

  /**
   * Draw everything at `position`: 0 is the first layer, 1 the second, 0.5 halfway between.
   *
   * `moving` means that another frame follows immediately. `blend` rises from 0 to 1 while another scene's positions
   * blend into this one's.
   */
  draw(position: number, moving: boolean, blend = 1): void {
    const last = this.tracks.layouts.length - 1;
    const layerIndex = clamp(Math.floor(position), 0, Math.max(0, last - 1));
    const t = last === 0 ? 0 : ease(clamp(position - layerIndex, 0, 1));
    this.isMoving = moving;
    if (blend >= 1) this.blendFrom = null;
    const camera = this.computeCamera(layerIndex, t, blend);
    for (const shape of this.shapes) this.moveShape(shape, layerIndex, t, blend);
    const maxLines = (moving ? MAX_MOVING_LINES : MAX_STILL_LINES) / Math.max(1, this.lines.length);
    for (const line of this.lines) this.moveLine(line, layerIndex, t, blend, Math.max(1, Math.floor(maxLines)));
    if (moving && this.usesCanvas) this.drawOnCanvas(camera);
    else this.writeElements(layerIndex, t, camera);
  }

  private get usesCanvas(): boolean {
    return this.shapes.length + this.lines.length > CANVAS_THRESHOLD;
  }

  /** Draw everything on the canvas. */
  private drawOnCanvas(camera: Camera): void {
    if (this.canvasTransition.canvas.hidden) {
      this.canvasTransition.readColours();
      this.canvasTransition.canvas.hidden = false;
    }
    this.canvasTransition.draw(this.groups, this.lines, camera, camera.scale >= READABLE_SCALE);
  }

  /** Write everything to the SVG elements. */
  private writeElements(layerIndex: number, t: number, camera: Camera): void {
    this.canvasTransition.canvas.hidden = true;
    const { x, y, scale } = camera;
    this.world.setAttribute("transform", `translate(${roundToTenth(x)} ${roundToTenth(y)}) scale(${scale.toFixed(4)})`);
    this.svg.classList.toggle("far", scale < READABLE_SCALE);
    this.svg.classList.toggle("moving", this.isMoving);
    if (this.isMoving) this.highlightPath.setAttribute("d", "");
    this.svg.dataset["stage"] = this.tracks.layouts[Math.round(layerIndex + t)]!.layer.name;
    for (const shape of this.shapes) this.writeShape(shape, Math.round(layerIndex + t));
    for (const line of this.lines) this.writeLine(line, layerIndex, t);
  }

  // --- the camera ----------------------------------------------------------------------------------

  /** Compute the origin and scale of the diagram in the panel. */
  private computeCamera(layerIndex: number, t: number, blend: number): Camera {
    const from = this.fitCamera(this.tracks.layouts[layerIndex]!);
    const to = this.fitCamera(this.tracks.layouts[layerIndex + 1] ?? this.tracks.layouts[layerIndex]!);
    let camera = mixCameras(from, to, t);
    if (this.blendFrom) camera = mixCameras(this.blendFrom.camera, camera, ease(blend));
    this.camera = camera;
    const scale = camera.scale * this.zoom;
    return {
      x: this.width / 2 - camera.x * scale + this.pan.x,
      y: this.height / 2 - camera.y * scale + this.pan.y,
      scale,
    };
  }

  private fitCamera({ width, height }: LayerLayout): Camera {
    // a layer that is legible within the panel does not use the rest of the sheet
    const [panelScale, sheetScale] = [this.panelWidth, this.width].map((room) => (room - 2 * MARGIN) / Math.max(1, width)) as [number, number];
    const scale = Math.min(
      Math.max(panelScale, Math.min(sheetScale, LEGIBLE_SCALE)),
      (this.height - 2 * MARGIN) / Math.max(1, height),
      MAX_SCALE,
    );
    return { x: width / 2, y: height / 2, scale: Math.max(0.005, scale) };
  }

  // --- boxes -----------------------------------------------------------------------------------------

  private moveShape(shape: Shape, layerIndex: number, t: number, blend: number): void {
    const { track } = shape;
    let position = interpolatePosition(track.positions, track.first, track.last, layerIndex, t);
    if (position && track.landsOnEdge && layerIndex === track.last && t > 0) {
      position.opacity = Math.min(1, 2 - 2 * t); // stays visible while it moves onto its edge
    }
    if (position && this.blendFrom) {
      const previous = this.blendFrom.boxes.get(track.id);
      const share = ease(blend);
      position = previous ? mixPositions(previous, position, share) : { ...position, opacity: position.opacity * share };
    }
    shape.position = position;
  }

  private writeShape(shape: Shape, nearPaths: number): void {
    const { track, group, position } = shape;
    setShown(shape, group, position !== null && position.opacity > 0.01);
    if (!position || !shape.shown) return;
    const at = `translate(${roundToTenth(position.x)} ${roundToTenth(position.y)})`;
    if (shape.at !== at) group.setAttribute("transform", (shape.at = at));
    setOpacity(shape, group, position.opacity);
    const drawn = `${roundToTenth(position.width)} ${roundToTenth(position.height)} ${nearPaths}`;
    if (drawn === shape.drawn) return;
    shape.drawn = drawn;
    shape.rect.setAttribute("width", String(roundToTenth(position.width)));
    shape.rect.setAttribute("height", String(roundToTenth(position.height)));
    const node = track.nodes[clamp(nearPaths, track.first, track.last)]!;
    updateLabels(shape, node, position, this.tracks.layouts[nearPaths]!);
  }

  // --- lines -----------------------------------------------------------------------------------------

  private moveLine(line: Line, layerIndex: number, t: number, blend: number, maxLines: number): void {
    const { edgeTrack } = line;
    const at = layerIndex + t;
    this.moveChip(line, layerIndex, t, blend);
    line.strength = Math.min(1, at - (edgeTrack.first - 1), edgeTrack.last + 1 - at);
    line.paths = [];
    if (line.strength <= 0.01) return;
    const strands = getStrands(edgeTrack, at);
    const key = getPairKey(edgeTrack, layerIndex, at);
    const pairs = (line.pairs[key] ??= getPathPairs(strands.map(({ paths }) => paths), layerIndex));
    const step = Math.max(1, Math.ceil(pairs.length / maxLines));
    const previous = this.blendFrom?.paths.get(edgeTrack.id);
    const isSameCount = previous?.length === pairs.length && step === 1;
    for (let number = 0; number < pairs.length; number += step) {
      const pair = pairs[number]!;
      let path = interpolatePaths(pair[0], pair[1], t);
      if (previous && isSameCount) {
        const [one, other] = matchCurveCounts(previous[number]!, path);
        path = interpolatePaths(one, other, ease(blend));
      }
      line.paths.push(path);
    }
    if (this.blendFrom && !isSameCount) line.strength *= ease(blend);
  }

  private writeLine(line: Line, layerIndex: number, t: number): void {
    const { edgeTrack, group, paths, strength } = line;
    setShown(line, group, strength > 0.01);
    this.writeChip(line);
    if (!line.shown) {
      line.stub?.setAttribute("d", "");
      return;
    }
    const at = layerIndex + t;
    const strands = getStrands(edgeTrack, at);
    const step = Math.max(1, Math.ceil(strands.length / Math.max(1, paths.length)));
    const farPaths = paths.filter((_, number) => strands[number * step]?.remote);
    const nearPaths = paths.filter((_, number) => !strands[number * step]?.remote);
    line.nearPath.setAttribute("d", nearPaths.map(toSvgPath).join(""));
    line.remotePath.setAttribute("d", farPaths.map(toSvgPath).join(""));
    line.arrowHeads.setAttribute("d", edgeTrack.chained ? "" : paths.map((path) => toArrowHead(path, 8)).join(""));
    if (!this.isMoving) line.hitPath.setAttribute("d", paths.map(toSvgPath).join(""));
    if (line.stub) {
      const key = getPairKey(edgeTrack, layerIndex, at);
      const insideStrands = strands.filter(({ stubs }) => stubs[layerIndex] !== undefined);
      line.stubs[key] ??= getPathPairs(insideStrands.map(({ stubs }) => stubs), layerIndex);
      const stubs = t > 0 && at < edgeTrack.lastSingle ? [] : line.stubs[key]!;
      line.stub.setAttribute("d", stubs.map(([from, to]) => toSvgPath(interpolatePaths(from, to, t))).join(""));
    }
    setOpacity(line, group, strength);
  }

  private moveChip(line: Line, layerIndex: number, t: number, blend: number): void {
    const { edgeTrack } = line;
    let position = interpolatePosition(edgeTrack.chipPositions, Math.max(edgeTrack.first, this.firstLabelledLayer), edgeTrack.last, layerIndex, t);
    if (position && this.blendFrom) {
      const previous = this.blendFrom.chips.get(edgeTrack.id);
      position = previous ? mixPositions(previous, position, ease(blend)) : { ...position, opacity: position.opacity * blend };
    }
    line.chipPosition = position;
  }

  private writeChip({ chip, chipRect, chipPosition: position }: Line): void {
    if (!chip || !chipRect) return;
    const visible = position !== null && position.opacity > 0.01;
    chip.style.display = visible ? "" : "none";
    if (!position || !visible) return;
    chip.style.opacity = position.opacity < 0.995 ? position.opacity.toFixed(2) : "";
    const [x, y] = [position.x + position.width / 2, position.y + position.height / 2];
    chip.setAttribute("transform", `translate(${roundToTenth(x)} ${roundToTenth(y)})`);
    chipRect.setAttribute("x", String(roundToTenth(-position.width / 2)));
    chipRect.setAttribute("y", String(roundToTenth(-position.height / 2)));
    chipRect.setAttribute("width", String(roundToTenth(position.width)));
    chipRect.setAttribute("height", String(roundToTenth(position.height)));
  }

  // --- highlighting --------------------------------------------------------------------------------

  /** Mark a node or an edge, and the lines that start or end there. */
  mark(id: string | null, cssClass: "selected" | "pointed" = "selected"): void {
    for (const { track, group } of this.shapes) group.classList.toggle(cssClass, track.id === id);
    for (const { edgeTrack, group, chip } of this.lines) {
      group.classList.toggle(cssClass, edgeTrack.id === id);
      chip?.classList.toggle(cssClass, edgeTrack.id === id);
    }
    if (cssClass === "pointed" || this.isMoving) return;
    const insideIds = new Set([id]);
    for (const { track } of this.shapes) {
      if (id !== null && track.nodes.some((node) => node?.parent === id)) insideIds.add(track.id);
    }
    let lines = "";
    for (const { edgeTrack, paths, shown } of this.lines) {
      if (!shown || edgeTrack.chained || paths.length === 0) continue;
      const strands = paths.length > 1 ? edgeTrack.strands.slice(1) : edgeTrack.strands.slice(-paths.length);
      paths.forEach((path, number) => {
        const strand = strands[number] as Strand | undefined;
        if (strand && (insideIds.has(strand.source) || insideIds.has(strand.target))) lines += toSvgPath(path);
      });
    }
    this.highlightPath.setAttribute("d", lines);
  }

  /** Dim all elements but `highlighted`; `null` dims none. `current` are those that the step is about. */
  highlight(highlighted: ReadonlySet<string> | null, current: ReadonlySet<string>): void {
    for (const { track, group } of this.shapes) {
      group.classList.toggle("dim", highlighted !== null && !highlighted.has(track.id));
      group.classList.toggle("now", current.has(track.id));
    }
    for (const { edgeTrack, group, chip } of this.lines) {
      for (const one of [group, chip]) {
        one?.classList.toggle("dim", highlighted !== null && !highlighted.has(edgeTrack.id));
        one?.classList.toggle("now", current.has(edgeTrack.id));
      }
    }
  }

  /** Get the ids in focus order, from left to right: each box, then its outgoing edges. */
  getFocusOrder(): string[] {
    const boxes = this.shapes
      .filter(({ shown, position }) => shown && position && position.opacity > 0.5)
      .sort((a, b) => getFocusRank(a.track) - getFocusRank(b.track) || a.position!.x - b.position!.x || a.position!.y - b.position!.y);
    const lines = this.lines.filter(({ shown }) => shown);
    const ids = new Set<string>();
    for (const { track } of boxes) {
      ids.add(track.id);
      for (const { edgeTrack } of lines) {
        const starts = edgeTrack.strands.some(({ source }) => source === track.id);
        if (starts || edgeTrack.edge.source === track.id) ids.add(edgeTrack.id);
      }
    }
    for (const { edgeTrack } of lines) ids.add(edgeTrack.id);
    return [...ids];
  }

  findElement(id: string): SVGElement | null {
    return (
      this.shapes.find(({ track, shown }) => shown && track.id === id)?.group ??
      this.lines.find(({ edgeTrack, shown }) => shown && edgeTrack.id === id)?.group ??
      null
    );
  }
}

/** Get the rank in the focus order. Places come before their content. */
function getFocusRank(track: BoxTrack): number {
  return track.body === "place" ? 0 : 1;
}

/** Get the strands: a single one at first, one per channel later. */
function getStrands(edgeTrack: EdgeTrack, at: number): readonly Strand[] {
  const isSplit = at > edgeTrack.lastSingle && edgeTrack.strands.length > 1;
  return isSplit ? edgeTrack.strands.slice(1) : edgeTrack.strands.slice(0, 1);
}

function getPairKey(edgeTrack: EdgeTrack, layerIndex: number, at: number): number {
  return at > edgeTrack.lastSingle && edgeTrack.strands.length > 1 ? layerIndex + 100 : layerIndex;
}

function getPathPairs(paths: (CurvePath | undefined)[][], layerIndex: number): [CurvePath, CurvePath][] {
  return paths.map((one) => getPathPair(one, layerIndex)).filter((pair) => pair !== null);
}
