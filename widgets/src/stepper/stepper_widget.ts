/** One stepper on a page: the trace, the current position, and all panels. */

import { AddressBar } from "./address_bar";
import { FollowPanel } from "./follow_panel";
import { QueryBox } from "../queries/query_box";
import { findLastTask, isChartView, Lookup, VIEWS } from "./frame";
import type { Frame, View } from "./frame";
import { History } from "../trace/keyframes";
import { JobPanel } from "../job/job_panel";
import type { ParameterChange } from "../queries/parameter";
import { addFontNotice } from "../ui/chinese_font";
import { addStyles, patchMarkup, getFocused } from "../ui/dom_patch";
import { Menu } from "../ui/menu";
import { AnimationClock, getPace } from "../ui/animation_clock";
import { watchTheme } from "../ui/widget_page";
import type { Model } from "../ui/widget_page";
import { PageParts } from "../ui/named_parts";
import type { ComparisonRun } from "../event_time_chart/comparison_run";
import { getQueryTarget } from "../event_time_chart/highlights";
import { ChartData } from "../event_time_chart/chart_data";
import { ChartPanel } from "../event_time_chart/chart_panel";
import { isSmallRun } from "../simple_view/lane_data";
import { SimpleView } from "../simple_view/simple_view";
import { PredictionPanel } from "../queries/prediction";
import { Player } from "./player";
import { findHeadlineQuestion } from "../queries/headline_question";
import type { HeadlineQuestion } from "../queries/headline_question";
import type { RunSeries } from "../metrics/run_series";
import type { TaskTracks } from "../metrics/task_tracks";
import { getDetailViews, loadDetailViews } from "../ui/detail_loader";
import { Scrubber } from "./scrubber";
import { SidePanel, TABS } from "./side_panel";
import type { Tab } from "./side_panel";
import { startFirstMinute } from "./first_minute";
import { onClick, onKey, onSwipe } from "./input";
import { renderPage, STYLE } from "./markup";
import { Panels } from "./panels";
import { parseProgram } from "./program_lines";
import { drawControls, drawDescription } from "./current_step";
import type { StepMode } from "./stops";
import { getLanguage, setLanguage, t } from "../i18n/strings";
import { esc } from "../ui/svg";
import type { Trace } from "../trace/trace";
import { readChangelog } from "../trace/changelog";
import { KINDS } from "../trace/trace.gen";
import type { Language, MomentKind, TraceEvent } from "../trace/trace.gen";
import { RerunController } from "../queries/other_runs";
import { Labels } from "../ui/value_format";
import type { JobView } from "../trace/job_state.gen";

/** State that is kept when another run is shown. */
export interface CarriedState {
  /** The run to compare with, and the one that the model provided. */
  comparison: ComparisonRun | null;
  givenComparison: ComparisonRun | null;
  /** Initial position and view; null for the values of the model. */
  position: number | null;
  view: View | null;
  /** Changed parameter of the current run; null for the run of the model. */
  change: ParameterChange | null;
  /** Whether the current run tries a suggested change. */
  isTrial?: boolean;
  crashes: readonly Crash[];
}

/** The component that crashes, and the step at which it does. */
export type Crash = readonly [task: string, step: number];

export const NOTHING_CARRIED: CarriedState = { comparison: null, givenComparison: null, position: null, view: null, change: null, crashes: [] };

const KEYFRAME_MS = 12;

export class Stepper {
  readonly root = document.createElement("div");
  readonly parts: PageParts;
  readonly player: Player;
  readonly panels: Panels;
  readonly labels: Labels;
  readonly lookup: Lookup;
  view: View;
  chartPanel: ChartPanel | null = null;
  sidePanel: SidePanel | null = null;
  simpleView: SimpleView | null = null;
  readonly jobPanel: JobPanel;
  readonly addressBar: AddressBar;
  readonly followPanel: FollowPanel;
  readonly queryBox: QueryBox;
  readonly rerunController: RerunController;
  private readonly history: History;
  readonly scrubber: Scrubber;
  readonly menu: Menu;
  readonly predictionPanel: PredictionPanel;
  private readonly animation: AnimationClock;
  private readonly cleanups: (() => void)[] = [];
  private readonly headlineQuestion: HeadlineQuestion;
  /** Whether the run is a changelog without event time: its table takes the place of the chart. */
  readonly isTable: boolean;
  pinned: string | null = null;
  private series: RunSeries | null = null;
  private tracks: TaskTracks | null = null;
  private width = 0;
  private height = 0;
  private pending = 0;
  /** Current frame, replaced by every draw. */
  private currentFrame: Frame | null = null;
  /** Index of an event selected by the user, while the position stays there; else -1. */
  private pointedEvent = -1;
  private isSendingTime = false;
  private isReceivingTime = false;
  private lastPosition = 0;
  /** True while the user drags the scrubber: no animations. */
  private isScrubbing = false;

  /** `carried` is the state of the previous stepper; `replaceRun` is called to show another run. */
  constructor(
    readonly trace: Trace, private readonly model: Model, el: HTMLElement, private readonly carried: CarriedState,
    private readonly replaceRun: (trace: Trace, carried: CarriedState) => void,
  ) {
    this.labels = new Labels(trace.plan, getLanguage());
    this.lookup = new Lookup(trace);
    this.history = new History(trace);
    this.player = new Player(trace, () => this.onMove());
    this.listenForMore();
    this.animation = new AnimationClock((phase) => this.drawMotion(phase.t));
    this.isTable = !hasEventTime(trace) && readChangelog(trace).length > 0;
    this.view = VIEWS.find((one) => one === model.get("view")) ?? chooseView(trace);
    this.root.className = "flinksim-widget flinksim-stepper";
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "application");
    this.root.setAttribute("aria-label", t("flinksim stepper: {0}", trace.plan?.job_name ?? t("a run")));
    this.root.dataset["lmSuppressShortcuts"] = "true"; // keep JupyterLab from handling our keys
    addStyles(STYLE, el);
    this.root.lang = getLanguage() === "zh" ? "zh-CN" : "en";
    patchMarkup(this.root, renderPage(this.view));
    this.parts = new PageParts(this.root);
    this.panels = new Panels(this.parts, `flinksim-hatch-${++stepperCount}`, parseProgram(model.get("program")), (position) => this.jumpTo(position), () => this.redraw());
    this.jobPanel = new JobPanel(this.parts, trace, model.get("program"));
    const title = esc(String(model.get("title") || (trace.plan?.job_name ?? "")));
    this.parts.update("job", `<b title="${title}">${title}</b>`);
    this.scrubber = new Scrubber(trace, this.parts, Number(model.get("mark") ?? -1));
    this.addressBar = new AddressBar(this, Boolean(model.get("addressed")));
    this.followPanel = new FollowPanel(this, model);
    this.queryBox = new QueryBox(this, model, carried, replaceRun);
    this.root.classList.toggle("canPoint", this.queryBox.isAvailable);
    this.rerunController = new RerunController(this, model, carried, replaceRun);
    this.menu = new Menu(this);
    this.root.querySelector<HTMLElement>('[data-act="crash"]')!.hidden = !this.rerunController.canCrash;
    this.predictionPanel = new PredictionPanel(this);
    this.range.max = String(trace.eventCount);
    el.replaceChildren(this.root);
    addFontNotice(this.root, this.root.querySelector("header")!);
    this.listen();
    this.headlineQuestion = findHeadlineQuestion(trace, this.player.stops.keySteps, this.labels);
    this.parts.get("question").textContent = this.headlineQuestion.question;
    if (carried.view) this.view = carried.view;
    if (carried.position !== null) this.player.seek(carried.position);
    else if (model.get("choose")) this.player.seek(this.headlineQuestion.position);
    else this.seekToRequest();
    model.set("choose", false);
    model.save_changes();
    this.parts.get("copy").hidden = !this.addressBar.isOwn;
    if (this.addressBar.isOwn && carried.position === null) this.addressBar.applyAddress();
    startFirstMinute(this);
    this.resize();
    this.makeKeyframes();
  }

  destroy(): void {
    this.player.pause();
    this.animation.stop();
    this.addressBar.stop();
    for (const cleanup of this.cleanups) cleanup();
    this.chartPanel?.chart.destroy();
    this.root.remove();
  }

  // --- moving --------------------------------------------------------------------------------------

  /** Handle a new position: draw it, and animate the events since the previous stop. */
  private onMove(): void {
    const { player, animation } = this;
    const started = performance.now();
    this.draw();
    performance.measure("flinksim:draw", { start: started });
    const { position } = player;
    if (position !== this.lastPosition) {
      const before = player.stops.back(position, player.stepMode);
      const isNext = player.stops.next(this.lastPosition, player.stepMode) === position;
      const isBack = player.stops.back(this.lastPosition, player.stepMode) === position;
      const { moveMs } = getPace(this.keyStepKind, this.keyStepCount, player.isPlaying ? player.speed : 1);
      if (this.isScrubbing) this.showPosition();
      else if (isNext) animation.animate(before, position, moveMs);
      else if (isBack) animation.animate(this.lastPosition, position, moveMs);
      else this.showPosition();
    } else this.drawMotion(animation.phase.t);
    this.lastPosition = position;
    this.syncModel();
  }

  /** Show the current position without animation; within a key step, with its elements on their way. */
  private showPosition(): void {
    const { position, stops, stepMode } = this.player;
    const { keySteps } = stops;
    const number = stepMode === "key events" ? keySteps.indexAt(position) : -1;
    const [from, to] = number < 0 ? [stops.back(position, stepMode), position] : [keySteps.getStart(number), keySteps.all[number]!.end];
    this.animation.showAt(from, to, to > from ? (position - from) / (to - from) : 1);
  }

  /** Show a phase between two stops. */
  showBetween(from: number, position: number, t: number): void {
    this.isScrubbing = true;
    this.player.seek(position);
    this.isScrubbing = false;
    this.animation.showAt(from, position, t);
  }

  /** Offer more steps at the end of a run that has not ended: the kernel is told which end was reached. */
  listenForMore(): void {
    const requestMore = (): void => {
      this.model.set("beyond", this.trace.eventCount);
      this.model.save_changes();
    };
    this.player.requestMore = this.model.get("goes_on") ? requestMore : null;
    this.redraw();
  }

  private get keyStepKind(): MomentKind | null {
    const { stops, stepMode, position } = this.player;
    return stepMode === "key events" ? (stops.keySteps.findEndingAt(position)?.kind ?? null) : null;
  }

  private get keyStepCount(): number {
    return this.player.stops.keySteps.findEndingAt(this.player.position)?.count ?? 1;
  }

  /** Go to the position of the model, or to its step, if the kernel has set one before the first drawing. */
  private seekToRequest(): void {
    this.player.seek(Number(this.model.get("position") ?? 0));
    if (Number(this.model.get("step") ?? -1) >= 0) this.applyTrait("step");
  }

  /** Apply the position, step or time set by the kernel or by another stepper. */
  applyTrait(trait: "position" | "step" | "time_ms"): void {
    const requested = Number(this.model.get(trait) ?? 0);
    if (trait === "position") this.player.seek(requested);
    else if (trait === "time_ms") this.receiveTime(requested);
    else if (requested !== this.player.step) this.player.goToStep(requested);
  }

  /** Go to the end of a millisecond, without reporting it to other steppers. */
  private receiveTime(time: number): void {
    if (this.isSendingTime || this.time === BigInt(Math.round(time))) return;
    this.isReceivingTime = true;
    this.player.pause();
    this.player.seek(this.trace.positionBy(BigInt(Math.round(time))));
    this.isReceivingTime = false;
  }

  private sendTime(): void {
    if (this.isReceivingTime || !this.currentFrame) return;
    this.isSendingTime = true;
    this.model.set("time_ms", Number(this.currentFrame.snapshot.state.time_ms));
    this.isSendingTime = false;
  }

  jumpTo(position: number): void {
    this.player.pause();
    this.player.seek(position);
  }

  /** Go to an event and describe it, even if it is not the main event of its key step. */
  showEvent(index: number): void {
    this.pointedEvent = index;
    this.jumpTo(index + 1);
    this.draw();
  }

  /** Handle scrubber input. Of several inputs between two frames only the last is drawn. */
  private onScrub(): void {
    this.player.pause();
    if (this.pending !== 0) return;
    this.pending = window.requestAnimationFrame(() => {
      this.pending = 0;
      this.isScrubbing = true;
      this.player.seek(Number(this.range.value));
      this.isScrubbing = false;
    });
  }

  // --- selection ---------------------------------------------------------------------------------

  /** Show another view. */
  show(requested: unknown): void {
    const view = VIEWS.find((one) => one === requested);
    if (!view || view === this.view) return;
    this.view = view;
    this.model.set("view", view);
    this.syncModel();
    this.layOut();
    this.draw();
  }

  /** Show a tab. Narrow pages show either the chart or one of the other tabs. */
  openTab(tab: string): void {
    this.root.dataset["panel"] = tab;
    for (const one of this.root.querySelectorAll<HTMLElement>("[data-show-tab]")) {
      one.setAttribute("aria-selected", String(one.dataset["showTab"] === tab));
    }
    if (TABS.includes(tab as Tab)) this.sidePanel!.open(tab as Tab);
    this.chartPanel!.chart.refresh();
    this.jobPanel.layOut();
    if (this.currentFrame) this.redraw();
  }

  setStepMode(stepMode: StepMode): void {
    this.player.stepMode = stepMode;
    this.draw();
    this.drawMotion(1);
  }

  /** Pin a task. The same task again, or null, follows the run. */
  pin(task: string | null): void {
    this.pinned = task === this.pinned ? null : task;
    this.redraw();
  }

  /** Show the inside of a task, and pin it. */
  showInside(task: string): void {
    this.pinned = task;
    if (this.view === "inside") this.redraw();
    else this.show("inside");
  }

  /** Index of the main event, or -1 at the start. */
  get index(): number {
    return this.currentFrame?.index ?? -1;
  }

  get time(): bigint | null {
    return this.currentFrame?.snapshot.state.time_ms ?? null;
  }

  /** Lay out and draw everything again. */
  refresh(): void {
    if (this.width === 0) return;
    this.layOut();
    this.draw();
  }

  /** Handle a reply from the kernel. */
  onReply(what: "answer" | "turned" | "told"): void {
    if (what === "answer") this.redraw();
    else if (what === "told") this.queryBox.onReply();
    else this.rerunController.onReply();
  }

  getJobState(position: number): JobView {
    return this.history.at(position).state;
  }

  /** Send the prediction score, which is kept in the notebook. */
  sendScore(score: Readonly<Record<string, unknown>>): void {
    this.model.set("score", score);
    this.model.save_changes();
  }

  /** Change the language and rebuild the page at the current position. */
  changeLanguage(requested: Language): void {
    setLanguage(requested);
    this.model.set("language", requested);
    this.model.save_changes();
    this.replaceRun(this.trace, { ...this.carried, position: this.player.position, view: this.view });
  }

  toggleHall(): void {
    this.root.classList.toggle("hall");
    this.menu.onToggleHall();
    this.width = 0; // everything moves, even if the size stays the same
    this.syncModel();
    this.resize();
  }

  redraw(): void {
    if (this.width === 0) return;
    this.draw();
    this.drawMotion(this.animation.phase.t);
    this.syncModel();
  }

  // --- listeners -----------------------------------------------------------------------------

  private listen(): void {
    this.root.addEventListener("click", (event) => onClick(this, event));
    this.root.addEventListener("keydown", (event) => onKey(this, event));
    onSwipe(this.root, (moveMs) => (moveMs > 0 ? this.player.next() : this.player.back()));
    this.range.addEventListener("input", () => this.onScrub());
    this.parts.get("filter").addEventListener("input", () => this.onFilter());
    this.root.querySelector("details")!.addEventListener("toggle", () => this.redraw());
    if (this.addressBar.isOwn) {
      const seek = (): void => this.addressBar.applyAddress();
      window.addEventListener("hashchange", seek);
      this.cleanups.push(() => window.removeEventListener("hashchange", seek));
    }
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.root);
    this.cleanups.push(() => observer.disconnect());
    this.parts.get("grain").addEventListener("change", (event) => {
      this.setStepMode((event.target as HTMLSelectElement).value as StepMode);
    });
    this.cleanups.push(watchTheme(this.root, () => {
      if (this.width > 0) this.scrubber.refresh();
      this.chartPanel?.chart.refresh();
    }));
  }

  onFilter(): void {
    this.panels.filter = (this.parts.get("filter") as HTMLInputElement).value;
    this.redraw();
  }

  private resize(): void {
    this.applyZoom();
    const { clientWidth: width, clientHeight: height } = this.root;
    if (width === 0 || (width === this.width && height === this.height)) return;
    this.width = width;
    this.height = height;
    // a hall has larger text, and so the layout of a smaller page
    const isHall = this.root.classList.contains("hall");
    this.root.dataset["size"] = width >= 1000 && !isHall ? "wide" : width >= 660 ? "middle" : "narrow";
    this.root.classList.toggle("low", height < 660);
    this.parts.invalidate();
    this.layOut();
    this.draw();
    this.drawMotion(this.animation.phase.t);
  }

  /** Zoom the page on large screens, and more so in hall mode. */
  private applyZoom(): void {
    const isHall = this.root.classList.contains("hall");
    const { innerWidth: screenWidth, innerHeight: screenHeight } = window;
    const isLarge = this.addressBar.isOwn && screenWidth >= 1700 && screenHeight >= 900;
    const zoom = isHall ? (screenWidth >= 1500 ? 1.6 : 1.3) : isLarge ? 1.18 : 1;
    if (zoom === 1) this.root.style.removeProperty("--zoom");
    else this.root.style.setProperty("--zoom", String(zoom));
    this.root.querySelector('[data-act="hall"]')!.setAttribute("aria-pressed", String(isHall));
  }

  ensureChart(): { panel: ChartPanel; side: SidePanel } {
    this.chartPanel ??= new ChartPanel(this.parts.get("chart"), this.trace, this.labels, (position) => this.jumpTo(position), () => this.syncModel());
    this.sidePanel ??= new SidePanel(this.parts.get("side"), this.trace, this.labels, this.player.stops.keySteps,
      (position) => this.jumpTo(position), (link) => this.followPanel.goToLink(link), this.queryBox);
    const { chart } = this.chartPanel;
    this.simpleView ??= new SimpleView(this.root.querySelector<HTMLElement>(".simpleStage")!, this.trace, chart.data, this.labels, this.lookup,
      (position) => this.getJobState(position), `flinksim-hatch-${stepperCount}`, this.queryBox.isAvailable);
    this.simpleView.invalidate();
    chart.onPick = (item) => this.queryBox.askAboutTarget(getQueryTarget(item, chart.data));
    this.rerunController.attach();
    return { panel: this.chartPanel, side: this.sidePanel };
  }


  /** Show the panels of the current view, and lay out the tasks. */
  private layOut(): void {
    this.root.dataset["shown"] = this.view;
    this.root.classList.toggle("isTable", this.isTable);
    if (this.isTable) this.root.querySelector('[data-view="chart"]')!.textContent = t("Table");
    for (const one of this.root.querySelectorAll<HTMLElement>("[data-shows]")) {
      one.hidden = !one.dataset["shows"]!.split("|").includes(this.view);
    }
    for (const one of this.root.querySelectorAll<HTMLElement>("[data-view]")) {
      one.setAttribute("aria-checked", String(one.dataset["view"] === this.view));
    }
    const views = getDetailViews();
    if (!["simple", "chart", "watermarks", "cluster"].includes(this.view)) this.series ??= views && new views.RunSeries(this.trace);
    if (this.view === "whole run" && this.series) this.tracks ??= new views!.TaskTracks(this.trace, this.series);
    if (!isChartView(this.view)) return this.panels.layOut(this.trace.plan, this.view);
    if (!this.sidePanel && this.followPanel.hasPythonAnswer) this.root.dataset["panel"] ??= "why";
    this.ensureChart();
    if (this.addressBar.requestedKey !== "") this.chartPanel!.keySelection.selectByName(this.addressBar.requestedKey);
    this.addressBar.requestedKey = "";
    this.openTab(this.root.dataset["panel"] ?? (this.isTable ? "results" : "chart"));
  }

  // --- drawing -------------------------------------------------------------------------------

  private createFrame(): Frame {
    const { trace, labels, lookup, player } = this;
    if (this.pointedEvent !== player.position - 1) this.pointedEvent = -1;
    const index = this.pointedEvent >= 0 ? this.pointedEvent : player.stops.findMainEvent(player.position, player.stepMode);
    const event = index < 0 ? null : trace.event(index);
    const step = player.step;
    // the actor is that of the described event, which may be some steps before the end of its key step
    const eventStep = index < 0 ? step : trace.getStep(index);
    const stepActor = eventStep < 0 ? "" : trace.getActor(eventStep);
    const eventTask = event && "subtask" in event ? event.subtask : "";
    const actor = !lookup.subtasks.has(stepActor) && lookup.subtasks.has(eventTask) ? eventTask : stepActor;
    const channel = !["watermarks", "inside", "cluster"].includes(this.view) && event && "channel" in event ? event.channel : "";
    const receiver = lookup.channels.get(channel)?.target;
    const task = this.pinned ?? receiver ?? (lookup.subtasks.has(actor) ? actor : findLastTask(trace, lookup, eventStep));
    const isKeyed = (one: string): boolean => lookup.isKeyed(one);
    return {
      trace, labels, lookup, index, event, step, actor,
      snapshot: this.history.at(player.position),
      position: player.position,
      task,
      keyedTask: isKeyed(task) ? task : findLastTask(trace, lookup, eventStep, isKeyed) || task,
      pinned: this.pinned !== null,
      view: this.view,
      series: this.series,
      tracks: this.tracks,
      previousPosition: player.stops.back(player.position, player.stepMode),
    };
  }

  private draw(): void {
    if (this.width === 0) return;
    if (!isChartView(this.view) && this.view !== "watermarks" && !getDetailViews()) return void loadDetailViews().then(() => this.refresh());
    const frame = (this.currentFrame = this.createFrame());
    const focused = (getFocused(this.root) as SVGElement | null)?.dataset?.["task"];
    if (isChartView(this.view)) {
      if (this.view === "chart") this.chartPanel!.chart.show(frame.position, frame.previousPosition);
      this.sidePanel!.show(frame.position, frame.previousPosition);
      this.jobPanel.draw(frame, this.followPanel.followed);
      this.followPanel.drawAnswer();
    } else this.panels.draw(frame);
    if (focused) this.root.querySelector<SVGElement>(`[data-task="${focused}"]`)?.focus();
    this.parts.get("question").hidden = frame.position !== this.headlineQuestion.position;
    drawDescription(this.parts, frame, this.player);
    drawControls(this.parts, frame, this.player);
    this.menu.onMove();
    this.drawStrip();
  }

  /** Draw all animations at a progress `t`. */
  private drawMotion(t: number): void {
    if (!this.currentFrame || this.width === 0) return;
    const { from, to: position } = this.animation.phase;
    const phase = { from, to: position, t };
    if (this.view === "chart") {
      this.chartPanel!.chart.showPhase(phase);
      this.jobPanel.showPhase(this.currentFrame, phase);
    } else if (this.view === "simple") {
      const { previousPosition, position: current } = this.currentFrame;
      this.simpleView!.showPhase(t < 1 && position === current && from !== position ? phase : { from: previousPosition, to: current, t: 1 });
    }
    else if (this.view === "watermarks" || this.view === "network") this.panels.showPhase(this.currentFrame, phase);
    else if (this.view === "inside") this.panels.showPhase(this.currentFrame, this.animation.isMoving ? phase : { ...phase, t: 1 });
  }

  private drawStrip(): void {
    this.scrubber.draw(this.player.position);
  }

  private get range(): HTMLInputElement {
    return this.parts.get("range") as HTMLInputElement;
  }

  // --- synchronization -----------------------------------------------------------------------

  /**
   * Send the current position to the kernel. It is saved immediately: Jupyter queues only one message and would take
   * the echo of an older position for news unless a newer one is in flight.
   */
  private syncModel(): void {
    // positions of another run mean nothing to the kernel
    const isOriginalRun = !this.carried.change && this.carried.crashes.length === 0 && !this.carried.isTrial;
    if (isOriginalRun) {
      this.model.set("position", this.player.position);
      this.model.set("step", this.player.step);
    }
    this.sendTime(); // after the position: a second view of this widget must not seek to the less exact time
    if (!isOriginalRun) return;
    this.model.save_changes();
    this.addressBar.scheduleWrite();
  }

  private makeKeyframes(): void {
    this.history.extendFor(KEYFRAME_MS);
    if (this.history.isComplete) return;
    const timer = window.setTimeout(() => this.makeKeyframes(), 0);
    this.cleanups.push(() => window.clearTimeout(timer));
  }
}

/** Number of steppers created on this page, for unique pattern ids. */
let stepperCount = 0;

/** Runs with more events are not examined: they have too many records for the simple view. */
const MAX_SIMPLE_EVENTS = 4000;

/** Choose the simple view for a small run with windows, and the event-time chart for others, unless the run has no event time. */
function chooseView(trace: Trace): View {
  if (!hasEventTime(trace)) return readChangelog(trace).length > 0 ? "chart" : "network";
  const isSimple = trace.eventCount <= MAX_SIMPLE_EVENTS && readChangelog(trace).length === 0 && isSmallRun(new ChartData(trace));
  return isSimple ? "simple" : "chart";
}

/** Whether the chart of event time has something to show. */
function hasEventTime(trace: Trace): boolean {
  const hasKind = (kind: (typeof KINDS)[number]): boolean => trace.kinds.includes(KINDS.indexOf(kind));
  const isInEventTime = (index: number): boolean => (trace.event(index) as TraceEvent & { domain: string }).domain === "event";
  return hasKind("WatermarkGenerated") || hasKind("WindowAssigned") || trace.findIndexes(["TimerRegistered"]).some(isInEventTime);
}
