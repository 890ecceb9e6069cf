/** The whole run on one strip: how much happens when, where windows fire, where we are. */

import { KINDS } from "./trace.gen";
import type { Kind } from "./trace.gen";
import type { Trace } from "./trace";
import { clamp } from "./svg";

/** What the colours of the strip mean. */
export const STRIP_LEGEND = [["data", "records"], ["wm", "a minimum moves"], ["fire", "late or failed"], ["tm", "◆ fires"]]
  .map(([colour, words]) => `<span class="${colour}">${words}</span>`).join(""); // prettier-ignore

const HEIGHT = 46;
const BARS_TOP = 14;
const BAR = 3;

const RECORDS: readonly Kind[] = ["SourceRecordRead", "ElementReceived", "ResultWritten"];
const WATERMARKS: readonly Kind[] = ["InputWatermarkAdvanced"];
const LATE: readonly Kind[] = ["LateRecordDropped", "TaskFailed"];

export class Scrubber {
  private readonly group: Uint8Array;
  private readonly firings: number[];

  /** `mark` is a position that is marked, or -1. */
  constructor(
    private readonly trace: Trace,
    private readonly canvas: HTMLCanvasElement,
    private readonly mark = -1,
  ) {
    this.group = new Uint8Array(KINDS.length);
    [RECORDS, WATERMARKS, LATE].forEach((kinds, number) => {
      for (const kind of kinds) this.group[KINDS.indexOf(kind)] = number + 1;
    });
    this.firings = trace.indexesOf(["WindowFired"]);
    if (this.firings.length === 0) this.firings = trace.indexesOf(["TimerFired"]);
  }

  /** Draws the strip for a width in pixels, with the part up to `position` in full colour. */
  draw(position: number, width: number, colour: (name: string) => string): void {
    const { canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(HEIGHT * ratio);
      canvas.style.height = `${HEIGHT}px`;
    }
    const context = canvas.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, HEIGHT);
    const here = this.trace.eventCount === 0 ? 0 : (position / this.trace.eventCount) * width;
    this.drawBars(context, width, here, colour);
    this.drawFirings(context, width, here, colour);
    if (this.mark >= 0) this.drawMark(context, width, colour);
    context.fillStyle = colour("--fire");
    context.fillRect(clamp(here - 1.5, 0, width - 3), 2, 3, HEIGHT - 2);
    context.beginPath();
    context.arc(clamp(here, 8, width - 8), HEIGHT / 2 + 7, 7.5, 0, 7);
    context.fill();
    context.lineWidth = 2.5;
    context.strokeStyle = colour("--panel");
    context.stroke();
  }

  /** A flag over the strip. */
  private drawMark(
    context: CanvasRenderingContext2D, width: number, colour: (name: string) => string,
  ): void {
    const x = clamp((this.mark / Math.max(1, this.trace.eventCount)) * width, 1, width - 1);
    context.fillStyle = colour("--tm");
    context.fillRect(x - 1, 0, 2, HEIGHT);
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x + 11, 5);
    context.lineTo(x, 10);
    context.fill();
  } // prettier-ignore

  private drawBars(
    context: CanvasRenderingContext2D, width: number, here: number, colour: (name: string) => string,
  ): void {
    const count = Math.max(1, Math.min(this.trace.eventCount, Math.floor(width / BAR)));
    const { records, watermarks, late } = this.bars(count);
    let highest = 1;
    for (const total of records) highest = Math.max(highest, total);
    const room = HEIGHT - BARS_TOP - 2;
    const bar = width / count;
    context.fillStyle = colour("--soft");
    context.fillRect(0, BARS_TOP, width, HEIGHT - BARS_TOP);
    for (let number = 0; number < count; number++) {
      const x = number * bar;
      const wide = Math.max(2, Math.min(6, bar - 1));
      context.globalAlpha = x < here ? 1 : 0.4;
      const marked = late[number]! > 0 || watermarks[number]! > 0;
      if (marked) {
        context.fillStyle = colour(late[number]! > 0 ? "--fire" : "--wm");
        context.fillRect(x, HEIGHT - room, wide, room);
      } else if (records[number]! > 0) {
        context.fillStyle = colour("--data");
        const tall = 3 + (records[number]! / highest) * (room - 7);
        context.fillRect(x, HEIGHT - tall, wide, tall);
      }
    }
    context.globalAlpha = 1;
  } // prettier-ignore

  private readonly cache = new Map<number, Bars>();

  /** The facts of each bar, counted once for a width. */
  private bars(count: number): Bars {
    const known = this.cache.get(count);
    if (known) return known;
    const { kinds, eventCount } = this.trace;
    const made: Bars = {
      records: new Uint32Array(count),
      watermarks: new Uint32Array(count),
      late: new Uint32Array(count),
    };
    for (let index = 0; index < eventCount; index++) {
      const bar = Math.floor((index / eventCount) * count);
      const group = this.group[kinds[index]!];
      if (group === 1) made.records[bar]!++;
      else if (group === 2) made.watermarks[bar]!++;
      else if (group === 3) made.late[bar]!++;
    }
    this.cache.clear();
    this.cache.set(count, made);
    return made;
  }

  private drawFirings(
    context: CanvasRenderingContext2D, width: number, here: number, colour: (name: string) => string,
  ): void {
    context.fillStyle = colour("--tmfill");
    context.strokeStyle = colour("--tm");
    let last = -20;
    for (const index of this.firings) {
      const x = ((index + 1) / this.trace.eventCount) * width;
      if (x - last < 9) continue;
      last = x;
      context.globalAlpha = x <= here + 0.5 ? 1 : 0.5;
      context.beginPath();
      context.moveTo(x, 1);
      context.lineTo(x + 5, 6);
      context.lineTo(x, 11);
      context.lineTo(x - 5, 6);
      context.closePath();
      context.fill();
      context.stroke();
    }
    context.globalAlpha = 1;
  } // prettier-ignore
}

interface Bars {
  records: Uint32Array;
  watermarks: Uint32Array;
  late: Uint32Array;
}
