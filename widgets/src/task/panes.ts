/** Window panes of a task on the event-time axis, one row per key. */

import type { Frame } from "../stepper/frame";
import type { OperatorActivity } from "../trace/recent_activity";
import { t } from "../i18n/strings";
import type { Value } from "../trace/trace.gen";
import type { OperatorView } from "../trace/job_state.gen";
import { paneKey } from "../trace/job_state.gen";
import { clamp, esc, fitText, line, renderSvg, rect, text, measureText } from "../ui/svg";
import { MAX_TIMESTAMP, MIN_TIMESTAMP, formatValue, parseWindow } from "../ui/value_format";
import { formatAxisTime } from "./valve";

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
const TOP_MARGIN = 34;
const BOTTOM_MARGIN = 24;
const LEFT_MARGIN = 74;

/** `hatch` is the pattern id for past event time, unique on the page. */
export function drawPanes(frame: Frame, width: number, hatch: string): string {
  const operator = findWindowOperator(frame);
  if (!operator) {
    const words = frame.position === 0 ? t("Nothing runs yet.") : t("This task has no windows.");
    const none = text(width / 2, HEIGHT / 2, words, "t2", "middle");
    return renderSvg(width, HEIGHT, t("No windows"), none);
  }
  const [id, view, activity] = operator;
  const all = createPanes(frame, id, view, activity);
  if (all.length === 0) {
    const none = text(width / 2, HEIGHT / 2, t("No window is open yet."), "t2", "middle");
    return renderSvg(width, HEIGHT, t("No windows"), none + drawWatermarkFlag(frame, id, view.watermark, null, width));
  }
  const { keys, hidden } = chooseKeys(frame, all);
  const panes = all.filter(({ key }) => keys.includes(key));
  const axis = createAxis(panes, view.watermark, width);
  const rowHeight = Math.min(62, (HEIGHT - TOP_MARGIN - BOTTOM_MARGIN) / keys.length);
  const parts = [drawAxis(frame, axis, width), drawPastArea(axis, view.watermark, `${hatch}-panes`)];
  keys.forEach((key, number) => {
    const y = TOP_MARGIN + rowHeight * number;
    parts.push(`<g data-about="${esc(`key:${key}`)}">${text(0, y + rowHeight / 2 + 5, fitText(formatValue(key), LEFT_MARGIN - 8, "t1"), "t1")}</g>`);
    const row = panes.filter((pane) => pane.key === key);
    const lanes = Math.max(...row.map(({ lane }) => lane)) + 1;
    const now = view.watermark === MIN_TIMESTAMP ? -1 : axis.place(view.watermark);
    for (const pane of row) parts.push(drawPane(frame, id, pane, axis, y, rowHeight, lanes, now));
  });
  if (hidden > 0) parts.push(text(0, HEIGHT - 6, hidden === 1 ? t("1 more key") : t("{0} more keys", hidden), "t3"));
  parts.push(drawWatermarkFlag(frame, id, view.watermark, axis, width));
  return renderSvg(width, HEIGHT, describePanes(frame, all, view.watermark), parts.join(""));
}

function describePanes(frame: Frame, panes: DrawnPane[], watermark: bigint): string {
  const words = panes
    .filter(({ state }) => state !== "gone")
    .slice(0, 12)
    .map((pane) => `${formatValue(pane.key)} ${frame.labels.window(pane.window)} ${pane.count} ${getStateText(pane.state)}`);
  return t("Windows at watermark {0}: {1}", frame.labels.time(watermark), words.join("; "));
}

/** Find the operator of the chain with windows: its id, state and recent activity. */
function findWindowOperator(frame: Frame): [string, OperatorView, OperatorActivity] | null {
  for (const operator of frame.lookup.getVertex(frame.keyedTask)?.operators ?? []) {
    const id = `o${operator.node}/${frame.lookup.subtasks.get(frame.keyedTask)!.index}`;
    const view = frame.snapshot.state.operators.get(id);
    const activity = frame.snapshot.operators.get(id);
    if (!view || !activity) continue;
    const windows = /Window/.test(operator.operator_class);
    if (windows || view.panes.size > 0 || activity.closed.length > 0) return [id, view, activity];
  }
  return null;
}

function createPanes(frame: Frame, id: string, view: OperatorView, activity: OperatorActivity): DrawnPane[] {
  const { event } = frame;
  const windowEvent = event && "window" in event && "operator" in event && event.operator === id ? event : null;
  const panes: DrawnPane[] = [];
  for (const { key, window, count } of view.panes.values()) {
    const elements = activity.elements.get(paneKey(key, window)) ?? [];
    const current = windowEvent?.key === key && windowEvent.window === window ? windowEvent.type : "";
    const hasFired = activity.firedPanes.has(paneKey(key, window));
    panes.push(createPane(key, window, count, elements, getPaneState(window, count, current, view.watermark, hasFired)));
  }
  for (const { key, window, count, elements } of activity.closed) {
    const live = panes.some((pane) => pane.key === key && pane.window === window);
    const firing = windowEvent?.type === "WindowCleared" || windowEvent?.type === "WindowFired";
    const hasFired = firing && windowEvent.key === key && windowEvent.window === window;
    if (!live) panes.push(createPane(key, window, count, elements, hasFired ? "fires" : "gone"));
  }
  assignLanes(panes);
  return filterRecent(panes);
}

function createPane(
  key: Value, window: Value, count: number, elements: readonly bigint[], state: PaneState,
): DrawnPane {
  const bounds = parseWindow(window);
  const [start, end] = bounds ?? [null, null];
  return { key, window, count, elements, state, start, end, lane: 0 };
}

function getPaneState(window: Value, count: number, current: string, watermark: bigint, hasFired: boolean): PaneState {
  if (current === "WindowFired") return "fires";
  if (current === "WindowAssigned") return "assigned";
  if (count === 0) return "purged";
  if (hasFired) return "fired";
  const bounds = parseWindow(window);
  return bounds && bounds[1] - 1n <= watermark ? "due" : "open";
}

/** Assign lanes within a row, so that overlapping panes (of sliding windows) are separate. */
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

/** Remove panes that closed long ago: more than two window lengths before the open panes. */
function filterRecent(panes: DrawnPane[]): DrawnPane[] {
  const live = panes.filter(({ state }) => state !== "gone");
  const anchors = (live.length > 0 ? live : panes).flatMap(({ start }) => start ?? []);
  if (anchors.length === 0) return panes;
  const first = live.length > 0 ? findLeast(anchors) : findGreatest(anchors);
  const lengths = panes.flatMap(({ start, end }) => (start === null || end === null ? [] : end - start));
  const back = 2n * findGreatest(lengths);
  return panes.filter(({ state, start }) => state !== "gone" || (start ?? first) >= first - back);
}

function findLeast(values: bigint[]): bigint {
  return values.reduce((a, b) => (b < a ? b : a));
}

function findGreatest(values: bigint[]): bigint {
  return values.reduce((a, b) => (b > a ? b : a));
}

const MAX_KEYS = 5;

/** Choose the keys to show: that of the current event, then those with open panes. */
function chooseKeys(frame: Frame, panes: DrawnPane[]): { keys: Value[]; hidden: number } {
  const live = new Set(panes.filter(({ state }) => state !== "gone").map(({ key }) => key));
  const all = [...new Set(panes.map(({ key }) => key))].sort();
  const current = frame.event && "key" in frame.event ? frame.event.key : "";
  const rank = (key: Value): number => (key === current ? 0 : live.has(key) ? 1 : 2);
  const chosen = [...all].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_KEYS);
  return { keys: all.filter((key) => chosen.includes(key)), hidden: all.length - chosen.length };
}

interface Axis {
  low: bigint;
  high: bigint;
  place: (timestamp: bigint) => number;
  ticks: bigint[];
  right: number;
}

function createAxis(panes: DrawnPane[], watermark: bigint, width: number): Axis {
  const times = panes.flatMap(({ start, end, elements }) =>
    start === null || end === null ? elements : [start, end],
  );
  if (times.length === 0) times.push(0n, 1n);
  let low = findLeast(times);
  let high = findGreatest(times);
  const span = high > low ? high - low : 1n;
  if (watermark > low - span && watermark < low) low = watermark;
  if (watermark < high + span && watermark > high) high = watermark;
  const right = width - 30;
  const full = Number(high - low) || 1;
  const place = (timestamp: bigint): number => {
    if (timestamp === MIN_TIMESTAMP) return LEFT_MARGIN;
    if (timestamp === MAX_TIMESTAMP) return right;
    return LEFT_MARGIN + clamp(Number(timestamp - low) / full, -0.02, 1.02) * (right - LEFT_MARGIN);
  };
  const bounds = [...new Set(panes.flatMap(({ start, end }) => (start === null ? [] : [start, end!])))];
  bounds.sort((a, b) => Number(a - b));
  return { low, high, place, ticks: chooseTicks(bounds, place), right };
}

/** Choose ticks at window bounds, as many as fit. */
function chooseTicks(bounds: bigint[], place: (timestamp: bigint) => number): bigint[] {
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
    const label = formatAxisTime(frame, tick).replace(/^(\d\d:\d\d):00$/, "$1");
    const half = measureText(label, "t3") / 2;
    const middle = clamp(x, LEFT_MARGIN + half + 4, width - half - 2);
    const grid = line(x, TOP_MARGIN - 6, x, HEIGHT - BOTTOM_MARGIN + 2, "grid");
    if (middle - half < free) return grid;
    free = middle + half + 8;
    return grid + text(middle, HEIGHT - 6, label, "t3 m", "middle");
  });
  return drawn.join("");
}

function drawPastArea(axis: Axis, watermark: bigint, name: string): string {
  if (watermark === MIN_TIMESTAMP || watermark < axis.low) return "";
  const x = axis.place(watermark);
  const hatch =
    `<defs><pattern id="${name}" width="7" height="7" patternUnits="userSpaceOnUse" ` +
    'patternTransform="rotate(45)"><path d="M0 0V7" class="hatching"/></pattern></defs>';
  const box = `x="${LEFT_MARGIN}" y="${TOP_MARGIN - 4}" width="${x - LEFT_MARGIN}" height="${HEIGHT - TOP_MARGIN - BOTTOM_MARGIN + 6}"`;
  return `${hatch}<rect ${box} fill="url(#${name})" data-m="past"/>`;
}

function drawPane(
  frame: Frame, operator: string, pane: DrawnPane, axis: Axis, y: number, rowHeight: number, lanes: number, now: number,
): string {
  const height = (rowHeight - 6) / lanes - (lanes > 1 ? 1 : 0);
  const top = y + 1 + pane.lane * ((rowHeight - 6) / lanes);
  const left = pane.start === null ? LEFT_MARGIN : axis.place(pane.start) + 2;
  const right = pane.end === null ? axis.right : axis.place(pane.end) - 2;
  const word = getStateText(pane.state);
  const title = `${formatValue(pane.key)} ${frame.labels.window(pane.window)}: ${t("{0} elements", pane.count)}, ${word}`;
  const inside = right - left;
  const windowEvent = `pane:[${JSON.stringify(operator)},${pane.key},${pane.window}]`;
  let drawn = `<g class="pane ${pane.state}" data-about="${esc(windowEvent)}"><title>${esc(title)}</title>`;
  const name = `data-m="${esc(`${pane.key} ${pane.window}`)}"`;
  drawn += rect(left, top, inside, height, "box", Math.min(7, height / 2)).replace("/>", ` ${name}/>`);
  if (pane.state === "fires" || pane.state === "fired" || pane.state === "gone") drawn += drawLid(left, top, inside, height, name);
  const room = inside - measureText(String(pane.count), "t1");
  if (height >= 12 && room > 4) {
    const small = height < 17 ? " small" : "";
    const baseline = top + Math.min(height >= 34 ? 15 : height >= 26 ? 13.5 : 99, height / 2 + (small ? 4 : 5));
    const count = String(pane.count);
    const end = left + 12 + measureText(count, "t1");
    const x = now > left && now < end && inside > 60 ? now + 6 : left + Math.min(8, room / 2); // next to the watermark line
    drawn += text(x, baseline, count, `t1 m count${small}`);
    if (x + measureText(count, "t1") + 8 < right - 8 - measureText(word, "t3")) {
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
}

/** Draw the lid that closes a fired pane from above. */
function drawLid(left: number, top: number, width: number, height: number, name: string): string {
  const own = name.replace('data-m="', 'data-m="lid ');
  const lid = rect(left, top, width, Math.min(4, height), "lid", 1.5);
  return lid.replace("/>", ` ${own} data-from="x=${left + width} y=${top - 16} width=3 height=14"/>`);
}

const STATE_TEXTS = {
  open: "open",
  assigned: "+1",
  due: "due",
  fired: "fired",
  fires: "FIRE",
  purged: "purged",
  gone: "removed",
} as const satisfies Record<PaneState, string>;

function getStateText(state: PaneState): string {
  const word = STATE_TEXTS[state];
  return word === "+1" ? word : t(word);
}

/** Draw the watermark: a line through all rows, with its time on a flag. */
function drawWatermarkFlag(frame: Frame, operator: string, watermark: bigint, axis: Axis | null, width: number): string {
  const label = `W ${frame.labels.shortTime(watermark)}`;
  const labelWidth = measureText(label, "strong") + 20;
  const x = axis ? axis.place(watermark) : LEFT_MARGIN;
  const left = clamp(x - 2, LEFT_MARGIN - 2, width - labelWidth - 12);
  const path = `M${left} 0h${labelWidth}l9 11l-9 11h${-labelWidth}z`;
  const finite = watermark !== MIN_TIMESTAMP;
  return (
    (axis && finite ? line(x, 10, x, HEIGHT - BOTTOM_MARGIN + 4, "watermarkLine").replace("/>", ' data-m="line"/>') : "") +
    `<g data-about="watermark:${esc(operator)}"><path d="${path}" class="flagBox ${finite ? "" : "none"}" data-m="flag"/>` +
    text(left + 10, 16, label, "t2 m strong onWatermark") +
    "</g>"
  );
}
