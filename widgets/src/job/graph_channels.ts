/** Channels of the job graph as lines and cards, with the elements in them. */

import type { Frame } from "../stepper/frame";
import type { GraphLayout } from "./graph_layout";
import type { Point } from "../ui/layered_layout";
import type { Box } from "./element_positions";
import { t } from "../i18n/strings";
import { clamp, createCurvePath, esc, getCurvePoint, rect, drawRecord, text, measureText, drawWatermark } from "../ui/svg";
import type { PlanChannel } from "../trace/trace.gen";
import { getChannelHalf } from "./moving_elements";
import type { Curve, JobGeometry, CurveSegment } from "./moving_elements";
import type { Labels } from "../ui/value_format";
import { formatValue } from "../ui/value_format";
import type { ChannelView } from "../trace/job_state.gen";

/** Elements inside an operator are drawn at the lower edge of its box, so that its name stays readable. */
const ELEMENT_OFFSET = 3;

/** Create the lookup of operator and channel positions. */
export function createGeometry(frame: Frame, layout: GraphLayout): JobGeometry {
  const channels = new Map(frame.trace.plan?.channels.map((one) => [one.id, one]));
  const cards = channels.size > 0 ? layOutCards(frame, layout) : null;
  return {
    operator(id: string): Point | null {
      const [node, index] = id.slice(1).split("/");
      for (const vertex of frame.trace.plan?.vertices ?? []) {
        const place = vertex.operators.findIndex((one) => String(one.node) === node);
        const box = place < 0 ? undefined : layout.boxes.get(`${vertex.id}/${index}`);
        if (!box) continue;
        return { x: box.x + (box.width * (place + 0.5)) / vertex.operators.length, y: box.y + box.height + ELEMENT_OFFSET };
      }
      return null;
    },
    channel(id: string, direction: "in" | "out"): CurveSegment | null {
      const channel = channels.get(id);
      if (!channel) return null;
      const card = cards?.get(id);
      if (card) return { curve: direction === "in" ? card.end : card.start, low: 0, high: 1 };
      return getChannelHalf(getChannelCurve(frame, layout, channel), direction);
    },
    boxes: [...layout.boxes.values()],
  };
}

/** Draw a channel of a task that is not selected: a line with dots for the elements in it. */
export function drawChannelLine(frame: Frame, layout: GraphLayout, channel: PlanChannel): string {
  const ends = getChannelCurve(frame, layout, channel);
  const view = frame.snapshot.state.channels.get(channel.id);
  const crowded = (frame.trace.plan?.channels.length ?? 0) > 24;
  const waiting = view ? frame.lookup.findWaiting(channel.id, view, crowded ? 1 : 3) : [];
  const dots = waiting.map((index, place) => {
    const [x, y] = getCurvePoint(ends, 0.93 - 0.08 * place);
    return drawElement(frame, index, x, y, 4);
  });
  const classes = `wire ${getChannelTone(frame, channel.id)} ${view?.idle ? "idle" : ""}`;
  return `<path d="${createCurvePath(...ends)}" class="${classes}"/>${dots.join("")}`;
}

/** Get the curve from the end of a task to the input port of another. */
function getChannelCurve(frame: Frame, layout: GraphLayout, channel: PlanChannel): Curve {
  const from = layout.boxes.get(channel.source)!;
  const to = layout.boxes.get(channel.target)!;
  const inputs = frame.lookup.getInputs(channel.target);
  const place = (inputs.indexOf(channel) + 1) / (inputs.length + 1);
  return [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height * place];
}

interface ChannelCard extends Box {
  channel: PlanChannel;
  /** Curves from the sender to the card, and from the card to the task. */
  start: Curve;
  end: Curve;
}

/** Maximum number of cards. The most relevant channels come first. */
const MAX_CARDS = 9;

/** Lay out the cards of the selected task's channels. */
function layOutCards(frame: Frame, layout: GraphLayout): Map<string, ChannelCard> {
  const all = frame.lookup.getInputs(frame.task);
  const box = layout.boxes.get(frame.task);
  const found = new Map<string, ChannelCard>();
  if (!box || all.length === 0) return found;
  const inputs = selectChannels(frame, all);
  const below = inputs.length < all.length ? 18 : 0; // room for the number of other channels
  const spacing = clamp((layout.height - 34 - below) / inputs.length, 12, 34);
  const width = clamp(layout.gap - 124, 112, 190);
  const left = box.x - 74 - width;
  const cardHeight = Math.min(26, spacing - 3);
  const height = spacing * inputs.length;
  const top = clamp(box.y + box.height / 2 - height / 2, 26, Math.max(26, layout.height - height - 6 - below));
  inputs.forEach((channel, number) => {
    const from = layout.boxes.get(channel.source)!;
    const y = top + spacing * (number + 0.5);
    const port = box.y + (box.height * (number + 1)) / (inputs.length + 1);
    found.set(channel.id, {
      channel, x: left, y: y - cardHeight / 2, width, height: cardHeight,
      start: [from.x + from.width, from.y + from.height / 2, left, y], end: [left + width, y, box.x, port],
    });
  });
  return found;
}

/**
 * Select channels if there are too many: the current one, then those that limit the watermark, then those with
 * elements.
 */
function selectChannels(frame: Frame, all: readonly PlanChannel[]): readonly PlanChannel[] {
  if (all.length <= MAX_CARDS) return all;
  const rank = ({ id }: PlanChannel): number => {
    const view = frame.snapshot.state.channels.get(id);
    if (frame.event && "channel" in frame.event && frame.event.channel === id) return 0;
    return view?.holds && view.aligned && !view.idle ? 1 : view && view.written > view.read ? 2 : 3;
  };
  const chosen = new Set([...all].sort((a, b) => rank(a) - rank(b) || a.index - b.index).slice(0, MAX_CARDS - 1));
  return all.filter((one) => chosen.has(one));
}

/** With less spacing than this, watermarks are drawn without their letter. */
const MIN_LETTER_SPACING = 17;

/** Draw the channels of the selected task, each with its buffers and credit on a card. */
export function drawInputChannels(frame: Frame, layout: GraphLayout): string {
  const cards = [...layOutCards(frame, layout).values()];
  const [first] = cards;
  if (!first) return "";
  const box = layout.boxes.get(frame.task)!;
  // above the first card, and above the elements between it and the task
  const parts = [drawCardLegend(box.x - 8, Math.max(12, Math.min(first.y + first.height / 2 - 22, first.end[3] - 16)))];
  for (const { channel, x, y, width, height, start, end } of cards) {
    const view = frame.snapshot.state.channels.get(channel.id);
    if (!view) continue;
    const tone = `wire near ${getChannelTone(frame, channel.id)} ${view.idle ? "idle" : ""}`;
    parts.push(`<path d="${createCurvePath(...start)}" class="${tone}"/><path d="${createCurvePath(...end)}" class="${tone}"/>`);
    parts.push(drawCard(frame.labels, channel, view, x, y, width, height, getChannelTone(frame, channel.id)));
    const crowded = Math.min(height, box.height / (cards.length + 1)) < MIN_LETTER_SPACING;
    parts.push(drawQueue(frame, channel, view, end, crowded));
  }
  const more = frame.lookup.getInputs(frame.task).length - cards.length;
  const last = cards.at(-1)!;
  if (more > 0) parts.push(text(last.x, last.y + last.height + 16, t("and {0} more channels", more), "t3"));
  return parts.join("");
}

function drawCardLegend(right: number, y: number): string {
  let at = right;
  let drawn = "";
  for (const [word, kind] of [["credit", "free"], ["received", "got"], ["queued", "full"]] as const) {
    drawn += drawBuffer(at - 12, y - 11, kind) + text(at - 17, y, t(word), "t3", "end");
    at -= measureText(t(word), "t3") + 27;
  }
  return drawn;
}

function drawCard(
  labels: Labels,
  channel: PlanChannel,
  view: ChannelView,
  x: number,
  y: number,
  width: number,
  height: number,
  tone: string,
): string {
  const remote = channel.local ? t("local") : t("credit {0}", view.credit);
  const title =
    t("channel {0} from {1}: {2} buffers queued, ", channel.index, channel.source, view.queued) +
    `${t("{0} buffers in transit, {1} received", view.on_wire, view.received)}, ${remote}`;
  let card = `<g><title>${esc(title)}</title>${rect(x, y, width, height, `card ${tone}`)}`;
  if (height < 14) return `${card}</g>`;
  const name = labels.short(channel.id);
  const left = Math.max(46, measureText(name, "strong") + 16); // aligned for all names that are not too long
  card += text(x + 8, y + height / 2 + 4.5, name, "t2 strong");
  const pips = [
    ...Array<string>(Math.min(view.queued, 99)).fill("full"),
    ...Array<string>(Math.min(view.on_wire, 99)).fill("wired"),
    ...Array<string>(Math.min(view.received, 99)).fill("got"),
    ...Array<string>(Math.min(view.credit, 99)).fill("free"),
  ];
  const all = view.queued + view.on_wire + view.received + view.credit;
  const room = Math.floor((width - left - 4) / 14);
  const shownCount = all > room ? room - 2 : all;
  pips.slice(0, shownCount).forEach((kind, number) => {
    card += drawBuffer(x + left + 14 * number, y + height / 2 - 6.5, kind);
  });
  if (shownCount < all) {
    card += text(x + left + 1 + 14 * shownCount, y + height / 2 + 4, `+${all - shownCount}`, "t3");
  } else if (all === 0) {
    card += text(x + left, y + height / 2 + 4.5, t(channel.local ? "local" : "no credit"), "t3");
  }
  return `${card}</g>`;
}

function drawBuffer(x: number, y: number, kind: string): string {
  return rect(x, y, 11, 13, `pip ${kind}`, 3);
}

/** Draw the elements in a channel. The next one to be read is nearest to the task. */
function drawQueue(
  frame: Frame,
  channel: PlanChannel,
  view: ChannelView,
  ends: readonly [number, number, number, number],
  crowded: boolean,
): string {
  const waiting = frame.lookup.findWaiting(channel.id, view, 4);
  if (waiting.length === 0 && view.idle) {
    const [x, y] = getCurvePoint(ends, 0.5);
    return rect(x - 19, y - 9, 38, 18, "chip", 9) + text(x, y + 4.5, "IDLE", "t3 strong", "middle");
  }
  const drawn = waiting.map((index, place) => {
    const [x, y] = getCurvePoint(ends, 0.86 - 0.24 * place);
    return drawElement(frame, index, x, y, crowded ? 4 : 5.5);
  });
  const more = view.written - view.read - waiting.length;
  if (more > 0) {
    drawn.push(text(ends[0] + 3, ends[1] + 18, `+${more}`, "t3 strong"));
  }
  return drawn.reverse().join("");
}

function drawElement(frame: Frame, index: number, x: number, y: number, radius = 5.5): string {
  const event = frame.trace.event(index);
  if (event.type !== "ElementWritten") return "";
  const time = frame.labels.shortTime(event.timestamp);
  if (event.element === "record") return drawRecord(x, y, t("{0} at {1}", formatValue(event.value), time), radius);
  if (event.element === "watermark") return drawWatermark(x, y, t("watermark {0}", time), radius > 4);
  return rect(x - 3, y - 7, 6, 14, "mark", 2, event.element);
}

export function getChannelTone(frame: Frame, channel: string): string {
  const { event } = frame;
  if (!event || !("channel" in event) || event.channel !== channel) return "";
  if ("element" in event) return event.element === "record" ? "data" : "wm";
  return event.type === "ChannelWatermarkChanged" || event.type === "WatermarkIgnored" ? "wm" : "buf";
}
