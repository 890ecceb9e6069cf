/** What of the plane is lit: the facts of the moment, what the mouse is on, and why something is late. */

import { spanText } from "./axis_clock";
import { ease, within } from "../ui/animation_clock";
import type { Phase } from "../ui/animation_clock";
import type { Dot, Late, Pane, PlaneRun } from "./chart_data";
import { latenessOf } from "./late_reason";
import { dotRadius, ring } from "./record_marks";
import type { Name } from "./labels";
import { factX, line, shape, toX, toY } from "./chart_context";
import type { Picture } from "./chart_context";
import { t as said } from "../i18n/strings";
import type { Trace } from "../trace/trace";
import { show, cut } from "../ui/value_format";
import type { Labels } from "../ui/value_format";

/** One thing on the plane. */
export type Thing =
  | { what: "dot"; dot: Dot }
  | { what: "late"; late: Late }
  | { what: "pane"; pane: Pane };

export interface Lit {
  trace: Trace;
  labels: Labels;
  run: PlaneRun;
}

/** What Python calls it (`flinksim.analysis.why.questions_for_target`). */
export function aboutThing(thing: Thing, run: PlaneRun): string {
  if (thing.what !== "pane") return `record:${(thing.what === "late" ? thing.late.dot : thing.dot).index}`;
  const { operator, key, window } = thing.pane;
  return `pane:[${JSON.stringify(operator)},${run.keys[key] ?? "null"},${window}]`;
}

/** The things that the facts from `from` on and before `to` are about. */
export function thingsOf({ trace, run }: Lit, from: number, to: number): Thing[] {
  const found: Thing[] = [];
  for (let index = Math.max(from, to - MOST_LIT); index < to; index++) {
    const kind = trace.kindOf(index);
    const pane = kind === "WindowFired" || kind === "WindowsMerged" ? run.paneAt.get(index) : undefined;
    const late = kind === "LateRecordDropped" ? run.lateAt.get(index) : undefined;
    const dot = kind === "WindowAssigned" || kind === "SourceRecordRead" ? run.dotBehind(index) : undefined;
    if (pane) found.push({ what: "pane", pane });
    if (pane && kind === "WindowsMerged") {
      for (const one of run.panes) if (one.into === pane && one.gone === index) found.push({ what: "pane", pane: one });
    }
    if (late) found.push({ what: "late", late });
    if (dot && !dot.late) found.push({ what: "dot", dot });
  }
  return found;
}

/** More facts of one moment than this nobody tells apart. */
const MOST_LIT = 4000;
/** More labels than this hide the picture. */
const MOST_NAMED = 3;
/** More records than these have no rings, which would hide all but the last. */
const MOST_RINGED = 24;

/** Draws `things` over the picture, as far on their way as the phase is: with words if there are few, and with names where they leave room. */
export function light(
  context: CanvasRenderingContext2D, picture: Picture, lit: Lit, things: readonly Thing[], phase: Phase = STILL, names: readonly Name[] = [],
): void {
  const words = new Words(context, picture);
  const kinds = (what: Thing["what"]): Thing[] => things.filter((one) => one.what === what);
  const last = things.findLast((one) => one.what === "dot");
  const many = kinds("dot").length > MOST_RINGED;
  for (const thing of [...kinds("pane"), ...kinds("dot"), ...kinds("late")]) {
    const t = partOf(thing, phase);
    if (t <= 0) continue;
    if (thing.what === "pane") lightPane(context, picture, thing.pane, t);
    else if (thing.what === "dot") lightDot(context, picture, thing.dot, t, !many || thing === last);
    else lightLate(context, picture, lit, thing.late, words, kinds("late").length <= MOST_NAMED, t);
  }
  const panes = kinds("pane");
  if (phase.t >= 1) {
    panes.slice(0, MOST_NAMED).forEach((thing) => thing.what === "pane" && namePane(picture, lit, thing.pane, words));
  }
  for (const { text, x, y, style, align } of names) words.add(text, x, y, style, align);
  words.draw();
} // prettier-ignore

const STILL: Phase = { from: 0, to: 0, t: 1 };
/** The least part of a phase that something takes to get where it is. */
const LEAST = 0.5;

/** How much of its way a thing has gone: each begins with its own fact. */
function partOf(thing: Thing, { from, to, t }: Phase): number {
  if (t >= 1 || to <= from) return 1;
  const { index } = thing.what === "dot" ? thing.dot : thing.what === "late" ? thing.late : { index: firedWithin(thing.pane, from, to) };
  const start = Math.max(0, Math.min(1 - LEAST, (index - from) / (to - from)));
  return ease(within(t, start, Math.min(1, start + LEAST)));
}

function firedWithin(pane: Pane, from: number, to: number): number {
  return pane.firings.find(({ index }) => index >= from && index < to)?.index ?? from;
}

/** The lid swings shut: it stands open to the right, hinged at the end of the window. */
function lightPane(context: CanvasRenderingContext2D, picture: Picture, pane: Pane, t = 1): void {
  if (pane.start === -Infinity) return;
  const end = Math.min(pane.firings.at(-1)?.index ?? Infinity, pane.gone);
  const [x0, x1] = [factX(picture, pane.born), factX(picture, end)];
  const [y0, y1] = [toY(picture, pane.end), toY(picture, pane.start)];
  context.strokeStyle = picture.colour("--paneink");
  context.lineWidth = 2;
  context.strokeRect(x0, y0, Math.max(2, x1 - x0), y1 - y0);
  const fired = pane.firings.at(-1);
  const angle = (1 - t) * (Math.PI / 2);
  const tall = y1 - y0;
  if (fired) line(context, [x1, y0, x1 + Math.sin(angle) * tall, y0 + Math.cos(angle) * tall], picture.colour("--fire"), 4);
}

function namePane(picture: Picture, { run, labels }: Lit, pane: Pane, words: Words): void {
  if (pane.start === -Infinity) return;
  const key = cut(show(run.keys[pane.key]!), 18);
  const x = factX(picture, Math.min(pane.firings.at(-1)?.index ?? pane.gone, pane.gone));
  words.add(`${key} ${labels.window(pane.window)}`, x - 6, toY(picture, pane.end) - 7, "--paneink", "right");
}

/** A record comes level, from when it happened to when it arrived; `large`, with a ring that parts it from others. */
function lightDot(context: CanvasRenderingContext2D, picture: Picture, dot: Dot, t: number, large: boolean): void {
  const [arrives, y] = [factX(picture, dot.index), toY(picture, dot.time)];
  const { camera } = picture;
  const left = dot.time >= camera.x0 && picture.places.at(-1)! > 1e6 ? toX(picture, dot.time) : arrives - 40;
  const x = left + (arrives - left) * t;
  if (large && dot.time >= camera.x0 && picture.places.at(-1)! > 1e6) {
    context.globalAlpha = 0.6;
    line(context, [toX(picture, dot.time), y, x, y], picture.colour("--data"), 1.6);
    context.globalAlpha = 1;
  }
  context.beginPath();
  shape(context, dot.source, x, y, large ? 6 : dotRadius(picture));
  context.fillStyle = picture.colour("--data");
  context.fill();
  if (!large) return;
  context.strokeStyle = picture.colour("--panel");
  context.lineWidth = 1.6;
  context.stroke();
}

/** A late record, a line to the pane that it missed, and one to the record that had closed it. */
function lightLate(
  context: CanvasRenderingContext2D, picture: Picture, lit: Lit, late: Late, words: Words, named: boolean, t: number,
): void {
  const { trace, run, labels } = lit;
  const [x, y] = [factX(picture, late.index), toY(picture, late.time)];
  const { pane, over, closer, behind } = latenessOf(trace, run, late);
  if (pane) lightPane(context, picture, pane);
  if (over >= 0) {
    const lid = factX(picture, pane && pane.gone < Infinity ? pane.gone : over);
    const tip = x + (lid - x) * within(t, 0, 0.7);
    line(context, [x, y, tip, y], picture.colour("--fire"), 2.6);
    arrow(context, tip, y, picture.colour("--fire"));
    const dot = closer < 0 || t < 0.7 ? undefined : run.dotBehind(closer);
    if (dot && Number.isFinite(dot.time)) {
      const [cx, cy] = [factX(picture, dot.index), toY(picture, dot.time)];
      line(context, [lid, y, lid, cy, cx, cy], picture.colour("--wmink"), 1.6, [5, 4]);
      context.beginPath();
      shape(context, dot.source, cx, cy, 6);
      context.fillStyle = picture.colour("--wm");
      context.fill();
      context.strokeStyle = picture.colour("--wmink");
      context.lineWidth = 1.6;
      context.stroke();
      if (named) {
        const time = labels.time(BigInt(dot.time));
        words.add(said("closed by a record of {0}", time), Math.min(cx, lid) - 9, cy - 8, "--wmink", "right");
      }
    }
    if (named && t >= 0.7) {
      const key = cut(show(run.keys[late.key] ?? '""'), 18);
      const name = said("{0}: {1} too late", key, spanText(behind));
      words.add(behind > 0 ? name : said("{0}: too late", key), (x + lid) / 2, y + 24, "--fireink", "center"); // below the rings of others on this line
    }
  }
  ring(context, picture, x, y, 8);
} // prettier-ignore

function arrow(context: CanvasRenderingContext2D, x: number, y: number, style: string): void {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 9, y - 5);
  context.lineTo(x + 9, y + 5);
  context.closePath();
  context.fillStyle = style;
  context.fill();
}

/** Words on the plane: none upon another one. */
export class Words {
  private readonly placed: { text: string; left: number; y: number; wide: number; style: string }[] = [];

  constructor(private readonly context: CanvasRenderingContext2D, private readonly picture: Picture) {}

  add(text: string, x: number, y: number, style: string, align: "left" | "right" | "center"): void {
    const { context, picture } = this;
    const { left, top, width, height } = picture.box;
    context.font = this.font;
    const wide = context.measureText(text).width;
    const wanted = align === "left" ? x : align === "right" ? x - wide : x - wide / 2;
    const at = Math.max(left + 4, Math.min(left + width - wide - 4, wanted));
    const { avoid } = picture;
    for (const shift of [0, -17, 17, -34, 34, -51, 51]) {
      const line = Math.max(top + 14, Math.min(top + height - 6, y + shift));
      const covered = avoid !== null && at < avoid.left + avoid.width && at + wide > avoid.left && line > avoid.top && line - 18 < avoid.top + avoid.height;
      const free = !covered && this.placed.every(
        (one) => Math.abs(one.y - line) >= 16 || one.left > at + wide + 4 || one.left + one.wide + 4 < at,
      );
      if (!free) continue;
      this.placed.push({ text, left: at, y: line, wide, style });
      return;
    }
  }

  draw(): void {
    const { context, picture } = this;
    context.font = this.font;
    context.textAlign = "left";
    context.lineJoin = "round";
    for (const { text, left, y, style } of this.placed) {
      context.strokeStyle = picture.colour("--panel");
      context.lineWidth = 4.5;
      context.strokeText(text, left, y);
      context.fillStyle = picture.colour(style);
      context.fillText(text, left, y);
    }
  }

  private get font(): string {
    return `650 13px ${this.picture.colour("font-family")}`;
  }
}
