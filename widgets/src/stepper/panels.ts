/** The panels of event time, of the network and of the whole run: what stands in which, and when. */

import { drawChannels, drawPools } from "../network/channels";
import type { Frame, View } from "./frame";
import { drawGraph } from "../job/graph";
import { groundOf } from "../job/graph_channels";
import { EVENT_STYLE, layoutGraph } from "../job/graph_layout";
import type { GraphLayout } from "../job/graph_layout";
import { subtaskAt } from "../job/subtask_heatmap";
import { wordsOf } from "../job/job_panel";
import { journeysIn } from "../trace/record_paths";
import { metricTable } from "../metrics/metric_table";
import { drawNetwork, NETWORK_STYLE, SMALL_STYLE } from "../network/network_graph";
import { drawInside } from "../task/inside";
import { InsideWay } from "../task/call_path";
import { drawCalls } from "../cluster/cluster";
import { drawStates } from "../cluster/execution_states";
import { drawPanes } from "../task/panes";
import type { Phase } from "../ui/animation_clock";
import type { Parts } from "../ui/named_parts";
import { drawPlot, playhead, positionAt } from "../metrics/run_plot";
import type { Plot } from "../metrics/run_plot";
import { KEEPING, stateMarkup } from "../task/state_table";
import { t } from "../i18n/strings";
import { esc } from "../ui/svg";
import { countTimers, drawTimers } from "../task/timers";
import { watermarkOf } from "../job/task_status";
import type { Trace } from "../trace/trace";
import type { Kind, Plan } from "../trace/trace.gen";
import { Travellers } from "../job/moving_elements";
import { Tween } from "../ui/tween";
import { drawValve } from "../task/valve";

const STYLES = { plane: EVENT_STYLE, "event time": EVENT_STYLE, network: NETWORK_STYLE, inside: SMALL_STYLE, cluster: SMALL_STYLE, "whole run": SMALL_STYLE };
/** A job less tall than this leaves room, which the panels take up to so much of. */
const TALLEST_JOB = 228;
const MOST_SPARE = 90;
const MOST_CHIPS = 40;
/** As tall is what stands below the job. */
const BESIDE_JOB: Readonly<Partial<Record<View, number>>> = { "event time": 320, network: 340, "whole run": 330 };

export class Panels {
  filter = "";
  changedOnly = false;
  private layout: GraphLayout | null = null;
  private plot: (Plot & { of: string }) | null = null;
  private readonly travellers = new Travellers();
  private readonly way = new InsideWay();
  private travelled = "";
  private readonly tweens = new Map<string, Tween>();
  private keeps: Record<string, ReadonlySet<string>> | null = null;

  /** `hatch` names what is this stepper's own on the page. */
  constructor(private readonly parts: Parts, private readonly hatch: string) {}

  /** Gives the tasks their places. */
  arrange(plan: Plan | null, view: View): void {
    this.plot = null;
    const room = this.parts.root.querySelector(".middle")!.clientHeight - (BESIDE_JOB[view] ?? 0);
    this.layout = plan && layoutGraph(plan, this.parts.get("graph").clientWidth, STYLES[view], room);
    const spare = Math.max(0, TALLEST_JOB - (this.layout?.height ?? 0));
    this.parts.root.style.setProperty("--spare", `${Math.min(spare, MOST_SPARE)}px`);
  }

  draw(frame: Frame): void {
    if (frame.view === "event time") this.drawEventTime(frame);
    else if (frame.view === "inside") this.drawInsideOf(frame);
    else if (frame.view === "cluster") this.drawCluster(frame);
    else if (this.layout) this.parts.put("graph", drawNetwork(frame, this.layout, this.hatch));
    if (frame.view === "network") this.drawNetworkPanels(frame);
    if (frame.view === "whole run") this.drawWholeRun(frame);
    const frames = frame.index < 0 ? [] : frame.trace.callStack(frame.index);
    this.parts.put("stack", frames.map(stackFrame).join('<i class="then">›</i>') || '<span class="none">–</span>');
    this.parts.get("stack").scrollLeft = this.parts.get("stack").scrollWidth;
    for (const one of this.parts.root.querySelectorAll<HTMLElement>('[data-act="follow"]')) one.hidden = !frame.pinned;
  }

  /** Shows what moves at a phase: elements through the job, and what has changed in the panels. */
  move(frame: Frame, phase: Phase): void {
    if (frame.view === "inside") return this.way.show(this.parts.get("inside"), frame, phase.t);
    for (const tween of this.tweens.values()) tween.show(phase.t);
    if (!this.layout) return;
    const graph = this.parts.get("graph");
    if (!graph.contains(this.travellers.el)) graph.append(this.travellers.el);
    const key = `${phase.from} ${phase.to} ${frame.task} ${this.layout.width}`;
    if (key !== this.travelled) {
      this.travelled = key;
      const journeys = phase.to > phase.from ? journeysIn(frame.trace, phase.from, phase.to) : [];
      const ground = groundOf(frame, this.layout);
      this.travellers.set(journeys, ground, phase.from, phase.to, this.layout, (one) => wordsOf(frame, one));
    }
    this.travellers.show(phase);
  }

  /** The subtask of a heat strip under the mouse. */
  subtaskAt(vertex: string, event: MouseEvent): string | null {
    const one = this.layout?.heats.get(vertex);
    const svg = this.parts.get("graph").querySelector("svg");
    if (!one || !svg) return null;
    const { left, top, width } = svg.getBoundingClientRect();
    const scale = width / this.layout!.width;
    const [x, y] = [(event.clientX - left) / scale, (event.clientY - top) / scale];
    const index = subtaskAt(one, this.layout!.boxes.get(vertex)!, x, y);
    return index === null ? null : `${vertex}/${index}`;
  }

  /** Puts a picture into a part; what it has in common with the one before moves there. */
  private putMoving(name: string, markup: string): void {
    let tween = this.tweens.get(name);
    if (!tween) this.tweens.set(name, (tween = new Tween(this.parts.get(name))));
    tween.leave();
    this.parts.put(name, markup);
    tween.arrive();
  }

  /** The position that a click into the plot leads to. */
  positionIn(frame: Frame, event: MouseEvent): number | null {
    if (!this.plot || !frame.run) return null;
    const x = event.clientX - this.parts.get("plot").getBoundingClientRect().left;
    return positionAt(frame.run, x, this.plot.scale, frame.trace.eventCount);
  }

  private drawEventTime(frame: Frame): void {
    const { labels } = frame;
    if (this.layout) this.parts.put("graph", drawGraph(frame, this.layout));
    for (const [name, draw] of Object.entries({ valve: drawValve, timers: drawTimers, panes: drawPanes })) {
      const width = this.parts.get(name).clientWidth;
      if (width > 0) this.putMoving(name, draw(frame, width, this.hatch)); // else it is collapsed
    }
    this.parts.put("task", esc(labels.name(frame.task) + pinWord(frame)));
    this.parts.put("timerCount", String(countTimers(frame) || ""));
    this.parts.put("state", stateMarkup(frame));
    this.parts.put("kept", esc(labels.name(frame.keyed)));
    this.parts.put("keyed", esc(labels.name(frame.keyed) + handedOver(frame)));
    this.collapse(frame);
  }

  /** A panel that stays empty for the task in view takes no room. */
  private collapse(frame: Frame): void {
    const { lookup, trace } = frame;
    const keeps = (this.keeps ??= keepers(trace));
    for (const [panel, operators] of Object.entries(keeps)) {
      const empty = !lookup.operatorsOf(frame.keyed).some(({ id }) => operators.has(id));
      const one = this.parts.root.querySelector<HTMLElement>(`.${panel}`)!;
      if (one.hidden === empty) continue;
      one.hidden = empty;
      this.parts.forget(); // what stays has another width
      this.draw(frame);
      return;
    }
  }

  /** One subtask; the others are named above it. */
  private drawInsideOf(frame: Frame): void {
    const { labels, trace } = frame;
    const room = this.parts.get("inside");
    const { clientWidth: width, clientHeight: height } = room;
    this.parts.put("insideTask", esc(labels.name(frame.task) + pinWord(frame)));
    const chips = (trace.plan?.subtasks ?? []).slice(0, MOST_CHIPS).map(({ id }) => {
      const state = frame.actor === id ? " ●" : "";
      return `<button type="button" data-task="${esc(id)}" aria-pressed="${id === frame.task}">${esc(labels.name(id))}${state}</button>`;
    });
    this.parts.put("insideTasks", chips.join(""));
    if (width > 0) this.parts.put("inside", drawInside(frame, width - 4, height - 4));
  }

  private drawCluster(frame: Frame): void {
    for (const [name, draw] of Object.entries({ calls: drawCalls, states: drawStates })) {
      const { clientWidth: width, clientHeight: height } = this.parts.get(name);
      if (width > 0) this.parts.put(name, draw(frame, width - 4, height - 4));
    }
  }

  private drawNetworkPanels(frame: Frame): void {
    const channels = this.parts.get("channels");
    this.parts.put("channelTask", esc(frame.labels.name(frame.task) + pinWord(frame)));
    this.parts.put("pools", drawPools(frame, this.parts.get("pools").clientWidth));
    this.parts.put("channels", drawChannels(frame, channels.clientWidth));
    const current = channels.querySelector(".lane.current")?.getBoundingClientRect();
    if (current) {
      const room = channels.getBoundingClientRect();
      if (current.bottom > room.bottom) channels.scrollTop += current.bottom - room.bottom;
      else if (current.top < room.top) channels.scrollTop -= room.top - current.top;
    }
    const { filter, changedOnly } = this;
    this.parts.put("metrics", metricTable(frame, { filter, changedOnly }));
    this.parts.root.querySelector('[data-act="changed"]')!.setAttribute("aria-pressed", String(changedOnly));
  }

  private drawWholeRun(frame: Frame): void {
    const width = this.parts.get("plot").clientWidth;
    const of = `${width} ${frame.task}`;
    if (this.plot?.of !== of) this.plot = { ...drawPlot(frame, width, this.laneHeight, `${this.hatch}-plot`, this.layout?.heats ?? new Map()), of };
    this.parts.put("plotTask", esc(`${t("channels of {0}", frame.labels.name(frame.task))}${pinWord(frame)}`));
    this.parts.put("plot", this.plot.markup);
    const head = this.parts.get("playhead");
    head.style.left = `${playhead(frame.run!, frame.position, this.plot.scale)}px`;
    head.style.height = `${this.plot.height - 18}px`;
  }

  /** Lanes of the plot are lower where the job is taller, so that all is seen at once. */
  private get laneHeight(): number {
    return (this.layout?.height ?? 0) > 130 ? 40 : 58;
  }
}

/** The operator instances that facts of a kind are about. */
function operatorsOf(trace: Trace, kinds: readonly Kind[]): ReadonlySet<string> {
  return new Set(trace.indexesOf(kinds).map((index) => (trace.event(index) as { operator: string }).operator));
}

/** By panel the operators that ever have something to show in it; state is shown where there are no windows. */
function keepers(trace: Trace): Record<string, ReadonlySet<string>> {
  const windows = operatorsOf(trace, ["WindowAssigned"]);
  const keeping = [...operatorsOf(trace, KEEPING)].filter((id) => !windows.has(id));
  return { timersPanel: operatorsOf(trace, ["TimerRegistered"]), panesPanel: windows, statePanel: new Set(keeping) };
}

/** Why the time of an operator is not that of its task: it is told of it later in the same step. */
function handedOver(frame: Frame): string {
  const { watermark } = watermarkOf(frame, frame.keyed);
  const keeper = frame.lookup.operatorsOf(frame.keyed).map(({ id }) => frame.scene.view.operators.get(id)).find((one) => one && one.panes.size > 0);
  const apart = keeper && frame.lookup.inputsOf(frame.keyed).length > 0 && keeper.watermark < watermark;
  return apart ? ` · ${t("the task is at {0}, and hands it on next", frame.labels.time(watermark))}` : "";
}

function pinWord(frame: Frame): string {
  return frame.pinned ? ` · ${t("pinned")}` : "";
}

function stackFrame(frame: string): string {
  const dot = frame.lastIndexOf(".");
  const [owner, method] = dot < 0 ? ["", frame] : [frame.slice(0, dot), frame.slice(dot + 1)];
  return (
    `<span class="frame" role="listitem" data-class="${esc(owner)}" title="${esc(frame)}"><i>${esc(owner)}</i>` +
    `<b>${esc(method)}</b></span>`
  );
}
