/** SVG elements of a plan: one group per box and edge, created once. */

import { getPillLabel } from "./layer_layout";
import type { LayerLayout } from "./layer_layout";
import type { DiagramNode } from "./layers.gen";
import { roundToTenth } from "../job/element_positions";
import type { ElementPosition } from "../job/element_positions";
import { fitText } from "../ui/svg";
import type { BoxTrack, EdgeTrack } from "./transition_tracks";
import type { CurvePath } from "../ui/curves";

const SVG = "http://www.w3.org/2000/svg";

export interface Shape {
  track: BoxTrack;
  group: SVGGElement;
  rect: SVGRectElement;
  label: SVGTextElement;
  caption: SVGTextElement;
  shown: boolean;
  drawn: string;
  at: string;
  opacity: string;
  position: ElementPosition | null;
}

export interface Line {
  edgeTrack: EdgeTrack;
  group: SVGGElement;
  nearPath: SVGPathElement;
  remotePath: SVGPathElement;
  arrowHeads: SVGPathElement;
  hitPath: SVGPathElement;
  stub: SVGPathElement | null;
  chip: SVGGElement | null;
  chipRect: SVGRectElement | null;
  shown: boolean;
  opacity: string;
  pairs: [CurvePath, CurvePath][][];
  stubs: [CurvePath, CurvePath][][];
  paths: CurvePath[];
  /** Visibility, from 0 to 1. */
  strength: number;
  chipPosition: ElementPosition | null;
}

export function createSvgElement<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  classes = "",
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  if (classes) element.setAttribute("class", classes);
  return element;
}

export function appendChild<One extends Element>(parent: Element, child: One): One {
  parent.append(child);
  return child;
}

export function createShape(track: BoxTrack, parent: SVGGElement): Shape {
  const node = track.nodes[track.first]!;
  const kind = node.kind.replace(" ", "-");
  const group = appendChild(parent, createSvgElement("g", `node ${track.body} ${kind}`));
  group.dataset["id"] = track.id;
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "-1");
  group.style.display = "none";
  const rect = appendChild(group, createSvgElement("rect", "box"));
  rect.setAttribute("rx", track.body === "pill" ? (isVirtual(node) ? "14" : "8") : "11");
  const label = appendChild(group, createSvgElement("text", track.body === "pill" ? "t2 label" : "t3 label strong"));
  group.append(" "); // not drawn: it separates the two texts for a screen reader
  const caption = appendChild(group, createSvgElement("text", "t3 caption"));
  return { track, group, rect, label, caption, shown: false, drawn: "", at: "", opacity: "", position: null };
}

function isVirtual(node: DiagramNode): boolean {
  return node.kind === "partition" || node.kind === "union" || node.kind === "side output";
}

/** Update the labels in and next to a box. */
export function updateLabels(shape: Shape, node: DiagramNode, position: ElementPosition, layout: LayerLayout): void {
  const { label, caption, group, track } = shape;
  const setText = (text: SVGTextElement, x: number, y: number, words: string): void => {
    text.setAttribute("x", String(roundToTenth(x)));
    text.setAttribute("y", String(roundToTenth(y)));
    if (text.textContent !== words) text.textContent = words;
  };
  if (track.body === "pill") {
    const isFlat = !["job", "execution", "slots"].includes(layout.layer.name);
    setText(label, position.width / 2, position.height / 2 + 4.5, getPillLabel(node));
    setText(caption, position.width / 2, position.height + 15, isFlat ? fitText(node.caption, 190, "t3") : "");
  } else if (node.kind === "job manager" || node.kind === "resource manager") {
    setText(label, 13, 22, node.label);
    setText(caption, 13, 40, node.caption);
  } else {
    setText(label, 12, 17, node.label);
    setText(caption, 12, node.label ? 34 : 17, fitText(node.caption, position.width - 20, "t3"));
  }
  // first what is written, as it is written, for those who speak to the page; then what is cut
  const named = node.label || String(node.details.find(([name]) => name === "name")?.[1] ?? node.id);
  const shown = [label.textContent!, caption.textContent!].filter(Boolean);
  const more = [named, node.caption].filter((one) => one && !shown.includes(one));
  group.setAttribute("aria-label", [`${node.kind} ${shown.join(" ")}`, ...more].join(", "));
}

export function createLine(edgeTrack: EdgeTrack, parent: SVGGElement, chips: SVGGElement, joints: SVGGElement): Line {
  const kind = edgeTrack.control ? "control" : edgeTrack.chained ? "chained" : "network";
  const group = appendChild(parent, createSvgElement("g", `wire ${kind}`));
  group.dataset["id"] = edgeTrack.id;
  group.setAttribute("role", "button");
  group.setAttribute("tabindex", "-1");
  group.setAttribute("aria-label", edgeTrack.verdict?.sentence ?? `edge ${edgeTrack.id} ${edgeTrack.edge.label}`);
  group.style.display = "none";
  const near = appendChild(group, createSvgElement("path", "near"));
  const far = appendChild(group, createSvgElement("path", "far"));
  const heads = appendChild(group, createSvgElement("path", "heads"));
  const hit = appendChild(group, createSvgElement("path", "hit"));
  const hasStub = edgeTrack.strands.some(({ stubs }) => stubs.some((stub) => stub !== undefined));
  const stub = hasStub ? appendChild(joints, createSvgElement("path", `stub ${kind}`)) : null;
  const hasLabel = edgeTrack.chipPositions.some((position) => position !== undefined);
  const chip = hasLabel ? appendChild(chips, createSvgElement("g", `chip ${kind}`)) : null;
  let chipRect: SVGRectElement | null = null;
  if (chip) {
    chip.dataset["id"] = edgeTrack.id;
    chip.style.display = "none";
    chipRect = appendChild(chip, createSvgElement("rect"));
    chipRect.setAttribute("rx", "10");
    const text = appendChild(chip, createSvgElement("text", "t3"));
    text.setAttribute("y", "4.5");
    text.textContent = edgeTrack.edge.label;
  }
  return {
    edgeTrack, group, nearPath: near, remotePath: far, arrowHeads: heads, hitPath: hit, stub, chip, chipRect, shown: false, opacity: "", pairs: [], stubs: [],
    paths: [], strength: 0, chipPosition: null,
  };
}

export function setShown(one: { shown: boolean }, group: SVGGElement, shown: boolean): void {
  if (one.shown === shown) return;
  one.shown = shown;
  group.style.display = shown ? "" : "none";
}

export function setOpacity(one: { opacity: string }, group: SVGGElement, opacity: number): void {
  const text = opacity < 0.995 ? opacity.toFixed(2) : "";
  if (text !== one.opacity) group.style.opacity = one.opacity = text;
}
