/**
 * The stepper: one widget that shows a run and steps through it.
 *
 * It speaks the anywidget contract (`render({ model, el })`) and reads three traits: `trace`, the
 * bytes of a trace file; `position`, the number of facts that have become true; and `step`, the step
 * of the last of them (-1 at the beginning). Others may be there: `view`, what the panels tell of;
 * `time_ms`, the virtual time, by which two steppers can be linked; `title`; and `mark`, a position to
 * be marked. It never asks a kernel for anything.
 */

import base from "./base.css";
import { copyText, readAddress, writeAddress } from "./address";
import { bytesOf } from "./bytes";
import { drawChannels, drawPools } from "./channels";
import { lastTask, Lookup, VIEWS } from "./frame";
import type { Frame, View } from "./frame";
import { drawGraph, EVENT_STYLE, layersOf, layoutGraph } from "./graph";
import type { GraphLayout } from "./graph";
import { History } from "./history";
import { metricTable } from "./metric_table";
import { metricsOf, operatorMetrics } from "./metrics";
import { drawNetwork, NETWORK_STYLE, SMALL_STYLE } from "./network_graph";
import { manyWords } from "./moments";
import { Clock } from "./clock";
import { Moments } from "./moments";
import { latenessOf } from "./plane_late";
import { PlaneRun } from "./plane_run";
import { openingOf } from "./question";
import type { Opening } from "./question";
import { button, icon, LOGO, watchTheme } from "./page";
import type { Model } from "./page";
import { drawPanes } from "./panes";
import { pipLegend } from "./pips";
import { Player } from "./player";
import { drawPlot, playhead, positionAt } from "./plot";
import type { Plot } from "./plot";
import { RunSeries } from "./run_series";
import { Scrubber, STRIP_LEGEND } from "./scrubber";
import { PlanePanel } from "./plane_panel";
import plane from "./plane.css";
import { Side, TABS } from "./side";
import type { Tab } from "./side";
import { sentence, sentenceText } from "./sentences";
import { GRAINS, GRAIN_TITLES } from "./stops";
import type { Grain } from "./stops";
import { esc } from "./svg";
import network from "./network.css";
import theme from "./stepper.css";
import { countTimers, drawTimers } from "./timers";
import { openTrace } from "./trace";
import type { Trace } from "./trace";
import { KINDS } from "./trace.gen";
import { drawValve } from "./valve";
import { Labels } from "./values";
import { viewJson } from "./view";
import { inWords } from "./words";

const STYLES = { plane: EVENT_STYLE, "event time": EVENT_STYLE, network: NETWORK_STYLE, "whole run": SMALL_STYLE };
const SYNC_MS = 200;
const KEYFRAME_MS = 12;
/** A job less tall than this leaves room, which the panels take up to so much of. */
const TALLEST_JOB = 228;
const MOST_SPARE = 90;

const FOLLOW = `<button type="button" data-act="follow" class="small" hidden>follow the run</button>`;

const LEGEND = `
  <span><svg width="13" height="13"><circle cx="6.5" cy="6.5" r="5.5" class="record"/></svg>record</span>
  <span><svg width="20" height="16"><path d="M1 1h12l6 7l-6 7h-12z" class="watermark"/></svg>watermark</span>
  <span><svg width="18" height="14"><rect x="1" y="1" width="16" height="12" rx="4" class="legendPane"/></svg>pane</span>`;

/** The views that show a task, its channels and its calls. */
const OF_TASKS = "event time|network|whole run";

const PAGE = `
<header>
  <div class="brand">${LOGO}<span>flinksim</span></div><div class="crumb" data-part="job"></div>
  <div class="grains views" role="radiogroup" aria-label="What to look at">
    ${VIEWS.map((view) => `<button type="button" role="radio" data-view="${view}">${view[0]!.toUpperCase()}${view.slice(1)}</button>`).join("")}
  </div>
  <div class="clock"><span>processing time</span> <b data-part="clock">–</b></div>
  <button type="button" data-act="copy" data-part="copy" title="Copy a link to just this">copy link</button>
  ${button("theme", "Light or dark", "Light or dark", "◐")}
</header>
<section class="panel story">
  <div class="say">
    <div class="where"><span class="question" data-part="question"></span><span class="badge" data-part="badge"></span></div>
    <p data-part="sentence" role="status" aria-live="polite"></p>
    <dl class="failure" data-part="failure" hidden></dl>
  </div>
  <div class="controls">
    <div class="bar">
      ${button("first", "First", "To the beginning (Home)", icon("first"))}
      ${button("back", "Back", "Back (←)", icon("back"))}
      <button type="button" data-act="play" class="primary" data-part="play" title="Space"></button>
      ${button("next", "Next", "Next (→)", icon("next"))}
      ${button("last", "Last", "To the end (End)", icon("last"))}
    </div>
    <div class="count" data-part="count"></div>
  </div>
</section>
<div class="middle">
  <div class="planeView" data-shows="plane">
    <div class="grains planeTabs" role="tablist" aria-label="What of it to look at">
      ${["plane", ...TABS].map((tab) => `<button type="button" role="tab" data-show-tab="${tab}">${tab}</button>`).join("")}
    </div>
    <section class="panel planePanel" data-part="plane" aria-label="The plane"></section>
    <aside class="panel sidePanel" data-part="side"></aside>
  </div>
  <section class="panel jobPanel" data-shows="${OF_TASKS}"><div data-part="graph"></div></section>
  <div class="panels" data-shows="event time">
    <section class="panel valvePanel"><h3>Watermarks <small data-part="task"></small>
      ${FOLLOW}</h3>
      <div data-part="valve"></div></section>
    <section class="panel timersPanel"><h3>Timers <small data-part="timerCount"></small></h3>
      <div data-part="timers"></div></section>
    <section class="panel panesPanel"><h3>Window panes <small data-part="keyed"></small>
      <span class="legend" aria-hidden="true">${LEGEND}</span></h3>
      <div data-part="panes"></div></section>
  </div>
  <div class="panels networkPanels" data-shows="network">
    <section class="panel channelsPanel"><h3>Channels <small data-part="channelTask"></small>
      <span class="legend" aria-hidden="true">${pipLegend([["full", "buffer"], ["exclusive", "empty"], ["floating", "floating"], ["credit", "credit"]])}</span>
      ${FOLLOW}</h3>
      <div data-part="pools"></div><div data-part="channels" tabindex="0"></div></section>
    <section class="panel metricsPanel"><h3>Metrics
      <input type="search" data-part="filter" placeholder="filter: busy, Usage, a task …" aria-label="Filter the metrics">
      <button type="button" data-act="changed" class="small" aria-pressed="false" title="Only what has changed">changed</button></h3>
      <div data-part="metrics" class="metrics" tabindex="0" role="region" aria-label="Metrics"></div></section>
  </div>
  <section class="panel plotPanel" data-shows="whole run"><h3>Whole run <small data-part="plotTask"></small>
    ${FOLLOW}</h3>
    <div class="plot"><div data-part="plot"></div><div class="playhead" data-part="playhead"></div></div>
  </section>
  <section class="panel stack" data-shows="${OF_TASKS}"><b>Call<br>stack</b><div class="frames" data-part="stack"
    tabindex="0" role="list" aria-label="Call stack"></div></section>
</div>
<section class="panel bottom">
  <div class="strip"><canvas data-part="canvas" aria-hidden="true"></canvas>
    <input type="range" data-part="range" min="0" step="1" aria-label="Position in the run"></div>
  <div class="under">
    <label>step by <select data-part="grain" aria-label="Step by">
      ${GRAINS.map((grain) => `<option value="${grain}" title="${GRAIN_TITLES[grain]}">${grain}</option>`).join("")}
    </select></label>
    ${button("speed", "Speed", "Speed of play", `<span data-part="speed"></span>`)}
    <span class="legend" aria-hidden="true">${STRIP_LEGEND}</span>
    <details class="words"><summary><span>This moment </span>in words</summary><pre data-part="words"></pre></details>
  </div>
</section>`;

/** One stepper on the page. */
class Stepper {
  private readonly root = document.createElement("div");
  private readonly parts = new Map<string, HTMLElement>();
  private readonly drawn = new Map<string, string>();
  private readonly labels: Labels;
  private readonly lookup: Lookup;
  private readonly history: History;
  private readonly player: Player;
  private readonly scrubber: Scrubber;
  private readonly cleanups: (() => void)[] = [];
  private layout: GraphLayout | null = null;
  private pinned: string | null = null;
  private view: View;
  private series: RunSeries | null = null;
  private plot: (Plot & { of: string }) | null = null;
  private filter = "";
  private changedOnly = false;
  private width = 0;
  private height = 0;
  private readonly opening: Opening;
  /** The key that the address asks for, until the plane is there. */
  private wantedKey = "";
  private panel: PlanePanel | null = null;
  private side: Side | null = null;
  private pending = 0;
  private syncTimer = 0;
  private readonly hatch: string;
  /** The virtual time that is shown. */
  private time = 0n;
  private tellsTime = false;
  private followsTime = false;

  constructor(private readonly trace: Trace, private readonly model: Model, el: HTMLElement) {
    this.labels = new Labels(trace.plan);
    this.lookup = new Lookup(trace);
    this.history = new History(trace);
    this.player = new Player(trace, () => {
      this.draw();
      this.sync();
    });
    this.view = VIEWS.find((one) => one === model.get("view")) ?? startingView(trace);
    this.hatch = `flinksim-hatch-${++steppers}`;
    this.root.className = "flinksim-widget flinksim-stepper";
    this.root.tabIndex = 0;
    this.root.setAttribute("role", "application");
    this.root.setAttribute("aria-label", `flinksim stepper: ${trace.plan?.job_name ?? "a run"}`);
    this.root.dataset["lmSuppressShortcuts"] = "true"; // the notebook must not take our keys
    this.root.innerHTML = `<style>${base}${theme}${network}${plane}</style>${PAGE}`;
    for (const part of this.root.querySelectorAll<HTMLElement>("[data-part]")) {
      this.parts.set(part.dataset["part"]!, part);
    }
    const title = String(model.get("title") || (trace.plan?.job_name ?? ""));
    this.part("job").innerHTML = `<b>${esc(title)}</b>`;
    const mark = Number(model.get("mark") ?? -1);
    this.scrubber = new Scrubber(trace, this.part("canvas") as HTMLCanvasElement, mark);
    this.range.max = String(trace.eventCount);
    el.replaceChildren(this.root);
    this.listen();
    this.opening = openingOf(trace, this.player.stops.moments, this.labels);
    this.part("question").textContent = this.opening.question;
    this.player.go(model.get("choose") ? this.opening.position : Number(model.get("position") ?? 0));
    model.set("choose", false);
    this.part("copy").hidden = !this.hasAddress;
    if (this.hasAddress) this.goToAddress();
    this.resize();
    this.makeKeyframes();
  }

  destroy(): void {
    this.player.pause();
    window.clearTimeout(this.syncTimer);
    for (const cleanup of this.cleanups) cleanup();
    this.panel?.plane.destroy();
    this.root.remove();
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
    if (this.tellsTime) return;
    this.followsTime = true;
    this.player.pause();
    this.player.go(this.trace.positionBy(BigInt(Math.round(time))));
    this.followsTime = false;
  }

  private tellTime(): void {
    if (this.followsTime) return;
    this.tellsTime = true;
    this.model.set("time_ms", Number(this.time));
    this.tellsTime = false;
  }

  // --- the address ---------------------------------------------------------------------------

  /** Whether the page is this stepper's own, so that its address says what is shown. */
  private get hasAddress(): boolean {
    return Boolean(this.model.get("addressed"));
  }

  /** Shows what the page's address asks for. */
  private goToAddress(): void {
    const { step, fact, view, task, key, by } = readAddress(location.hash);
    const grain = GRAINS.find((one) => one === by);
    if (grain) this.player.grain = grain;
    this.view = VIEWS.find((one) => one === view) ?? this.view;
    const pinned = [...this.lookup.subtasks.keys()].find((id) => id === task || this.labels.name(id) === task);
    if (task !== undefined) this.pinned = pinned ?? null;
    this.wantedKey = key ?? "";
    if (fact !== undefined) this.player.go(fact);
    else if (step !== undefined) this.player.goToStep(step);
    if (this.width === 0) return;
    this.arrange();
    this.draw();
  }

  private get address(): string {
    const { player, trace } = this;
    const ends = player.step >= 0 && trace.eventRange(player.step)[1] === player.position;
    return writeAddress({
      ...(ends ? { step: player.step } : { fact: player.position }),
      view: this.view,
      ...(this.pinned ? { task: this.labels.name(this.pinned) } : {}),
      key: this.panel?.keys.name ?? "",
      ...(player.grain === "told" ? {} : { by: player.grain }),
    });
  }

  private async copyLink(): Promise<void> {
    history.replaceState(null, "", this.address);
    const done = await copyText(location.href);
    const copy = this.part("copy");
    copy.textContent = done ? "copied" : "see the address";
    window.setTimeout(() => (copy.textContent = "copy link"), 1600);
  }

  // --- listening -----------------------------------------------------------------------------

  private listen(): void {
    this.root.addEventListener("click", (event) => this.onClick(event));
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.range.addEventListener("input", () => this.onScrub());
    this.part("filter").addEventListener("input", () => this.onFilter());
    this.part("plot").addEventListener("click", (event) => this.onPlot(event));
    this.root.querySelector("details")!.addEventListener("toggle", () => this.draw());
    if (this.hasAddress) {
      const go = (): void => this.goToAddress();
      window.addEventListener("hashchange", go);
      this.cleanups.push(() => window.removeEventListener("hashchange", go));
    }
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.root);
    this.cleanups.push(() => observer.disconnect());
    this.part("grain").addEventListener("change", (event) => {
      this.setGrain((event.target as HTMLSelectElement).value as Grain);
    });
    this.cleanups.push(watchTheme(this.root, () => {
      if (this.width > 0) this.drawStrip();
      this.panel?.plane.refresh();
    })); // prettier-ignore
  }

  private onClick(event: MouseEvent): void {
    const target = event.target as Element;
    const act = target.closest<HTMLElement>("[data-act]")?.dataset["act"];
    const view = target.closest<HTMLElement>("[data-view]")?.dataset["view"];
    const tab = target.closest<HTMLElement>("[data-show-tab]")?.dataset["showTab"];
    const task = target.closest<SVGElement>("[data-task]")?.dataset["task"];
    if (act) this.act(act);
    else if (view) this.show(view);
    else if (tab) this.openTab(tab);
    else if (task) this.pin(task);
  }

  private act(act: string): void {
    const { player } = this;
    if (MOVES.has(act)) player.pause();
    if (act === "first") player.go(0);
    else if (act === "back") player.back();
    else if (act === "play") player.toggle();
    else if (act === "next") player.next();
    else if (act === "last") player.go(this.trace.eventCount);
    else if (act === "speed") player.faster();
    else if (act === "follow") this.pin(null);
    else if (act === "copy") void this.copyLink();
    else if (act === "changed") {
      this.changedOnly = !this.changedOnly;
      this.draw();
    }
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    if (target === this.part("filter")) return this.onFilterKey(event);
    if (target.matches("input[type=search], select")) return; // here keys mean letters and choices
    const onButton = target.matches("button, summary");
    const task = target.closest<SVGElement>("[data-task]")?.dataset["task"];
    if (task && (event.key === "Enter" || event.key === " ")) this.pin(task);
    else if (event.key === "ArrowRight") this.act("next");
    else if (event.key === "ArrowLeft") this.act("back");
    else if (event.key === " " && !onButton) this.act("play");
    else if (event.key === "Home") this.act("first");
    else if (event.key === "End") this.act("last");
    else if (event.key === "Escape") this.pin(null);
    else if (this.view === "plane" && this.panel!.act(PLANE_KEYS[event.key] ?? "")) return event.preventDefault();
    else if (GRAINS[Number(event.key) - 1]) this.setGrain(GRAINS[Number(event.key) - 1]!);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Many inputs may come in between two frames: only the last one is drawn. */
  private onScrub(): void {
    this.player.pause();
    if (this.pending !== 0) return;
    this.pending = window.requestAnimationFrame(() => {
      this.pending = 0;
      this.player.go(Number(this.range.value));
    });
  }

  private onFilter(): void {
    this.filter = (this.part("filter") as HTMLInputElement).value;
    this.draw();
  }

  /** In the filter keys mean letters; Escape clears it, and then leaves it. */
  private onFilterKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key !== "Escape") return;
    const input = this.part("filter") as HTMLInputElement;
    if (input.value === "") this.root.focus();
    input.value = "";
    this.onFilter();
  }

  private onPlot(event: MouseEvent): void {
    if (!this.plot || !this.series) return;
    const x = event.clientX - this.part("plot").getBoundingClientRect().left;
    this.player.pause();
    this.player.go(positionAt(this.series, x, this.plot.scale, this.trace.eventCount));
  }

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
  private openTab(tab: string): void {
    this.root.dataset["panel"] = tab;
    for (const one of this.root.querySelectorAll<HTMLElement>("[data-show-tab]")) {
      one.setAttribute("aria-selected", String(one.dataset["showTab"] === tab));
    }
    if (TABS.includes(tab as Tab)) this.side!.open(tab as Tab);
    this.panel!.plane.refresh();
  }

  private jump(position: number): void {
    this.player.pause();
    this.player.go(position);
  }

  private setGrain(grain: Grain): void {
    this.player.grain = grain;
    this.draw();
  }

  /** Shows one task, whatever runs; the same task again, or null, follows the run. */
  private pin(task: string | null): void {
    this.pinned = task === this.pinned ? null : task;
    this.draw();
    this.sync();
  }

  // --- size ----------------------------------------------------------------------------------

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    if (width === 0 || (width === this.width && height === this.height)) return;
    this.width = width;
    this.height = height;
    this.root.dataset["size"] = width >= 1000 ? "wide" : width >= 660 ? "middle" : "narrow";
    this.drawn.clear();
    this.plot = null;
    this.arrange();
    this.draw();
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
    if (this.view === "network" || this.view === "whole run") this.series ??= new RunSeries(this.trace);
    if (this.view === "plane") {
      this.panel ??= new PlanePanel(this.part("plane"), this.trace, this.labels, (to) => this.jump(to), () => this.sync());
      this.side ??= new Side(this.part("side"), this.trace, this.labels, this.player.stops.moments, (to) => this.jump(to));
      if (this.wantedKey !== "") this.panel.keys.chooseNamed(this.wantedKey);
      this.wantedKey = "";
      this.panel.plane.refresh();
      this.openTab(this.root.dataset["panel"] ?? "plane");
      return;
    }
    const { plan } = this.trace;
    this.layout = plan && layoutGraph(plan, this.part("graph").clientWidth, STYLES[this.view]);
    const spare = Math.max(0, TALLEST_JOB - (this.layout?.height ?? 0));
    this.root.style.setProperty("--spare", `${Math.min(spare, MOST_SPARE)}px`);
  }

  // --- drawing -------------------------------------------------------------------------------

  private frame(): Frame {
    const { trace, labels, lookup, player } = this;
    const index = player.stops.spotlight(player.position, player.grain);
    const fact = index < 0 ? null : trace.event(index);
    const step = player.step;
    const actor = step < 0 ? "" : trace.actorOf(step);
    const channel = this.view !== "event time" && fact && "channel" in fact ? fact.channel : "";
    const receiver = lookup.channels.get(channel)?.target;
    const task = this.pinned ?? receiver ?? lastTask(trace, lookup, step);
    const keyed = (one: string): boolean => lookup.isKeyed(one);
    return {
      trace, labels, lookup, index, fact, step, actor,
      scene: this.history.at(player.position),
      position: player.position,
      task,
      keyed: keyed(task) ? task : lastTask(trace, lookup, step, keyed) || task,
      pinned: this.pinned !== null,
      view: this.view,
      run: this.series,
      before: player.stops.back(player.position, player.grain),
    }; // prettier-ignore
  }

  private draw(): void {
    if (this.width === 0) return;
    const frame = this.frame();
    this.time = frame.scene.view.time_ms;
    const focused = (document.activeElement as SVGElement | null)?.dataset?.["task"];
    if (this.view === "plane") {
      this.panel!.plane.show(frame.position, frame.before);
      this.side!.show(frame.position, frame.before);
    }
    if (this.view === "event time") this.drawEventTime(frame);
    else if (this.view !== "plane" && this.layout) this.put("graph", drawNetwork(frame, this.layout, this.hatch));
    if (this.view === "network") this.drawNetworkPanels(frame);
    if (this.view === "whole run") this.drawWholeRun(frame);
    if (focused) this.root.querySelector<SVGElement>(`[data-task="${focused}"]`)?.focus();
    this.drawStory(frame);
    this.drawControls(frame);
    this.drawStrip();
  }

  private drawEventTime(frame: Frame): void {
    const { labels } = frame;
    if (this.layout) this.put("graph", drawGraph(frame, this.layout));
    this.put("valve", drawValve(frame, this.part("valve").clientWidth));
    this.put("timers", drawTimers(frame, this.part("timers").clientWidth));
    this.put("panes", drawPanes(frame, this.part("panes").clientWidth));
    this.put("task", esc(labels.name(frame.task) + pinWord(frame)));
    this.put("timerCount", String(countTimers(frame) || ""));
    this.put("keyed", esc(labels.name(frame.keyed)));
    this.collapse(frame);
  }

  /** A panel that stays empty for the task in view takes no room. */
  private collapse(frame: Frame): void {
    const { lookup, trace } = this;
    const keeps = (this.keeps ??= {
      timersPanel: operatorsOf(trace, "TimerRegistered"),
      panesPanel: operatorsOf(trace, "WindowAssigned"),
    });
    for (const [panel, operators] of Object.entries(keeps)) {
      const empty = !lookup.operatorsOf(frame.keyed).some(({ id }) => operators.has(id));
      const one = this.root.querySelector<HTMLElement>(`.${panel}`)!;
      if (one.hidden === empty) continue;
      one.hidden = empty;
      this.drawn.clear(); // what stays has another width
      this.draw();
      return;
    }
  }

  private keeps: Record<string, ReadonlySet<string>> | null = null;

  private drawNetworkPanels(frame: Frame): void {
    const channels = this.part("channels");
    this.put("channelTask", esc(frame.labels.name(frame.task) + pinWord(frame)));
    this.put("pools", drawPools(frame, this.part("pools").clientWidth));
    this.put("channels", drawChannels(frame, channels.clientWidth));
    const current = channels.querySelector(".lane.current")?.getBoundingClientRect();
    if (current) {
      const room = channels.getBoundingClientRect();
      if (current.bottom > room.bottom) channels.scrollTop += current.bottom - room.bottom;
      else if (current.top < room.top) channels.scrollTop -= room.top - current.top;
    }
    const { filter, changedOnly } = this;
    this.put("metrics", metricTable(frame, { filter, changedOnly }));
    this.root.querySelector('[data-act="changed"]')!.setAttribute("aria-pressed", String(changedOnly));
  }

  private drawWholeRun(frame: Frame): void {
    const width = this.part("plot").clientWidth;
    const of = `${width} ${frame.task}`;
    if (this.plot?.of !== of) this.plot = { ...drawPlot(frame, width, this.laneHeight, `${this.hatch}-plot`), of };
    this.put("plotTask", esc(`channels of ${frame.labels.name(frame.task)}${pinWord(frame)}`));
    this.put("plot", this.plot.markup);
    const head = this.part("playhead");
    head.style.left = `${playhead(frame.run!, frame.position, this.plot.scale)}px`;
    head.style.height = `${this.plot.height - 18}px`;
  }

  /** Lanes of the plot are lower where the job is taller, so that all is seen at once. */
  private get laneHeight(): number {
    return (this.layout?.height ?? 0) > 130 ? 40 : 58;
  }

  private drawStory(frame: Frame): void {
    const { labels, trace, scene } = frame;
    for (const one of this.root.querySelectorAll<HTMLElement>('[data-act="follow"]')) {
      one.hidden = !frame.pinned;
    }
    this.put("clock", frame.position === 0 ? "–" : esc(labels.time(scene.view.time_ms)));
    const moment = this.player.grain === "told" ? this.player.stops.moments.endingAt(frame.position) : null;
    const many = moment ? manyWords(moment) : "";
    this.put("badge", esc(frame.step < 0 ? "start" : `step ${group(frame.step)}${many && ` · ${many}`}`));
    this.root.dataset["tells"] = moment?.kind ?? "";
    if (this.view !== "plane") {
      const frames = frame.index < 0 ? [] : trace.callStack(frame.index);
      this.put("stack", frames.map(stackFrame).join('<i class="then">›</i>') || '<span class="none">–</span>');
      this.part("stack").scrollLeft = this.part("stack").scrollWidth;
    }
    const words = frame.fact
      ? sentence(frame.fact, labels).map(({ text, tone }) =>
          tone ? `<b class="${tone}">${esc(text)}</b>` : esc(text),
        )
      : ["Nothing has happened yet. Press Next, or the → key, and the first step happens."];
    this.put("sentence", words.join(""));
    this.drawFailure(frame);
    if (this.root.querySelector("details")!.open) this.put("words", esc(inWords(frame)));
  }

  /** What is known of an error besides its text, as the command line tells it. */
  private drawFailure({ fact, labels }: Frame): void {
    const failed = fact?.type === "TaskFailed";
    const parts: [string, string][] = failed
      ? [["operator", fact.operator && labels.name(fact.operator)], ["record", fact.record], ["your code", fact.code]]
      : [];
    const told = parts.filter(([, text]) => text !== "");
    this.part("failure").hidden = told.length === 0;
    this.part("failure").parentElement!.classList.toggle("failed", failed);
    this.put("failure", told.map(([name, text]) => `<div><dt>${name}</dt><dd>${esc(text)}</dd></div>`).join(""));
  }

  private drawControls(frame: Frame): void {
    const { player, trace } = this;
    this.put("play", player.playing ? `${icon("pause")}Pause` : `${icon("play")}Play`);
    this.put("speed", `${player.speed}×`);
    const last = trace.stepCount - 1;
    const { moments } = player.stops;
    const told = player.grain === "told" ? `moment <b>${group(moments.at(frame.position) + 1)}</b> of ${group(moments.all.length)} · ` : "";
    this.put(
      "count",
      `${told}step <b>${frame.step < 0 ? "–" : group(frame.step)}</b> of ${group(last)}` +
        `<small>fact ${group(frame.position)} of ${group(trace.eventCount)}</small>`,
    );
    (this.part("grain") as HTMLSelectElement).value = player.grain;
    for (const act of ["first", "back", "next", "last"]) {
      const end = act === "first" || act === "back" ? 0 : trace.eventCount;
      const one = this.root.querySelector<HTMLElement>(`[data-act="${act}"]`)!;
      one.setAttribute("aria-disabled", String(player.position === end));
    }
    this.range.value = String(frame.position);
    const spoken = frame.fact ? sentenceText(frame.fact, this.labels) : "the beginning";
    this.range.setAttribute("aria-valuetext", `step ${frame.step}: ${spoken}`);
    this.root.dataset["position"] = String(frame.position);
    this.root.dataset["step"] = String(frame.step);
  }

  private drawStrip(): void {
    const style = getComputedStyle(this.root);
    const width = this.part("canvas").parentElement!.clientWidth;
    this.scrubber.draw(this.player.position, width, (name) => style.getPropertyValue(name));
  }

  /** Puts markup into a part, unless it is there already. */
  private put(name: string, markup: string): void {
    if (this.drawn.get(name) === markup) return;
    this.drawn.set(name, markup);
    this.part(name).innerHTML = markup;
  }

  private part(name: string): HTMLElement {
    return this.parts.get(name)!;
  }

  private get range(): HTMLInputElement {
    return this.part("range") as HTMLInputElement;
  }

  // --- in the background -----------------------------------------------------------------------

  /** Tells the kernel where we are, at most every SYNC_MS. */
  private sync(): void {
    this.model.set("position", this.player.position);
    this.model.set("step", this.player.step);
    this.tellTime();
    if (this.syncTimer !== 0) return;
    this.syncTimer = window.setTimeout(() => {
      this.syncTimer = 0;
      this.model.save_changes();
      if (this.hasAddress) history.replaceState(null, "", this.address);
    }, SYNC_MS);
  }

  private makeKeyframes(): void {
    this.history.extendFor(KEYFRAME_MS);
    if (this.history.complete) return;
    const timer = window.setTimeout(() => this.makeKeyframes(), 0);
    this.cleanups.push(() => window.clearTimeout(timer));
  }
}

/** The operator instances that facts of a kind are about. */
function operatorsOf(trace: Trace, kind: "TimerRegistered" | "WindowAssigned"): ReadonlySet<string> {
  return new Set(trace.indexesOf([kind]).map((index) => (trace.event(index) as { operator: string }).operator));
}

/** How many steppers this page has had: each has names of its own for what its pictures refer to. */
let steppers = 0;

/** Keys of the plane, and what they do there. */
const PLANE_KEYS: Readonly<Record<string, string>> = { "+": "in", "-": "out", "0": "whole", z: "now", k: "keys" };

/** What moves by itself, and is stopped by moving by hand. */
const MOVES = new Set(["first", "back", "next", "last"]);

/** Event time, unless the run has nothing to tell of it. */
function startingView(trace: Trace): View {
  const wanted = ["WatermarkGenerated", "WindowAssigned", "TimerRegistered"] as const;
  const there = wanted.some((kind) => trace.kinds.includes(KINDS.indexOf(kind)));
  return there ? "plane" : "network";
}

function pinWord(frame: Frame): string {
  return frame.pinned ? " · pinned" : "";
}

function stackFrame(frame: string): string {
  const dot = frame.lastIndexOf(".");
  const [owner, method] = dot < 0 ? ["", frame] : [frame.slice(0, dot), frame.slice(dot + 1)];
  return (
    `<span class="frame" role="listitem" title="${esc(frame)}"><i>${esc(owner)}</i>` +
    `<b>${esc(method)}</b></span>`
  );
}

/** 12345 as 12 345, with a narrow space. */
function group(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** anywidget's entry: draws into `el`; returns what takes it away again. */
async function render({ model, el }: { model: Model; el: HTMLElement }): Promise<() => void> {
  let stepper: Stepper | null = null;
  let loads = 0;
  const load = async (): Promise<void> => {
    const mine = ++loads;
    const started = performance.now();
    try {
      const trace = await openTrace(bytesOf(model.get("trace")));
      if (mine !== loads) return;
      stepper?.destroy();
      stepper = new Stepper(trace, model, el);
      performance.measure("flinksim:load", { start: started });
    } catch (error) {
      stepper?.destroy();
      stepper = null;
      el.innerHTML = `<style>${base}</style><div class="flinksim-widget failed" role="alert"></div>`;
      el.lastElementChild!.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const onTrace = (): void => void load();
  const onPosition = (): void => stepper?.follow("position");
  const onStep = (): void => stepper?.follow("step");
  const onView = (): void => stepper?.show(model.get("view"));
  const onTime = (): void => stepper?.follow("time_ms");
  model.on("change:view", onView);
  model.on("change:time_ms", onTime);
  model.on("change:trace", onTrace);
  model.on("change:position", onPosition);
  model.on("change:step", onStep);
  await load();
  return () => {
    loads++;
    model.off("change:view", onView);
    model.off("change:time_ms", onTime);
    model.off("change:trace", onTrace);
    model.off("change:position", onPosition);
    model.off("change:step", onStep);
    stepper?.destroy();
  };
}

export default { render };

// for tests: the parts that have a twin in Python
export {
  Clock, History, Labels, latenessOf, layersOf, metricsOf, Moments, openingOf, openTrace, operatorMetrics,
  PlaneRun, RunSeries, sentenceText, viewJson,
}; // prettier-ignore
