/** What pointer and keys ask of the lens. */

import type { Parts } from "./page_parts";
import type { Scene } from "./svg_scene";
import { clamp } from "../ui/svg";

export interface Asked {
  scene(): Scene;
  /** What a button does, by its `data-act`. */
  act(act: string): void;
  goTo(layer: number): void;
  jump(position: number): void;
  /** The slider was let go. */
  settle(): void;
  /** How many layers there are. */
  layers(): number;
  select(id: string | null): void;
  selected(): string | null;
  point(id: string | null): void;
  undo(edit: number): void;
  walk(whither: string): void;
  /** Says what a class, or an old name, is. */
  name(name: string): void;
  variant(number: number): void;
  change(control: HTMLInputElement | HTMLSelectElement): void;
  redraw(): void;
  /** The text below was opened. */
  words(): void;
}

/** Listens until the result is called. */
export function listen(parts: Parts, asked: Asked, resized: () => void): () => void {
  const { root, range } = parts;
  root.addEventListener("click", (event) => onClick(event, asked));
  root.addEventListener("keydown", (event) => onKey(event, asked));
  root.addEventListener("change", (event) => {
    asked.change(event.target as HTMLInputElement | HTMLSelectElement);
  });
  range.addEventListener("input", () => asked.jump(Number(range.value)));
  range.addEventListener("change", () => asked.settle());
  parts.words.addEventListener("toggle", () => asked.words());
  const scene = parts.get("scene");
  scene.addEventListener("pointerover", (event) => asked.point(idAt(event.target)));
  scene.addEventListener("pointerleave", () => asked.point(null));
  scene.addEventListener("focusin", (event) => asked.select(idAt(event.target)));
  scene.addEventListener("wheel", (event) => onWheel(event, asked), { passive: false });
  scene.addEventListener("pointerdown", (event) => drag(event, asked));
  const observer = new ResizeObserver(resized);
  observer.observe(root);
  return () => observer.disconnect();
}

function onClick(event: MouseEvent, asked: Asked): void {
  const target = event.target as Element;
  const data = target.closest<HTMLElement>(
    "[data-act],[data-layer],[data-look],[data-undo],[data-walk],[data-variant],[data-class]",
  )?.dataset;
  if (!data) {
    if (target.closest(".scene")) asked.select(idAt(target));
    return;
  }
  if (data["layer"] !== undefined) asked.goTo(Number(data["layer"]));
  else if (data["look"] !== undefined) asked.select(data["look"]);
  else if (data["undo"] !== undefined) asked.undo(Number(data["undo"]));
  else if (data["walk"] !== undefined) asked.walk(data["walk"]);
  else if (data["class"] !== undefined) asked.name(data["class"]);
  else if (data["variant"] !== undefined) asked.variant(Number(data["variant"]));
  else asked.act(data["act"]!);
}

const KEYS: Record<string, string> = {
  ArrowRight: "next", ArrowLeft: "back", "+": "in", "=": "in", "-": "out", "0": "fit",
}; // prettier-ignore

function onKey(event: KeyboardEvent, asked: Asked): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (target.matches("select, input:not([type=range])")) return;
  const onButton = target.matches("button, summary");
  const { key } = event;
  const act = KEYS[key];
  const layer = Number(key) - 1;
  if (act) asked.act(act);
  else if (key === "ArrowDown") focusNext(asked, 1);
  else if (key === "ArrowUp") focusNext(asked, -1);
  else if (key === " " && !onButton) asked.act("play");
  else if (key === "Enter" && !onButton) asked.act("apply");
  else if (key === "Home") asked.goTo(0);
  else if (key === "End") asked.goTo(asked.layers() - 1);
  else if (key === "Escape") asked.select(null);
  else if (layer >= 0 && layer < asked.layers()) asked.goTo(layer);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function focusNext(asked: Asked, by: number): void {
  const scene = asked.scene();
  const order = scene.order();
  const selected = asked.selected();
  const at = selected === null ? -1 : order.indexOf(selected);
  const id = order[at < 0 ? (by > 0 ? 0 : order.length - 1) : (at + by + order.length) % order.length];
  if (id === undefined) return;
  scene.elementOf(id)?.focus();
  asked.select(id);
}

function onWheel(event: WheelEvent, asked: Asked): void {
  if (!event.ctrlKey && !event.metaKey) return; // else the page scrolls
  event.preventDefault();
  zoomBy(asked, Math.exp(-event.deltaY * 0.002));
}

/** Zooms around the middle; 0 shows everything again. */
export function zoomBy(asked: Asked, factor: number): void {
  const scene = asked.scene();
  const zoom = factor === 0 ? 1 : clamp(scene.zoom * factor, 0.5, 30);
  const change = zoom / scene.zoom;
  scene.pan = factor === 0 ? { x: 0, y: 0 } : { x: scene.pan.x * change, y: scene.pan.y * change };
  scene.zoom = zoom;
  asked.redraw();
}

function drag(down: PointerEvent, asked: Asked): void {
  const from = { ...asked.scene().pan };
  const move = (event: PointerEvent): void => {
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (Math.hypot(x, y) < 4) return;
    asked.scene().pan = { x: from.x + x, y: from.y + y };
    asked.redraw();
  };
  const up = (): void => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
}

function idAt(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest<SVGElement>("[data-id]")?.dataset["id"] ?? null;
}
