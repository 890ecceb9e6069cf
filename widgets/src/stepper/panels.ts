/** Panels of the event-time, inside, cluster, network and whole-run views. */

import type { Frame, View } from "./frame";
import { drawGraph } from "../job/graph";
import { createGeometry } from "../job/graph_channels";
import { EVENT_STYLE, layoutGraph, NETWORK_STYLE, SMALL_STYLE } from "../job/graph_layout";
import type { GraphLayout } from "../job/graph_layout";
import { findSubtaskAt } from "../job/subtask_heatmap";
import { getElementLabel } from "../job/job_panel";
import { findElementPaths } from "../trace/record_paths";
import { drawPanes } from "../task/panes";
import type { Phase } from "../ui/animation_clock";
import type { PageParts } from "../ui/named_parts";
import { getDetailViews } from "../ui/detail_loader";
import type { DetailViews } from "../ui/detail_loader";
import type { Timeline } from "../metrics/timeline";
import { renderCurrentLine } from "./program_lines";
import type { Program } from "./program_lines";
import { STATE_KINDS, renderStateTable } from "../task/state_table";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { countTimers, drawTimers } from "../task/timers";
import { getTaskWatermark, hasFailed, isActing } from "../job/task_status";
import type { Trace } from "../trace/trace";
import type { Kind, Plan } from "../trace/trace.gen";
import { MovingElements } from "../job/moving_elements";
import { Tween } from "../ui/tween";
import { drawValve } from "../task/valve";

const GRAPH_STYLES = { simple: EVENT_STYLE, chart: EVENT_STYLE, watermarks: EVENT_STYLE, network: NETWORK_STYLE, inside: SMALL_STYLE, cluster: SMALL_STYLE, "whole run": SMALL_STYLE };
const MAX_CHIPS = 40;
/** Height of the panels below the job graph. */
const HEIGHT_BELOW_JOB: Readonly<Partial<Record<View, number>>> = { watermarks: 320, network: 340, "whole run": 330 };

export class Panels {
  filter = "";
  changedOnly = false;
  private layout: GraphLayout | null = null;
  private timeline: Timeline | null = null;
  private readonly movingElements = new MovingElements();
  private callPath: InstanceType<DetailViews["CallPathMarker"]> | null = null;
  private shownMove = "";
  private readonly tweens = new Map<string, Tween>();
  private operatorsByPanel: Record<string, ReadonlySet<string>> | null = null;

  /** `hatch` is a pattern id that is unique on the page. */
  constructor(
    private readonly parts: PageParts, private readonly hatch: string, private readonly program: Program | null,
    private readonly jumpTo: (position: number) => void, private readonly redraw: () => void,
  ) {}

  /** The code of the views that are loaded on demand. The stepper draws them after it is loaded. */
  private get details(): DetailViews {
    return getDetailViews()!;
  }

  /** Lay out the job graph. */
  layOut(plan: Plan | null, view: View): void {
    this.timeline?.invalidate();
    const room = this.parts.root.querySelector(".middle")!.clientHeight - (HEIGHT_BELOW_JOB[view] ?? 0);
    this.parts.root.style.removeProperty("--graph");
    this.layout = plan && layoutGraph(plan, this.parts.get("graph").clientWidth, GRAPH_STYLES[view], room);
    this.parts.root.style.setProperty("--graph", `${Math.floor(this.layout?.width ?? 0)}px`); // text keeps its size: a wide job scrolls
  }

  draw(frame: Frame): void {
    if (frame.view === "watermarks") this.drawEventTime(frame);
    else if (frame.view === "inside") this.drawInsideView(frame);
    else if (frame.view === "cluster") this.drawCluster(frame);
    else if (this.layout) this.updateAnimated("graph", this.details.drawNetwork(frame, this.layout, this.hatch));
    if (frame.view === "network") this.drawNetworkPanels(frame);
    this.scrollToTask(frame.task);
    if (frame.view === "whole run") this.drawWholeRun(frame);
    const frames = frame.index < 0 ? [] : frame.trace.callStack(frame.index);
    this.parts.update("stack", frames.map(renderStackFrame).join('<i class="then">›</i>') || '<span class="none">–</span>');
    this.parts.get("stack").scrollLeft = this.parts.get("stack").scrollWidth;
    for (const one of this.parts.root.querySelectorAll<HTMLElement>('[data-act="follow"]')) one.hidden = !frame.pinned;
  }

  /** Scroll a job that is wider than the page to a task. */
  private scrollToTask(task: string): void {
    const box = this.layout?.boxes.get(task);
    const panel = this.parts.get("graph").parentElement!;
    if (!box || panel.scrollWidth <= panel.clientWidth) return;
    if (box.x < panel.scrollLeft || box.x + box.width > panel.scrollLeft + panel.clientWidth) panel.scrollLeft = box.x + box.width / 2 - panel.clientWidth / 2;
  }

  /** Show an animation phase: elements moving through the job, and changes in the panels. */
  showPhase(frame: Frame, phase: Phase): void {
    for (const tween of this.tweens.values()) tween.show(phase.t);
    if (frame.view === "inside") return (this.callPath ??= new this.details.CallPathMarker()).show(this.parts.get("inside"), frame, phase.t);
    if (!this.layout || frame.view !== "watermarks") return;
    const graph = this.parts.get("graph");
    if (!graph.contains(this.movingElements.el)) graph.append(this.movingElements.el);
    const key = `${phase.from} ${phase.to} ${frame.task} ${this.layout.width}`;
    if (key !== this.shownMove) {
      this.shownMove = key;
      const paths = phase.to > phase.from ? findElementPaths(frame.trace, phase.from, phase.to) : [];
      const geometry = createGeometry(frame, this.layout);
      this.movingElements.setPaths(paths, geometry, phase.from, phase.to, this.layout, (one) => getElementLabel(frame, one));
    }
    this.movingElements.showPhase(phase);
  }

  /** Find the subtask of a heatmap under the mouse. */
  findSubtaskAt(vertex: string, event: MouseEvent): string | null {
    const one = this.layout?.heatmaps.get(vertex);
    const svg = this.parts.get("graph").querySelector("svg");
    if (!one || !svg) return null;
    const { left, top, width } = svg.getBoundingClientRect();
    const scale = width / this.layout!.width;
    const [x, y] = [(event.clientX - left) / scale, (event.clientY - top) / scale];
    const index = findSubtaskAt(one, this.layout!.boxes.get(vertex)!, x, y);
    return index === null ? null : `${vertex}/${index}`;
  }

  /** Update a part and animate what the old and the new content have in common. */
  private updateAnimated(name: string, markup: string): void {
    let tween = this.tweens.get(name);
    if (!tween) this.tweens.set(name, (tween = new Tween(this.parts.get(name))));
    tween.capture();
    this.parts.update(name, markup);
    tween.start();
  }

  private drawEventTime(frame: Frame): void {
    const { labels } = frame;
    if (this.layout) this.parts.update("graph", drawGraph(frame, this.layout));
    for (const [name, draw] of Object.entries({ valve: drawValve, timers: drawTimers, panes: drawPanes })) {
      const width = this.parts.get(name).clientWidth;
      if (width > 0) this.updateAnimated(name, draw(frame, width, this.hatch)); // otherwise the panel is collapsed
    }
    this.parts.update("task", esc(labels.name(frame.task) + getPinLabel(frame)));
    this.parts.update("timerCount", String(countTimers(frame) || ""));
    this.parts.update("state", renderStateTable(frame));
    this.parts.update("kept", esc(labels.name(frame.keyedTask)));
    this.parts.update("keyed", esc(labels.name(frame.keyedTask) + describeTimeDifference(frame)));
    this.hideEmptyPanels(frame);
  }

  /** Hide the panels that always stay empty for the selected task. */
  private hideEmptyPanels(frame: Frame): void {
    const { lookup, trace } = frame;
    const operatorsByPanel = (this.operatorsByPanel ??= findOperatorsByPanel(trace));
    for (const [panel, operators] of Object.entries(operatorsByPanel)) {
      const isEmpty = !lookup.getOperators(frame.keyedTask).some(({ id }) => operators.has(id));
      const one = this.parts.root.querySelector<HTMLElement>(`.${panel}`)!;
      if (one.hidden === isEmpty) continue;
      one.hidden = isEmpty;
      this.parts.invalidate(); // the remaining panels have another width
      this.draw(frame);
      return;
    }
  }

  /** Draw the inside of the selected task, with buttons for the other tasks. */
  private drawInsideView(frame: Frame): void {
    const { labels, trace } = frame;
    const room = this.parts.get("inside");
    const { clientWidth: width } = room;
    let { clientHeight: height } = room;
    this.parts.update("insideTask", esc(labels.name(frame.task) + getPinLabel(frame)));
    const chips = (trace.plan?.subtasks ?? []).slice(0, MAX_CHIPS).map(({ id }) => {
      const state = isActing(frame, id) ? " ●" : hasFailed(frame, id) ? " ✕" : "";
      return `<button type="button" data-task="${esc(id)}" aria-pressed="${id === frame.task}">${esc(labels.name(id))}${state}</button>`;
    });
    this.parts.update("insideTasks", chips.join(""));
    if (this.parts.update("code", renderCurrentLine(this.program, frame))) height = room.clientHeight;
    if (width > 0) this.updateAnimated("inside", this.details.drawInside(frame, width - 4, height - 4));
  }

  private drawCluster(frame: Frame): void {
    for (const [name, draw] of Object.entries({ calls: this.details.drawCalls, states: this.details.drawStates })) {
      const { clientWidth: width, clientHeight: height } = this.parts.get(name);
      if (width > 0) this.parts.update(name, draw(frame, width - 4, height - 4));
    }
  }

  private drawNetworkPanels(frame: Frame): void {
    const channels = this.parts.get("channels");
    this.parts.update("channelTask", esc(frame.labels.name(frame.task) + getPinLabel(frame)));
    this.parts.update("pools", this.details.drawPools(frame, this.parts.get("pools").clientWidth));
    this.parts.update("channelLegend", this.details.renderChannelLegend(frame));
    this.updateAnimated("channels", this.details.drawChannels(frame, channels.clientWidth));
    const current = channels.querySelector(".lane.current")?.getBoundingClientRect();
    if (current) {
      const room = channels.getBoundingClientRect();
      if (current.bottom > room.bottom) channels.scrollTop += current.bottom - room.bottom;
      else if (current.top < room.top) channels.scrollTop -= room.top - current.top;
    }
    const { filter, changedOnly } = this;
    this.parts.update("metrics", this.details.renderMetricTable(frame, { filter, changedOnly }));
    this.parts.root.querySelector('[data-act="changed"]')!.setAttribute("aria-pressed", String(changedOnly));
  }

  private drawWholeRun(frame: Frame): void {
    this.parts.update("plotTask", esc(`${t("channels of {0}", frame.labels.name(frame.task))}${getPinLabel(frame)}`));
    this.timeline ??= new this.details.Timeline(this.parts, `${this.hatch}-plot`, this.jumpTo, this.redraw);
    this.timeline.draw(frame, this.laneHeight, this.layout?.heatmaps ?? new Map());
  }

  /** Zoom the plot of the whole run. Return whether the action is known. */
  runPlotAction(name: string): boolean {
    return this.timeline?.runAction(name) ?? false;
  }

  /** Lanes are lower next to a tall job graph, so that everything fits. */
  private get laneHeight(): number {
    return (this.layout?.height ?? 0) > 130 ? 40 : 58;
  }
}

/** Find the operator instances that events of some types are about. */
function findOperators(trace: Trace, kinds: readonly Kind[]): ReadonlySet<string> {
  return new Set(trace.findIndexes(kinds).map((index) => (trace.event(index) as { operator: string }).operator));
}

/** Find the operators that ever have content, by panel. State is shown for operators without windows. */
function findOperatorsByPanel(trace: Trace): Record<string, ReadonlySet<string>> {
  const windows = findOperators(trace, ["WindowAssigned"]);
  const stateOperators = [...findOperators(trace, STATE_KINDS)].filter((id) => !windows.has(id));
  return { timersPanel: findOperators(trace, ["TimerRegistered"]), panesPanel: windows, statePanel: new Set(stateOperators) };
}

/** Explain why an operator's watermark is behind its task's: it advances later in the same step. */
function describeTimeDifference(frame: Frame): string {
  const { watermark } = getTaskWatermark(frame, frame.keyedTask);
  const windowState = frame.lookup.getOperators(frame.keyedTask).map(({ id }) => frame.snapshot.state.operators.get(id)).find((one) => one && one.panes.size > 0);
  const isBehind = windowState && frame.lookup.getInputs(frame.keyedTask).length > 0 && windowState.watermark < watermark;
  return isBehind ? ` · ${t("the task's watermark is {0}; it is forwarded next", frame.labels.time(watermark))}` : "";
}

function getPinLabel(frame: Frame): string {
  return frame.pinned ? ` · ${t("pinned")}` : "";
}

function renderStackFrame(frame: string): string {
  const dot = frame.lastIndexOf(".");
  const [owner, method] = dot < 0 ? ["", frame] : [frame.slice(0, dot), frame.slice(dot + 1)];
  return (
    `<span class="frame" role="listitem" data-class="${esc(owner)}" title="${esc(frame)}"><i>${esc(owner)}</i>` +
    `<b>${esc(method)}</b></span>`
  );
}
