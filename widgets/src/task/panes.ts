/** The window panes of a task on the axis of event time, a row for each key. */

import type { Frame } from "../stepper/frame";
import type { OperatorScene } from "../trace/recent_activity";
import { t } from "../i18n/strings";
import type { Value } from "../trace/trace.gen";
import type { OperatorView } from "../trace/job_state.gen";
import { paneKey } from "../trace/job_state.gen";
import { clamp, esc, fit, line, picture, rect, text, textWidth } from "../ui/svg";
import { MAX_TIMESTAMP, MIN_TIMESTAMP, show, windowBounds } from "../ui/value_format";
import { axisTime } from "./valve";

type PaneState = "open" | "due" | "fired" | "fires" | "gone" | "assigned" | "purged";

interface DrawnPane {
  key: Value;
  window: Value;
  count: number;
  elements: readonly bigint[];
  state: PaneState;
  start: bigint | null;
  end: bigint | null;
  lane: number;
}

const HEIGHT = 218;
const TOP = 34;
const BOTTOM = 24;
const LEFT = 74;

/** `hatch` names the pattern of what is over, on a page with others. */
export function drawPanes(frame: Frame, width: number, hatch: string): string {
  const operator = windowOperator(frame);
  if (!operator) {
    const words = frame.position === 0 ? t("Nothing runs yet.") : t("This task keeps no windows.");
    const none = text(width / 2, HEIGHT / 2, words, "t2", "middle");
    return picture(width, HEIGHT, t("No windows"), none);
  }
  const [id, view, past] = operator;
  const all = panesOf(frame, id, view, past);
  if (all.length === 0) {
    const none = text(width / 2, HEIGHT / 2, t("No pane is open yet."), "t2", "middle");
    return picture(width, HEIGHT, t("No panes"), none + flag(frame, id, view.watermark, null, width));
  }
  const { keys, hidden } = chooseKeys(frame, all);
  const panes = all.filter(({ key }) => keys.includes(key));
  const axis = axisOf(panes, view.watermark, width);
  const tall = Math.min(62, (HEIGHT - TOP - BOTTOM) / keys.length);
  const parts = [drawAxis(frame, axis, width), drawPast(axis, view.watermark, `${hatch}-panes`)];
  keys.forEach((key, number) => {
    const y = TOP + tall * number;
    parts.push(`<g data-about="${esc(`key:${key}`)}">${text(0, y + tall / 2 + 5, fit(show(key), LEFT - 8, "t1"), "t1")}</g>`);
    const row = panes.filter((pane) => pane.key === key);
    const lanes = Math.max(...row.map(({ lane }) => lane)) + 1;
    const now = view.watermark === MIN_TIMESTAMP ? -1 : axis.place(view.watermark);
    for (const pane of row) parts.push(drawPane(frame, id, pane, axis, y, tall, lanes, now));
  });
  if (hidden > 0) parts.push(text(0, HEIGHT - 6, t("+{0} keys", hidden), "t3"));
  parts.push(flag(frame, id, view.watermark, axis, width));
  return picture(width, HEIGHT, describe(frame, all, view.watermark), parts.join(""));
}

function describe(frame: Frame, panes: DrawnPane[], watermark: bigint): string {
  const words = panes
    .filter(({ state }) => state !== "gone")
    .slice(0, 12)
    .map((pane) => `${show(pane.key)} ${frame.labels.window(pane.window)} ${pane.count} ${t(pane.state)}`);
  return t("Window panes at watermark {0}: {1}", frame.labels.time(watermark), words.join("; "));
}

/** The operator of the chain that has windows: its id, its state, its recent past. */
function windowOperator(frame: Frame): [string, OperatorView, OperatorScene] | null {
  for (const operator of frame.lookup.vertexOf(frame.keyed)?.operators ?? []) {
    const id = `o${operator.node}/${frame.lookup.subtasks.get(frame.keyed)!.index}`;
    const view = frame.scene.view.operators.get(id);
    const past = frame.scene.operators.get(id);
    if (!view || !past) continue;
    const windows = /Window/.test(operator.operator_class);
    if (windows || view.panes.size > 0 || past.closed.length > 0) return [id, view, past];
  }
  return null;
}

function panesOf(frame: Frame, id: string, view: OperatorView, past: OperatorScene): DrawnPane[] {
  const { fact } = frame;
  const about = fact && "window" in fact && "operator" in fact && fact.operator === id ? fact : null;
  const panes: DrawnPane[] = [];
  for (const { key, window, count } of view.panes.values()) {
    const elements = past.elements.get(paneKey(key, window)) ?? [];
    const current = about?.key === key && about.window === window ? about.type : "";
    const fired = past.firedPanes.has(paneKey(key, window));
    panes.push(newPane(key, window, count, elements, stateOf(window, count, current, view.watermark, fired)));
  }
  for (const { key, window, count, elements } of past.closed) {
    const live = panes.some((pane) => pane.key === key && pane.window === window);
    const firing = about?.type === "WindowCleared" || about?.type === "WindowFired";
    const fired = firing && about.key === key && about.window === window;
    if (!live) panes.push(newPane(key, window, count, elements, fired ? "fires" : "gone"));
  }
  assignLanes(panes);
  return recent(panes);
}

function newPane(
  key: Value, window: Value, count: number, elements: readonly bigint[], state: PaneState,
): DrawnPane {
  const bounds = windowBounds(window);
  const [start, end] = bounds ?? [null, null];
  return { key, window, count, elements, state, start, end, lane: 0 };
} // prettier-ignore

function stateOf(window: Value, count: number, current: string, watermark: bigint, fired: boolean): PaneState {
  if (current === "WindowFired") return "fires";
  if (current === "WindowAssigned") return "assigned";
  if (count === 0) return "purged";
  if (fired) return "fired";
  const bounds = windowBounds(window);
  return bounds && bounds[1] - 1n <= watermark ? "due" : "open";
}

/** Panes that overlap in time (of sliding windows) get lanes of their own within the row. */
function assignLanes(panes: DrawnPane[]): void {
  const byKey = new Map<Value, DrawnPane[]>();
  for (const pane of panes) byKey.set(pane.key, [...(byKey.get(pane.key) ?? []), pane]);
  for (const row of byKey.values()) {
    row.sort((a, b) => Number((a.start ?? 0n) - (b.start ?? 0n)));
    const ends: bigint[] = [];
    for (const pane of row) {
      const free = ends.findIndex((end) => pane.start !== null && end <= pane.start);
      pane.lane = free >= 0 ? free : ends.length;
      ends[pane.lane] = pane.end ?? MAX_TIMESTAMP;
    }
  }
}

/** Leaves out what is long gone: all but the last window length or two before the open panes. */
function recent(panes: DrawnPane[]): DrawnPane[] {
  const live = panes.filter(({ state }) => state !== "gone");
  const anchors = (live.length > 0 ? live : panes).flatMap(({ start }) => start ?? []);
  if (anchors.length === 0) return panes;
  const first = live.length > 0 ? least(anchors) : greatest(anchors);
  const lengths = panes.flatMap(({ start, end }) => (start === null || end === null ? [] : end - start));
  const back = 2n * greatest(lengths);
  return panes.filter(({ state, start }) => state !== "gone" || (start ?? first) >= first - back);
}

function least(values: bigint[]): bigint {
  return values.reduce((a, b) => (b < a ? b : a));
}

function greatest(values: bigint[]): bigint {
  return values.reduce((a, b) => (b > a ? b : a));
}

const MOST_KEYS = 5;

/** The keys to show: the one that the fact speaks of, then those with open panes. */
function chooseKeys(frame: Frame, panes: DrawnPane[]): { keys: Value[]; hidden: number } {
  const live = new Set(panes.filter(({ state }) => state !== "gone").map(({ key }) => key));
  const all = [...new Set(panes.map(({ key }) => key))].sort();
  const current = frame.fact && "key" in frame.fact ? frame.fact.key : "";
  const rank = (key: Value): number => (key === current ? 0 : live.has(key) ? 1 : 2);
  const chosen = [...all].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_KEYS);
  return { keys: all.filter((key) => chosen.includes(key)), hidden: all.length - chosen.length };
}

interface Axis {
  low: bigint;
  high: bigint;
  place: (timestamp: bigint) => number;
  ticks: bigint[];
  right: number;
}

function axisOf(panes: DrawnPane[], watermark: bigint, width: number): Axis {
  const times = panes.flatMap(({ start, end, elements }) =>
    start === null || end === null ? elements : [start, end],
  );
  if (times.length === 0) times.push(0n, 1n);
  let low = least(times);
  let high = greatest(times);
  const span = high > low ? high - low : 1n;
  if (watermark > low - span && watermark < low) low = watermark;
  if (watermark < high + span && watermark > high) high = watermark;
  const right = width - 30;
  const full = Number(high - low) || 1;
  const place = (timestamp: bigint): number => {
    if (timestamp === MIN_TIMESTAMP) return LEFT;
    if (timestamp === MAX_TIMESTAMP) return right;
    return LEFT + clamp(Number(timestamp - low) / full, -0.02, 1.02) * (right - LEFT);
  };
  const bounds = [...new Set(panes.flatMap(({ start, end }) => (start === null ? [] : [start, end!])))];
  bounds.sort((a, b) => Number(a - b));
  return { low, high, place, ticks: spread(bounds, place), right };
}

/** Ticks at window bounds, as many as there is room for. */
function spread(bounds: bigint[], place: (timestamp: bigint) => number): bigint[] {
  const ticks: bigint[] = [];
  for (const bound of bounds) {
    const last = ticks[ticks.length - 1];
    if (last === undefined || place(bound) - place(last) > 72) ticks.push(bound);
  }
  return ticks;
}

function drawAxis(frame: Frame, axis: Axis, width: number): string {
  let free = -Infinity;
  const drawn = axis.ticks.map((tick) => {
    const x = axis.place(tick);
    const label = axisTime(frame, tick).replace(/^(\d\d:\d\d):00$/, "$1");
    const half = textWidth(label, "t3") / 2;
    const middle = clamp(x, LEFT + half + 4, width - half - 2);
    const grid = line(x, TOP - 6, x, HEIGHT - BOTTOM + 2, "grid");
    if (middle - half < free) return grid;
    free = middle + half + 8;
    return grid + text(middle, HEIGHT - 6, label, "t3 m", "middle");
  });
  return drawn.join("");
}

function drawPast(axis: Axis, watermark: bigint, name: string): string {
  if (watermark === MIN_TIMESTAMP || watermark < axis.low) return "";
  const x = axis.place(watermark);
  const hatch =
    `<defs><pattern id="${name}" width="7" height="7" patternUnits="userSpaceOnUse" ` +
    'patternTransform="rotate(45)"><path d="M0 0V7" class="hatching"/></pattern></defs>';
  const box = `x="${LEFT}" y="${TOP - 4}" width="${x - LEFT}" height="${HEIGHT - TOP - BOTTOM + 6}"`;
  return `${hatch}<rect ${box} fill="url(#${name})" data-m="past"/>`;
}

function drawPane(
  frame: Frame, operator: string, pane: DrawnPane, axis: Axis, y: number, tall: number, lanes: number, now: number,
): string {
  const height = (tall - 6) / lanes - (lanes > 1 ? 1 : 0);
  const top = y + 1 + pane.lane * ((tall - 6) / lanes);
  const left = pane.start === null ? LEFT : axis.place(pane.start) + 2;
  const right = pane.end === null ? axis.right : axis.place(pane.end) - 2;
  const word = paneWord(pane.state);
  const title = `${show(pane.key)} ${frame.labels.window(pane.window)}: ${t("{0} elements", pane.count)}, ${word}`;
  const inside = right - left;
  const about = `pane:[${JSON.stringify(operator)},${pane.key},${pane.window}]`;
  let drawn = `<g class="pane ${pane.state}" data-about="${esc(about)}"><title>${esc(title)}</title>`;
  const name = `data-m="${esc(`${pane.key} ${pane.window}`)}"`;
  drawn += rect(left, top, inside, height, "box", Math.min(7, height / 2)).replace("/>", ` ${name}/>`);
  if (pane.state === "fires" || pane.state === "fired" || pane.state === "gone") drawn += drawLid(left, top, inside, height, name);
  const room = inside - textWidth(String(pane.count), "t1");
  if (height >= 12 && room > 4) {
    const small = height < 17 ? " small" : "";
    const baseline = top + Math.min(height >= 34 ? 15 : height >= 26 ? 13.5 : 99, height / 2 + (small ? 4 : 5));
    const count = String(pane.count);
    const end = left + 12 + textWidth(count, "t1");
    const x = now > left && now < end && inside > 60 ? now + 6 : left + Math.min(8, room / 2); // beside the watermark
    drawn += text(x, baseline, count, `t1 m count${small}`);
    if (x + textWidth(count, "t1") + 8 < right - 8 - textWidth(word, "t3")) {
      drawn += text(right - 8, baseline, word, `t3 word${small}`, "end");
    }
  }
  if (height >= 26) {
    const radius = height >= 34 ? 4.5 : 3;
    for (const element of pane.elements) {
      const x = clamp(axis.place(element), left + radius + 2, right - radius - 2);
      drawn += `<circle cx="${x.toFixed(1)}" cy="${(top + height - radius - (radius > 3 ? 4 : 2)).toFixed(1)}" ` +
        `r="${radius}" class="record"/>`;
    }
  }
  return `${drawn}</g>`;
} // prettier-ignore

/** What has fired is closed by a lid, which comes down from above. */
function drawLid(left: number, top: number, width: number, height: number, name: string): string {
  const own = name.replace('data-m="', 'data-m="lid ');
  const lid = rect(left, top, width, Math.min(4, height), "lid", 1.5);
  return lid.replace("/>", ` ${own} data-from="x=${left + width} y=${top - 16} width=3 height=14"/>`);
}

const WORDS = {
  open: "open",
  assigned: "+1",
  due: "due",
  fired: "fired",
  fires: "FIRE",
  purged: "purged",
  gone: "gone",
} as const satisfies Record<PaneState, string>;

function paneWord(state: PaneState): string {
  const word = WORDS[state];
  return word === "+1" ? word : t(word);
}

/** The watermark: a line through all rows, with its time on a flag. */
function flag(frame: Frame, operator: string, watermark: bigint, axis: Axis | null, width: number): string {
  const label = `W ${frame.labels.mark(watermark)}`;
  const wide = textWidth(label, "strong") + 20;
  const x = axis ? axis.place(watermark) : LEFT;
  const left = clamp(x - 2, LEFT - 2, width - wide - 12);
  const path = `M${left} 0h${wide}l9 11l-9 11h${-wide}z`;
  const finite = watermark !== MIN_TIMESTAMP;
  return (
    (axis && finite ? line(x, 10, x, HEIGHT - BOTTOM + 4, "watermarkLine").replace("/>", ' data-m="line"/>') : "") +
    `<g data-about="watermark:${esc(operator)}"><path d="${path}" class="flagBox ${finite ? "" : "none"}" data-m="flag"/>` +
    text(left + 10, 16, label, "t2 m strong onWatermark") +
    "</g>"
  );
}
