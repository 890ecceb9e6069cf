/** The channels of a job as lines and cards, with the elements that they hold. */

import type { Frame } from "../stepper/frame";
import type { GraphLayout } from "./graph_layout";
import type { Point } from "../ui/layered_layout";
import type { Box } from "./element_positions";
import { t } from "../i18n/strings";
import { clamp, curve, esc, onCurve, rect, record, text, textWidth, watermark } from "../ui/svg";
import type { PlanChannel } from "../trace/trace.gen";
import { half } from "./moving_elements";
import type { Curve, Ground, Stretch } from "./moving_elements";
import type { Labels } from "../ui/value_format";
import { show } from "../ui/value_format";
import type { ChannelView } from "../trace/job_state.gen";

/** What is in an operator stands at the lower edge of its pill, so that its name can be read. */
const BELOW_NAMES = 13;

/** Where operators and channels are in the picture. */
export function groundOf(frame: Frame, layout: GraphLayout): Ground {
  const channels = new Map(frame.trace.plan?.channels.map((one) => [one.id, one]));
  const shown = channels.size > 0 ? cardsOf(frame, layout) : null;
  return {
    operator(id: string): Point | null {
      const [node, index] = id.slice(1).split("/");
      for (const vertex of frame.trace.plan?.vertices ?? []) {
        const place = vertex.operators.findIndex((one) => String(one.node) === node);
        const box = place < 0 ? undefined : layout.boxes.get(`${vertex.id}/${index}`);
        if (!box) continue;
        return { x: box.x + (box.width * (place + 0.5)) / vertex.operators.length, y: box.y + box.height * 0.5 + BELOW_NAMES };
      }
      return null;
    },
    channel(id: string, how: "in" | "out"): Stretch | null {
      const channel = channels.get(id);
      if (!channel) return null;
      const card = shown?.get(id);
      if (card) return { curve: how === "in" ? card.end : card.start, low: 0, high: 1 };
      return half(endsOf(frame, layout, channel), how);
    },
    boxes: [...layout.boxes.values()],
  };
}

/** A channel of a task that is not selected: a line, with dots for what is on its way. */
export function drawWire(frame: Frame, layout: GraphLayout, channel: PlanChannel): string {
  const ends = endsOf(frame, layout, channel);
  const view = frame.scene.view.channels.get(channel.id);
  const crowded = (frame.trace.plan?.channels.length ?? 0) > 24;
  const waiting = view ? frame.lookup.waiting(channel.id, view, crowded ? 1 : 3) : [];
  const dots = waiting.map((index, place) => {
    const [x, y] = onCurve(ends, 0.93 - 0.08 * place);
    return drawElement(frame, index, x, y, 4);
  });
  const classes = `wire ${wireTone(frame, channel.id)} ${view?.idle ? "idle" : ""}`;
  return `<path d="${curve(...ends)}" class="${classes}"/>${dots.join("")}`;
}

/** From the end of a task to the port of another one. */
function endsOf(frame: Frame, layout: GraphLayout, channel: PlanChannel): Curve {
  const from = layout.boxes.get(channel.source)!;
  const to = layout.boxes.get(channel.target)!;
  const inputs = frame.lookup.inputsOf(channel.target);
  const place = (inputs.indexOf(channel) + 1) / (inputs.length + 1);
  return [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height * place];
}

interface Card extends Box {
  channel: PlanChannel;
  /** To the card, and from it to the task. */
  start: Curve;
  end: Curve;
}

/** More channels of a task than this have no card; those that say most come first. */
const MOST_CARDS = 9;

/** The cards of the selected task's channels. */
function cardsOf(frame: Frame, layout: GraphLayout): Map<string, Card> {
  const all = frame.lookup.inputsOf(frame.task);
  const box = layout.boxes.get(frame.task);
  const found = new Map<string, Card>();
  if (!box || all.length === 0) return found;
  const inputs = foremost(frame, all);
  const below = inputs.length < all.length ? 18 : 0; // for how many there are besides
  const spacing = clamp((layout.height - 34 - below) / inputs.length, 12, 34);
  const width = clamp(layout.gap - 124, 112, 190);
  const left = box.x - 74 - width;
  const tall = Math.min(26, spacing - 3);
  const height = spacing * inputs.length;
  const top = clamp(box.y + box.height / 2 - height / 2, 26, Math.max(26, layout.height - height - 6 - below));
  inputs.forEach((channel, number) => {
    const from = layout.boxes.get(channel.source)!;
    const y = top + spacing * (number + 0.5);
    const port = box.y + (box.height * (number + 1)) / (inputs.length + 1);
    found.set(channel.id, {
      channel, x: left, y: y - tall / 2, width, height: tall,
      start: [from.x + from.width, from.y + from.height / 2, left, y], end: [left + width, y, box.x, port],
    }); // prettier-ignore
  });
  return found;
}

/** If there are too many: the channel of the moment, those that hold the watermark, those with something in them. */
function foremost(frame: Frame, all: readonly PlanChannel[]): readonly PlanChannel[] {
  if (all.length <= MOST_CARDS) return all;
  const rank = ({ id }: PlanChannel): number => {
    const view = frame.scene.view.channels.get(id);
    if (frame.fact && "channel" in frame.fact && frame.fact.channel === id) return 0;
    return view?.holds && view.aligned && !view.idle ? 1 : view && view.written > view.read ? 2 : 3;
  };
  const chosen = new Set([...all].sort((a, b) => rank(a) - rank(b) || a.index - b.index).slice(0, MOST_CARDS - 1));
  return all.filter((one) => chosen.has(one));
}

/** Where channels lie closer to each other, a watermark has no letter. */
const LEAST_LETTER = 17;

/** The channels of the selected task, each with its buffers and credit on a card. */
export function drawInputs(frame: Frame, layout: GraphLayout): string {
  const cards = [...cardsOf(frame, layout).values()];
  const [first] = cards;
  if (!first) return "";
  const box = layout.boxes.get(frame.task)!;
  // above the first card, and above what is on its way from there to the task
  const parts = [drawCardLegend(box.x - 8, Math.max(12, Math.min(first.y + first.height / 2 - 22, first.end[3] - 16)))];
  for (const { channel, x, y, width, height, start, end } of cards) {
    const view = frame.scene.view.channels.get(channel.id);
    if (!view) continue;
    const tone = `wire near ${wireTone(frame, channel.id)} ${view.idle ? "idle" : ""}`;
    parts.push(`<path d="${curve(...start)}" class="${tone}"/><path d="${curve(...end)}" class="${tone}"/>`);
    parts.push(drawCard(frame.labels, channel, view, x, y, width, height, wireTone(frame, channel.id)));
    const crowded = Math.min(height, box.height / (cards.length + 1)) < LEAST_LETTER;
    parts.push(drawQueue(frame, channel, view, end, crowded));
  }
  const more = frame.lookup.inputsOf(frame.task).length - cards.length;
  const last = cards.at(-1)!;
  if (more > 0) parts.push(text(last.x, last.y + last.height + 16, t("and {0} more channels", more), "t3"));
  return parts.join("");
}

function drawCardLegend(right: number, y: number): string {
  let at = right;
  let drawn = "";
  for (const [word, kind] of [["credit", "free"], ["received", "got"], ["queued", "full"]] as const) {
    drawn += pip(at - 12, y - 11, kind) + text(at - 17, y, t(word), "t3", "end");
    at -= textWidth(t(word), "t3") + 27;
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
    `${t("{0} under way, {1} received", view.on_wire, view.received)}, ${remote}`;
  let card = `<g><title>${esc(title)}</title>${rect(x, y, width, height, `card ${tone}`)}`;
  if (height < 14) return `${card}</g>`;
  const name = labels.short(channel.id);
  const left = Math.max(46, textWidth(name, "strong") + 16); // the same for all but long names
  card += text(x + 8, y + height / 2 + 4.5, name, "t2 strong");
  const pips = [
    ...Array<string>(Math.min(view.queued, 99)).fill("full"),
    ...Array<string>(Math.min(view.on_wire, 99)).fill("wired"),
    ...Array<string>(Math.min(view.received, 99)).fill("got"),
    ...Array<string>(Math.min(view.credit, 99)).fill("free"),
  ];
  const all = view.queued + view.on_wire + view.received + view.credit;
  const room = Math.floor((width - left - 4) / 14);
  const shown = all > room ? room - 2 : all;
  pips.slice(0, shown).forEach((kind, number) => {
    card += pip(x + left + 14 * number, y + height / 2 - 6.5, kind);
  });
  if (shown < all) {
    card += text(x + left + 1 + 14 * shown, y + height / 2 + 4, `+${all - shown}`, "t3");
  } else if (all === 0) {
    card += text(x + left, y + height / 2 + 4.5, t(channel.local ? "local" : "no credit"), "t3");
  }
  return `${card}</g>`;
}

function pip(x: number, y: number, kind: string): string {
  return rect(x, y, 11, 13, `pip ${kind}`, 3);
}

/** The elements that a channel holds, the next one to be read nearest to the task. */
function drawQueue(
  frame: Frame,
  channel: PlanChannel,
  view: ChannelView,
  ends: readonly [number, number, number, number],
  crowded: boolean,
): string {
  const waiting = frame.lookup.waiting(channel.id, view, 4);
  if (waiting.length === 0 && view.idle) {
    const [x, y] = onCurve(ends, 0.5);
    return rect(x - 19, y - 9, 38, 18, "chip", 9) + text(x, y + 4.5, "IDLE", "t3 strong", "middle");
  }
  const drawn = waiting.map((index, place) => {
    const [x, y] = onCurve(ends, 0.86 - 0.24 * place);
    return drawElement(frame, index, x, y, crowded ? 4 : 5.5);
  });
  const more = view.written - view.read - waiting.length;
  if (more > 0) {
    drawn.push(text(ends[0] + 3, ends[1] - 7, `+${more}`, "t3 strong"));
  }
  return drawn.reverse().join("");
}

function drawElement(frame: Frame, index: number, x: number, y: number, radius = 5.5): string {
  const fact = frame.trace.event(index);
  if (fact.type !== "ElementWritten") return "";
  const time = frame.labels.time(fact.timestamp);
  if (fact.element === "record") return record(x, y, t("{0} at {1}", show(fact.value), time), radius);
  if (fact.element === "watermark") return watermark(x, y, t("watermark {0}", time), radius > 4);
  return rect(x - 3, y - 7, 6, 14, "mark", 2, fact.element);
}

export function wireTone(frame: Frame, channel: string): string {
  const { fact } = frame;
  if (!fact || !("channel" in fact) || fact.channel !== channel) return "";
  if ("element" in fact) return fact.element === "record" ? "data" : "wm";
  return fact.type === "ChannelWatermarkChanged" || fact.type === "WatermarkIgnored" ? "wm" : "buf";
}
