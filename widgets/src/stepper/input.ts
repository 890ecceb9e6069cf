/** Mouse, keyboard and touch input of a stepper. */

import type { Stepper } from "./stepper_widget";
import { showMore, showNextTip } from "./first_minute";
import { STEP_MODES } from "./stops";
import { getLanguage } from "../i18n/strings";

/** Keys of the event-time chart and of the whole run. */
const CHART_KEYS: Readonly<Record<string, string>> = { "+": "in", "-": "out", "0": "whole", z: "now", k: "keys" };

const KEYS: Readonly<Record<string, string>> = {
  ArrowRight: "next", ArrowLeft: "back", Home: "first", End: "last", f: "follow-here", h: "hall", e: "simple", b: "bookmark", p: "predict", i: "inside", n: "names", c: "crash", "?": "help",
};

/** Actions that move manually and stop playing. */
const MOVE_ACTIONS = new Set(["first", "back", "next", "last"]);

const ACTIONS: Readonly<Record<string, (stepper: Stepper) => void>> = {
  first: ({ player }) => player.seek(0),
  back: ({ player }) => player.back(),
  play: ({ player }) => player.toggle(),
  next: ({ player }) => player.next(),
  last: ({ player, trace }) => player.seek(trace.eventCount),
  speed: ({ player }) => player.cycleSpeed(),
  follow: (stepper) => stepper.pin(null),
  "follow-here": (stepper) => stepper.followPanel.followCurrent(),
  unfocus: (stepper) => stepper.followPanel.follow(null),
  hall: (stepper) => stepper.toggleHall(),
  bookmark: (stepper) => stepper.menu.toggleBookmark(),
  marks: (stepper) => stepper.menu.toggle("marks"),
  language: (stepper) => stepper.changeLanguage(getLanguage() === "zh" ? "en" : "zh"),
  crash: (stepper) => stepper.rerunController.canCrash && stepper.menu.toggle("crash"),
  save: (stepper) => stepper.menu.toggle("save"),
  tip: (stepper) => showNextTip(stepper),
  help: (stepper) => stepper.menu.toggle("help"),
  names: (stepper) => stepper.menu.showNames(""),
  predict: (stepper) => stepper.predictionPanel.toggle(),
  more: (stepper) => showMore(stepper),
  copy: (stepper) => void stepper.addressBar.copy(),
  inside: (stepper) => stepper.show("inside"),
  simple: (stepper) => stepper.show(stepper.view === "simple" ? "chart" : "simple"),
  changed: (stepper) => {
    stepper.panels.changedOnly = !stepper.panels.changedOnly;
    stepper.redraw();
  },
};

export function runAction(stepper: Stepper, name: string): void {
  if (MOVE_ACTIONS.has(name)) stepper.player.pause();
  ACTIONS[name]?.(stepper);
}

export function onClick(stepper: Stepper, event: MouseEvent): void {
  const target = event.target as Element;
  const getData = (name: string, data: string): string | undefined => target.closest<HTMLElement>(`[${name}]`)?.dataset[data];
  if (stepper.menu.onClick(event) || stepper.predictionPanel.onClick(target)) return;
  const action = getData("data-act", "act");
  const view = getData("data-view", "view");
  const tab = getData("data-show-tab", "showTab");
  const heat = getData("data-heat", "heat");
  const task = getData("data-task", "task");
  const position = getData("data-go", "go");
  const plotAction = getData("data-plot", "plot");
  if (action) runAction(stepper, action);
  else if (plotAction) stepper.panels.runPlotAction(plotAction);
  else if (view) stepper.show(view);
  else if (tab) stepper.openTab(tab);
  else if (position) stepper.jumpTo(Number(position));
  else if (heat && event.detail > 0) stepper.pin(stepper.jobPanel.findSubtaskAt(heat, event) ?? stepper.panels.findSubtaskAt(heat, event));
  else if (task && event.detail > 1) stepper.showInside(task);
  else if (task) stepper.pin(task);
  const about = getData("data-about", "about");
  if (about) stepper.queryBox.askAboutTarget(about);
  else if (task) stepper.queryBox.askAboutTarget(`task:${task}`);
}

export function onKey(stepper: Stepper, event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as Element;
  if (target === stepper.parts.get("filter")) return onFilterKey(stepper, event);
  if (target.matches("input:not([data-part=range]), select, textarea")) return; // keys have their normal meaning in inputs
  const onButton = target.matches("button, summary");
  const task = target.closest<SVGElement>("[data-task]")?.dataset["task"];
  const about = target.closest<SVGElement>('[data-about][tabindex="0"]')?.dataset["about"];
  const action = KEYS[event.key];
  if (about && (event.key === "Enter" || event.key === " ")) stepper.queryBox.askAboutTarget(about);
  else if (task && (event.key === "Enter" || event.key === " ")) {
    stepper.pin(task);
    stepper.queryBox.askAboutTarget(`task:${task}`);
  } else if (action) runAction(stepper, action);
  else if (event.key === " " && !onButton) runAction(stepper, "play");
  else if (event.key === "Escape" && stepper.menu.close()) return event.preventDefault();
  else if (event.key === "Escape") stepper.followPanel.followed ? stepper.followPanel.follow(null) : stepper.pin(null);
  else if (stepper.view === "whole run" && stepper.panels.runPlotAction(CHART_KEYS[event.key] ?? "")) return event.preventDefault();
  else if (stepper.view === "chart" && stepper.chartPanel!.runAction(CHART_KEYS[event.key] ?? "")) return event.preventDefault();
  else if (STEP_MODES[Number(event.key) - 1]) stepper.setStepMode(STEP_MODES[Number(event.key) - 1]!);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Handle keys in the filter: Escape clears it, then leaves it. */
function onFilterKey(stepper: Stepper, event: KeyboardEvent): void {
  event.stopPropagation();
  if (event.key !== "Escape") return;
  const input = stepper.parts.get("filter") as HTMLInputElement;
  if (input.value === "") stepper.root.focus();
  input.value = "";
  stepper.onFilter();
}

const MIN_SWIPE_PX = 46;

/** Handle a swipe over the description: left for next, right for back. */
export function onSwipe(root: HTMLElement, move: (direction: 1 | -1) => void): void {
  const say = root.querySelector<HTMLElement>(".say")!;
  let start: [number, number] | null = null;
  say.addEventListener("pointerdown", (event) => (start = event.pointerType === "mouse" ? null : [event.clientX, event.clientY]));
  say.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [dx, dy] = [event.clientX - start[0], event.clientY - start[1]];
    start = null;
    if (Math.abs(dx) > MIN_SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) move(dx < 0 ? 1 : -1);
  });
}
