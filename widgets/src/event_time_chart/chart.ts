/**
 * The plane: event time over processing time, on a canvas, to be zoomed, brushed, panned and clicked.
 *
 * The run is painted once for a camera, onto two layers that lie under each other: the ground (panes,
 * watermarks) and the marks (records). A position shows both at full strength left of its place, and
 * faint right of it; what stands at that place is painted mark by mark.
 */

import { Clock } from "./axis_clock";
import type { Followed } from "../stepper/focus";
import type { Phase } from "../ui/animation_clock";
import type { AxisName } from "./axis_clock";
import { light, thingsOf } from "./highlights";
import type { Lit, Thing } from "./highlights";
import { paintGround, paintMarks } from "./paint";
import { namesOf } from "./labels";
import { drawBrush, drawGrid, drawNow, drawNowLabel } from "./axes";
import type { Axes } from "./axes";
import { listenTo, placeAt } from "./pointer_input";
import type { Brush } from "./pointer_input";
import { PARTS, toX } from "./chart_context";
import type { Box, Camera, PlanePart, Picture } from "./chart_context";
import type { Ghost } from "./comparison_run";
import { PlaneRun } from "./chart_data";
import { around, bestAxis, boundsOf, follow, zoomed } from "./camera";
import type { Sight } from "./camera";
import { nearest, thingPosition, thingWords } from "./hit_test";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import type { Labels } from "../ui/value_format";

const LEFT = 84;
/** On a phone. */
const LEFT_NARROW = 62;
const BOTTOM = 24;
/** Above the picture stand the name of its axis, and its buttons. */
const TOP = 24;
const RIGHT = 12;
/** As far from now records are painted one by one, in pixels. */
const STRIP = 9;
const FAINT = 0.27;
const EASE_MS = 240;

export class Plane {
  run: PlaneRun;
  axis: AxisName;
  readonly parts = new Set<PlanePart>(PARTS.filter((part) => part !== "channels"));
  keys: ReadonlySet<number> | null = null;
  operators: ReadonlySet<string> | null = null;
  /** Is told of every change that others show, too. */
  changed: () => void = () => undefined;
  /** Is told of what was clicked. */
  picked: (thing: Thing) => void = () => undefined;

  private readonly canvas = document.createElement("canvas");
  private readonly ground = document.createElement("canvas");
  private readonly marks = document.createElement("canvas");
  private readonly tip = document.createElement("div");
  private clock: Clock;
  private places: Float64Array;
  whole: Camera;
  private camera: Camera;
  target: Camera;
  private lit: Lit;
  private position = 0;
  private from = 0;
  private timeNow = 0;
  /** What moves, and where: between two positions there is a place, too. */
  private phase: Phase = { from: 0, to: 0, t: 1 };
  private followed: Followed | null = null;
  private ghost: Ghost | null = null;
  /** While one is asked what comes. */
  hidesFuture = false;
  /** What lies over the picture. */
  avoid: Box | null = null;
  private things: Thing[] = [];
  hover: Thing | null = null;
  private brush: Brush | null = null;
  private stale = true;
  private frame = 0;
  private easing: { from: Camera; start: number } | null = null;
  private colours = new Map<string, string>();
  private wide = 0;
  private tall = 0;
  private room = { clientWidth: 0, clientHeight: 0 };
  private readonly observer: ResizeObserver;

  constructor(
    private readonly el: HTMLElement,
    trace: Trace,
    private readonly labels: Labels,
    private readonly go: (position: number) => void,
  ) {
    this.run = new PlaneRun(trace);
    this.clock = new Clock(trace);
    this.axis = bestAxis(this.run, this.clock);
    this.places = this.clock.places(this.axis);
    this.whole = boundsOf(this.run, this.places);
    this.camera = this.target = this.whole;
    this.lit = { trace, labels, run: this.run };
    this.tip.className = "planeTip";
    this.tip.hidden = true;
    this.canvas.setAttribute("role", "img");
    el.replaceChildren(this.canvas, this.tip);
    this.observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.el;
      this.room = { clientWidth, clientHeight };
      this.drawSoon();
    });
    this.observer.observe(el);
    listenTo(this.canvas, this);
  }

  /** Whether there is anything to show in event time. */
  get isEmpty(): boolean {
    return this.run.dots.length === 0 && this.run.panes.length === 0;
  }

  get isZoomed(): boolean {
    return this.target !== this.whole;
  }

  /** Shows the run after `position` facts, with what happened since `from` lit. */
  show(position: number, from: number): void {
    const moved = position !== this.position;
    this.position = position;
    this.timeNow = this.clock.timeAt(position);
    this.from = Math.min(from, position);
    this.things = thingsOf(this.lit, this.from, position);
    const other = moved && this.isZoomed ? follow(this.sight, this.places[position]!, this.target) : null;
    if (other) this.flyTo(other);
    this.canvas.setAttribute("aria-label", this.inWords());
    this.drawSoon();
  }

  /** Shows what moves at a phase. */
  move(phase: Phase): void {
    this.phase = phase;
    this.drawSoon();
  }

  /** Shows another run in the same picture, at the same time. */
  preview(trace: Trace): void {
    const names = this.keys && [...this.keys].map((key) => this.run.keys[key]!);
    this.run = new PlaneRun(trace);
    this.keys = names && new Set(names.map((name) => this.run.keys.indexOf(name)));
    this.clock = new Clock(trace);
    this.places = this.clock.places(this.axis);
    this.lit = { trace, labels: this.labels, run: this.run };
    this.things = [];
    this.hover = null;
    this.position = trace.positionBy(BigInt(Math.round(this.timeNow)));
    this.phase = { from: this.position, to: this.position, t: 1 };
    this.refresh();
    this.changed();
  }

  /** Another run stays behind this one. */
  setGhost(ghost: Ghost | null): void {
    this.ghost = ghost;
    this.refresh();
  }

  /** Everything else fades. */
  follow(followed: Followed | null): void {
    this.followed = followed;
    this.refresh();
  }

  /** The size, the theme or the font may be others. */
  refresh(): void {
    this.colours.clear();
    this.stale = true;
    this.drawSoon();
  }

  setAxis(axis: AxisName): void {
    if (axis === this.axis) return;
    this.axis = axis;
    this.places = this.clock.places(axis);
    this.whole = boundsOf(this.run, this.places);
    this.camera = this.target = this.whole;
    this.refresh();
    this.changed();
  }

  choose(keys: ReadonlySet<number> | null, operators = this.operators): void {
    this.keys = keys;
    this.operators = operators;
    this.refresh();
  }

  toggle(part: PlanePart): void {
    if (!this.parts.delete(part)) this.parts.add(part);
    this.refresh();
  }

  wholeRun(): void {
    this.flyTo(this.whole);
  }

  /** The part of the run around now. */
  zoomToNow(): void {
    this.flyTo(around(this.sight, this.places[this.position]!, this.whole));
  }

  zoomBy(factor: number, x = this.wide / 2, y = this.tall / 2): void {
    const picture = this.picture();
    this.flyTo(zoomed(this.target, this.whole, factor, (x - picture.box.left) / picture.box.width,
      1 - (y - picture.box.top) / picture.box.height)); // prettier-ignore
  }

  destroy(): void {
    window.cancelAnimationFrame(this.frame);
    this.observer.disconnect();
  }

  // --- drawing -------------------------------------------------------------------------------------

  private drawSoon(): void {
    if (this.frame !== 0) return;
    this.frame = window.requestAnimationFrame((now) => {
      this.frame = 0;
      this.ease(now);
      this.draw();
      if (this.easing) this.drawSoon();
    });
  }

  private ease(now: number): void {
    if (!this.easing) return;
    const part = Math.max(0, Math.min(1, (now - this.easing.start) / EASE_MS));
    const t = 1 - (1 - part) ** 3;
    const mix = (name: keyof Camera): number => this.easing!.from[name] * (1 - t) + this.target[name] * t;
    this.camera = { x0: mix("x0"), x1: mix("x1"), y0: mix("y0"), y1: mix("y1") };
    this.stale = true;
    if (part >= 1) {
      this.camera = this.target;
      this.easing = null;
    }
  }

  private draw(): void {
    const started = performance.now();
    if (!this.size()) return;
    const context = this.canvas.getContext("2d")!;
    const picture = this.picture();
    const { box } = picture;
    if (this.stale) {
      for (const [layer, paint] of [[this.ground, paintGround], [this.marks, paintMarks]] as const) {
        const on = layer.getContext("2d")!;
        this.scale(on);
        on.clearRect(0, 0, this.wide, this.tall);
        paint(on, picture);
        if (layer === this.ground) this.ghost?.paint(on, picture, this.axis);
      }
      this.stale = false;
    }
    this.scale(context);
    context.clearRect(0, 0, this.wide, this.tall);
    const axes = this.axes(picture);
    drawGrid(context, axes);
    const { now } = axes;
    this.blit(context, this.ground, box.left, now, 1);
    if (!this.hidesFuture) this.blit(context, this.ground, now, box.left + box.width, FAINT);
    this.blit(context, this.marks, box.left, now - STRIP, 1);
    if (!this.hidesFuture) this.blit(context, this.marks, now + STRIP, box.left + box.width, FAINT);
    context.save();
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.clip();
    this.drawStrip(context, picture, now);
    light(context, picture, this.lit, this.things.filter((one) => this.isShown(one)), this.phase, namesOf(picture, now));
    drawNow(context, axes);
    if (this.hover) light(context, picture, this.lit, [this.hover]);
    if (this.brush) drawBrush(context, axes, this.brush);
    context.restore();
    drawNowLabel(context, axes);
    performance.measure("flinksim:plane", { start: started });
  }

  /** Whether a thing is of a key that is chosen, and of what is followed. */
  private isShown(thing: Thing): boolean {
    const { followed } = this;
    if (thing.what === "pane" && followed && !followed.hasPane(thing.pane)) return false;
    if (thing.what === "late" && followed && !followed.hasLate(thing.late)) return false;
    if (thing.what === "dot" && followed && !followed.hasDot(thing.dot)) return false;
    const { key } = thing.what === "pane" ? thing.pane : thing.what === "late" ? thing.late : thing.dot;
    return key < 0 || !this.keys || this.keys.has(key);
  }

  private drawStrip(context: CanvasRenderingContext2D, picture: Picture, now: number): void {
    const { box } = picture;
    const from = Math.max(box.left, now - STRIP);
    const wide = Math.min(box.left + box.width, now + STRIP) - from;
    if (wide <= 0) return;
    context.save();
    context.beginPath();
    context.rect(from, box.top, wide, box.height);
    context.clip();
    const { x0, x1 } = picture.camera;
    const slack = (3 * STRIP * (x1 - x0)) / box.width;
    const place = this.placeNow;
    const first = this.clock.positionAt(place - slack, this.axis) - 1;
    const last = this.clock.positionAt(place + slack, this.axis);
    context.globalAlpha = this.hidesFuture ? 0 : FAINT;
    const position = this.positionNow;
    paintMarks(context, picture, position, last);
    context.globalAlpha = 1;
    paintMarks(context, picture, first, position);
    context.restore();
  }

  /** Copies what of a layer lies between two places. */
  private blit(
    context: CanvasRenderingContext2D, layer: HTMLCanvasElement, from: number, to: number, alpha: number,
  ): void {
    const { left, top, width, height } = this.picture().box;
    const [x0, x1] = [Math.max(left, from), Math.min(left + width, to)];
    if (x1 <= x0) return;
    context.save();
    context.beginPath();
    context.rect(x0, top, x1 - x0, height);
    context.clip();
    context.globalAlpha = alpha;
    context.drawImage(layer, 0, 0, this.wide, this.tall);
    context.restore();
  } // prettier-ignore

  private axes(picture: Picture): Axes {
    const now = toX(picture, this.placeNow);
    const time = this.clock.timeAt(this.positionNow);
    return { picture, labels: this.labels, axis: this.axis, now, time, wide: this.wide };
  }

  /** How many facts are true where the phase is. */
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

  /** What the camera looks for. */
  private get sight(): Sight {
    return { run: this.run, places: this.places, things: this.things, whole: this.whole };
  }

  picture(): Picture {
    const left = this.wide < 500 ? LEFT_NARROW : LEFT;
    const box = { left, top: TOP, width: this.wide - left - RIGHT, height: this.tall - TOP - BOTTOM };
    const { run, places, camera, keys, operators, parts, followed } = this;
    return { run, places, camera, box, keys, operators, parts, followed, avoid: this.avoid, colour: (name) => this.colour(name) };
  }

  private colour(name: string): string {
    let found = this.colours.get(name);
    if (found === undefined) this.colours.set(name, (found = getComputedStyle(this.el).getPropertyValue(name).trim()));
    return found;
  }

  /** Pixels of the screen for one of the page. */
  private get ratio(): number {
    return (window.devicePixelRatio || 1) * (this.el.currentCSSZoom ?? 1);
  }

  private scale(context: CanvasRenderingContext2D): void {
    const ratio = this.ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Gives the layers the size of the place that the plane has; whether it has any. */
  private size(): boolean {
    const { clientWidth, clientHeight } = this.room;
    if (clientWidth < 120 || clientHeight < 60) return false;
    const ratio = this.ratio;
    const [wide, tall] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (this.canvas.width !== wide || this.canvas.height !== tall) {
      for (const one of [this.canvas, this.ground, this.marks]) {
        one.width = wide;
        one.height = tall;
      }
      this.canvas.style.width = `${clientWidth}px`;
      this.canvas.style.height = `${clientHeight}px`;
      this.stale = true;
    }
    this.wide = clientWidth;
    this.tall = clientHeight;
    return true;
  }

  // --- the camera ----------------------------------------------------------------------------------

  flyTo(target: Camera): void {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.easing = still ? null : { from: this.camera, start: performance.now() };
    this.target = target;
    if (still) this.jumpTo(target);
    this.drawSoon();
    this.changed();
  }

  jumpTo(camera: Camera): void {
    this.camera = this.target = camera;
    this.easing = null;
    this.stale = true;
    this.drawSoon();
  }

  // --- for the pointer -------------------------------------------------------------------------------

  showBrush(brush: Brush | null): void {
    this.brush = brush;
    this.drawSoon();
  }

  /** Goes to what is under a point, or else to the moment that it stands for. */
  click(x: number, y: number): void {
    const picture = this.picture();
    const thing = nearest(picture, x, y);
    this.go(thing ? thingPosition(thing) : this.clock.positionAt(placeAt(picture, x), this.axis));
    if (thing) this.picked(thing);
  }

  /** Lights what is under a point, and says what it is. */
  point(x: number, y: number): void {
    const thing = Number.isNaN(x) ? null : nearest(this.picture(), x, y);
    const same = JSON.stringify(thing && thingPosition(thing)) === JSON.stringify(this.hover && thingPosition(this.hover));
    this.hover = thing;
    this.tip.hidden = !thing;
    this.canvas.style.cursor = thing ? "pointer" : this.isZoomed ? "grab" : "crosshair";
    if (thing && !same) this.tip.replaceChildren(...thingWords(this.lit, thing).map(lineOf));
    if (thing) {
      const { offsetWidth: wide, offsetHeight: tall } = this.tip;
      this.tip.style.left = `${Math.max(4, x + 16 + wide > this.wide ? x - wide - 12 : x + 16)}px`;
      this.tip.style.top = `${Math.max(4, Math.min(this.tall - tall - 4, y + 12))}px`;
    }
    if (!same) this.drawSoon();
  }

  private inWords(): string {
    const past = <T extends { index: number }>(all: readonly T[]): number =>
      all.filter(({ index }) => index < this.position).length;
    const { dots, lates, panes } = this.run;
    const open = panes.filter(({ born, gone }) => born < this.position && gone >= this.position).length;
    const fired = panes.filter(({ firings }) => firings.some(({ index }) => index < this.position)).length;
    const lit = this.things.slice(0, 5).flatMap((thing) => thingWords(this.lit, thing)[0] ?? []);
    return t(
      "Event time over processing time: {0} of {1} records, {2} of {3} too late, {4} panes open, {5} have fired. {6}",
      past(dots), dots.length, past(lates), lates.length, open, fired, lit.join("; "),
    ); // prettier-ignore
  }
}

function lineOf(words: string): HTMLElement {
  const line = document.createElement("div");
  line.textContent = words;
  return line;
}
