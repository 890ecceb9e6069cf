/** Pointer and keyboard input of the plan view. */

import type { PlanPageParts } from "./page_parts";
import type { Scene } from "./svg_scene";
import { clamp } from "../ui/svg";

export interface PlanViewActions {
  getScene(): Scene;
  /** Run the action of a button (its `data-act`). */
  runAction(act: string): void;
  goTo(layer: number): void;
  jump(position: number): void;
  /** Called when the slider is released. */
  settle(): void;
  /** Number of layers. */
  countLayers(): number;
  select(id: string | null): void;
  getSelected(): string | null;
  hover(id: string | null): void;
  undo(edit: number): void;
  moveGenerationStep(whither: string): void;
  /** Explain a class or an old name. */
  explainName(name: string): void;
  showVariant(number: number): void;
  handleControl(control: HTMLInputElement | HTMLSelectElement): void;
  redraw(): void;
  /** Called when the text description is opened. */
  describeLayer(): void;
}

/** Add the listeners. Call the result to stop observing the size. */
export function addInputListeners(parts: PlanPageParts, actions: PlanViewActions, resized: () => void): () => void {
  const { root, range } = parts;
  root.addEventListener("click", (event) => onClick(event, actions));
  root.addEventListener("keydown", (event) => onKey(event, actions));
  root.addEventListener("change", (event) => {
    actions.handleControl(event.target as HTMLInputElement | HTMLSelectElement);
  });
  range.addEventListener("input", () => actions.jump(Number(range.value)));
  range.addEventListener("change", () => actions.settle());
  parts.words.addEventListener("toggle", () => actions.describeLayer());
  const scene = parts.get("scene");
  scene.addEventListener("pointerover", (event) => actions.hover(getIdAt(event.target)));
  scene.addEventListener("pointerleave", () => actions.hover(null));
  scene.addEventListener("focusin", (event) => actions.select(getIdAt(event.target)));
  scene.addEventListener("wheel", (event) => onWheel(event, actions), { passive: false });
  scene.addEventListener("pointerdown", (event) => startDrag(event, actions));
  const observer = new ResizeObserver(resized);
  observer.observe(root);
  return () => observer.disconnect();
}

function onClick(event: MouseEvent, actions: PlanViewActions): void {
  const target = event.target as Element;
  const data = target.closest<HTMLElement>(
    "[data-act],[data-layer],[data-look],[data-undo],[data-walk],[data-variant],[data-class]",
  )?.dataset;
  if (!data) {
    if (target.closest(".scene")) actions.select(getIdAt(target));
    return;
  }
  if (data["layer"] !== undefined) actions.goTo(Number(data["layer"]));
  else if (data["look"] !== undefined) actions.select(data["look"]);
  else if (data["undo"] !== undefined) actions.undo(Number(data["undo"]));
  else if (data["walk"] !== undefined) actions.moveGenerationStep(data["walk"]);
  else if (data["class"] !== undefined) actions.explainName(data["class"]);
  else if (data["variant"] !== undefined) actions.showVariant(Number(data["variant"]));
  else actions.runAction(data["act"]!);
}

const KEYS: Record<string, string> = {
  ArrowRight: "next", ArrowLeft: "back", "+": "in", "=": "in", "-": "out", "0": "fit",
};

function onKey(event: KeyboardEvent, actions: PlanViewActions): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (target.matches("select, input:not([type=range])")) return;
  const onButton = target.matches("button, summary");
  const { key } = event;
  const act = KEYS[key];
  const layer = Number(key) - 1;
  if (act) actions.runAction(act);
  else if (key === "ArrowDown") focusNext(actions, 1);
  else if (key === "ArrowUp") focusNext(actions, -1);
  else if (key === " " && !onButton) actions.runAction("play");
  else if (key === "Enter" && !onButton) actions.runAction("apply");
  else if (key === "Home") actions.goTo(0);
  else if (key === "End") actions.goTo(actions.countLayers() - 1);
  else if (key === "Escape") actions.select(null);
  else if (layer >= 0 && layer < actions.countLayers()) actions.goTo(layer);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function focusNext(actions: PlanViewActions, by: number): void {
  const scene = actions.getScene();
  const order = scene.getFocusOrder();
  const selected = actions.getSelected();
  const at = selected === null ? -1 : order.indexOf(selected);
  const id = order[at < 0 ? (by > 0 ? 0 : order.length - 1) : (at + by + order.length) % order.length];
  if (id === undefined) return;
  scene.findElement(id)?.focus();
  actions.select(id);
}

function onWheel(event: WheelEvent, actions: PlanViewActions): void {
  if (!event.ctrlKey && !event.metaKey) return; // otherwise the page scrolls
  event.preventDefault();
  zoomBy(actions, Math.exp(-event.deltaY * 0.002));
}

/** Zoom around the centre. 0 fits everything again. */
export function zoomBy(actions: PlanViewActions, factor: number): void {
  const scene = actions.getScene();
  const zoom = factor === 0 ? 1 : clamp(scene.zoom * factor, 0.5, 30);
  const change = zoom / scene.zoom;
  scene.pan = factor === 0 ? { x: 0, y: 0 } : { x: scene.pan.x * change, y: scene.pan.y * change };
  scene.zoom = zoom;
  actions.redraw();
}

function startDrag(down: PointerEvent, actions: PlanViewActions): void {
  const from = { ...actions.getScene().pan };
  const move = (event: PointerEvent): void => {
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    if (Math.hypot(x, y) < 4) return;
    actions.getScene().pan = { x: from.x + x, y: from.y + y };
    actions.redraw();
  };
  const up = (): void => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
}

function getIdAt(target: EventTarget | null): string | null {
  return (target as Element | null)?.closest<SVGElement>("[data-id]")?.dataset["id"] ?? null;
}
