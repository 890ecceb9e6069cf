/**
 * The event-time chart: event time over processing time on a canvas, with zoom, brush, pan and click.
 *
 * The whole run is painted once per camera onto two layers: the background (panes, watermarks) and the marks
 * (records). The layers are copied at full strength left of the current position and faint right of it. Only the marks
 * near the current position are painted one by one.
 */

import { AxisClock } from "./axis_clock";
import type { Followed } from "../stepper/focus";
import type { Phase } from "../ui/animation_clock";
import type { AxisName } from "./axis_clock";
import { drawHighlights, findItems } from "./highlights";
import type { HighlightContext, ChartItem } from "./highlights";
import { paintBackground, paintMarks } from "./paint";
import { findLabels } from "./labels";
import { drawBrush, drawGrid, drawNow, drawNowLabel } from "./axes";
import type { AxesContext } from "./axes";
import { addPointerListeners, getPlaceAt } from "./pointer_input";
import type { Brush } from "./pointer_input";
import { CHART_PARTS, toX } from "./chart_context";
import type { Box, Camera, ChartPart, ChartContext } from "./chart_context";
import type { ComparisonRun } from "./comparison_run";
import { ChartData } from "./chart_data";
import { frameAround, chooseAxis, computeBounds, followItems, zoomCamera } from "./camera";
import type { CameraSubject } from "./camera";
import { findNearest, getItemPosition, describeItem } from "./hit_test";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

const LEFT_MARGIN = 84;
/** On narrow screens. */
const NARROW_LEFT_MARGIN = 62;
const BOTTOM_MARGIN = 24;
/** Room for the axis name and the buttons. */
const TOP_MARGIN = 24;
const RIGHT_MARGIN = 12;
/** Records within this many pixels of "now" are painted one by one. */
const NEAR_NOW_PX = 9;
const FUTURE_ALPHA = 0.27;
const EASE_MS = 240;

export class EventTimeChart {
  data: ChartData;
  axis: AxisName;
  readonly visibleParts = new Set<ChartPart>(CHART_PARTS.filter((part) => part !== "channels"));
  keys: ReadonlySet<number> | null = null;
  operators: ReadonlySet<string> | null = null;
  /** Called after a change that other parts of the page show, too. */
  onChange: () => void = () => undefined;
  /** Called when an item is clicked. */
  onPick: (item: ChartItem) => void = () => undefined;

  private readonly canvas = document.createElement("canvas");
  private readonly backgroundLayer = document.createElement("canvas");
  private readonly markLayer = document.createElement("canvas");
  private readonly tooltip = document.createElement("div");
  private clock: AxisClock;
  private places: Float64Array;
  whole: Camera;
  private camera: Camera;
  target: Camera;
  private highlightContext: HighlightContext;
  private position = 0;
  private highlightFrom = 0;
  private timeNow = 0;
  /** Animation phase: how far the chart is between two positions. */
  private phase: Phase = { from: 0, to: 0, t: 1 };
  private followed: Followed | null = null;
  private comparison: ComparisonRun | null = null;
  /** True while the user is asked to predict what comes next. */
  hidesFuture = false;
  /** Area covered by the parameter panel, where no labels are placed. */
  overlay: Box | null = null;
  private items: ChartItem[] = [];
  hovered: ChartItem | null = null;
  private brush: Brush | null = null;
  private isStale = true;
  private frame = 0;
  private easing: { from: Camera; start: number } | null = null;
  private colours = new Map<string, string>();
  private width = 0;
  private height = 0;
  private size = { clientWidth: 0, clientHeight: 0 };
  private readonly observer: ResizeObserver;

  constructor(
    private readonly el: HTMLElement,
    trace: Trace,
    private readonly labels: Labels,
    private readonly seek: (position: number) => void,
  ) {
    this.data = new ChartData(trace);
    this.clock = new AxisClock(trace);
    this.axis = chooseAxis(this.data, this.clock);
    this.places = this.clock.getPlaces(this.axis);
    this.whole = computeBounds(this.data, this.places);
    this.camera = this.target = this.whole;
    this.highlightContext = { trace, labels, data: this.data };
    this.tooltip.className = "planeTip";
    this.tooltip.hidden = true;
    this.canvas.setAttribute("role", "img");
    el.replaceChildren(this.canvas, this.tooltip);
    this.observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.el;
      this.size = { clientWidth, clientHeight };
      this.scheduleDraw();
    });
    this.observer.observe(el);
    addPointerListeners(this.canvas, this);
  }

  /** Whether there is nothing to show in event time. */
  get isEmpty(): boolean {
    return this.data.dots.length === 0 && this.data.panes.length === 0;
  }

  get isZoomed(): boolean {
    return this.target !== this.whole;
  }

  /** Show the run after `position` events, with everything since `from` highlighted. */
  show(position: number, from: number): void {
    const moved = position !== this.position;
    this.position = position;
    this.timeNow = this.clock.timeAt(position);
    this.highlightFrom = Math.min(from, position);
    this.items = findItems(this.highlightContext, this.highlightFrom, position);
    const other = moved && this.isZoomed ? followItems(this.cameraSubject, this.places[position]!, this.target) : null;
    if (other) this.flyTo(other);
    this.canvas.setAttribute("aria-label", this.describe());
    this.scheduleDraw();
  }

  /** Show an animation phase. */
  showPhase(phase: Phase): void {
    this.phase = phase;
    this.scheduleDraw();
  }

  /** Show another run in the same chart, at the same processing time. */
  preview(trace: Trace): void {
    const names = this.keys && [...this.keys].map((key) => this.data.keys[key]!);
    this.data = new ChartData(trace);
    this.keys = names && new Set(names.map((name) => this.data.keys.indexOf(name)));
    this.clock = new AxisClock(trace);
    this.places = this.clock.getPlaces(this.axis);
    this.highlightContext = { trace, labels: this.labels, data: this.data };
    this.items = [];
    this.hovered = null;
    this.position = trace.positionBy(BigInt(Math.round(this.timeNow)));
    this.phase = { from: this.position, to: this.position, t: 1 };
    this.refresh();
    this.onChange();
  }

  /** Set the run to compare with; it is drawn in the background. */
  setComparison(comparison: ComparisonRun | null): void {
    this.comparison = comparison;
    this.refresh();
  }

  /** Highlight what is followed and fade everything else. */
  follow(followed: Followed | null): void {
    this.followed = followed;
    this.refresh();
  }

  /** Redraw after a change of size, theme or font. */
  refresh(): void {
    this.colours.clear();
    this.isStale = true;
    this.scheduleDraw();
  }

  setAxis(axis: AxisName): void {
    if (axis === this.axis) return;
    this.axis = axis;
    this.places = this.clock.getPlaces(axis);
    this.whole = computeBounds(this.data, this.places);
    this.camera = this.target = this.whole;
    this.refresh();
    this.onChange();
  }

  setFilter(keys: ReadonlySet<number> | null, operators = this.operators): void {
    this.keys = keys;
    this.operators = operators;
    this.refresh();
  }

  togglePart(part: ChartPart): void {
    if (!this.visibleParts.delete(part)) this.visibleParts.add(part);
    this.refresh();
  }

  zoomToWholeRun(): void {
    this.flyTo(this.whole);
  }

  /** Zoom to the part of the run around the current position. */
  zoomToNow(): void {
    this.flyTo(frameAround(this.cameraSubject, this.places[this.position]!, this.whole));
  }

  zoomBy(factor: number, x = this.width / 2, y = this.height / 2): void {
    const chart = this.getContext();
    this.flyTo(zoomCamera(this.target, this.whole, factor, (x - chart.box.left) / chart.box.width,
      1 - (y - chart.box.top) / chart.box.height));
  }

  destroy(): void {
    window.cancelAnimationFrame(this.frame);
    this.observer.disconnect();
  }

  // --- drawing -------------------------------------------------------------------------------------

  private scheduleDraw(): void {
    if (this.frame !== 0) return;
    this.frame = window.requestAnimationFrame((now) => {
      this.frame = 0;
      this.stepEasing(now);
      this.draw();
      if (this.easing) this.scheduleDraw();
    });
  }

  private stepEasing(now: number): void {
    if (!this.easing) return;
    const part = Math.max(0, Math.min(1, (now - this.easing.start) / EASE_MS));
    const t = 1 - (1 - part) ** 3;
    const mix = (name: keyof Camera): number => this.easing!.from[name] * (1 - t) + this.target[name] * t;
    this.camera = { x0: mix("x0"), x1: mix("x1"), y0: mix("y0"), y1: mix("y1") };
    this.isStale = true;
    if (part >= 1) {
      this.camera = this.target;
      this.easing = null;
    }
  }

  private draw(): void {
    const started = performance.now();
    if (!this.resizeLayers()) return;
    const context = this.canvas.getContext("2d")!;
    const chart = this.getContext();
    const { box } = chart;
    if (this.isStale) {
      for (const [layer, paint] of [[this.backgroundLayer, paintBackground], [this.markLayer, paintMarks]] as const) {
        const on = layer.getContext("2d")!;
        this.applyPixelRatio(on);
        on.clearRect(0, 0, this.width, this.height);
        paint(on, chart);
        if (layer === this.backgroundLayer) this.comparison?.paint(on, chart, this.axis);
      }
      this.isStale = false;
    }
    this.applyPixelRatio(context);
    context.clearRect(0, 0, this.width, this.height);
    const axes = this.createAxes(chart);
    drawGrid(context, axes);
    const { now } = axes;
    this.copyLayer(context, this.backgroundLayer, box.left, now, 1);
    if (!this.hidesFuture) this.copyLayer(context, this.backgroundLayer, now, box.left + box.width, FUTURE_ALPHA);
    this.copyLayer(context, this.markLayer, box.left, now - NEAR_NOW_PX, 1);
    if (!this.hidesFuture) this.copyLayer(context, this.markLayer, now + NEAR_NOW_PX, box.left + box.width, FUTURE_ALPHA);
    context.save();
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.clip();
    this.drawNearNow(context, chart, now);
    drawHighlights(context, chart, this.highlightContext, this.items.filter((one) => this.isShown(one)), this.phase, findLabels(chart, now));
    drawNow(context, axes);
    if (this.hovered) drawHighlights(context, chart, this.highlightContext, [this.hovered]);
    if (this.brush) drawBrush(context, axes, this.brush);
    context.restore();
    drawNowLabel(context, axes);
    performance.measure("flinksim:plane", { start: started });
  }

  /** Whether an item matches the selected keys and the followed target. */
  private isShown(item: ChartItem): boolean {
    const { followed } = this;
    if (item.what === "pane" && followed && !followed.hasPane(item.pane)) return false;
    if (item.what === "late" && followed && !followed.hasLate(item.late)) return false;
    if (item.what === "dot" && followed && !followed.hasDot(item.dot)) return false;
    const { key } = item.what === "pane" ? item.pane : item.what === "late" ? item.late : item.dot;
    return key < 0 || !this.keys || this.keys.has(key);
  }

  private drawNearNow(context: CanvasRenderingContext2D, chart: ChartContext, now: number): void {
    const { box } = chart;
    const from = Math.max(box.left, now - NEAR_NOW_PX);
    const width = Math.min(box.left + box.width, now + NEAR_NOW_PX) - from;
    if (width <= 0) return;
    context.save();
    context.beginPath();
    context.rect(from, box.top, width, box.height);
    context.clip();
    const { x0, x1 } = chart.camera;
    const slack = (3 * NEAR_NOW_PX * (x1 - x0)) / box.width;
    const place = this.placeNow;
    const first = this.clock.positionAt(place - slack, this.axis) - 1;
    const last = this.clock.positionAt(place + slack, this.axis);
    context.globalAlpha = this.hidesFuture ? 0 : FUTURE_ALPHA;
    const position = this.positionNow;
    paintMarks(context, chart, position, last);
    context.globalAlpha = 1;
    paintMarks(context, chart, first, position);
    context.restore();
  }

  /** Copy the part of a layer between two x coordinates. */
  private copyLayer(
    context: CanvasRenderingContext2D, layer: HTMLCanvasElement, from: number, to: number, alpha: number,
  ): void {
    const { left, top, width, height } = this.getContext().box;
    const [x0, x1] = [Math.max(left, from), Math.min(left + width, to)];
    if (x1 <= x0) return;
    context.save();
    context.beginPath();
    context.rect(x0, top, x1 - x0, height);
    context.clip();
    context.globalAlpha = alpha;
    context.drawImage(layer, 0, 0, this.width, this.height);
    context.restore();
  }

  private createAxes(chart: ChartContext): AxesContext {
    const now = toX(chart, this.placeNow);
    const time = this.clock.timeAt(this.positionNow);
    return { chart, labels: this.labels, axis: this.axis, now, time, width: this.width };
  }

  /** Number of events that have happened at the current phase. */
  private get positionNow(): number {
    const { from, to, t } = this.phase;
    return to === from ? this.position : Math.round(from + (to - from) * t);
  }

  private get placeNow(): number {
    const { from, to, t } = this.phase;
    if (to === from) return this.places[this.position]!;
    const at = from + (to - from) * t;
    const low = this.places[Math.floor(at)]!;
    return low + (this.places[Math.ceil(at)]! - low) * (at - Math.floor(at));
  }

  /** What the camera keeps in view. */
  private get cameraSubject(): CameraSubject {
    return { data: this.data, places: this.places, items: this.items, whole: this.whole };
  }

  getContext(): ChartContext {
    const left = this.width < 500 ? NARROW_LEFT_MARGIN : LEFT_MARGIN;
    const box = { left, top: TOP_MARGIN, width: this.width - left - RIGHT_MARGIN, height: this.height - TOP_MARGIN - BOTTOM_MARGIN };
    const { data, places, camera, keys, operators, visibleParts, followed } = this;
    return { data, places, camera, box, keys, operators, visibleParts, followed, overlay: this.overlay, colour: (name) => this.getColour(name) };
  }

  private getColour(name: string): string {
    let found = this.colours.get(name);
    if (found === undefined) this.colours.set(name, (found = getComputedStyle(this.el).getPropertyValue(name).trim()));
    return found;
  }

  /** Screen pixels per CSS pixel. */
  private get pixelRatio(): number {
    return (window.devicePixelRatio || 1) * (this.el.currentCSSZoom ?? 1);
  }

  private applyPixelRatio(context: CanvasRenderingContext2D): void {
    const ratio = this.pixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Resize the layers to the chart. Return whether the chart has any size. */
  private resizeLayers(): boolean {
    const { clientWidth, clientHeight } = this.size;
    if (clientWidth < 120 || clientHeight < 60) return false;
    const ratio = this.pixelRatio;
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) {
      for (const one of [this.canvas, this.backgroundLayer, this.markLayer]) {
        one.width = width;
        one.height = height;
      }
      this.canvas.style.width = `${clientWidth}px`;
      this.canvas.style.height = `${clientHeight}px`;
      this.isStale = true;
    }
    this.width = clientWidth;
    this.height = clientHeight;
    return true;
  }

  // --- the camera ----------------------------------------------------------------------------------

  flyTo(target: Camera): void {
    const isReducedMotion = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.easing = isReducedMotion ? null : { from: this.camera, start: performance.now() };
    this.target = target;
    if (isReducedMotion) this.jumpTo(target);
    this.scheduleDraw();
    this.onChange();
  }

  jumpTo(camera: Camera): void {
    this.camera = this.target = camera;
    this.easing = null;
    this.isStale = true;
    this.scheduleDraw();
  }

  // --- for the pointer -------------------------------------------------------------------------------

  showBrush(brush: Brush | null): void {
    this.brush = brush;
    this.scheduleDraw();
  }

  /** Go to the item under a point, or else to the position there. */
  click(x: number, y: number): void {
    const chart = this.getContext();
    const item = findNearest(chart, x, y);
    this.seek(item ? getItemPosition(item) : this.clock.positionAt(getPlaceAt(chart, x), this.axis));
    if (item) this.onPick(item);
  }

  /** Highlight the item under a point and show its tooltip. */
  pointAt(x: number, y: number): void {
    const item = Number.isNaN(x) ? null : findNearest(this.getContext(), x, y);
    const same = JSON.stringify(item && getItemPosition(item)) === JSON.stringify(this.hovered && getItemPosition(this.hovered));
    this.hovered = item;
    this.tooltip.hidden = !item;
    this.canvas.style.cursor = item ? "pointer" : this.isZoomed ? "grab" : "crosshair";
    if (item && !same) this.tooltip.replaceChildren(...describeItem(this.highlightContext, item).map(createLine));
    if (item) {
      const { offsetWidth: width, offsetHeight: height } = this.tooltip;
      this.tooltip.style.left = `${Math.max(4, x + 16 + width > this.width ? x - width - 12 : x + 16)}px`;
      this.tooltip.style.top = `${Math.max(4, Math.min(this.height - height - 4, y + 12))}px`;
    }
    if (!same) this.scheduleDraw();
  }

  private describe(): string {
    const countPast = <T extends { index: number }>(all: readonly T[]): number =>
      all.filter(({ index }) => index < this.position).length;
    const { dots, lateRecords, panes } = this.data;
    const open = panes.filter(({ openedAt, closedAt }) => openedAt < this.position && closedAt >= this.position).length;
    const fired = panes.filter(({ firings }) => firings.some(({ index }) => index < this.position)).length;
    const highlightedTexts = this.items.slice(0, 5).flatMap((item) => describeItem(this.highlightContext, item)[0] ?? []);
    return t(
      "Event time over processing time: {0} of {1} records, {2} of {3} too late, {4} windows open, {5} have fired. {6}",
      countPast(dots), dots.length, countPast(lateRecords), lateRecords.length, open, fired, highlightedTexts.join("; "),
    );
  }
}

function createLine(words: string): HTMLElement {
  const line = document.createElement("div");
  line.textContent = words;
  return line;
}
