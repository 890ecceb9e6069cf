/** Scrubber: the whole run on one strip, with lanes for records, watermarks, firings, late records and so on. */

import { Bookmarks } from "./bookmarks";
import { getLanguage, t } from "../i18n/strings";
import type { MessageText } from "../i18n/strings";
import { clamp } from "../ui/svg";
import { describeEvent } from "../trace/event_descriptions";
import type { PageParts } from "../ui/named_parts";
import { getPointIn } from "../ui/pointer";
import type { Trace } from "../trace/trace";
import type { Kind } from "../trace/trace.gen";
import { Labels } from "../ui/value_format";

interface Lane {
  name: MessageText;
  colour: string;
  kinds: readonly Kind[];
  /** Whether the bar height shows the count. Otherwise all marks are equal. */
  bars: boolean;
}

/** The lanes, and the colours of the same events in the tracks of the whole run. */
export const LANES: readonly Lane[] = [
  { name: "records", colour: "--data", kinds: ["SourceRecordRead", "ElementReceived", "ResultWritten"], bars: true },
  { name: "watermark", colour: "--wm", kinds: ["InputWatermarkAdvanced"], bars: false },
  { name: "fired", colour: "--pane", kinds: ["WindowFired"], bars: true },
  { name: "timers", colour: "--tm", kinds: ["TimerFired"], bars: false },
  { name: "late", colour: "--fire", kinds: ["LateRecordDropped"], bars: false },
  { name: "checkpoints", colour: "--pane", kinds: ["CheckpointCompleted", "CheckpointAborted"], bars: false },
  { name: "failed", colour: "--fire", kinds: ["TaskFailed"], bars: false },
  { name: "cluster", colour: "--tmfill", kinds: ["ActorCalled"], bars: false },
  { name: "attempts", colour: "--ink3", kinds: ["ExecutionReset"], bars: false },
];

const ROW_HEIGHT = 13;
const LEFT_MARGIN = 84;
const BAR_WIDTH = 3;
const BAR_HEIGHT = ROW_HEIGHT - 3;
const getLaneTop = (lane: number): number => 2 + lane * ROW_HEIGHT;

/** Whether an event belongs to the last step. */
const isInLastStep = (trace: Trace, index: number): boolean => trace.getStep(index) === trace.stepCount - 1;

export class Scrubber {
  private readonly lanes: readonly (Lane & { at: readonly number[] })[];
  private readonly canvas: HTMLCanvasElement;
  private readonly labels: Labels;
  private bars: { width: number; paths: readonly Path2D[] } | null = null;
  private shownPosition = 0;
  private size = { width: 0, height: 0 };
  private readonly colours = new Map<string, string>();
  private highlighted: readonly number[] = [];
  readonly bookmarks: Bookmarks;

  /** `mark` is a position to mark, or -1. */
  constructor(private readonly trace: Trace, private readonly parts: PageParts, private readonly markedPosition = -1) {
    this.canvas = parts.get("canvas") as HTMLCanvasElement;
    this.labels = new Labels(trace.plan, getLanguage());
    this.bookmarks = new Bookmarks(trace);
    const all = LANES.map((lane) => ({ ...lane, at: trace.findIndexes(lane.kinds) })).filter(({ at }) => at.length > 0);
    // window timers fire together with their windows
    const windows = all.some(({ name }) => name === "fired");
    // every run starts and ends with calls; the lane is only useful if there are others
    const [, firstStepEnd] = trace.eventRange(0);
    const hasCallsBetween = all.some(({ name, at }) => name === "cluster" && at.some((index) => index >= firstStepEnd && !isInLastStep(trace, index)));
    this.lanes = all.filter(({ name }) => (name !== "timers" || !windows) && (name !== "cluster" || hasCallsBetween));
    parts.root.style.setProperty("--strip", `${Math.max(34, this.lanes.length * ROW_HEIGHT + 4)}px`);
    new ResizeObserver(() => this.refresh()).observe(this.canvas.parentElement!);
    const range = parts.get("range");
    range.addEventListener("pointermove", (event) => this.showTooltip(event as PointerEvent));
    range.addEventListener("pointerleave", () => (parts.get("tip").hidden = true));
  }

  /** Highlight the positions of an answer. */
  highlight(positions: readonly number[]): void {
    if (String(positions) === String(this.highlighted)) return;
    this.highlighted = positions;
    this.draw(this.shownPosition);
  }

  /** Draw the strip, with the part up to `position` in full colour. */
  draw(position: number): void {
    const { canvas } = this;
    this.shownPosition = position;
    const { width, height } = this.size;
    const zoom = this.parts.root.currentCSSZoom ?? 1;
    const ratio = (window.devicePixelRatio || 1) * zoom;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const context = canvas.getContext("2d");
    if (!context || width <= LEFT_MARGIN) return;
    const colour = (name: string): string => this.getColour(name);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const playheadX = this.getX(position, width);
    context.font = `500 12px ${colour("font-family")}`;
    const bars = this.getBars(width);
    this.drawLanes(context, width);
    for (const [from, to, alpha] of [[0, playheadX, 1], [playheadX, width, 0.36]] as const) {
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
    for (const { position: at } of this.bookmarks.all) this.drawFlag(context, this.getX(at, width), colour("--focus"), height);
    for (const at of this.highlighted) this.drawLink(context, this.getX(at, width), colour("--focus"), height);
    if (this.markedPosition >= 0) this.drawFlag(context, this.getX(this.markedPosition, width), colour("--tm"), height);
    context.fillStyle = colour("--now");
    context.fillRect(clamp(playheadX - 1, LEFT_MARGIN, width - 2), 0, 2, height);
    context.beginPath();
    context.arc(clamp(playheadX, LEFT_MARGIN + 5, width - 6), height - 6, 5.5, 0, 7);
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = colour("--panel");
    context.stroke();
  }

  private getX(position: number, width: number): number {
    return LEFT_MARGIN + (position / Math.max(1, this.trace.eventCount)) * (width - LEFT_MARGIN);
  }

  private drawLanes(context: CanvasRenderingContext2D, width: number): void {
    context.textAlign = "right";
    context.textBaseline = "middle";
    this.lanes.forEach(({ name }, number) => {
      context.fillStyle = this.getColour("--ink2");
      context.fillText(t(name), LEFT_MARGIN - 7, getLaneTop(number) + BAR_HEIGHT / 2 + 0.5);
      context.fillStyle = this.getColour("--soft");
      context.fillRect(LEFT_MARGIN, getLaneTop(number), width - LEFT_MARGIN, BAR_HEIGHT);
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

  /** Get the bars of each lane, cached for a width. */
  private getBars(width: number): readonly Path2D[] {
    if (this.bars?.width === width) return this.bars.paths;
    const count = Math.max(1, Math.floor((width - LEFT_MARGIN) / BAR_WIDTH));
    const paths = this.lanes.map(({ at, bars }, number) => {
      const found = new Uint32Array(count);
      for (const index of at) found[Math.floor((index / this.trace.eventCount) * count)]!++;
      const max = found.reduce((a, b) => Math.max(a, b), 1);
      const path = new Path2D();
      found.forEach((own, bar) => {
        const barHeight = bars ? 2 + (own / max) * (BAR_HEIGHT - 2) : BAR_HEIGHT;
        if (own > 0) path.rect(LEFT_MARGIN + (bar / count) * (width - LEFT_MARGIN), getLaneTop(number) + BAR_HEIGHT - barHeight, 2.2, barHeight);
      });
      return path;
    });
    this.bars = { width, paths };
    return paths;
  }

  /** Show a tooltip for the mark under the mouse. */
  private showTooltip(event: PointerEvent): void {
    const tip = this.parts.get("tip");
    const [x, y] = getPointIn(this.canvas, event);
    const { clientWidth: width } = this.canvas;
    tip.hidden = x < LEFT_MARGIN || event.buttons !== 0;
    if (tip.hidden) return;
    const index = ((x - LEFT_MARGIN) / (width - LEFT_MARGIN)) * this.trace.eventCount;
    const reach = (4 / (width - LEFT_MARGIN)) * this.trace.eventCount;
    const lane = this.lanes[Math.floor((y - 2) / ROW_HEIGHT)];
    const nearest = lane?.at.reduce((best, at) => (Math.abs(at - index) < Math.abs(best - index) ? at : best), -Infinity) ?? -Infinity;
    const found = Math.abs(nearest - index) <= reach ? nearest : -1;
    const step = this.trace.getStep(Math.min(this.trace.eventCount - 1, Math.round(found < 0 ? index : found)));
    const note = this.bookmarks.all.find(({ position }) => Math.abs(position - index) <= reach)?.note ?? "";
    const words = found < 0 ? "" : describeEvent(this.trace.event(found), this.labels);
    tip.textContent = [t("step {0}", step), note, words].filter(Boolean).join(" · ");
    tip.style.left = `${clamp(x - tip.offsetWidth / 2, 0, width - tip.offsetWidth)}px`;
  }

  redraw(): void {
    this.draw(this.shownPosition);
  }

  /** Redraw after a change of size, theme or font. */
  refresh(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement!;
    this.size = { width, height };
    this.colours.clear();
    this.redraw();
  }

  private getColour(name: string): string {
    let found = this.colours.get(name);
    if (found === undefined) this.colours.set(name, (found = getComputedStyle(this.parts.root).getPropertyValue(name)));
    return found;
  }
}
