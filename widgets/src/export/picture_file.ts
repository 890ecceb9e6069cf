/** Export the page as SVG or PNG, and the description of the run as text. */

import type { KeySteps } from "../trace/key_steps";
import { describeEvent } from "../trace/event_descriptions";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

const SVG = "http://www.w3.org/2000/svg";
/** Style properties that are copied from the stylesheet to each element. */
const STYLE_PROPERTIES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "font-size", "font-weight",
  "font-family", "text-anchor", "paint-order", "stroke-linejoin", "stroke-linecap",
] as const;

export interface Screenshot {
  svg: SVGSVGElement;
  width: number;
  height: number;
}

/** Create a screenshot of everything drawn in `stage`, with `title` and `sentence` above it. */
export function createScreenshot(root: HTMLElement, stage: HTMLElement, title: string, sentence: string): Screenshot {
  const bounds = stage.getBoundingClientRect();
  const style = getComputedStyle(root);
  const lines = wrapText(sentence, Math.max(40, Math.floor(bounds.width / 9)));
  const top = 52 + lines.length * 22;
  const [width, height] = [Math.round(bounds.width), Math.round(bounds.height + top)];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("font-family", style.fontFamily);
  svg.append(createSvgElement("rect", { width: String(width), height: String(height), fill: style.getPropertyValue("--bg") }));
  svg.append(createTextLine(title, 16, 28, "700 15px", style.getPropertyValue("--ink")));
  lines.forEach((words, number) => svg.append(createTextLine(words, 16, 54 + number * 22, "500 16px", style.getPropertyValue("--ink"))));
  for (const one of stage.querySelectorAll<SVGSVGElement | HTMLCanvasElement>("svg, canvas")) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || one.closest("button, .legend, svg svg")) continue;
    const at = { x: String(box.left - bounds.left), y: String(box.top - bounds.top + top), width: String(box.width), height: String(box.height) };
    if (one instanceof HTMLCanvasElement) svg.append(createSvgElement("image", { ...at, href: one.toDataURL("image/png") }));
    else svg.append(copyWithStyles(one, at));
  }
  return { svg, width, height };
}

function createSvgElement(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function createTextLine(words: string, x: number, y: number, font: string, fill: string): SVGElement {
  const [weight, size] = font.split(" ");
  const text = createSvgElement("text", { x: String(x), y: String(y), "font-weight": weight!, "font-size": size!, fill });
  text.textContent = words;
  return text;
}

/** Copy an SVG with its computed styles, so that it needs no stylesheet. */
function copyWithStyles(svg: SVGSVGElement, at: Readonly<Record<string, string>>): SVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[...svg.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  from.forEach((one, number) => {
    const style = getComputedStyle(one);
    for (const name of STYLE_PROPERTIES) to[number]!.setAttribute(name, style.getPropertyValue(name));
    to[number]!.removeAttribute("class");
  });
  copy.removeAttribute("class");
  for (const [name, value] of Object.entries(at)) copy.setAttribute(name, value);
  return copy;
}

function wrapText(text: string, maxLength: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= maxLength) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

export function serializeSvg({ svg }: Screenshot): string {
  return new XMLSerializer().serializeToString(svg);
}

export async function loadImage(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

export const renderImage = (shot: Screenshot): Promise<HTMLImageElement> => loadImage(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(serializeSvg(shot))}`);

/** Render at twice the resolution of the page. */
export async function renderPng(shot: Screenshot): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [shot.width * 2, shot.height * 2];
  canvas.getContext("2d")!.drawImage(await renderImage(shot), 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

/** List the key steps up to a position. */
export function createTranscript(trace: Trace, labels: Labels, keySteps: KeySteps, position: number): string {
  const pastKeySteps = keySteps.all.filter(({ end }) => end <= position);
  const lines = pastKeySteps.map(({ lead, count }) => {
    const countText = count > 1 ? ` (${count} of these)` : "";
    return `step ${trace.getStep(lead)}: ${describeEvent(trace.event(lead), labels)}${countText}`;
  });
  return `${trace.plan?.job_name ?? "a run"}\n\n${lines.join("\n")}\n`;
}

export function download(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
