/** The picture as a file: what stands on the page, as one SVG, and that as PNG; the story so far as text. */

import type { Moments } from "../trace/key_steps";
import { sentenceText } from "../trace/event_descriptions";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

const SVG = "http://www.w3.org/2000/svg";
/** What of an element's look a stylesheet gives it. */
const LOOKS = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "opacity", "font-size", "font-weight",
  "font-family", "text-anchor", "paint-order", "stroke-linejoin", "stroke-linecap",
] as const; // prettier-ignore

export interface Shot {
  svg: SVGSVGElement;
  width: number;
  height: number;
}

/** Everything that is drawn in `stage`, with `title` and `sentence` above it. */
export function shotOf(root: HTMLElement, stage: HTMLElement, title: string, sentence: string): Shot {
  const place = stage.getBoundingClientRect();
  const style = getComputedStyle(root);
  const lines = wrapped(sentence, Math.max(40, Math.floor(place.width / 9)));
  const top = 52 + lines.length * 22;
  const [width, height] = [Math.round(place.width), Math.round(place.height + top)];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("font-family", style.fontFamily);
  svg.append(shape("rect", { width: String(width), height: String(height), fill: style.getPropertyValue("--bg") }));
  svg.append(line(title, 16, 28, "700 15px", style.getPropertyValue("--ink")));
  lines.forEach((words, number) => svg.append(line(words, 16, 54 + number * 22, "500 16px", style.getPropertyValue("--ink"))));
  for (const one of stage.querySelectorAll<SVGSVGElement | HTMLCanvasElement>("svg, canvas")) {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || one.closest("button, .legend, svg svg")) continue;
    const at = { x: String(box.left - place.left), y: String(box.top - place.top + top), width: String(box.width), height: String(box.height) };
    if (one instanceof HTMLCanvasElement) svg.append(shape("image", { ...at, href: one.toDataURL("image/png") }));
    else svg.append(copyOf(one, at));
  }
  return { svg, width, height };
}

function shape(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function line(words: string, x: number, y: number, font: string, fill: string): SVGElement {
  const [weight, size] = font.split(" ");
  const text = shape("text", { x: String(x), y: String(y), "font-weight": weight!, "font-size": size!, fill });
  text.textContent = words;
  return text;
}

/** A picture that needs no stylesheet. */
function copyOf(svg: SVGSVGElement, at: Readonly<Record<string, string>>): SVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[...svg.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
  from.forEach((one, number) => {
    const look = getComputedStyle(one);
    for (const name of LOOKS) to[number]!.setAttribute(name, look.getPropertyValue(name));
    to[number]!.removeAttribute("class");
  });
  copy.removeAttribute("class");
  for (const [name, value] of Object.entries(at)) copy.setAttribute(name, value);
  return copy;
}

function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= most) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}

export function svgText({ svg }: Shot): string {
  return new XMLSerializer().serializeToString(svg);
}

export async function imageFrom(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

export const imageOf = (shot: Shot): Promise<HTMLImageElement> => imageFrom(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(shot))}`);

/** Twice as many pixels as the page has. */
export async function pngOf(shot: Shot): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [shot.width * 2, shot.height * 2];
  canvas.getContext("2d")!.drawImage(await imageOf(shot), 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}

/** The story up to a position, moment by moment. */
export function transcriptOf(trace: Trace, labels: Labels, moments: Moments, position: number): string {
  const told = moments.all.filter(({ end }) => end <= position);
  const lines = told.map(({ lead, count }) => {
    const many = count > 1 ? ` (${count} of these)` : "";
    return `step ${trace.stepOf(lead)}: ${sentenceText(trace.event(lead), labels)}${many}`;
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
