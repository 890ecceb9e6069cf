/** The whole run on one strip, in lanes: records, watermarks, firings, what was late, attempts; and where we are. */

import { Bookmarks } from "./bookmarks";
import { language, t } from "../i18n/strings";
import type { Text } from "../i18n/strings";
import { clamp } from "../ui/svg";
import { sentenceText } from "../trace/event_descriptions";
import type { Parts } from "../ui/named_parts";
import { pointIn } from "../ui/pointer";
import type { Trace } from "../trace/trace";
import type { Kind } from "../trace/trace.gen";
import { Labels } from "../ui/value_format";

interface Lane {
  name: Text;
  colour: string;
  kinds: readonly Kind[];
  /** Bars as tall as there is much, or marks that are all alike. */
  bars: boolean;
}

const LANES: readonly Lane[] = [
  { name: "records", colour: "--data", kinds: ["SourceRecordRead", "ElementReceived", "ResultWritten"], bars: true },
  { name: "minimum", colour: "--wm", kinds: ["InputWatermarkAdvanced"], bars: false },
  { name: "fired", colour: "--pane", kinds: ["WindowFired"], bars: true },
  { name: "timers", colour: "--tm", kinds: ["TimerFired"], bars: false },
  { name: "late", colour: "--fire", kinds: ["LateRecordDropped"], bars: false },
  { name: "checkpoints", colour: "--pane", kinds: ["CheckpointCompleted", "CheckpointAborted"], bars: false },
  { name: "failed", colour: "--fire", kinds: ["TaskFailed"], bars: false },
  { name: "cluster", colour: "--tmfill", kinds: ["ActorCalled"], bars: false },
  { name: "attempts", colour: "--ink3", kinds: ["ExecutionReset"], bars: false },
];

const ROW = 13;
const LEFT = 84;
const BAR = 3;
const TALL = ROW - 3;
const topOf = (lane: number): number => 2 + lane * ROW;

/** Whether a fact is one of the last step. */
const ends = (trace: Trace, index: number): boolean => trace.stepOf(index) === trace.stepCount - 1;

export class Scrubber {
  private readonly lanes: readonly (Lane & { at: readonly number[] })[];
  private readonly canvas: HTMLCanvasElement;
  private readonly labels: Labels;
  private bars: { width: number; paths: readonly Path2D[] } | null = null;
  private shown = 0;
  private room = { width: 0, height: 0 };
  private readonly colours = new Map<string, string>();
  private lit: readonly number[] = [];
  readonly bookmarks: Bookmarks;

  /** `mark` is a position that is marked, or -1. */
  constructor(private readonly trace: Trace, private readonly parts: Parts, private readonly mark = -1) {
    this.canvas = parts.get("canvas") as HTMLCanvasElement;
    this.labels = new Labels(trace.plan, language());
    this.bookmarks = new Bookmarks(trace);
    const all = LANES.map((lane) => ({ ...lane, at: trace.indexesOf(lane.kinds) })).filter(({ at }) => at.length > 0);
    // a window's own timer fires with it
    const windows = all.some(({ name }) => name === "fired");
    // every run is submitted and ends; a lane is for what comes between
    const [, begun] = trace.eventRange(0);
    const between = all.some(({ name, at }) => name === "cluster" && at.some((index) => index >= begun && !ends(trace, index)));
    this.lanes = all.filter(({ name }) => (name !== "timers" || !windows) && (name !== "cluster" || between));
    parts.root.style.setProperty("--strip", `${Math.max(34, this.lanes.length * ROW + 4)}px`);
    new ResizeObserver(() => this.refresh()).observe(this.canvas.parentElement!);
    const range = parts.get("range");
    range.addEventListener("pointermove", (event) => this.point(event as PointerEvent));
    range.addEventListener("pointerleave", () => (parts.get("tip").hidden = true));
  }

  /** The positions that an answer goes through. */
  light(positions: readonly number[]): void {
    if (String(positions) === String(this.lit)) return;
    this.lit = positions;
    this.draw(this.shown);
  }

  /** Draws the strip with the part up to `position` in full colour. */
  draw(position: number): void {
    const { canvas } = this;
    this.shown = position;
    const { width, height } = this.room;
    const zoom = this.parts.root.currentCSSZoom ?? 1;
    const ratio = (window.devicePixelRatio || 1) * zoom;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const context = canvas.getContext("2d");
    if (!context || width <= LEFT) return;
    const colour = (name: string): string => this.colour(name);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const here = this.placeOf(position, width);
    context.font = `500 12px ${colour("font-family")}`;
    const bars = this.barsOf(width);
    this.drawGround(context, width);
    for (const [from, to, alpha] of [[0, here, 1], [here, width, 0.36]] as const) {
      context.save();
      context.beginPath();
      context.rect(from, 0, to - from, height);
      context.clip();
      context.globalAlpha = alpha;
      this.lanes.forEach((lane, number) => {
        context.fillStyle = colour(lane.colour);
        context.fill(bars[number]!);
      });
      context.restore();
    }
    for (const { position: at } of this.bookmarks.all) this.drawFlag(context, this.placeOf(at, width), colour("--focus"), height);
    for (const at of this.lit) this.drawLink(context, this.placeOf(at, width), colour("--wm"), height);
    if (this.mark >= 0) this.drawFlag(context, this.placeOf(this.mark, width), colour("--tm"), height);
    context.fillStyle = colour("--fire");
    context.fillRect(clamp(here - 1, LEFT, width - 2), 0, 2, height);
    context.beginPath();
    context.arc(clamp(here, LEFT + 5, width - 6), height - 6, 5.5, 0, 7);
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = colour("--panel");
    context.stroke();
  }

  private placeOf(position: number, width: number): number {
    return LEFT + (position / Math.max(1, this.trace.eventCount)) * (width - LEFT);
  }

  private drawGround(context: CanvasRenderingContext2D, width: number): void {
    context.textAlign = "right";
    context.textBaseline = "middle";
    this.lanes.forEach(({ name }, number) => {
      context.fillStyle = this.colour("--ink2");
      context.fillText(t(name), LEFT - 7, topOf(number) + TALL / 2 + 0.5);
      context.fillStyle = this.colour("--soft");
      context.fillRect(LEFT, topOf(number), width - LEFT, TALL);
    });
  }

  private drawLink(context: CanvasRenderingContext2D, x: number, style: string, height: number): void {
    context.fillStyle = style;
    context.fillRect(x - 0.5, 0, 1.5, height);
    context.beginPath();
    context.arc(x, height / 2, 3.5, 0, 7);
    context.fill();
  }

  private drawFlag(context: CanvasRenderingContext2D, x: number, style: string, height: number): void {
    context.fillStyle = style;
    context.fillRect(x - 1, 0, 2, height);
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x + 10, 4.5);
    context.lineTo(x, 9);
    context.fill();
  }

  /** The bars of each lane, counted and drawn once for a width. */
  private barsOf(width: number): readonly Path2D[] {
    if (this.bars?.width === width) return this.bars.paths;
    const count = Math.max(1, Math.floor((width - LEFT) / BAR));
    const paths = this.lanes.map(({ at, bars }, number) => {
      const found = new Uint32Array(count);
      for (const index of at) found[Math.floor((index / this.trace.eventCount) * count)]!++;
      const most = found.reduce((a, b) => Math.max(a, b), 1);
      const path = new Path2D();
      found.forEach((own, bar) => {
        const tall = bars ? 2 + (own / most) * (TALL - 2) : TALL;
        if (own > 0) path.rect(LEFT + (bar / count) * (width - LEFT), topOf(number) + TALL - tall, 2.2, tall);
      });
      return path;
    });
    this.bars = { width, paths };
    return paths;
  }

  /** Tells what there is under the mouse: of its lane, or else of any. */
  private point(event: PointerEvent): void {
    const tip = this.parts.get("tip");
    const [x, y] = pointIn(this.canvas, event);
    const { clientWidth: width } = this.canvas;
    tip.hidden = x < LEFT || event.buttons !== 0;
    if (tip.hidden) return;
    const index = ((x - LEFT) / (width - LEFT)) * this.trace.eventCount;
    const reach = (4 / (width - LEFT)) * this.trace.eventCount;
    const lane = this.lanes[Math.floor((y - 2) / ROW)];
    const near = lane?.at.reduce((best, at) => (Math.abs(at - index) < Math.abs(best - index) ? at : best), -Infinity) ?? -Infinity;
    const found = Math.abs(near - index) <= reach ? near : -1;
    const step = this.trace.stepOf(Math.min(this.trace.eventCount - 1, Math.round(found < 0 ? index : found)));
    const note = this.bookmarks.all.find(({ position }) => Math.abs(position - index) <= reach)?.note ?? "";
    const words = found < 0 ? "" : sentenceText(this.trace.event(found), this.labels);
    tip.textContent = [t("step {0}", step), note, words].filter(Boolean).join(" · ");
    tip.style.left = `${clamp(x - tip.offsetWidth / 2, 0, width - tip.offsetWidth)}px`;
  }

  redraw(): void {
    this.draw(this.shown);
  }

  /** Its room, the theme or the font may be others. */
  refresh(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement!;
    this.room = { width, height };
    this.colours.clear();
    this.redraw();
  }

  private colour(name: string): string {
    let found = this.colours.get(name);
    if (found === undefined) this.colours.set(name, (found = getComputedStyle(this.parts.root).getPropertyValue(name)));
    return found;
  }
}
