/** One stepper on a page: what is shown of a trace, at which position, and what moves it. */

import { AddressBar } from "./address_bar";
import { Film } from "../export/film";
import type { Filmed } from "../export/film";
import { Following } from "./follow_panel";
import { Inquiry } from "../queries/query_box";
import { lastTask, Lookup, VIEWS } from "./frame";
import type { Frame, View } from "./frame";
import { History } from "../trace/keyframes";
import { JobPanel } from "../job/job_panel";
import type { Turned } from "../queries/parameter";
import { dress, fill, focusedIn } from "../ui/dom_patch";
import { Menu } from "../ui/menu";
import { Motion, pace } from "../ui/animation_clock";
import { watchTheme } from "../ui/widget_page";
import type { Model } from "../ui/widget_page";
import { Parts } from "../ui/named_parts";
import type { Ghost } from "../event_time_chart/comparison_run";
import { aboutThing } from "../event_time_chart/highlights";
import { PlanePanel } from "../event_time_chart/chart_panel";
import { Predict } from "../queries/prediction";
import { Player } from "./player";
import { openingOf } from "../queries/headline_question";
import type { Opening } from "../queries/headline_question";
import { RunSeries } from "../metrics/run_series";
import { Scrubber } from "./scrubber";
import { Side, TABS } from "./side_panel";
import type { Tab } from "./side_panel";
import { onClick, onKey, onSwipe } from "./input";
import { page, STYLE } from "./markup";
import { Panels } from "./panels";
import { drawControls, drawStory } from "./current_step";
import type { Grain } from "./stops";
import { language, speak, t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import { KINDS } from "../trace/trace.gen";
import type { Language, MomentKind } from "../trace/trace.gen";
import { Turning } from "../queries/other_runs";
import { Labels } from "../ui/value_format";
import type { JobView } from "../trace/job_state.gen";

/** What stays when another run is shown. */
export interface Carry {
  /** The run that stays behind the one shown, and the one that it came with. */
  ghost: Ghost | null;
  beside: Ghost | null;
  /** Where to open, and how; null as the model says. */
  position: number | null;
  view: View | null;
  /** What the run shown differs in from the one of the model. */
  turned: Turned | null;
  /** A change that an answer has found is shown. */
  tried?: boolean;
  crashes: readonly Placed[];
}

/** What dies, and as which step of the run. */
export type Placed = readonly [task: string, step: number];

export const NOTHING: Carry = { ghost: null, beside: null, position: null, view: null, turned: null, crashes: [] };

const KEYFRAME_MS = 12;

/** One stepper on the page. */
export class Stepper {
  readonly root = document.createElement("div");
  readonly parts: Parts;
  readonly player: Player;
  readonly panels: Panels;
  readonly labels: Labels;
  readonly lookup: Lookup;
  view: View;
  panel: PlanePanel | null = null;
  side: Side | null = null;
  readonly job: JobPanel;
  readonly address: AddressBar;
  readonly following: Following;
  readonly inquiry: Inquiry;
  readonly turning: Turning;
  private readonly history: History;
  readonly scrubber: Scrubber;
  readonly menu: Menu;
  readonly film = new Film(this);
  readonly predict: Predict;
  private readonly motion: Motion;
  private readonly cleanups: (() => void)[] = [];
  private readonly opening: Opening;
  pinned: string | null = null;
  private series: RunSeries | null = null;
  private width = 0;
  private height = 0;
  private pending = 0;
  /** What is shown; made anew by every draw. */
  private shown: Frame | null = null;
  /** The fact that was pointed at, as long as the run stands there; else -1. */
  private pointed = -1;
  private tellsTime = false;
  private followsTime = false;
  private stood = 0;
  /** While one drags along the strip nothing moves by itself. */
  private scrubs = false;

  /** `carry` is what stays of the stepper before; `take` is told when another run is to be shown. */
  constructor(
    readonly trace: Trace, private readonly model: Model, el: HTMLElement, private readonly carry: Carry,
    private readonly take: (trace: Trace, carry: Carry) => void,
  ) {
    this.labels = new Labels(trace.plan, language());
    this.lookup = new Lookup(trace);
    this.history = new History(trace);
    this.player = new Player(trace, () => this.moved());
    this.listenForMore();
    this.motion = new Motion((phase) => this.drawMotion(phase.t));
    this.view = VIEWS.find((one) => one === model.get("view")) ?? startingView(trace);
    this.root.className = "flinksim-widget flinksim-stepper";
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "application");
    this.root.setAttribute("aria-label", t("flinksim stepper: {0}", trace.plan?.job_name ?? t("a run")));
    this.root.dataset["lmSuppressShortcuts"] = "true"; // the notebook must not take our keys
    dress(STYLE, el);
    (this.root as HTMLElement as Filmed).film = this.film;
    this.root.lang = language() === "zh" ? "zh-CN" : "en";
    fill(this.root, page());
    this.parts = new Parts(this.root);
    this.panels = new Panels(this.parts, `flinksim-hatch-${++steppers}`);
    this.job = new JobPanel(this.parts, trace, model.get("program"));
    this.parts.put("job", `<b>${esc(String(model.get("title") || (trace.plan?.job_name ?? "")))}</b>`);
    this.scrubber = new Scrubber(trace, this.parts, Number(model.get("mark") ?? -1));
    this.address = new AddressBar(this, Boolean(model.get("addressed")));
    this.following = new Following(this, model);
    this.inquiry = new Inquiry(this, model, carry, take);
    this.root.classList.toggle("canPoint", this.inquiry.isOpen);
    this.turning = new Turning(this, model, carry, take);
    this.menu = new Menu(this);
    this.root.querySelector<HTMLElement>('[data-act="crash"]')!.hidden = !this.turning.crashes;
    this.predict = new Predict(this);
    this.range.max = String(trace.eventCount);
    el.replaceChildren(this.root);
    this.listen();
    this.opening = openingOf(trace, this.player.stops.moments, this.labels);
    this.parts.get("question").textContent = this.opening.question;
    if (carry.view) this.view = carry.view;
    if (carry.position !== null) this.player.go(carry.position);
    else this.player.go(model.get("choose") ? this.opening.position : Number(model.get("position") ?? 0));
    model.set("choose", false);
    model.save_changes();
    this.parts.get("copy").hidden = !this.address.isOwn;
    if (this.address.isOwn && carry.position === null) this.address.follow();
    this.resize();
    this.makeKeyframes();
  }

  destroy(): void {
    this.player.pause();
    this.motion.stop();
    this.address.stop();
    for (const cleanup of this.cleanups) cleanup();
    this.panel?.plane.destroy();
    this.root.remove();
  }

  // --- moving --------------------------------------------------------------------------------------

  /** The player is somewhere else: from the stop before, what happened since moves. */
  private moved(): void {
    const { player, motion } = this;
    const started = performance.now();
    this.draw();
    performance.measure("flinksim:draw", { start: started });
    const { position } = player;
    if (position !== this.stood) {
      const before = player.stops.back(position, player.grain);
      const isNext = player.stops.next(this.stood, player.grain) === position;
      const isBack = player.stops.back(this.stood, player.grain) === position;
      const { way } = pace(this.momentKind, this.momentCount, player.playing ? player.speed : 1);
      if (this.scrubs) this.stand();
      else if (isNext) motion.go(before, position, way);
      else if (isBack) motion.go(this.stood, position, way);
      else this.stand();
    } else this.drawMotion(motion.phase.t);
    this.stood = position;
    this.sync();
  }

  /** Is where the player is at once; within a moment, with what travels on its way. */
  private stand(): void {
    const { position, stops, grain } = this.player;
    const { moments } = stops;
    const number = grain === "told" ? moments.at(position) : -1;
    const [from, to] = number < 0 ? [stops.back(position, grain), position] : [moments.startOf(number), moments.all[number]!.end];
    this.motion.stand(from, to, to > from ? (position - from) / (to - from) : 1);
  }

  /** Stands on the way from one stop to another, with a part of it gone. */
  standAt(from: number, to: number, t: number): void {
    this.scrubs = true;
    this.player.go(to);
    this.scrubs = false;
    this.motion.stand(from, to, t);
  }

  /** At the end of a run that is not over, the kernel takes a real step: it is told which end was reached. */
  listenForMore(): void {
    const ask = (): void => {
      this.model.set("beyond", this.trace.eventCount);
      this.model.save_changes();
    };
    this.player.goOn = this.model.get("goes_on") ? ask : null;
    this.redraw();
  }

  private get momentKind(): MomentKind | null {
    const { stops, grain, position } = this.player;
    return grain === "told" ? (stops.moments.endingAt(position)?.kind ?? null) : null;
  }

  private get momentCount(): number {
    return this.player.stops.moments.endingAt(this.player.position)?.count ?? 1;
  }

  /** The position that the kernel, or another stepper, wants. */
  follow(trait: "position" | "step" | "time_ms"): void {
    const wanted = Number(this.model.get(trait) ?? 0);
    if (trait === "position") this.player.go(wanted);
    else if (trait === "time_ms") this.followTime(wanted);
    else if (wanted !== this.player.step) this.player.goToStep(wanted);
  }

  /** Goes to the end of a millisecond, without telling others of it. */
  private followTime(time: number): void {
    if (this.tellsTime || this.time === BigInt(Math.round(time))) return;
    this.followsTime = true;
    this.player.pause();
    this.player.go(this.trace.positionBy(BigInt(Math.round(time))));
    this.followsTime = false;
  }

  private tellTime(): void {
    if (this.followsTime || !this.shown) return;
    this.tellsTime = true;
    this.model.set("time_ms", Number(this.shown.scene.view.time_ms));
    this.tellsTime = false;
  }

  jump(position: number): void {
    this.player.pause();
    this.player.go(position);
  }

  /** Goes to where a fact has come true, and speaks of this fact, whatever else its moment tells. */
  pointAt(index: number): void {
    this.pointed = index;
    this.jump(index + 1);
    this.draw();
  }

  /** Many inputs may come in between two frames: only the last one is drawn. */
  private onScrub(): void {
    this.player.pause();
    if (this.pending !== 0) return;
    this.pending = window.requestAnimationFrame(() => {
      this.pending = 0;
      this.scrubs = true;
      this.player.go(Number(this.range.value));
      this.scrubs = false;
    });
  }

  // --- what is looked at -----------------------------------------------------------------------

  /** Changes what the panels tell of. */
  show(wanted: unknown): void {
    const view = VIEWS.find((one) => one === wanted);
    if (!view || view === this.view) return;
    this.view = view;
    this.model.set("view", view);
    this.sync();
    this.arrange();
    this.draw();
  }

  /** On a narrow page one thing at a time: the plane, or what else would stand beside it. */
  openTab(tab: string): void {
    this.root.dataset["panel"] = tab;
    for (const one of this.root.querySelectorAll<HTMLElement>("[data-show-tab]")) {
      one.setAttribute("aria-selected", String(one.dataset["showTab"] === tab));
    }
    if (TABS.includes(tab as Tab)) this.side!.open(tab as Tab);
    this.panel!.plane.refresh();
    this.job.arrange();
    if (this.shown) this.redraw();
  }

  setGrain(grain: Grain): void {
    this.player.grain = grain;
    this.draw();
    this.drawMotion(1);
  }

  /** Shows one task, whatever runs; the same task again, or null, follows the run. */
  pin(task: string | null): void {
    this.pinned = task === this.pinned ? null : task;
    this.redraw();
  }

  /** Shows the inside of one task, and stays with it. */
  lookInto(task: string): void {
    this.pinned = task;
    if (this.view === "inside") this.redraw();
    else this.show("inside");
  }

  /** The fact to speak of, or -1 at the beginning; the virtual time, once anything is shown. */
  get index(): number {
    return this.shown?.index ?? -1;
  }

  get time(): bigint | null {
    return this.shown?.scene.view.time_ms ?? null;
  }

  /** Other things are to be shown. */
  rearrange(): void {
    if (this.width === 0) return;
    this.arrange();
    this.draw();
  }

  /** An answer, or another run, has come from the kernel. */
  hear(what: "answer" | "turned" | "told"): void {
    if (what === "answer") this.following.drawAnswer();
    else if (what === "told") this.inquiry.hear();
    else this.turning.hear();
  }

  viewAt(position: number): JobView {
    return this.history.at(position).view;
  }

  /** How well one predicted: kept in the notebook. */
  tellScore(score: Readonly<Record<string, unknown>>): void {
    this.model.set("score", score);
    this.model.save_changes();
  }

  /** Says everything in another language, from where it is. */
  speak(wanted: Language): void {
    speak(wanted);
    this.model.set("language", wanted);
    this.model.save_changes();
    this.take(this.trace, { ...this.carry, position: this.player.position, view: this.view });
  }

  toggleHall(): void {
    this.root.classList.toggle("hall");
    this.width = 0; // everything has another place, even in the same room
    this.sync();
    this.resize();
  }

  redraw(): void {
    if (this.width === 0) return;
    this.draw();
    this.drawMotion(this.motion.phase.t);
    this.sync();
  }

  // --- listening -----------------------------------------------------------------------------

  private listen(): void {
    this.root.addEventListener("click", (event) => onClick(this, event));
    this.root.addEventListener("keydown", (event) => onKey(this, event));
    onSwipe(this.root, (way) => (way > 0 ? this.player.next() : this.player.back()));
    this.range.addEventListener("input", () => this.onScrub());
    this.parts.get("filter").addEventListener("input", () => this.onFilter());
    this.parts.get("plot").addEventListener("click", (event) => {
      const position = this.shown && this.panels.positionIn(this.shown, event);
      if (position !== null) this.jump(position);
    });
    this.root.querySelector("details")!.addEventListener("toggle", () => this.redraw());
    if (this.address.isOwn) {
      const go = (): void => this.address.follow();
      window.addEventListener("hashchange", go);
      this.cleanups.push(() => window.removeEventListener("hashchange", go));
    }
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.root);
    this.cleanups.push(() => observer.disconnect());
    this.parts.get("grain").addEventListener("change", (event) => {
      this.setGrain((event.target as HTMLSelectElement).value as Grain);
    });
    this.cleanups.push(watchTheme(this.root, () => {
      if (this.width > 0) this.scrubber.refresh();
      this.panel?.plane.refresh();
    })); // prettier-ignore
  }

  onFilter(): void {
    this.panels.filter = (this.parts.get("filter") as HTMLInputElement).value;
    this.redraw();
  }

  private resize(): void {
    this.enlarge();
    const { clientWidth: width, clientHeight: height } = this.root;
    if (width === 0 || (width === this.width && height === this.height)) return;
    this.width = width;
    this.height = height;
    this.root.dataset["size"] = width >= 1000 ? "wide" : width >= 660 ? "middle" : "narrow";
    this.root.classList.toggle("low", height < 660);
    this.parts.forget();
    this.arrange();
    this.draw();
    this.drawMotion(this.motion.phase.t);
  }

  /** A large screen has larger letters, a hall larger ones still. */
  private enlarge(): void {
    const hall = this.root.classList.contains("hall");
    const { innerWidth: wide, innerHeight: tall } = window;
    const large = this.address.isOwn && wide >= 1700 && tall >= 900;
    const zoom = hall ? (wide >= 1500 ? 1.6 : 1.3) : large ? 1.18 : 1;
    if (zoom === 1) this.root.style.removeProperty("--zoom");
    else this.root.style.setProperty("--zoom", String(zoom));
    this.root.querySelector('[data-act="hall"]')!.setAttribute("aria-pressed", String(hall));
  }

  ensurePlane(): { panel: PlanePanel; side: Side } {
    this.panel ??= new PlanePanel(this.parts.get("plane"), this.trace, this.labels, (to) => this.jump(to), () => this.sync());
    this.side ??= new Side(this.parts.get("side"), this.trace, this.labels, this.player.stops.moments,
      (to) => this.jump(to), (link) => this.following.walk(link), this.inquiry); // prettier-ignore
    const { plane } = this.panel;
    plane.picked = (thing) => this.inquiry.point(aboutThing(thing, plane.run));
    this.turning.ready();
    return { panel: this.panel, side: this.side };
  }


  /** Shows the panels of the view, and gives the tasks their places. */
  private arrange(): void {
    this.root.dataset["shown"] = this.view;
    for (const one of this.root.querySelectorAll<HTMLElement>("[data-shows]")) {
      one.hidden = !one.dataset["shows"]!.split("|").includes(this.view);
    }
    for (const one of this.root.querySelectorAll<HTMLElement>("[data-view]")) {
      one.setAttribute("aria-checked", String(one.dataset["view"] === this.view));
    }
    if (!["plane", "event time", "cluster"].includes(this.view)) this.series ??= new RunSeries(this.trace);
    if (this.view !== "plane") return this.panels.arrange(this.trace.plan, this.view);
    if (!this.side && this.following.isAsked) this.root.dataset["panel"] ??= "why";
    this.ensurePlane();
    if (this.address.wantedKey !== "") this.panel!.keys.chooseNamed(this.address.wantedKey);
    this.address.wantedKey = "";
    this.openTab(this.root.dataset["panel"] ?? "plane");
  }

  // --- drawing -------------------------------------------------------------------------------

  private frame(): Frame {
    const { trace, labels, lookup, player } = this;
    if (this.pointed !== player.position - 1) this.pointed = -1;
    const index = this.pointed >= 0 ? this.pointed : player.stops.spotlight(player.position, player.grain);
    const fact = index < 0 ? null : trace.event(index);
    const step = player.step;
    // who acts is who the sentence tells of, which may be some steps before the end of its moment
    const told = index < 0 ? step : trace.stepOf(index);
    const acts = told < 0 ? "" : trace.actorOf(told);
    const about = fact && "subtask" in fact ? fact.subtask : "";
    const actor = !lookup.subtasks.has(acts) && lookup.subtasks.has(about) ? about : acts;
    const channel = !["event time", "inside", "cluster"].includes(this.view) && fact && "channel" in fact ? fact.channel : "";
    const receiver = lookup.channels.get(channel)?.target;
    const task = this.pinned ?? receiver ?? (lookup.subtasks.has(actor) ? actor : lastTask(trace, lookup, told));
    const keyed = (one: string): boolean => lookup.isKeyed(one);
    return {
      trace, labels, lookup, index, fact, step, actor,
      scene: this.history.at(player.position),
      position: player.position,
      task,
      keyed: keyed(task) ? task : lastTask(trace, lookup, told, keyed) || task,
      pinned: this.pinned !== null,
      view: this.view,
      run: this.series,
      before: player.stops.back(player.position, player.grain),
    }; // prettier-ignore
  }

  private draw(): void {
    if (this.width === 0) return;
    const frame = (this.shown = this.frame());
    const focused = (focusedIn(this.root) as SVGElement | null)?.dataset?.["task"];
    if (this.view === "plane") {
      this.panel!.plane.show(frame.position, frame.before);
      this.side!.show(frame.position, frame.before);
      this.job.draw(frame, this.following.followed);
      this.following.drawAnswer();
    } else this.panels.draw(frame);
    if (focused) this.root.querySelector<SVGElement>(`[data-task="${focused}"]`)?.focus();
    drawStory(this.parts, frame, this.player);
    drawControls(this.parts, frame, this.player);
    this.menu.moved();
    this.drawStrip();
  }

  /** Everything that moves, where it is after a part of its way. */
  private drawMotion(t: number): void {
    if (!this.shown || this.width === 0) return;
    const { from, to } = this.motion.phase;
    const phase = { from, to, t };
    if (this.view === "plane") {
      this.panel!.plane.move(phase);
      this.job.move(this.shown, phase);
    } else if (this.view === "event time") this.panels.move(this.shown, phase);
    else if (this.view === "inside") this.panels.move(this.shown, this.motion.moves ? phase : { ...phase, t: 1 });
  }

  private drawStrip(): void {
    this.scrubber.draw(this.player.position);
  }

  private get range(): HTMLInputElement {
    return this.parts.get("range") as HTMLInputElement;
  }

  // --- in the background -----------------------------------------------------------------------

  /**
   * Tells the kernel where we are. What is set is saved at once: Jupyter lets one message wait for the
   * one before by itself, and takes an echo of an older place for news unless a newer one is under way.
   */
  private sync(): void {
    // positions of another run say nothing to the kernel
    const isOwn = !this.carry.turned && this.carry.crashes.length === 0 && !this.carry.tried;
    if (isOwn) {
      this.model.set("position", this.player.position);
      this.model.set("step", this.player.step);
    }
    this.tellTime(); // after the position: this widget may be shown a second time, and is more exact than its time
    if (!isOwn) return;
    this.model.save_changes();
    this.address.writeSoon();
  }

  private makeKeyframes(): void {
    this.history.extendFor(KEYFRAME_MS);
    if (this.history.complete) return;
    const timer = window.setTimeout(() => this.makeKeyframes(), 0);
    this.cleanups.push(() => window.clearTimeout(timer));
  }
}

/** How many steppers this page has had: each has names of its own for what its pictures refer to. */
let steppers = 0;

/** Event time, unless the run has nothing to tell of it. */
function startingView(trace: Trace): View {
  const wanted = ["WatermarkGenerated", "WindowAssigned", "TimerRegistered"] as const;
  const there = wanted.some((kind) => trace.kinds.includes(KINDS.indexOf(kind)));
  return there ? "plane" : "network";
}
