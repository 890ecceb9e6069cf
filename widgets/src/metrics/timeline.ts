/** The view of the whole run: its zoom, its controls and its playhead. */

import { drawPlot, findPosition, getValue, getValueAt, getX } from "./run_plot";
import type { Plot, PlotWindow, TimeScale, TrackRow } from "./run_plot";
import { JOB_MASTER } from "./task_tracks";
import { CONDITIONS } from "./time_series";
import type { Frame } from "../stepper/frame";
import { clamp } from "../ui/svg";
import type { PageParts } from "../ui/named_parts";
import { t } from "../i18n/strings";
import type { PlanVertex } from "../trace/trace.gen";

const ZOOM_FACTOR = 0.5;
/** Smallest visible part: milliseconds or events. */
const MIN_SPAN = { time: 4, steps: 8 };
/** Steps on both sides of the current one that "this step" shows. */
const NEAR_STEPS = 12;
const MIN_DRAG_PX = 5;

export class Timeline {
  private plot: (Plot & { key: string }) | null = null;
  private window: PlotWindow | null = null;
  private showsHeartbeats = false;
  private position = -1;
  private frame: Frame | null = null;

  constructor(private readonly parts: PageParts, private readonly hatch: string, private readonly jumpTo: (position: number) => void, private readonly redraw: () => void) {
    this.listen(parts.get("plot"));
  }

  /** Draw again after a change of size. */
  invalidate(): void {
    this.plot = null;
  }

  draw(frame: Frame, laneHeight: number, heatmaps: ReadonlyMap<string, PlanVertex>): void {
    this.frame = frame;
    this.window ??= this.getWholeRun(hasCosts(frame) ? "time" : "steps");
    if (frame.position !== this.position) this.follow(frame);
    const width = this.parts.get("plot").clientWidth;
    const { from, to, unit } = this.window;
    const key = `${width} ${frame.task} ${from} ${to} ${unit} ${this.showsHeartbeats}`;
    if (this.plot?.key !== key) this.plot = { ...drawPlot(frame, this.window, this.getTracks(frame), width, laneHeight, this.hatch, heatmaps), key };
    this.parts.update("plot", this.plot.markup);
    const head = this.parts.get("playhead");
    const value = this.getPlayhead(frame, unit);
    head.hidden = value < from || value > to;
    head.style.left = `${getX(this.plot.scale, value)}px`;
    head.style.height = `${this.plot.height - 18}px`;
    this.drawControls(frame);
  }

  /** Run an action of the keyboard or of a button. Return whether there is one of this name. */
  runAction(name: string): boolean {
    const { frame, window } = this;
    if (!frame || !window) return false;
    const { unit } = window;
    const here = this.getPlayhead(frame, unit);
    if (name === "in" || name === "out") this.zoom(name === "in" ? ZOOM_FACTOR : 1 / ZOOM_FACTOR, here < window.from || here > window.to ? (window.from + window.to) / 2 : here);
    else if (name === "whole") this.window = this.getWholeRun(unit);
    else if (name === "now") this.showNow(frame, unit);
    else if (name === "unit") this.window = this.getWholeRun(unit === "time" ? "steps" : "time");
    else if (name === "heartbeats") this.showsHeartbeats = !this.showsHeartbeats;
    else return false;
    this.redraw();
    return true;
  }

  private drawControls(frame: Frame): void {
    const find = (name: string): HTMLButtonElement => this.parts.root.querySelector<HTMLButtonElement>(`[data-plot="${name}"]`)!;
    const { unit } = this.window!;
    const whole = this.getWholeRun(unit);
    find("whole").disabled = find("out").disabled = this.window!.from <= whole.from && this.window!.to >= whole.to;
    find("in").disabled = this.window!.to - this.window!.from <= MIN_SPAN[unit];
    find("unit").hidden = frame.series!.end === 0;
    find("unit").textContent = unit === "time" ? t("show steps") : t("show virtual time");
    find("heartbeats").hidden = frame.tracks!.heartbeats.starts.length === 0;
    find("heartbeats").setAttribute("aria-pressed", String(this.showsHeartbeats));
  }

  /** The tracks that belong to no task. */
  private getTracks({ tracks }: Frame): TrackRow[] {
    const own = tracks!.tracks.get(JOB_MASTER);
    const all = [...(own ? [own] : []), ...(this.showsHeartbeats ? [tracks!.heartbeats] : [])];
    return all.length > 0 ? [{ name: "JobMaster", tracks: all }] : [];
  }

  /** Where the playhead is: in steps, in the middle of the current one. */
  private getPlayhead({ series, trace, position }: Frame, unit: TimeScale["unit"]): number {
    if (unit === "time" || position === 0) return getValue(series!, unit, position);
    const [first, end] = trace.eventRange(trace.getStep(position - 1));
    return position === end ? (first + end) / 2 : position - 0.5;
  }

  private getWholeRun(unit: TimeScale["unit"]): PlotWindow {
    const { series, trace } = this.frame!;
    return { unit, from: 0, to: unit === "time" ? Math.max(1, series!.end) : Math.max(1, trace.eventCount) };
  }

  /** Move the visible part if the playhead has left it. */
  private follow(frame: Frame): void {
    this.position = frame.position;
    const { unit, from, to } = this.window!;
    const value = this.getPlayhead(frame, unit);
    if (value < from || value > to) this.show(value - (to - from) / 2, to - from);
  }

  private showNow({ trace, series, position }: Frame, unit: TimeScale["unit"]): void {
    const step = Math.max(0, trace.getStep(position - 1));
    const [first] = trace.eventRange(Math.max(0, step - NEAR_STEPS));
    const [, end] = trace.eventRange(Math.min(trace.stepCount - 1, step + NEAR_STEPS));
    const [from, to] = [getValue(series!, unit, first), getValue(series!, unit, end)];
    this.show(from, to - from);
  }

  /** Zoom so that the value `fixed` stays in its place. */
  private zoom(factor: number, fixed: number): void {
    const { from, to } = this.window!;
    this.show(fixed - (fixed - from) * factor, (to - from) * factor);
  }

  private show(from: number, span: number): void {
    const { unit } = this.window!;
    const { to: end } = this.getWholeRun(unit);
    const size = clamp(span, Math.min(MIN_SPAN[unit], end), end);
    const start = clamp(from, 0, end - size);
    this.window = { unit, from: start, to: start + size };
  }

  // --- the pointer: the wheel zooms, dragging moves, and a click goes to a step --------------------

  private listen(el: HTMLElement): void {
    const getValueOf = (event: MouseEvent): number => getValueAt(this.plot!.scale, event.clientX - el.getBoundingClientRect().left);
    el.addEventListener("wheel", (event) => {
      if (!this.window || !this.plot) return;
      event.preventDefault();
      this.zoom(Math.exp(clamp(event.deltaY, -120, 120) * 0.0025), getValueOf(event));
      this.scheduleRedraw();
    }, { passive: false });
    el.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.window || !this.plot || (event.target as Element).closest("[data-task]")) return;
      const { from, to } = this.window;
      const { width } = this.plot.scale;
      let isDragged = false;
      const move = (next: PointerEvent): void => {
        const moved = next.clientX - event.clientX;
        isDragged ||= Math.abs(moved) > MIN_DRAG_PX;
        if (!isDragged) return;
        this.show(from - (moved / width) * (to - from), to - from);
        this.scheduleRedraw();
      };
      const end = (last: PointerEvent): void => {
        for (const name of ["pointermove", "pointerup", "pointercancel"] as const) el.ownerDocument.removeEventListener(name, name === "pointermove" ? move : end);
        if (!isDragged && last.type === "pointerup") this.jumpTo(findPosition(this.frame!, this.window!.unit, getValueOf(last)));
      };
      el.ownerDocument.addEventListener("pointermove", move);
      el.ownerDocument.addEventListener("pointerup", end);
      el.ownerDocument.addEventListener("pointercancel", end);
    });
  }

  private pending = 0;

  /** Redraw once per animation frame. */
  private scheduleRedraw(): void {
    this.pending ||= window.requestAnimationFrame(() => {
      this.pending = 0;
      this.redraw();
    });
  }
}

/** Whether virtual time passes while tasks work; otherwise all steps of a moment have the same time. */
function hasCosts({ series }: Frame): boolean {
  const spent = (condition: (typeof CONDITIONS)[number]): boolean => [...series!.tasks.values()].some(({ conditions }) => conditions.getTimeSpentBy(series!.end, condition) > 0);
  return spent("busy") || spent("soft") || spent("hard");
}
