/** What clicks, keys and swipes do to a stepper. */

import type { Stepper } from "./stepper_widget";
import { GRAINS } from "./stops";
import { language } from "../i18n/strings";

/** Keys of the plane, and what they do there. */
const PLANE_KEYS: Readonly<Record<string, string>> = { "+": "in", "-": "out", "0": "whole", z: "now", k: "keys" };

const KEYS: Readonly<Record<string, string>> = {
  ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", f: "follow-here", h: "hall", b: "bookmark", p: "predict", i: "inside", n: "names", c: "crash", "?": "help",
}; // prettier-ignore

/** What moves by hand, and stops what moves by itself. */
const MOVES = new Set(["first", "back", "next", "last"]);

const ACTS: Readonly<Record<string, (stepper: Stepper) => void>> = {
  first: ({ player }) => player.go(0),
  back: ({ player }) => player.back(),
  play: ({ player }) => player.toggle(),
  next: ({ player }) => player.next(),
  last: ({ player, trace }) => player.go(trace.eventCount),
  speed: ({ player }) => player.faster(),
  follow: (stepper) => stepper.pin(null),
  "follow-here": (stepper) => stepper.following.here(),
  unfocus: (stepper) => stepper.following.on(null),
  hall: (stepper) => stepper.toggleHall(),
  bookmark: (stepper) => stepper.menu.bookmark(),
  marks: (stepper) => stepper.menu.toggle("marks"),
  language: (stepper) => stepper.speak(language() === "zh" ? "en" : "zh"),
  crash: (stepper) => stepper.turning.crashes && stepper.menu.toggle("crash"),
  save: (stepper) => stepper.menu.toggle("save"),
  help: (stepper) => stepper.menu.toggle("help"),
  names: (stepper) => stepper.menu.ask(""),
  predict: (stepper) => stepper.predict.toggle(),
  copy: (stepper) => void stepper.address.copy(),
  inside: (stepper) => stepper.show("inside"),
  changed: (stepper) => {
    stepper.panels.changedOnly = !stepper.panels.changedOnly;
    stepper.redraw();
  },
};

export function act(stepper: Stepper, name: string): void {
  if (MOVES.has(name)) stepper.player.pause();
  ACTS[name]?.(stepper);
}

export function onClick(stepper: Stepper, event: MouseEvent): void {
  const target = event.target as Element;
  const of = (name: string, data: string): string | undefined => target.closest<HTMLElement>(`[${name}]`)?.dataset[data];
  if (stepper.menu.onClick(event) || stepper.predict.onClick(target)) return;
  const named = of("data-act", "act");
  const view = of("data-view", "view");
  const tab = of("data-show-tab", "showTab");
  const heat = of("data-heat", "heat");
  const task = of("data-task", "task");
  const go = of("data-go", "go");
  if (named) act(stepper, named);
  else if (view) stepper.show(view);
  else if (tab) stepper.openTab(tab);
  else if (go) stepper.jump(Number(go));
  else if (heat && event.detail > 0) stepper.pin(stepper.job.subtaskAt(heat, event) ?? stepper.panels.subtaskAt(heat, event));
  else if (task && event.detail > 1) stepper.lookInto(task);
  else if (task) stepper.pin(task);
  const about = of("data-about", "about");
  if (about) stepper.inquiry.point(about);
  else if (task) stepper.inquiry.point(`task:${task}`);
}

export function onKey(stepper: Stepper, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (target === stepper.parts.get("filter")) return onFilterKey(stepper, event);
  if (target.matches("input:not([type=range]), select, textarea")) return; // here keys mean letters and choices
  const onButton = target.matches("button, summary");
  const task = target.closest<SVGElement>("[data-task]")?.dataset["task"];
  const named = KEYS[event.key];
  if (task && (event.key === "Enter" || event.key === " ")) {
    stepper.pin(task);
    stepper.inquiry.point(`task:${task}`);
  } else if (named) act(stepper, named);
  else if (event.key === " " && !onButton) act(stepper, "play");
  else if (event.key === "Escape" && stepper.menu.close()) return event.preventDefault();
  else if (event.key === "Escape") stepper.following.followed ? stepper.following.on(null) : stepper.pin(null);
  else if (stepper.view === "plane" && stepper.panel!.act(PLANE_KEYS[event.key] ?? "")) return event.preventDefault();
  else if (GRAINS[Number(event.key) - 1]) stepper.setGrain(GRAINS[Number(event.key) - 1]!);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** In the filter keys mean letters; Escape clears it, and then leaves it. */
function onFilterKey(stepper: Stepper, event: KeyboardEvent): void {
  event.stopPropagation();
  if (event.key !== "Escape") return;
  const input = stepper.parts.get("filter") as HTMLInputElement;
  if (input.value === "") stepper.root.focus();
  input.value = "";
  stepper.onFilter();
}

const LEAST_SWIPE = 46;

/** A swipe over the sentence: to the left is on, to the right is back. */
export function onSwipe(root: HTMLElement, go: (way: 1 | -1) => void): void {
  const say = root.querySelector<HTMLElement>(".say")!;
  let start: [number, number] | null = null;
  say.addEventListener("pointerdown", (event) => (start = event.pointerType === "mouse" ? null : [event.clientX, event.clientY]));
  say.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [dx, dy] = [event.clientX - start[0], event.clientY - start[1]];
    start = null;
    if (Math.abs(dx) > LEAST_SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) go(dx < 0 ? 1 : -1);
  });
}
