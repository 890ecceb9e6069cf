/**
 * The plane: event time over processing time, on a canvas, to be zoomed, brushed, panned and clicked.
 *
 * The run is painted once for a camera, onto two layers that lie under each other: the ground (panes,
 * watermarks) and the marks (records). A position shows both at full strength left of its place, and
 * faint right of it; what stands at that place is painted mark by mark.
 */

import { Clock, ticks } from "./clock";
import type { AxisName } from "./clock";
import { light, thingsOf } from "./plane_lit";
import type { Lit, Thing } from "./plane_lit";
import { paintGround, paintMarks, PARTS, toX, toY } from "./plane_paint";
import type { Camera, PlanePart, Picture } from "./plane_paint";
import { PlaneRun } from "./plane_run";
import { boundsOf, zoomed } from "./plane_camera";
import { nearest, thingPosition, thingWords } from "./plane_pick";
import { esc } from "./svg";
import type { Trace } from "./trace";
import type { Labels } from "./values";

const LEFT = 84;
/** On a phone. */
const LEFT_NARROW = 62;
const BOTTOM = 24;
const TOP = 8;
const RIGHT = 12;
/** As far from now records are painted one by one, in pixels. */
const STRIP = 9;
const FAINT = 0.27;
const EASE_MS = 240;

export class Plane {
  readonly run: PlaneRun;
  axis: AxisName;
  readonly parts = new Set<PlanePart>(PARTS.filter((part) => part !== "channels"));
  keys: ReadonlySet<number> | null = null;
  operators: ReadonlySet<string> | null = null;
  /** Is told of every change that others show, too. */
  changed: () => void = () => undefined;

  private readonly canvas = document.createElement("canvas");
  private readonly ground = document.createElement("canvas");
  private readonly marks = document.createElement("canvas");
  private readonly tip = document.createElement("div");
  private readonly clock: Clock;
  private places: Float64Array;
  private whole: Camera;
  private camera: Camera;
  private target: Camera;
  private readonly lit: Lit;
  private position = 0;
  private from = 0;
  private things: Thing[] = [];
  private hover: Thing | null = null;
  private brush: [x0: number, y0: number, x1: number, y1: number] | null = null;
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
    this.axis = this.bestAxis();
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
    this.listen();
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
    this.from = Math.min(from, position);
    this.things = thingsOf(this.lit, this.from, position);
    if (moved && this.isZoomed) this.keepInSight();
    this.canvas.setAttribute("aria-label", this.inWords());
    this.drawSoon();
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
    const x = this.places[this.position]!;
    const spot = this.spot();
    const span = (this.whole.x1 - this.whole.x0) / 8;
    const tall = (this.whole.y1 - this.whole.y0) / 6;
    const xs = [x, ...spot.map(([one]) => one)];
    const ys = spot.length > 0 ? spot.map(([, y]) => y) : [this.lowestAt(x)];
    this.flyTo({
      x0: Math.min(...xs) - span * 0.6, x1: Math.max(...xs) + span * 0.4,
      y0: Math.min(...ys) - tall * 0.5, y1: Math.max(...ys) + tall * 0.5,
    }); // prettier-ignore
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
      }
      this.stale = false;
    }
    this.scale(context);
    context.clearRect(0, 0, this.wide, this.tall);
    this.drawGrid(context, picture);
    const now = toX(picture, this.places[this.position]!);
    this.blit(context, this.ground, box.left, now, 1);
    this.blit(context, this.ground, now, box.left + box.width, FAINT);
    this.blit(context, this.marks, box.left, now - STRIP, 1);
    this.blit(context, this.marks, now + STRIP, box.left + box.width, FAINT);
    context.save();
    context.beginPath();
    context.rect(box.left, box.top, box.width, box.height);
    context.clip();
    this.drawStrip(context, picture, now);
    light(context, picture, this.lit, this.keys ? this.things.filter((one) => this.isShown(one)) : this.things);
    this.drawNow(context, picture, now);
    if (this.hover) light(context, picture, this.lit, [this.hover]);
    if (this.brush) this.drawBrush(context);
    context.restore();
    this.drawNowLabel(context, picture, now);
    performance.measure("flinksim:plane", { start: started });
  }

  /** Whether a thing is of a key that is chosen. */
  private isShown(thing: Thing): boolean {
    const { key } = thing.what === "pane" ? thing.pane : thing.what === "late" ? thing.late : thing.dot;
    return key < 0 || this.keys!.has(key);
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
    const place = this.places[this.position]!;
    const first = this.clock.positionAt(place - slack, this.axis) - 1;
    const last = this.clock.positionAt(place + slack, this.axis);
    context.globalAlpha = FAINT;
    paintMarks(context, picture, this.position, last);
    context.globalAlpha = 1;
    paintMarks(context, picture, first, this.position);
    context.restore();
  }

  private drawGrid(context: CanvasRenderingContext2D, picture: Picture): void {
    const { box, camera, colour } = picture;
    context.font = `500 12px ${colour("font-family")}`;
    context.strokeStyle = colour("--line");
    context.fillStyle = colour("--ink2");
    context.lineWidth = 1;
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (const time of ticks(camera.y0, camera.y1, Math.floor(box.height / 44))) {
      const y = Math.round(toY(picture, time)) + 0.5;
      context.beginPath();
      context.moveTo(box.left, y);
      context.lineTo(box.left + box.width, y);
      context.stroke();
      // a date stands above its time of day
      const words = this.tick(time).split(" ");
      words.forEach((one, line) => context.fillText(one, box.left - 7, y + 14 * (line - (words.length - 1) / 2)));
    }
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const y = box.top + box.height + 16;
    const now = toX(picture, this.places[this.position]!);
    for (const place of ticks(camera.x0, camera.x1, Math.floor(box.width / 92))) {
      const x = Math.round(toX(picture, place)) + 0.5;
      context.globalAlpha = 0.6;
      context.beginPath();
      context.moveTo(x, box.top);
      context.lineTo(x, box.top + box.height);
      context.stroke();
      context.globalAlpha = 1;
      const words = this.axis === "time" ? this.tick(place) : `fact ${place}`;
      if (x > box.left + 24 && x < box.left + box.width - 24 && Math.abs(x - now) > 72) context.fillText(words, x, y);
    }
    context.textAlign = "left";
    context.fillText("event time ↑", box.left + 7, box.top + 16);
    context.strokeStyle = colour("--line2");
    context.strokeRect(box.left + 0.5, box.top + 0.5, box.width - 1, box.height - 1);
  }

  /** A round time, without seconds where there are none. */
  private tick(time: number): string {
    return this.labels.time(BigInt(Math.round(time))).replace(/(\d\d:\d\d):00$/, "$1").replace(/^\d{4}-/, "");
  }

  private drawNow(context: CanvasRenderingContext2D, { box, colour }: Picture, now: number): void {
    context.fillStyle = colour("--fire");
    context.fillRect(now - 0.75, box.top, 1.5, box.height);
  }

  private drawNowLabel(context: CanvasRenderingContext2D, { box, colour }: Picture, now: number): void {
    if (now < box.left || now > box.left + box.width) return;
    const time = this.labels.time(BigInt(this.clock.timeAt(this.position)));
    context.font = `650 12px ${colour("font-family")}`;
    const wide = context.measureText(time).width + 14;
    const x = Math.max(0, Math.min(this.wide - wide, now - wide / 2));
    context.fillStyle = colour("--badge");
    context.beginPath();
    context.roundRect(x, box.top + box.height + 2, wide, 20, 6);
    context.fill();
    context.fillStyle = colour("--onfire") || "#fff";
    context.textAlign = "left";
    context.fillText(time, x + 7, box.top + box.height + 16);
  }

  private drawBrush(context: CanvasRenderingContext2D): void {
    const [x0, y0, x1, y1] = this.brush!;
    context.fillStyle = this.colour("--focus");
    context.globalAlpha = 0.14;
    context.fillRect(x0, y0, x1 - x0, y1 - y0);
    context.globalAlpha = 1;
    context.strokeStyle = this.colour("--focus");
    context.strokeRect(x0, y0, x1 - x0, y1 - y0);
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

  private picture(): Picture {
    const left = this.wide < 500 ? LEFT_NARROW : LEFT;
    const box = { left, top: TOP, width: this.wide - left - RIGHT, height: this.tall - TOP - BOTTOM };
    const { run, places, camera, keys, operators, parts } = this;
    return { run, places, camera, box, keys, operators, parts, colour: (name) => this.colour(name) };
  }

  private colour(name: string): string {
    let found = this.colours.get(name);
    if (found === undefined) this.colours.set(name, (found = getComputedStyle(this.el).getPropertyValue(name).trim()));
    return found;
  }

  private scale(context: CanvasRenderingContext2D): void {
    const ratio = window.devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Gives the layers the size of the place that the plane has; whether it has any. */
  private size(): boolean {
    const { clientWidth, clientHeight } = this.room;
    if (clientWidth < 120 || clientHeight < 60) return false;
    const ratio = window.devicePixelRatio || 1;
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

  private flyTo(target: Camera): void {
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.easing = still ? null : { from: this.camera, start: performance.now() };
    this.target = target;
    if (still) this.jumpTo(target);
    this.drawSoon();
    this.changed();
  }

  private jumpTo(camera: Camera): void {
    this.camera = this.target = camera;
    this.easing = null;
    this.stale = true;
    this.drawSoon();
  }

  /** The places and times of what is lit. */
  private spot(): [x: number, y: number][] {
    return this.things.slice(0, 50).flatMap((thing): [number, number][] => {
      if (thing.what === "dot") return [[this.places[thing.dot.index + 1]!, thing.dot.time]];
      if (thing.what === "late") {
        const missed = this.run.missedBy(thing.late);
        const x = this.places[thing.late.index + 1]!;
        return [[x, thing.late.time], ...(missed ? [[this.places[missed.born + 1]!, missed.start] as [number, number]] : [])];
      }
      const { born, start, end } = thing.pane;
      return start === -Infinity ? [] : [[this.places[born + 1]!, start], [this.places[born + 1]!, end]];
    });
  }

  private lowestAt(place: number): number {
    const before = this.run.dots.filter(({ index }) => this.places[index + 1]! <= place);
    return before.at(-1)?.time ?? (this.whole.y0 + this.whole.y1) / 2;
  }

  /** Moves a camera that does not see what is lit. */
  private keepInSight(): void {
    const x = this.places[this.position]!;
    const { x0, x1, y0, y1 } = this.target;
    const wide = x1 - x0;
    const tall = y1 - y0;
    const y = this.spot()[0]?.[1] ?? this.lowestAt(x);
    const aside = x < x0 + wide * 0.04 || x > x1 - wide * 0.04;
    const above = y < y0 + tall * 0.04 || y > y1 - tall * 0.04;
    if (!aside && !above) return;
    const left = aside ? x - wide * 0.6 : x0;
    const low = above ? y - tall * 0.5 : y0;
    this.flyTo({ x0: left, x1: left + wide, y0: low, y1: low + tall });
  }

  /** Processing time, unless nearly all records come in an instant of it. */
  private bestAxis(): AxisName {
    const { dots } = this.run;
    if (dots.length < 2 || this.clock.last === this.clock.start) return "steps";
    const places = this.clock.places("time");
    const [first, last] = [this.clock.start, this.clock.last];
    const bins = new Map<number, number>();
    for (const { index } of dots) {
      const bin = Math.floor(((places[index + 1]! - first) / (last - first)) * 40);
      bins.set(bin, (bins.get(bin) ?? 0) + 1);
    }
    const [most = 0, second = 0] = [...bins.values()].sort((a, b) => b - a);
    return most + second > dots.length * 0.6 ? "steps" : "time";
  }

  // --- mouse and touch -----------------------------------------------------------------------------

  private listen(): void {
    this.canvas.addEventListener("wheel", (event) => this.onWheel(event), { passive: false });
    this.canvas.addEventListener("pointerdown", (event) => this.onDown(event));
    this.canvas.addEventListener("pointermove", (event) => this.onHover(event));
    this.canvas.addEventListener("pointerleave", () => this.point(null, 0, 0));
    this.canvas.addEventListener("dblclick", () => this.wholeRun());
  }

  private at(event: MouseEvent): [x: number, y: number] {
    const { left, top } = this.canvas.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private onWheel(event: WheelEvent): void {
    event.preventDefault();
    const [x, y] = this.at(event);
    const { box } = this.picture();
    const factor = Math.exp(Math.max(-120, Math.min(120, event.deltaY)) * 0.0025);
    const right = (x - box.left) / box.width;
    this.jumpTo(zoomed(this.target, this.whole, factor, right, 1 - (y - box.top) / box.height, event.shiftKey));
    this.changed();
  }

  /** A drag pans; in the whole run, or with the shift key, it brushes what to zoom to. A click goes. */
  private onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const [x0, y0] = this.at(event);
    const start = this.target;
    const { box } = this.picture();
    const brushes = event.shiftKey || !this.isZoomed;
    let dragged = false;
    this.canvas.setPointerCapture(event.pointerId);
    const move = (next: PointerEvent): void => {
      const [x, y] = this.at(next);
      dragged ||= Math.abs(x - x0) + Math.abs(y - y0) > 5;
      if (!dragged) return;
      if (brushes) this.brush = [x0, y0, x, y];
      else {
        const [right, up] = [(x - x0) / box.width, (y - y0) / box.height];
        const { x0: left, x1, y0: low, y1 } = start;
        const [dx, dy] = [(x1 - left) * right, (y1 - low) * up];
        this.jumpTo({ x0: left - dx, x1: x1 - dx, y0: low + dy, y1: y1 + dy });
      }
      this.drawSoon();
    };
    const up = (): void => {
      this.canvas.removeEventListener("pointermove", move);
      this.canvas.removeEventListener("pointerup", up);
      this.canvas.removeEventListener("pointercancel", up);
      const brush = this.brush;
      this.brush = null;
      if (!dragged) this.click(x0, y0);
      else if (brush) this.zoomInto(brush);
    };
    this.canvas.addEventListener("pointermove", move);
    this.canvas.addEventListener("pointerup", up);
    this.canvas.addEventListener("pointercancel", up);
  }

  private zoomInto([x0, y0, x1, y1]: [number, number, number, number]): void {
    const { box, camera } = this.picture();
    if (Math.abs(x1 - x0) < 8 || Math.abs(y1 - y0) < 8) return this.drawSoon();
    const place = (x: number): number => camera.x0 + ((x - box.left) / box.width) * (camera.x1 - camera.x0);
    const time = (y: number): number => camera.y1 - ((y - box.top) / box.height) * (camera.y1 - camera.y0);
    const [left, right] = [Math.min(x0, x1), Math.max(x0, x1)];
    const [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)];
    this.flyTo({ x0: place(left), x1: place(right), y0: time(bottom), y1: time(top) });
  }

  private click(x: number, y: number): void {
    const picture = this.picture();
    const thing = nearest(picture, x, y);
    const { box, camera } = picture;
    const place = camera.x0 + ((x - box.left) / box.width) * (camera.x1 - camera.x0);
    this.go(thing ? thingPosition(thing) : this.clock.positionAt(place, this.axis));
  }

  private onHover(event: PointerEvent): void {
    if (event.buttons !== 0) return this.point(null, 0, 0);
    const [x, y] = this.at(event);
    this.point(nearest(this.picture(), x, y), x, y);
  }

  private point(thing: Thing | null, x: number, y: number): void {
    const same = JSON.stringify(thing && thingPosition(thing)) === JSON.stringify(this.hover && thingPosition(this.hover));
    this.hover = thing;
    this.tip.hidden = !thing;
    this.canvas.style.cursor = thing ? "pointer" : this.isZoomed ? "grab" : "crosshair";
    if (thing && !same) this.tip.innerHTML = thingWords(this.lit, thing).map((one) => `<div>${esc(one)}</div>`).join("");
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
    return (
      `Event time over processing time: ${past(dots)} of ${dots.length} records, ${past(lates)} of ` +
      `${lates.length} too late, ${open} panes open, ${fired} have fired. ${lit.join("; ")}`
    );
  }
}
