/** The job in a few lines above the plane: what each task is at, and who holds the minimum. */

import type { Frame } from "../stepper/frame";
import { layersOf } from "./graph_layout";
import { drawHeat, isHeat, isMany } from "./subtask_heatmap";
import type { Point } from "../ui/layered_layout";
import type { Box } from "./element_positions";
import { t } from "../i18n/strings";
import { clamp, curve, esc, fit, fitName, onCurve, picture, rect, text, textWidth } from "../ui/svg";
import { hasFailed, holdsTask, taskWatermark, tally } from "./task_status";
import type { Plan, PlanChannel, PlanVertex } from "../trace/trace.gen";
import { half } from "./moving_elements";
import type { Curve, Ground, Stretch } from "./moving_elements";

export interface StripLayout {
  width: number;
  height: number;
  /** Of tasks, and of vertices that are shown as heat. */
  boxes: Map<string, Box>;
  heats: Map<string, PlanVertex>;
  /** What is drawn of the channels, found when it is drawn first. */
  wires?: readonly (readonly [channel: PlanChannel, way: Curve])[];
}

const PAD = 8;
const ROW_GAP = 5;
/** Below this a task has no room for a line. */
const LEAST_ROW = 20;
const TWO_LINES = 40;
/** A narrower box has no words in it, but those that it is called by. */
const LEAST_NAMED = 50;
/** Here name and watermark stand on two lines. */
const NARROW = 210;

export function layoutStrip(plan: Plan, width: number, height: number): StripLayout {
  const layers = layersOf(plan);
  const gap = clamp(width * Math.min(0.1, 0.2 / layers.length), layers.length > 4 ? 16 : 34, 150); // with many layers names need the room more
  const wide = (width - 2 * PAD - gap * (layers.length - 1)) / layers.length;
  const boxes = new Map<string, Box>();
  const heats = new Map<string, PlanVertex>();
  layers.forEach((layer, column) => {
    const x = PAD + column * (wide + gap);
    const all = layer.reduce((sum, { parallelism }) => sum + parallelism, 0);
    const room = (rows: number): number => (height - 2 * PAD - ROW_GAP * (rows - 1)) / rows;
    const tight = room(all) < LEAST_ROW;
    const isHeat = ({ parallelism }: PlanVertex): boolean => (tight && parallelism > 1) || isMany(all, parallelism);
    const rows = layer.reduce((sum, vertex) => sum + (isHeat(vertex) ? 1 : vertex.parallelism), 0);
    const tall = Math.min(58, room(rows));
    let y = (height - rows * (tall + ROW_GAP) + ROW_GAP) / 2;
    for (const vertex of layer) {
      const heat = isHeat(vertex);
      if (heat) heats.set(vertex.id, vertex);
      for (let index = 0; index < vertex.parallelism; index++) {
        boxes.set(`${vertex.id}/${index}`, { x, y, width: wide, height: tall });
        if (!heat) y += tall + ROW_GAP;
      }
      if (heat) boxes.set(vertex.id, { x, y, width: wide, height: tall });
      if (heat) y += tall + ROW_GAP;
    }
  });
  return { width, height, boxes, heats };
}

/** Where operators and channels are in the strip. */
export function groundOf(frame: Frame, layout: StripLayout): Ground {
  const channels = new Map(frame.trace.plan?.channels.map((one) => [one.id, one]));
  return {
    operator(id: string): Point | null {
      const [node, index] = id.slice(1).split("/");
      for (const vertex of frame.trace.plan?.vertices ?? []) {
        const place = vertex.operators.findIndex((one) => String(one.node) === node);
        const box = place < 0 ? undefined : layout.boxes.get(`${vertex.id}/${index}`);
        if (!box) continue;
        return { x: box.x + (box.width * place) / vertex.operators.length, y: box.y + box.height / 2 };
      }
      return null;
    },
    channel(id: string, how: "in" | "out"): Stretch | null {
      const channel = channels.get(id);
      return channel ? half(wayOf(frame, layout, channel), how) : null;
    },
    boxes: [...layout.boxes.values()],
  };
}

function wayOf(frame: Frame, layout: StripLayout, channel: PlanChannel): Curve {
  const from = layout.boxes.get(channel.source)!;
  const to = layout.boxes.get(channel.target)!;
  const inputs = frame.lookup.inputsOf(channel.target);
  const outputs = frame.lookup.outputsOf(channel.source);
  const part = (task: string, list: readonly PlanChannel[]): number =>
    isHeat(frame, layout, task) ? 0.5 : (list.indexOf(channel) + 1) / (list.length + 1);
  return [
    from.x + from.width, from.y + from.height * part(channel.source, outputs),
    to.x, to.y + to.height * part(channel.target, inputs),
  ]; // prettier-ignore
}

/** More wires than this say less than one for each pair of vertices. */
const MOST_WIRES = 64;

const isCrowded = ({ channels }: Plan, { heats }: StripLayout): boolean => channels.length > MOST_WIRES || heats.size > 0;

/** The channels, each with its way; where they are many, one for all that lie upon each other. */
function wiresOf(frame: Frame, plan: Plan, layout: StripLayout): readonly (readonly [PlanChannel, Curve])[] {
  const all = plan.channels.map((channel) => [channel, wayOf(frame, layout, channel)] as const);
  if (!isCrowded(plan, layout)) return all;
  const bundles = new Map(all.map((one) => [one[1].map(Math.floor).join(), one] as const).reverse());
  return [...bundles.values()].reverse().slice(0, MOST_WIRES);
}

export function drawStrip(frame: Frame, layout: StripLayout, away: (task: string) => boolean): string {
  const { plan } = frame.trace;
  if (!plan) return "";
  const parts: string[] = [];
  const crowded = isCrowded(plan, layout);
  const waiting: [Curve, number][] = [];
  for (const [channel, ends] of (layout.wires ??= wiresOf(frame, plan, layout))) {
    const view = frame.scene.view.channels.get(channel.id);
    const tones = `stripWire ${view?.idle ? "idle" : holdsMinimum(frame, channel) ? "holds" : ""}`;
    const faded = away(channel.source) || away(channel.target) ? " away" : "";
    parts.push(`<path d="${curve(...ends)}" class="${tones}${faded}"/>`);
    const waits = view ? view.written - view.read : 0;
    if (waits > 0 && !crowded) waiting.push([ends, waits]);
  }
  const taken: Box[] = [];
  for (const [ends, waits] of waiting) parts.push(drawWaiting(ends, waits, taken));
  for (const [id, vertex] of layout.heats) parts.push(drawHeat(frame, vertex, layout.boxes.get(id)!));
  for (const { id, vertex } of plan.subtasks) {
    if (!layout.heats.has(vertex)) parts.push(drawTask(frame, id, layout.boxes.get(id)!, away(id)));
  }
  const words = plan.subtasks.slice(0, 12).map(({ id }) => `${frame.labels.name(id)}: ${tally(frame, id)}`);
  return picture(layout.width, layout.height, t("The job: {0}", words.join("; ")), parts.join(""), "group");
}

/** How many elements wait in a channel: on its line, where none of the others is. */
function drawWaiting(ends: Curve, waits: number, taken: Box[]): string {
  const words = String(waits);
  const width = textWidth(words, "t3") + 10;
  for (const part of [0.5, 0.36, 0.64, 0.22, 0.78]) {
    const [x, y] = onCurve(ends, part);
    const box = { x: x - width / 2, y: y - 8, width, height: 16 };
    const between = box.x >= ends[0] && box.x + width <= ends[2];
    const free = between && taken.every((one) => x - width / 2 > one.x + one.width || x + width / 2 < one.x || Math.abs(one.y - box.y) > 16);
    if (!free) continue;
    taken.push(box);
    return rect(box.x, box.y, width, 16, "waitChip", 8) + text(x, y + 4.5, words, "t3", "middle");
  }
  return "";
}

/** Whether the task at the other end would go on, were it not for this channel. */
function holdsMinimum(frame: Frame, channel: PlanChannel): boolean {
  const view = frame.scene.view.channels.get(channel.id);
  return Boolean(view?.holds && view.aligned && !view.idle) && holdsTask(frame, channel);
}

function drawTask(frame: Frame, id: string, { x, y, width, height }: Box, away: boolean): string {
  const holds = frame.lookup.outputsOf(id).some((channel) => holdsMinimum(frame, channel));
  const failed = hasFailed(frame, id);
  const name = frame.labels.name(id).replace(/^Source: /, "");
  const two = height >= TWO_LINES;
  const stacked = two && width < NARROW;
  const watermark = fit(taskWatermark(frame, id), width - (stacked ? 20 : 64), "strong"); // beside it stands the number at least
  const done = tally(frame, id);
  const runs = frame.actor === id;
  const classes = ["stripTask", holds ? "holds" : "", runs ? "runs" : "", failed ? "failed" : "", id === frame.task ? "selected" : "", away ? "away" : ""];
  const note = failed ? t("failed") : holds ? t("holds the minimum") : "";
  const label = `${name}, ${t("watermark {0}", watermark)}, ${done}${note && `, ${note}`}`;
  const wide = textWidth(watermark, "strong");
  let drawn =
    `<g class="${classes.filter(Boolean).join(" ")}" data-task="${esc(id)}" tabindex="0" role="button" ` +
    `aria-pressed="${frame.pinned && id === frame.task}"><title>${esc(label)}</title>` +
    rect(x, y, width, height, "box", 8);
  if (width < LEAST_NAMED) return `${drawn}</g>`;
  const first = two ? y + height / 2 - 4 : y + height / 2 + 5;
  drawn += text(x + 10, first, fitName(name, width - (stacked ? 20 : wide + 30), "t1"), "t1");
  drawn += text(x + width - 10, stacked ? first + 18 : first, watermark, "t2 strong wmText", "end");
  const left = width - wide - 30;
  if (stacked) return `${drawn}${left < 34 ? "" : text(x + 10, first + 18, fit(done, left, "t3"), "t3")}</g>`;
  if (!two) return `${drawn}</g>`;
  const room = width - 20 - (note ? textWidth(note, "strong") + 12 : 0);
  const short = room < 90;
  drawn += text(x + 10, first + 18, fit(done, short ? width - 20 : room, "t3"), "t3");
  if (note && !short) drawn += text(x + width - 10, first + 18, note, `t3 strong ${failed ? "failedText" : "wmText"}`, "end");
  return `${drawn}</g>`;
}
