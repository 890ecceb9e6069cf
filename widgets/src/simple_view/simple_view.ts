/** The simple view: lanes by key, animated between two positions by the same clock as all other views. */

import type { ChartData } from "../event_time_chart/chart_data";
import type { Followed } from "../stepper/focus";
import type { Lookup } from "../stepper/frame";
import type { JobView } from "../trace/job_state.gen";
import { Results } from "../trace/results";
import type { Trace } from "../trace/trace";
import type { Phase } from "../ui/animation_clock";
import { patchMarkup } from "../ui/dom_patch";
import { Tween } from "../ui/tween";
import type { Labels } from "../ui/value_format";
import { LaneData } from "./lane_data";
import type { Lit } from "./lane_data";
import { drawLanes, FIRING_SHARES } from "./lane_picture";
import type { LaneScene } from "./lane_picture";

export class SimpleView {
  private readonly tween: Tween;
  private readonly results: Results;
  private lanes: LaneData;
  private shown = "";
  private lit: Lit;
  private litKey = "";
  private isAtEnd = false;
  private phase: Phase = { from: 0, to: 0, t: 1 };
  followed: Followed | null = null;

  constructor(private readonly el: HTMLElement, trace: Trace, data: ChartData, private readonly labels: Labels, private readonly lookup: Lookup,
    private readonly getState: (position: number) => JobView, private readonly hatch: string, private readonly canAsk: boolean) {
    this.tween = new Tween(el);
    new ResizeObserver(() => this.showPhase({ ...this.phase, t: 1 })).observe(el); // other parts of the page may take its room
    this.lanes = new LaneData(trace, data);
    this.results = new Results(trace);
    this.lit = this.lanes.findLit([], []);
  }

  /** Light up what an answer is about. The next phase shows it. */
  light(events: readonly number[], things: readonly string[]): void {
    const key = JSON.stringify([events, things]);
    if (key === this.litKey) return;
    this.litKey = key;
    this.lit = this.lanes.findLit(events, things);
    this.invalidate();
  }

  /** Draw everything anew, after a change of size or focus. */
  invalidate(): void {
    this.shown = "";
  }

  /** Show a phase between two positions. The picture is a function of the phase alone. */
  showPhase(phase: Phase): void {
    const { from, to, t } = (this.phase = phase);
    const { clientWidth: width, clientHeight: height } = this.el;
    if (width < 120 || height < 60) return;
    const name = `${from} ${to} ${width} ${height}`;
    if (name !== this.shown || (this.isAtEnd && t < 1)) {
      this.shown = name;
      const scene = this.createScene(width, height);
      if (t < 1 && from !== to) patchMarkup(this.el, drawLanes(scene, from, from));
      this.tween.capture();
      patchMarkup(this.el, drawLanes(scene, Math.min(from, to), to));
      this.tween.start();
    }
    this.tween.show(t);
    this.isAtEnd = t >= 1; // a finished move has nothing left to show, so a film begins it anew
    this.markFiring(from, to, t);
  }

  /** While a firing is on its way, its window and its rows show what is true by then (`data-firing`). */
  private markFiring(from: number, to: number, t: number): void {
    const root = this.el.closest<HTMLElement>(".flinksim-stepper")!;
    const isFiring = t < 1 && this.lanes.lanes.some(({ firings }) => firings.some(({ firing }) => firing.index >= from && firing.index < to));
    const phase = !isFiring ? "" : t < FIRING_SHARES.fires ? "watermark" : t < FIRING_SHARES.arrives ? "result" : "";
    if ((root.dataset["firing"] ?? "") !== phase) root.dataset["firing"] = phase;
  }

  /** Show another run while its parameter is moved, as far as it is known in the chart. */
  preview(trace: Trace, data: ChartData, position: number): void {
    const { clientWidth: width, clientHeight: height } = this.el;
    this.shown = "";
    patchMarkup(this.el, drawLanes({ ...this.createScene(width, height), lanes: new LaneData(trace, data), results: new Results(trace), getState: null }, position, position));
  }

  private createScene(width: number, height: number): LaneScene {
    const { lanes, results, lookup, labels, followed, lit, getState, hatch, canAsk } = this;
    return { lanes, results, lookup, labels, followed, lit, getState, width, height, hatch, canAsk };
  }
}
