/** The picture of a plan: SVG elements that stay, moved to where they are between two layers. */

import type { Stage } from "./layer_layout";
import { append, fade, letter, make, makeLine, makeShape, show } from "./svg_elements";
import type { Line, Shape } from "./svg_elements";
import { ease, mixCamera, mixPose, poseAt, tenth } from "../job/element_positions";
import type { Camera, Pose } from "../job/element_positions";
import { clamp } from "../ui/svg";
import { interval } from "./transition_tracks";
import type { Strand, Track, Tracks, Wire } from "./transition_tracks";
import { Flight } from "./canvas_transition";
import { alike, between, drawHead, drawWay } from "../ui/curves";
import type { Way } from "../ui/curves";

const MARGIN = 26;
const LARGEST_SCALE = 1.4;
/** Smaller than this nobody can read, and letters are what takes the longest to draw. */
const READABLE = 0.42;
const COMFORTABLE = 0.55;
/** So many lines are drawn while everything moves; all of them when it stands. */
const MOST_IN_FLIGHT = 700;
const MOST_AT_REST = 6000;
/** With more boxes and lines than this, what moves is drawn on a canvas. */
const CROWD = 260;

/** Where everything was drawn last, so that the next plan can begin there. */
export interface Snapshot {
  boxes: Map<string, Pose>;
  ways: Map<string, Way[]>;
  chips: Map<string, Pose>;
  camera: Camera;
}

export class Scene {
  readonly element = document.createElement("div");
  private readonly svg: SVGSVGElement;
  private readonly world: SVGGElement;
  private readonly shapes: Shape[] = [];
  private readonly lines: Line[] = [];
  private readonly spot: SVGPathElement;
  /** The boxes from the rearmost on: places, frames of vertices, of subtasks, operators. */
  private readonly groups: Shape[][] = [[], [], [], []];
  private readonly flight = new Flight();
  private width = 0;
  private height = 0;
  private camera: Camera = { x: 0, y: 0, scale: 1 };
  /** The first stage that has labels at its edges. */
  private readonly labelsFrom: number;
  zoom = 1;
  pan = { x: 0, y: 0 };
  private moving = false;
  private blendFrom: Snapshot | null = null;

  constructor(readonly tracks: Tracks) {
    this.labelsFrom = tracks.stages[0]?.layer.name === "transformations" ? 1 : 0;
    this.svg = make("svg", "lensPicture");
    this.svg.setAttribute("role", "group");
    this.world = append(this.svg, make("g", "world"));
    const layer = (name: string): SVGGElement => append(this.world, make("g", name));
    const [places, outer, wires, frames] = ["places", "outer", "wires", "frames"].map(layer) as [
      SVGGElement, SVGGElement, SVGGElement, SVGGElement,
    ]; // prettier-ignore
    const joints = layer("joints");
    const pills = layer("pills");
    const chips = layer("chips");
    this.spot = append(wires, make("path", "spot"));
    // What leaves is drawn over what takes its place.
    const boxes = [...tracks.boxes].sort((a, b) => b.last - a.last);
    for (const track of boxes) {
      const isOuter = track.body === "frame" && !track.id.includes("/");
      const frame = isOuter ? outer : frames;
      const parent = track.body === "pill" ? pills : track.body === "frame" ? frame : places;
      const shape = makeShape(track, parent);
      this.shapes.push(shape);
      this.groups[[places, outer, frames, pills].indexOf(parent)]!.push(shape);
    }
    for (const wire of tracks.wires) {
      this.lines.push(makeLine(wire, wire.chained ? joints : wires, chips, joints));
    }
    wires.append(this.spot);
    this.element.append(this.svg, this.flight.canvas);
    this.element.className = "sheet";
  }

  /** The size of the panel. */
  resize(width: number, height: number): void {
    [this.width, this.height] = [width, height];
    this.svg.setAttribute("width", String(width));
    this.svg.setAttribute("height", String(height));
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.flight.resize(width, height);
  }

  /** How high the picture would like to be in a panel of this width, over all stages. */
  wantedHeight(width: number): number {
    const heights = this.tracks.stages.map((stage) => {
      const scale = Math.min(1.05, (width - 2 * MARGIN) / Math.max(1, stage.width));
      return stage.height * scale + 2 * MARGIN;
    });
    return Math.max(...heights);
  }

  /** How high the panel has to be for the letters of each stage, but those that its width denies. */
  heightForLetters(width: number): number {
    const heights = this.tracks.stages.map((stage) => {
      const scale = Math.min(COMFORTABLE, (width - 2 * MARGIN) / Math.max(1, stage.width));
      return scale < READABLE ? 0 : stage.height * scale + 2 * MARGIN;
    });
    return Math.max(...heights);
  }

  /** From now on everything comes from where another scene left it. */
  comeFrom(snapshot: Snapshot): void {
    this.blendFrom = snapshot;
  }

  snapshot(): Snapshot {
    const boxes = new Map<string, Pose>();
    for (const { track, pose } of this.shapes) if (pose) boxes.set(track.id, pose);
    const ways = new Map(this.lines.filter(({ shown }) => shown).map((l) => [l.wire.id, l.ways]));
    const chips = new Map<string, Pose>();
    for (const { wire, chipPose } of this.lines) if (chipPose) chips.set(wire.id, chipPose);
    return { boxes, ways, chips, camera: this.camera };
  }

  /**
   * Draws everything at `position`: 0 is the first layer, 1 the second, 0.5 half-way between.
   *
   * `moving` says that the next picture follows at once; `blend` goes from 0 to 1 while what was
   * drawn by another scene turns into this one.
   */
  draw(position: number, moving: boolean, blend = 1): void {
    const last = this.tracks.stages.length - 1;
    const stage = clamp(Math.floor(position), 0, Math.max(0, last - 1));
    const t = last === 0 ? 0 : ease(clamp(position - stage, 0, 1));
    this.moving = moving;
    if (blend >= 1) this.blendFrom = null;
    const camera = this.aim(stage, t, blend);
    for (const shape of this.shapes) this.moveShape(shape, stage, t, blend);
    const most = (moving ? MOST_IN_FLIGHT : MOST_AT_REST) / Math.max(1, this.lines.length);
    for (const line of this.lines) this.moveLine(line, stage, t, blend, Math.max(1, Math.floor(most)));
    if (moving && this.isCrowd) this.paint(camera);
    else this.write(stage, t, camera);
  }

  private get isCrowd(): boolean {
    return this.shapes.length + this.lines.length > CROWD;
  }

  /** Puts everything on the canvas. */
  private paint(camera: Camera): void {
    if (this.flight.canvas.hidden) {
      this.flight.begin();
      this.flight.canvas.hidden = false;
    }
    this.flight.draw(this.groups, this.lines, camera, camera.scale >= READABLE);
  }

  /** Puts everything into the SVG elements. */
  private write(stage: number, t: number, camera: Camera): void {
    this.flight.canvas.hidden = true;
    const { x, y, scale } = camera;
    this.world.setAttribute("transform", `translate(${tenth(x)} ${tenth(y)}) scale(${scale.toFixed(4)})`);
    this.svg.classList.toggle("far", scale < READABLE);
    this.svg.classList.toggle("moving", this.moving);
    if (this.moving) this.spot.setAttribute("d", "");
    this.svg.dataset["stage"] = this.tracks.stages[Math.round(stage + t)]!.layer.name;
    for (const shape of this.shapes) this.writeShape(shape, Math.round(stage + t));
    for (const line of this.lines) this.writeLine(line, stage, t);
  }

  // --- the camera ----------------------------------------------------------------------------------

  /** Where the origin of the picture is in the panel, and how large everything is. */
  private aim(stage: number, t: number, blend: number): Camera {
    const from = this.fitted(this.tracks.stages[stage]!);
    const to = this.fitted(this.tracks.stages[stage + 1] ?? this.tracks.stages[stage]!);
    let camera = mixCamera(from, to, t);
    if (this.blendFrom) camera = mixCamera(this.blendFrom.camera, camera, ease(blend));
    this.camera = camera;
    const scale = camera.scale * this.zoom;
    return {
      x: this.width / 2 - camera.x * scale + this.pan.x,
      y: this.height / 2 - camera.y * scale + this.pan.y,
      scale,
    };
  }

  private fitted({ width, height }: Stage): Camera {
    const scale = Math.min(
      (this.width - 2 * MARGIN) / Math.max(1, width),
      (this.height - 2 * MARGIN) / Math.max(1, height),
      LARGEST_SCALE,
    );
    return { x: width / 2, y: height / 2, scale: Math.max(0.005, scale) };
  }

  // --- boxes -----------------------------------------------------------------------------------------

  private moveShape(shape: Shape, stage: number, t: number, blend: number): void {
    const { track } = shape;
    let pose = poseAt(track.poses, track.first, track.last, stage, t);
    if (pose && track.lands && stage === track.last && t > 0) {
      pose.opacity = Math.min(1, 2 - 2 * t); // it is followed onto its edge
    }
    if (pose && this.blendFrom) {
      const before = this.blendFrom.boxes.get(track.id);
      const s = ease(blend);
      pose = before ? mixPose(before, pose, s) : { ...pose, opacity: pose.opacity * s };
    }
    shape.pose = pose;
  }

  private writeShape(shape: Shape, near: number): void {
    const { track, group, pose } = shape;
    show(shape, group, pose !== null && pose.opacity > 0.01);
    if (!pose || !shape.shown) return;
    const at = `translate(${tenth(pose.x)} ${tenth(pose.y)})`;
    if (shape.at !== at) group.setAttribute("transform", (shape.at = at));
    fade(shape, group, pose.opacity);
    const drawn = `${tenth(pose.width)} ${tenth(pose.height)} ${near}`;
    if (drawn === shape.drawn) return;
    shape.drawn = drawn;
    shape.rect.setAttribute("width", String(tenth(pose.width)));
    shape.rect.setAttribute("height", String(tenth(pose.height)));
    const node = track.nodes[clamp(near, track.first, track.last)]!;
    letter(shape, node, pose, this.tracks.stages[near]!);
  }

  // --- lines -----------------------------------------------------------------------------------------

  private moveLine(line: Line, stage: number, t: number, blend: number, most: number): void {
    const { wire } = line;
    const at = stage + t;
    this.moveChip(line, stage, t, blend);
    line.strength = Math.min(1, at - (wire.first - 1), wire.last + 1 - at);
    line.ways = [];
    if (line.strength <= 0.01) return;
    const strands = strandsAt(wire, at);
    const key = keyOf(wire, stage, at);
    const pairs = (line.pairs[key] ??= pairsOf(strands.map(({ ways }) => ways), stage));
    const step = Math.max(1, Math.ceil(pairs.length / most));
    const before = this.blendFrom?.ways.get(wire.id);
    const same = before?.length === pairs.length && step === 1;
    for (let number = 0; number < pairs.length; number += step) {
      const pair = pairs[number]!;
      let way = between(pair[0], pair[1], t);
      if (before && same) {
        const [one, other] = alike(before[number]!, way);
        way = between(one, other, ease(blend));
      }
      line.ways.push(way);
    }
    if (this.blendFrom && !same) line.strength *= ease(blend);
  }

  private writeLine(line: Line, stage: number, t: number): void {
    const { wire, group, ways, strength } = line;
    show(line, group, strength > 0.01);
    this.writeChip(line);
    if (!line.shown) {
      line.stub?.setAttribute("d", "");
      return;
    }
    const at = stage + t;
    const strands = strandsAt(wire, at);
    const step = Math.max(1, Math.ceil(strands.length / Math.max(1, ways.length)));
    const far = ways.filter((_, number) => strands[number * step]?.remote);
    const near = ways.filter((_, number) => !strands[number * step]?.remote);
    line.near.setAttribute("d", near.map(drawWay).join(""));
    line.far.setAttribute("d", far.map(drawWay).join(""));
    line.heads.setAttribute("d", wire.chained ? "" : ways.map((way) => drawHead(way, 8)).join(""));
    if (!this.moving) line.hit.setAttribute("d", ways.map(drawWay).join(""));
    if (line.stub) {
      const key = keyOf(wire, stage, at);
      const inside = strands.filter(({ stubs }) => stubs[stage] !== undefined);
      line.stubs[key] ??= pairsOf(inside.map(({ stubs }) => stubs), stage);
      const stubs = t > 0 && at < wire.single ? [] : line.stubs[key]!;
      line.stub.setAttribute("d", stubs.map(([from, to]) => drawWay(between(from, to, t))).join(""));
    }
    fade(line, group, strength);
  }

  private moveChip(line: Line, stage: number, t: number, blend: number): void {
    const { wire } = line;
    let pose = poseAt(wire.chip, Math.max(wire.first, this.labelsFrom), wire.last, stage, t);
    if (pose && this.blendFrom) {
      const before = this.blendFrom.chips.get(wire.id);
      pose = before ? mixPose(before, pose, ease(blend)) : { ...pose, opacity: pose.opacity * blend };
    }
    line.chipPose = pose;
  }

  private writeChip({ chip, chipRect, chipPose: pose }: Line): void {
    if (!chip || !chipRect) return;
    const visible = pose !== null && pose.opacity > 0.01;
    chip.style.display = visible ? "" : "none";
    if (!pose || !visible) return;
    chip.style.opacity = pose.opacity < 0.995 ? pose.opacity.toFixed(2) : "";
    const [x, y] = [pose.x + pose.width / 2, pose.y + pose.height / 2];
    chip.setAttribute("transform", `translate(${tenth(x)} ${tenth(y)})`);
    chipRect.setAttribute("x", String(tenth(-pose.width / 2)));
    chipRect.setAttribute("y", String(tenth(-pose.height / 2)));
    chipRect.setAttribute("width", String(tenth(pose.width)));
    chipRect.setAttribute("height", String(tenth(pose.height)));
  }

  // --- what is looked at -----------------------------------------------------------------------------

  /** Marks a node or an edge, and the lines that begin or end there. */
  mark(id: string | null, marks: "selected" | "pointed" = "selected"): void {
    for (const { track, group } of this.shapes) group.classList.toggle(marks, track.id === id);
    for (const { wire, group, chip } of this.lines) {
      group.classList.toggle(marks, wire.id === id);
      chip?.classList.toggle(marks, wire.id === id);
    }
    if (marks === "pointed" || this.moving) return;
    const inside = new Set([id]);
    for (const { track } of this.shapes) {
      if (id !== null && track.nodes.some((node) => node?.parent === id)) inside.add(track.id);
    }
    let lines = "";
    for (const { wire, ways, shown } of this.lines) {
      if (!shown || wire.chained || ways.length === 0) continue;
      const strands = ways.length > 1 ? wire.strands.slice(1) : wire.strands.slice(-ways.length);
      ways.forEach((way, number) => {
        const strand = strands[number] as Strand | undefined;
        if (strand && (inside.has(strand.source) || inside.has(strand.target))) lines += drawWay(way);
      });
    }
    this.spot.setAttribute("d", lines);
  }

  /** Dims all but `lit`; `null` lights everything. `now` is what is spoken of. */
  light(lit: ReadonlySet<string> | null, now: ReadonlySet<string>): void {
    for (const { track, group } of this.shapes) {
      group.classList.toggle("dim", lit !== null && !lit.has(track.id));
      group.classList.toggle("now", now.has(track.id));
    }
    for (const { wire, group, chip } of this.lines) {
      for (const one of [group, chip]) {
        one?.classList.toggle("dim", lit !== null && !lit.has(wire.id));
        one?.classList.toggle("now", now.has(wire.id));
      }
    }
  }

  /** What can be looked at here, from left to right: each box, then the edges that leave it. */
  order(): string[] {
    const boxes = this.shapes
      .filter(({ shown, pose }) => shown && pose && pose.opacity > 0.5)
      .sort((a, b) => rank(a.track) - rank(b.track) || a.pose!.x - b.pose!.x || a.pose!.y - b.pose!.y);
    const lines = this.lines.filter(({ shown }) => shown);
    const ids = new Set<string>();
    for (const { track } of boxes) {
      ids.add(track.id);
      for (const { wire } of lines) {
        const starts = wire.strands.some(({ source }) => source === track.id);
        if (starts || wire.edge.source === track.id) ids.add(wire.id);
      }
    }
    for (const { wire } of lines) ids.add(wire.id);
    return [...ids];
  }

  elementOf(id: string): SVGElement | null {
    return (
      this.shapes.find(({ track, shown }) => shown && track.id === id)?.group ??
      this.lines.find(({ wire, shown }) => shown && wire.id === id)?.group ??
      null
    );
  }
}

/** Places first: the frame of a thing is met before the thing. */
function rank(track: Track): number {
  return track.body === "place" ? 0 : 1;
}

/** One line at first, one for each channel later. */
function strandsAt(wire: Wire, at: number): readonly Strand[] {
  const many = at > wire.single && wire.strands.length > 1;
  return many ? wire.strands.slice(1) : wire.strands.slice(0, 1);
}

function keyOf(wire: Wire, stage: number, at: number): number {
  return at > wire.single && wire.strands.length > 1 ? stage + 100 : stage;
}

function pairsOf(ways: (Way | undefined)[][], stage: number): [Way, Way][] {
  return ways.map((one) => interval(one, stage)).filter((pair) => pair !== null);
}
