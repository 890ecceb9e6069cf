/** The job: tasks with their chains, and the channels between them. */

import type { Frame, Lookup } from "./frame";
import { drawHeat, isMany } from "./heat";
import type { Point } from "./layered";
import type { Box } from "./poses";
import type { Plan, PlanChannel, PlanVertex } from "./trace.gen";
import type { ChannelView, TaskView } from "./view.gen";
import {
  clamp, curve, esc, fit, line, onCurve, picture, record, rect, text, textWidth, watermark,
} from "./svg"; // prettier-ignore
import { half } from "./travellers";
import type { Curve, Ground, Stretch } from "./travellers";
import { show } from "./values";

/** Where everything stands; computed once for a plan and a width. */
export interface GraphLayout {
  width: number;
  height: number;
  boxes: Map<string, Box>;
  /** The vertices that are shown as heat; their subtasks all have its box. */
  heats: Map<string, PlanVertex>;
  /** The channels that are drawn: of those that would lie upon each other one. */
  wires: readonly PlanChannel[];
  /** Room between the layers, in which the channels run. */
  gap: number;
}

const HEAT_HEIGHT = 96;

const MARGIN = 16;
const ROW_GAP = 12;
const JOINT = 14;
const NARROWEST_BOX = 208;
const WIDEST_BOX = 380;

/** What a picture of the job needs: room between the layers, and how tall tasks are by their number. */
export interface GraphStyle {
  /** Below this the channels, and what they carry, have no room. */
  narrowestGap: number;
  widestGap: number;
  height(tallest: number): number;
}

/** With a card for each channel, and the elements on their way. */
export const EVENT_STYLE: GraphStyle = {
  narrowestGap: 236,
  widestGap: 330,
  height: (tallest) => (tallest <= 4 ? 88 : tallest <= 8 ? 54 : 32),
};

/**
 * The vertices by layer, in rows from the top: one layer behind the furthest input, and in it by the
 * mean row of the inputs, then as in the plan, where inputs come first.
 */
export function layersOf(plan: Plan): PlanVertex[][] {
  const vertexOf = new Map(plan.subtasks.map(({ id, vertex }) => [id, vertex]));
  const inputs = new Map<string, Map<string, string>>(plan.vertices.map(({ id }) => [id, new Map()]));
  for (const { source, target, source_node, target_node, input, side_output } of plan.channels) {
    const edge = `${source_node} ${target_node} ${input} ${side_output}`;
    inputs.get(vertexOf.get(target)!)!.set(edge, vertexOf.get(source)!);
  }
  const layerOf = new Map<string, number>();
  for (const { id } of plan.vertices) {
    const before = [...inputs.get(id)!.values()].map((source) => layerOf.get(source)! + 1);
    layerOf.set(id, Math.max(0, ...before));
  }
  const layers: PlanVertex[][] = [];
  for (const vertex of plan.vertices) (layers[layerOf.get(vertex.id)!] ??= []).push(vertex);
  const rowOf = new Map<string, number>();
  for (const layer of layers) {
    const means = new Map(layer.map(({ id }) => {
      const rows = [...inputs.get(id)!.values()].map((source) => rowOf.get(source)!);
      return [id, rows.length > 0 ? rows.reduce((sum, row) => sum + row, 0) / rows.length : 0];
    }));
    layer.sort((a, b) => means.get(a.id)! - means.get(b.id)!);
    layer.forEach(({ id }, row) => rowOf.set(id, row));
  }
  return layers;
}

export function layoutGraph(plan: Plan, available: number, style = EVENT_STYLE): GraphLayout {
  const layers = layersOf(plan);
  const heats = new Map<string, PlanVertex>();
  for (const layer of layers) {
    const all = layer.reduce((sum, { parallelism }) => sum + parallelism, 0);
    for (const vertex of layer) if (isMany(all, vertex.parallelism)) heats.set(vertex.id, vertex);
  }
  const rowsOf = (layer: readonly PlanVertex[]): number =>
    layer.reduce((sum, { id, parallelism }) => sum + (heats.has(id) ? 0 : parallelism), 0);
  const tallest = Math.max(1, ...layers.map(rowsOf));
  const height = style.height(tallest);
  const tallOf = (layer: readonly PlanVertex[]): number =>
    layer.reduce((sum, { id, parallelism }) => sum + (heats.has(id) ? HEAT_HEIGHT + ROW_GAP : parallelism * (height + ROW_GAP)), -ROW_GAP);
  const gaps = Math.max(1, layers.length - 1);
  const room = (available - 2 * MARGIN - style.narrowestGap * gaps) / layers.length;
  const widest = Math.max(WIDEST_BOX, room);
  const widths = layers.map((layer) =>
    clamp(Math.max(...layer.map(naturalWidth)), NARROWEST_BOX, widest),
  );
  const boxesWidth = widths.reduce((sum, width) => sum + width, 0);
  const gap = clamp((available - 2 * MARGIN - boxesWidth) / gaps, style.narrowestGap, style.widestGap);
  const total = Math.max(available, boxesWidth + gap * (layers.length - 1) + 2 * MARGIN);
  const picHeight = (tallest === 1 ? 20 : 0) + Math.max(...layers.map(tallOf)) + 2 * MARGIN;
  const boxes = new Map<string, Box>();
  const used = boxesWidth + gap * (layers.length - 1);
  let x = Math.max(MARGIN, (total - used) / 2);
  layers.forEach((layer, number) => {
    let y = (picHeight - tallOf(layer)) / 2;
    for (const vertex of layer) {
      const heat = heats.has(vertex.id);
      const box = { x, y, width: widths[number]!, height: heat ? HEAT_HEIGHT : height };
      if (heat) boxes.set(vertex.id, box);
      for (let index = 0; index < vertex.parallelism; index++) {
        boxes.set(`${vertex.id}/${index}`, { ...box, y });
        if (!heat) y += height + ROW_GAP;
      }
      if (heat) y += HEAT_HEIGHT + ROW_GAP;
    }
    x += widths[number]! + gap;
  });
  const wires = heats.size > 0 ? apart(boxes, plan.channels) : plan.channels;
  return { width: total, height: picHeight, boxes, heats, wires, gap };
}

function naturalWidth(vertex: PlanVertex): number {
  const pills = vertex.operators.reduce((sum, { name }) => sum + pillWidth(name), 0);
  const name = `${vertex.operators[0]!.name} ${vertex.parallelism}/${vertex.parallelism}`;
  const title = textWidth(name, "t1") + 46;
  return Math.max(pills + JOINT * (vertex.operators.length - 1) + 24, title);
}

function pillWidth(name: string): number {
  return textWidth(name, "t2") + 18;
}

/** The picture; `data-task` marks what can be clicked. */
export function drawGraph(frame: Frame, layout: GraphLayout): string {
  const { trace } = frame;
  const channels = layout.wires.filter(({ target }) => target !== frame.task || layout.heats.size > 0);
  const parts = channels.map((channel) => drawWire(frame, layout, channel));
  parts.push(drawInputs(frame, layout));
  for (const [id, vertex] of layout.heats) parts.push(drawHeat(frame, vertex, layout.boxes.get(id)!));
  for (const { id, vertex } of trace.plan?.subtasks ?? []) {
    if (!layout.heats.has(vertex)) parts.push(drawTask(frame, layout, id));
  }
  const label = `Job ${trace.plan?.job_name ?? ""}: ${describeTasks(frame)}`;
  return picture(layout.width, layout.height, label, parts.join(""), "group");
}

function apart(boxes: ReadonlyMap<string, Box>, channels: readonly PlanChannel[]): PlanChannel[] {
  const seen = new Set<string>();
  return channels.filter(({ source, target }) => {
    const [from, to] = [boxes.get(source)!, boxes.get(target)!];
    const name = `${from.x} ${from.y} ${to.x} ${to.y}`;
    return !seen.has(name) && seen.add(name);
  });
}

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
        return { x: box.x + (box.width * (place + 0.5)) / vertex.operators.length, y: box.y + box.height * 0.5 };
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
  };
}

/** More tasks than this nobody reads out. */
const MOST_TOLD = 24;

export function describeTasks(frame: Frame): string {
  return [...frame.scene.view.tasks]
    .slice(0, MOST_TOLD)
    .map(([id, task]) => `${frame.labels.name(id)} ${stateOf(frame, id, task).words}`)
    .join("; ");
}

// --- channels ------------------------------------------------------------------------------------

/** A channel of a task that is not selected: a line, with dots for what is on its way. */
function drawWire(frame: Frame, layout: GraphLayout, channel: PlanChannel): string {
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
  const spacing = clamp((layout.height - 34) / inputs.length, 13, 34);
  const width = clamp(layout.gap - 124, 112, 190);
  const left = box.x - 74 - width;
  const tall = Math.min(26, spacing - 3);
  const height = spacing * inputs.length;
  const top = clamp(box.y + box.height / 2 - height / 2, 26, Math.max(26, layout.height - height - 6));
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

/** The channels of the selected task, each with its buffers and credit on a card. */
function drawInputs(frame: Frame, layout: GraphLayout): string {
  const cards = [...cardsOf(frame, layout).values()];
  const [first] = cards;
  if (!first) return "";
  const box = layout.boxes.get(frame.task)!;
  const parts = [drawCardLegend(box.x - 8, first.y - 6)];
  for (const { channel, x, y, width, height, start, end } of cards) {
    const view = frame.scene.view.channels.get(channel.id);
    if (!view) continue;
    const tone = `wire near ${wireTone(frame, channel.id)} ${view.idle ? "idle" : ""}`;
    parts.push(`<path d="${curve(...start)}" class="${tone}"/><path d="${curve(...end)}" class="${tone}"/>`);
    parts.push(drawCard(channel, view, x, y, width, height, wireTone(frame, channel.id)));
    parts.push(drawQueue(frame, channel, view, end));
  }
  const more = frame.lookup.inputsOf(frame.task).length - cards.length;
  const last = cards.at(-1)!;
  if (more > 0) parts.push(text(last.x, last.y + last.height + 16, `and ${more} more channels`, "t3"));
  return parts.join("");
}

function drawCardLegend(right: number, y: number): string {
  let at = right;
  let drawn = "";
  for (const [word, kind] of [["credit", "free"], ["received", "got"], ["queued", "full"]] as const) {
    drawn += pip(at - 12, y - 11, kind) + text(at - 17, y, word, "t3", "end");
    at -= textWidth(word, "t3") + 27;
  }
  return drawn;
}

function drawCard(
  channel: PlanChannel,
  view: ChannelView,
  x: number,
  y: number,
  width: number,
  height: number,
  tone: string,
): string {
  const remote = channel.local ? "local" : `credit ${view.credit}`;
  const title =
    `channel ${channel.index} from ${channel.source}: ${view.queued} buffers queued, ` +
    `${view.on_wire} under way, ${view.received} received, ${remote}`;
  let card = `<g><title>${esc(title)}</title>${rect(x, y, width, height, `card ${tone}`)}`;
  if (height < 14) return `${card}</g>`;
  card += text(x + 8, y + height / 2 + 4.5, `ch ${channel.index}`, "t2 strong");
  const pips = [
    ...Array<string>(Math.min(view.queued, 99)).fill("full"),
    ...Array<string>(Math.min(view.on_wire, 99)).fill("wired"),
    ...Array<string>(Math.min(view.received, 99)).fill("got"),
    ...Array<string>(Math.min(view.credit, 99)).fill("free"),
  ];
  const all = view.queued + view.on_wire + view.received + view.credit;
  const room = Math.floor((width - 50) / 14);
  const shown = all > room ? room - 2 : all;
  pips.slice(0, shown).forEach((kind, number) => {
    card += pip(x + 46 + 14 * number, y + height / 2 - 6.5, kind);
  });
  if (shown < all) {
    card += text(x + 47 + 14 * shown, y + height / 2 + 4, `+${all - shown}`, "t3");
  } else if (all === 0) {
    card += text(x + 46, y + height / 2 + 4.5, channel.local ? "local" : "no credit", "t3");
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
): string {
  const waiting = frame.lookup.waiting(channel.id, view, 4);
  if (waiting.length === 0 && view.idle) {
    const [x, y] = onCurve(ends, 0.5);
    return rect(x - 19, y - 9, 38, 18, "chip", 9) + text(x, y + 4.5, "IDLE", "t3 strong", "middle");
  }
  const drawn = waiting.map((index, place) => {
    const [x, y] = onCurve(ends, 0.86 - 0.24 * place);
    return drawElement(frame, index, x, y);
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
  if (fact.element === "record") return record(x, y, `${show(fact.value)} at ${time}`, radius);
  if (fact.element === "watermark") return watermark(x, y, `watermark ${time}`);
  return rect(x - 3, y - 7, 6, 14, "mark", 2, fact.element);
}

export function wireTone(frame: Frame, channel: string): string {
  const { fact } = frame;
  if (!fact || !("channel" in fact) || fact.channel !== channel) return "";
  if ("element" in fact) return fact.element === "record" ? "data" : "wm";
  return fact.type === "ChannelWatermarkChanged" || fact.type === "WatermarkIgnored" ? "wm" : "buf";
}

// --- tasks ---------------------------------------------------------------------------------------

function drawTask(frame: Frame, layout: GraphLayout, id: string): string {
  const box = layout.boxes.get(id)!;
  const task = frame.scene.view.tasks.get(id);
  const state = stateOf(frame, id, task);
  const selected = id === frame.task;
  const classes = `task ${state.tone} ${selected ? "selected" : ""}`;
  const name = frame.labels.name(id);
  const { x, y, width, height } = box;
  let drawn =
    `<g class="${classes}" data-task="${esc(id)}" tabindex="0" role="button" ` +
    `aria-pressed="${frame.pinned && selected}"><title>${esc(`${name}, ${state.words}`)}</title>` +
    rect(x, y, width, height, "box", 10);
  if (height < 70) {
    const badge = textWidth(state.words, "strong") + 20;
    const middle = height < 40 ? y + height / 2 + 5 : y + 22;
    drawn += text(x + 12, middle, fit(name, width - badge - 24, "t1"), "t1");
    drawn += drawState(state, x + width - badge - 6, middle, badge);
    if (height >= 50) drawn += drawChain(frame, id, x + 12, y + 32, width - 24, 14);
    return `${drawn}</g>`;
  }
  const mails = drawMailbox(task?.mails ?? [], x + width - 12, y + 21, width - 30 - textWidth(name, "t1"));
  drawn += text(x + 12, y + 22, fit(name, width - 42, "t1"), "t1") + mails;
  drawn += drawChain(frame, id, x + 12, y + 32, width - 24, 23);
  const badge = textWidth(state.words, "strong") + 16;
  drawn += drawState(state, x + 10, y + height - 12, badge);
  const done = fit(summary(frame, id), width - badge - 32, "t3");
  drawn += text(x + width - 12, y + height - 12, done, "t3", "end");
  return `${drawn}</g>`;
}

export function drawState(state: State, x: number, y: number, width: number): string {
  if (state.tone !== "running" && state.tone !== "blocked" && state.tone !== "failed") {
    return text(x + 2, y, state.words, "t3");
  }
  return (
    rect(x, y - 14.5, width, 20, "badge", 10) +
    text(x + width / 2, y, state.words, "badgeText", "middle")
  );
}

/** The mails that wait, as pips; with the word where there is room for it. */
function drawMailbox(mails: readonly string[], right: number, y: number, room: number): string {
  const shown = mails.slice(0, 4);
  const slots = Math.max(1, shown.length);
  const more = mails.length > 4 ? `+${mails.length - 4}` : "";
  let drawn = text(right, y, more, "t3", "end");
  const end = right - textWidth(more, "t3");
  for (let slot = 0; slot < slots; slot++) {
    const x = end - 15 * (slots - slot) + 3;
    drawn += rect(x, y - 10, 12, 11, `mail ${mails.length === 0 ? "none" : ""}`, 2.5);
  }
  const word = end - 15 * slots - 2;
  if (right - word + textWidth("mailbox", "t3") < room) drawn += text(word, y, "mailbox", "t3", "end");
  const title = mails.length === 0 ? "mailbox: empty" : `mailbox: ${mails.join(", ")}`;
  return `<g><title>${esc(title)}</title>${drawn}</g>`;
}

export function drawChain(
  frame: Frame,
  id: string,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  const operators = frame.lookup.operatorsOf(id);
  const widths = share(
    operators.map(({ name }) => pillWidth(name)),
    width - JOINT * (operators.length - 1),
  );
  const current = frame.fact && "operator" in frame.fact ? frame.fact.operator : "";
  let drawn = "";
  let at = x;
  operators.forEach(({ id: operator, name }, number) => {
    const pill = widths[number]!;
    if (number > 0) drawn += line(at - JOINT, y + height / 2, at, y + height / 2, "joint");
    drawn += rect(at, y, pill, height, `pill ${operator === current ? "current" : ""}`, 6, name);
    if (height > 18) {
      drawn += text(at + pill / 2, y + 16, fit(name, pill - 8, "t2"), "t2", "middle");
    }
    at += pill + JOINT;
  });
  return drawn;
}

/** Widths that fill `room`: the wide ones give way first, the narrow ones keep what they need. */
function share(natural: readonly number[], room: number): number[] {
  const total = natural.reduce((sum, width) => sum + width, 0);
  if (total <= room) return natural.map((width) => width + (room - total) / natural.length);
  let cap = room / natural.length;
  for (let round = 0; round < natural.length; round++) {
    const narrow = natural.filter((width) => width <= cap);
    const used = narrow.reduce((sum, width) => sum + width, 0);
    if (narrow.length < natural.length) cap = (room - used) / (natural.length - narrow.length);
  }
  return natural.map((width) => Math.min(width, cap));
}

/** What a task has done so far, in a few words. */
function summary(frame: Frame, id: string): string {
  const words: string[] = [];
  for (const { id: operator } of frame.lookup.operatorsOf(id)) {
    const view = frame.scene.view.operators.get(operator);
    const past = frame.scene.operators.get(operator);
    if (!view || !past) continue;
    if (past.read > 0) words.push(`${past.read} read`);
    if (past.fired > 0) words.push(`${past.fired} fired`);
    if (view.late > 0) words.push(`${view.late} late`);
    if (view.results > 0) words.push(`${view.results} written, last ${past.lastResult}`);
  }
  return words.join(" · ");
}

export interface State {
  words: string;
  tone: "running" | "waiting" | "blocked" | "idle" | "off" | "failed" | "";
}

export function stateOf(frame: Frame, id: string, task: TaskView | undefined): State {
  if (frame.scene.failure?.subtask === id) return { words: "failed", tone: "failed" };
  if (frame.actor === id) return { words: "running now", tone: "running" };
  if (!task || task.state !== "RUNNING") {
    return { words: (task?.state ?? "CREATED").toLowerCase(), tone: "off" };
  }
  if (task.suspended === "no output buffer") return { words: "backpressured", tone: "blocked" };
  if (isIdle(frame, frame.lookup, id)) return { words: "idle", tone: "idle" };
  if (task.suspended === "blocked") return { words: "blocked", tone: "blocked" };
  if (task.suspended === "busy") return { words: "busy", tone: "waiting" };
  if (task.suspended) return { words: "waits for input", tone: "waiting" };
  return { words: "ready", tone: "" };
}

function isIdle(frame: Frame, lookup: Lookup, id: string): boolean {
  const operators = lookup.operatorsOf(id);
  return operators.some((one) => frame.scene.view.operators.get(one.id)?.emitted_idle === true);
}
