/** The SVG elements of a plan: one group for each box and each edge, made once. */

import { pillLabel } from "./layer_layout";
import type { Stage } from "./layer_layout";
import type { LayerNode } from "./layers.gen";
import { tenth } from "../job/element_positions";
import type { Pose } from "../job/element_positions";
import { fit } from "../ui/svg";
import type { Track, Wire } from "./transition_tracks";
import type { Way } from "../ui/curves";

const SVG = "http://www.w3.org/2000/svg";

export interface Shape {
  track: Track;
  group: SVGGElement;
  rect: SVGRectElement;
  label: SVGTextElement;
  caption: SVGTextElement;
  shown: boolean;
  drawn: string;
  at: string;
  opacity: string;
  pose: Pose | null;
}

export interface Line {
  wire: Wire;
  group: SVGGElement;
  near: SVGPathElement;
  far: SVGPathElement;
  heads: SVGPathElement;
  hit: SVGPathElement;
  stub: SVGPathElement | null;
  chip: SVGGElement | null;
  chipRect: SVGRectElement | null;
  shown: boolean;
  opacity: string;
  pairs: [Way, Way][][];
  stubs: [Way, Way][][];
  ways: Way[];
  /** How much of it is there: 0 for nothing, 1 for all. */
  strength: number;
  chipPose: Pose | null;
}

export function make<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  classes = "",
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  if (classes) element.setAttribute("class", classes);
  return element;
}

export function append<One extends Element>(parent: Element, child: One): One {
  parent.append(child);
  return child;
}

export function makeShape(track: Track, parent: SVGGElement): Shape {
  const node = track.nodes[track.first]!;
  const kind = node.kind.replace(" ", "-");
  const group = append(parent, make("g", `node ${track.body} ${kind}`));
  group.dataset["id"] = track.id;
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "-1");
  group.style.display = "none";
  const rect = append(group, make("rect", "box"));
  rect.setAttribute("rx", track.body === "pill" ? (isVirtual(node) ? "14" : "8") : "11");
  const label = append(group, make("text", track.body === "pill" ? "t2 label" : "t3 label strong"));
  const caption = append(group, make("text", "t3 caption"));
  return { track, group, rect, label, caption, shown: false, drawn: "", at: "", opacity: "", pose: null };
}

function isVirtual(node: LayerNode): boolean {
  return node.kind === "partition" || node.kind === "union" || node.kind === "side output";
}

/** Writes what stands in a box and beside it. */
export function letter(shape: Shape, node: LayerNode, pose: Pose, stage: Stage): void {
  const { label, caption, group, track } = shape;
  const named = node.label || String(node.details.find(([name]) => name === "name")?.[1] ?? node.id);
  group.setAttribute("aria-label", `${node.kind} ${named}${node.caption ? `, ${node.caption}` : ""}`);
  const put = (text: SVGTextElement, x: number, y: number, words: string): void => {
    text.setAttribute("x", String(tenth(x)));
    text.setAttribute("y", String(tenth(y)));
    if (text.textContent !== words) text.textContent = words;
  };
  if (track.body === "pill") {
    const flat = stage.layer.name === "transformations" || stage.layer.name === "stream";
    put(label, pose.width / 2, pose.height / 2 + 4.5, pillLabel(node));
    put(caption, pose.width / 2, pose.height + 15, flat ? fit(node.caption, 190, "t3") : "");
  } else if (node.kind === "job manager" || node.kind === "resource manager") {
    put(label, 13, 22, node.label);
    put(caption, 13, 40, node.caption);
  } else {
    put(label, 12, 17, node.label);
    put(caption, 12, node.label ? 34 : 17, fit(node.caption, pose.width - 20, "t3"));
  }
}

export function makeLine(wire: Wire, parent: SVGGElement, chips: SVGGElement, joints: SVGGElement): Line {
  const kind = wire.control ? "control" : wire.chained ? "chained" : "network";
  const group = append(parent, make("g", `wire ${kind}`));
  group.dataset["id"] = wire.id;
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "-1");
  group.setAttribute("aria-label", wire.verdict?.sentence ?? `edge ${wire.id} ${wire.edge.label}`);
  group.style.display = "none";
  const near = append(group, make("path", "near"));
  const far = append(group, make("path", "far"));
  const heads = append(group, make("path", "heads"));
  const hit = append(group, make("path", "hit"));
  const stubbed = wire.strands.some(({ stubs }) => stubs.some((stub) => stub !== undefined));
  const stub = stubbed ? append(joints, make("path", `stub ${kind}`)) : null;
  const labelled = wire.chip.some((pose) => pose !== undefined);
  const chip = labelled ? append(chips, make("g", `chip ${kind}`)) : null;
  let chipRect: SVGRectElement | null = null;
  if (chip) {
    chip.dataset["id"] = wire.id;
    chip.style.display = "none";
    chipRect = append(chip, make("rect"));
    chipRect.setAttribute("rx", "10");
    const text = append(chip, make("text", "t3"));
    text.setAttribute("y", "4.5");
    text.textContent = wire.edge.label;
  }
  return {
    wire, group, near, far, heads, hit, stub, chip, chipRect, shown: false, opacity: "", pairs: [], stubs: [],
    ways: [], strength: 0, chipPose: null,
  }; // prettier-ignore
}

export function show(one: { shown: boolean }, group: SVGGElement, shown: boolean): void {
  if (one.shown === shown) return;
  one.shown = shown;
  group.style.display = shown ? "" : "none";
}

export function fade(one: { opacity: string }, group: SVGGElement, opacity: number): void {
  const text = opacity < 0.995 ? opacity.toFixed(2) : "";
  if (text !== one.opacity) group.style.opacity = one.opacity = text;
}
