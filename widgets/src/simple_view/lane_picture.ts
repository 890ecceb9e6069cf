/**
 * The picture of the simple view: one lane per key along event time.
 *
 * Records slide in from the right and drop into window panes. The watermark is a wall that is pushed to the right by the
 * input that limits it. It shuts the panes that it passes; their records become one result, which travels to the tray on
 * the right. A late record falls on the lid of its shut pane, and bounces off into the tray.
 */

import { computeTicks, formatDuration } from "../event_time_chart/axis_clock";
import { explainLateness } from "../event_time_chart/late_reason";
import type { LateRecord, RecordDot } from "../event_time_chart/chart_data";
import type { Followed } from "../stepper/focus";
import type { Lookup } from "../stepper/frame";
import { t } from "../i18n/strings";
import { newChannelView } from "../trace/job_state.gen";
import type { JobView } from "../trace/job_state.gen";
import type { Results } from "../trace/results";
import { clamp, drawName, esc, fitText, line, measureText, rect, renderSvg, text } from "../ui/svg";
import { MAX_TIMESTAMP, MIN_TIMESTAMP, formatValue, parts } from "../ui/value_format";
import type { Labels } from "../ui/value_format";
import type { Lane, LaneData, Lit, ShownPane } from "./lane_data";

export interface LaneScene {
  lanes: LaneData;
  results: Results;
  lookup: Lookup;
  labels: Labels;
  followed: Followed | null;
  /** What the shown answer is about. */
  lit: Lit;
  /** The state of the job at a position; null in the preview of another run. */
  getState: ((position: number) => JobView) | null;
  width: number;
  height: number;
  /** Pattern id for past event time, unique on the page. */
  hatch: string;
  /** Whether a pane or a record can be asked about. */
  canAsk: boolean;
}

/** Where things are: margins, the lanes that have room, and event time as pixels. */
interface Layout {
  left: number;
  right: number;
  lanes: readonly Lane[];
  hidden: number;
  top: number;
  laneHeight: number;
  bottom: number;
  inputs: readonly Input[];
  low: number;
  high: number;
  place(time: number): number;
}

/** An input of the operator: a channel, or one of the splits whose watermarks a source combines before it sends them. */
interface Input {
  id: string;
  /** The task that sends. */
  source: string;
  name: string;
  watermark: bigint;
  isIdle: boolean;
  limits: boolean;
}

/** Shares of the animation of a firing: the input pushes, the wall moves, the lid shuts, the records gather, the result leaves. */
const [INPUT_PART, WALL_PART, LID_PART, GATHER_PART, RESULT_PART] = ["0 0.3", "0.1 0.45", "0.42 0.55", "0.52 0.76", "0.76 1"];
const INPUT_HEIGHT = 25;
/** When the watermark has reached a window that fires, and when its result has arrived in the table. */
export const FIRING_SHARES = { fires: 0.44, arrives: 0.99 };
/** Pictures that are narrower have short names and results. */
const NARROW = 560;
/** Distance of the results from the lanes: late records fall between them. */
const TRAY = 26;
const WALL_ROW = 28;
/** Share of its way at which the wall is as good as at its place. */
const ARRIVED = 0.97;
const AXIS_HEIGHT = 24;
const TRACK_HEIGHT = 28;
const MIN_LANE_HEIGHT = 74;
const MAX_LANE_HEIGHT = 250;
const RADIUS = 10;
const CHIP_HEIGHT = 22;
const WALL_WIDTH = 9;
const MAX_INPUTS = 5;
const MIN_PANE_WIDTH = 34;
const COLOURS = 8;
/** Greater numbers do not fit into a record. */
const MAX_NUMBER = 100;
/** Keys that name a colour get it. */
const NAMED_COLOURS: Readonly<Record<string, number>> = { blue: 0, red: 1, green: 2, purple: 3, violet: 3, brown: 4, pink: 5, grey: 6, gray: 6, black: 6, yellow: 7, olive: 7, gold: 7 };

/** Draw the lanes after `position` events. What has happened since `from` is marked, and says how it moves there. */
export function drawLanes(scene: LaneScene, from: number, position: number): string {
  const layout = createLayout(scene, from, position);
  const { width, height } = scene;
  if (layout.lanes.length === 0) return renderSvg(width, height, t("No windows"), text(width / 2, height / 2, t("This run has no windows."), "t2", "middle"));
  const isFiring = layout.lanes.some(({ firings }) => firings.some(({ firing }) => firing.index >= from && firing.index < position));
  const lanes = layout.lanes.map((lane, number) => drawLane(scene, layout, lane, layout.top + number * layout.laneHeight, from, position));
  const drawn = [drawFrame(scene, layout), drawInputs(scene, layout, isFiring), ...lanes.map(([lane]) => lane)];
  drawn.push(drawWalls(scene, layout, from, position, isFiring), ...lanes.map(([, results]) => results)); // results pass in front of walls
  layout.lanes.forEach((lane, number) => drawn.push(drawRecords(scene, layout, lane, layout.top + number * layout.laneHeight, from, position)));
  return renderSvg(width, height, describeLanes(scene, layout, position), drawn.join(""), scene.canAsk ? "group" : "img");
}

// --- layout ----------------------------------------------------------------------------------------

function createLayout(scene: LaneScene, from: number, position: number): Layout {
  const { width, height } = scene;
  const isNarrow = width < NARROW;
  const inputs = findInputs(scene, position);
  const right = width - (isNarrow ? 92 : 184);
  const names = 26 + Math.max(0, ...inputs.map(({ name }) => measureText(name, "t2")));
  const left = isNarrow ? clamp(names, 62, 96) : clamp(names, 112, 200);
  const top = 4 + inputs.length * INPUT_HEIGHT + WALL_ROW;
  const room = height - top - AXIS_HEIGHT;
  const { lanes } = scene.lanes;
  const count = Math.max(1, Math.min(lanes.length, Math.floor(room / MIN_LANE_HEIGHT)));
  const laneHeight = Math.min(MAX_LANE_HEIGHT, room / count);
  const [low, high] = findRange(scene, position, right - left);
  return {
    left, right, inputs, top, laneHeight, low, high, lanes: chooseLanes(lanes, count, from, position), hidden: lanes.length - count, bottom: top + laneHeight * count,
    // a record without an event time is at the start
    place: (time) => (Number.isNaN(time) ? left : clamp(left + ((time - low) / (high - low)) * (right - left), left, right)),
  };
}

/** With too many keys, choose the first ones that the step is about, and those of the last arrivals and firings. */
function chooseLanes(lanes: readonly Lane[], count: number, from: number, position: number): readonly Lane[] {
  if (lanes.length <= count) return lanes;
  const getUses = ({ arrivals, firings }: Lane): number[] => [...arrivals.map(({ index }) => index), ...firings.map(({ firing }) => firing.index)].filter((index) => index < position);
  const firstUse = (lane: Lane): number => Math.min(Infinity, ...getUses(lane).filter((index) => index >= from));
  const lastUse = (lane: Lane): number => Math.max(-1, ...getUses(lane));
  // what a step is about is its first event; Infinity minus Infinity is no order
  const byUse = (a: Lane, b: Lane): number => (firstUse(a) === firstUse(b) ? lastUse(b) - lastUse(a) : firstUse(a) - firstUse(b));
  const chosen = new Set([...lanes].sort(byUse).slice(0, count));
  return lanes.filter((lane) => chosen.has(lane));
}

/** Whether a time is on the axis: neither unknown nor MIN or MAX. */
const isFiniteTime = (time: number): boolean => Math.abs(time) < Number(MAX_TIMESTAMP);

/** Find the range of event time: the whole run, or the part around the newest record if panes would be too narrow. */
function findRange({ lanes }: LaneScene, position: number, width: number): [number, number] {
  const panes = lanes.lanes.flatMap((lane) => lane.panes).filter(({ start, end }) => isFiniteTime(start) && isFiniteTime(end));
  const arrivals = lanes.lanes.flatMap((lane) => lane.arrivals);
  const times = [...arrivals.map(({ dot }) => dot.time), ...panes.flatMap(({ start, end }) => [start, end])].filter(isFiniteTime);
  if (times.length === 0) return [0, 1];
  const [low, high] = [Math.min(...times), Math.max(...times)];
  const precision = Math.max(1, Math.abs(low) * Number.EPSILON, Math.abs(high) * Number.EPSILON); // near MAX
  const span = Math.max(precision, high - low);
  const shortest = Math.min(span, ...panes.map(({ start, end }) => Math.max(precision, end - start)));
  const maxSpan = (shortest * width) / MIN_PANE_WIDTH;
  if (span <= maxSpan || panes.length === 0) return [low - span * 0.02, high + span * 0.04];
  const newest = Math.max(low, ...arrivals.filter(({ index }) => index < position).map(({ dot }) => dot.time).filter(isFiniteTime));
  const end = Math.min(high, newest + maxSpan * 0.25);
  return [Math.max(low, end - maxSpan), Math.max(low, end - maxSpan) + maxSpan];
}

/** Find the inputs of the operator whose lanes are shown first: its channels, or the splits that are read for them. */
function findInputs({ lanes, lookup, labels, getState, width }: LaneScene, position: number): Input[] {
  const [first] = lanes.lanes;
  const state = getState?.(position);
  const task = first && lookup.findTask(first.operator);
  if (!state || !task) return [];
  const channels = lookup.getInputs(task);
  const found = channels.flatMap(({ id, source }): Input[] => {
    const { watermark, idle, holds } = state.channels.get(id) ?? newChannelView();
    const limits = holds && !idle;
    const own = [...(state.operators.get(lookup.getOperators(source)[0]?.id ?? "")?.splits ?? [])];
    if (own.length > 1 && own.some(([, one]) => one.idle || one.watermark !== MIN_TIMESTAMP)) {
      return own.map(([name, one]) => ({ id: `${id} ${name}`, source, name, watermark: one.ended ? MAX_TIMESTAMP : one.watermark, isIdle: one.idle, limits: limits && one.holds && !one.idle && !one.ended }));
    }
    const splits = lookup.getOperators(source).map((one) => lanes.data.findSourceSplits(one.id)).find(Boolean);
    const name = splits && !splits.includes(",") && new Set(channels.map((one) => one.source)).size === channels.length ? splits : labels.name(source).replace(/^Source: /, "");
    return [{ id, source, name, watermark, isIdle: idle, limits }];
  });
  // splits of two sources may have the same name
  const isUnique = new Set(found.map(({ name }) => name)).size === found.length;
  const named = isUnique ? found : found.map((one) => ({ ...one, name: labels.name(one.source).replace(/^Source: /, "") }));
  // sentences name channels
  const hasNumbers = channels.length > 1 && width >= NARROW;
  return named.map((one) => (hasNumbers && channels.some(({ id }) => id === one.id) ? { ...one, name: `${one.name} · ${labels.short(one.id)}` } : one)).slice(0, MAX_INPUTS);
}

const placeWatermark = ({ place, left, right }: Layout, watermark: number | bigint): number =>
  watermark === MIN_TIMESTAMP || watermark === -Infinity ? left : watermark === MAX_TIMESTAMP || watermark === Infinity ? right : place(Number(watermark));

// --- parts of the picture -------------------------------------------------------------------------

function drawFrame({ hatch, labels, lanes, width, height }: LaneScene, layout: Layout): string {
  const { left, right, top, bottom, low, high, place, hidden } = layout;
  const pattern = `<defs><pattern id="${hatch}-lanes" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V7" class="hatching"/></pattern></defs>`;
  const isNarrow = width < NARROW;
  const ends = [...new Set(lanes.lanes.flatMap(({ panes }) => panes.flatMap(({ start, end }) => [start, end])))].sort((a, b) => a - b);
  const ticks = ends.length <= 7 ? ends : computeTicks(low, high, Math.floor((right - left) / (isNarrow ? 60 : 90)));
  const name = isNarrow && /^-?\d+$/.test(labels.time(BigInt(Math.round(high)))) ? t("event time, ms") : t("event time");
  let free = (isNarrow ? 6 : 12) + measureText(name, "t3");
  const moreText = hidden === 0 ? "" : hidden === 1 ? t("1 more key") : t("{0} more keys", hidden);
  const room = hidden > 0 ? measureText(moreText, "t3") + 12 : 0;
  const axis = ticks.map((tick) => {
    const x = place(tick);
    const label = isNarrow ? labels.time(BigInt(Math.round(tick))) : labels.shortTime(BigInt(Math.round(tick)));
    const half = measureText(label, "t3") / 2;
    if (tick < low || tick > high || x - half < free || x + half > width - room) return "";
    free = x + half + (isNarrow ? 3 : 10);
    return line(x, top - 4, x, bottom, "laneGrid") + text(x, bottom + 17, label, "t3", "middle");
  });
  const more = hidden > 0 ? text(width - 4, height - 7, moreText, "t3", "end") : "";
  return pattern + axis.join("") + text(4, bottom + 17, name, "t3") + text(right + TRAY, top - 9, t("results"), "t3") + more;
}

/** Draw the watermark of each input. The one that limits the watermark is tied to the wall. */
function drawInputs({ lit, lookup }: LaneScene, layout: Layout, isFiring: boolean): string {
  const { left, right, inputs, top } = layout;
  return inputs.map(({ id, source, name, watermark, isIdle, limits }, number) => {
    const y = 4 + INPUT_HEIGHT * (number + 0.5);
    const x = placeWatermark(layout, watermark);
    const during = isFiring ? ` data-during="${INPUT_PART}"` : ` data-during="0 0.7"`;
    const words = isIdle ? t("idle: not counted") : watermark === MAX_TIMESTAMP ? t("ended") : watermark === MIN_TIMESTAMP ? t("no watermark yet") : limits && inputs.length > 1 ? [t("limits the watermark"), t("limits")].find((one) => Math.max(right - x, x - left - 16) > measureText(one, "t3") + 16) ?? "" : "";
    const isRight = x + measureText(words, "t3") + 16 > right;
    const hasRoom = !isRight || x - measureText(words, "t3") - 24 > left;
    // which input limits the watermark is known when the inputs have moved
    const late = ` opacity="1" data-from="opacity=0" data-during="${isFiring ? "0.27 0.3" : "0.65 0.7"}"`;
    const tie = limits ? `<line x1="${x}" x2="${x}" y1="${y}" y2="${top - WALL_ROW + 4}" class="tie" data-m="tie ${esc(id)}"${during}/>` : "";
    return (
      `<g class="input${limits ? " limits" : ""}${isIdle ? " idle" : ""}${[id, source, ...lookup.getOperators(source).map((one) => one.id)].some((one) => lit.things.has(one)) ? " lit" : ""}">${drawName(4, y + 5, name, left - 22, "t2")}${line(left, y, right, y, "inputLine")}${tie}` +
      `<svg x="${x}" y="${y}" overflow="visible" opacity="${isIdle ? 0.35 : 1}" data-m="flag ${esc(id)}"${during}><path d="M-15 -8h9l6 8l-6 8h-9z" class="inputFlag"/>${limits ? `<path d="M-15 -8h9l6 8l-6 8h-9z" class="limitFlag" data-m="limit ${esc(id)}"${late}/>` : ""}</svg>` +
      `<svg x="${x}" y="${y}" overflow="visible" data-m="says ${esc(id)}"${during}>${hasRoom && words ? text(isRight ? -20 : 8, 5, words, "t3", isRight ? "end" : "start").replace("<text", `<text data-m="words ${esc(id)} ${words.length}"${late}`) : ""}</svg></g>`
    );
  }).join("");
}

/** Lay out the pill with the time of a watermark. */
function layOutPill(labels: Labels, layout: Layout, watermark: number): [words: string, x: number, width: number] {
  const { left, right } = layout;
  const isStart = watermark === -Infinity;
  const time = isStart ? t("no watermark yet") : watermark === Infinity ? "MAX" : labels.shortTime(BigInt(watermark));
  const all = isStart ? [time] : [...(watermark === Infinity ? [t("watermark MAX: the input has ended")] : []), t("watermark {0}", time), time];
  const words = all.find((one) => measureText(one, "strong") + 16 <= right - left) ?? all.at(-1)!;
  const pill = measureText(words, "strong") + 16;
  return [words, clamp(placeWatermark(layout, watermark) - pill / 2, left, Math.max(left, right - pill)), pill];
}

/** Draw the wall of each operator instance: the lanes of one instance are below one another. */
function drawWalls({ lanes, labels, hatch, lit, lookup }: LaneScene, layout: Layout, from: number, position: number, isFiring: boolean): string {
  const { left, top, laneHeight } = layout;
  const during = ` data-during="${isFiring ? WALL_PART : "0.3 1"}"`;
  return [...new Set(layout.lanes.map(({ operator }) => operator))].map((operator, number) => {
    const own = layout.lanes.flatMap((lane, row) => (lane.operator === operator ? [row] : []));
    const [y0, y1] = [top + own[0]! * laneHeight, top + (own.at(-1)! + 1) * laneHeight];
    const [before, watermark] = [lanes.getWatermark(operator, from), lanes.getWatermark(operator, position)];
    const x = placeWatermark(layout, watermark);
    const isStart = watermark === -Infinity;
    const [words, pillX, pill] = layOutPill(labels, layout, watermark);
    const name = `wall ${operator}`;
    const isLit = lit.things.has(operator) || lit.things.has(lookup.findTask(operator));
    const past = `<rect x="${left}" y="${y0}" width="${Math.max(0, x - left)}" height="${y1 - y0}" fill="url(#${hatch}-lanes)" data-m="past ${name}"${during}/>`;
    const wall = `<rect x="${x - WALL_WIDTH}" y="${y0 - 6}" width="${WALL_WIDTH}" height="${y1 - y0 + 8}" rx="2" class="wall${isLit ? " lit" : ""}" data-m="${name}"${during}/>`;
    // the arrows at its face are visible only while it moves
    const arrows = `<svg x="${x + 3}" y="${(y0 + y1) / 2}" overflow="visible" opacity="0" data-m="push ${name}"${before < watermark ? ` data-via="0.3 opacity=1;0.8 opacity=1"` : ""}${during}><path d="M0 -9l8 9l-8 9M8 -9l8 9l-8 9" class="pushArrows"/></svg>`;
    // until the wall has arrived, the pill has the old time, and the new one if it has room
    const [onlyWas, wasX, wasPill] = layOutPill(labels, layout, before);
    const way = Number.isFinite(before) && Number.isFinite(watermark) ? `${labels.time(BigInt(before))} → ${labels.shortTime(BigInt(watermark))}` : "";
    const wasWords = way && measureText(way, "strong") <= Math.min(pill, wasPill) - 12 ? way : onlyWas;
    const was = before < watermark ? `<text x="${pillX + 8}" y="${y0 - WALL_ROW + 18}" opacity="0" aria-hidden="true" class="strong${before === -Infinity ? "" : " onWatermark"}" data-m="was ${name} ${from}" data-from="x=${wasX + 8} opacity=1" data-via="${ARRIVED} opacity=1"${during}>${esc(wasWords)}</text>` : "";
    const flag = number > 0 && y0 > top ? "" :
      `<g><rect x="${pillX}" y="${y0 - WALL_ROW + 4}" width="${pill}" height="20" rx="6" class="wallFlag${isStart ? " none" : ""}" data-m="pill ${name}"${during}/>` +
      `<text x="${pillX + 8}" y="${y0 - WALL_ROW + 18}" opacity="1" class="strong${isStart ? "" : " onWatermark"}" data-m="words ${name} ${watermark}"${before < watermark ? ` data-from="x=${wasX + 8} opacity=0" data-via="${ARRIVED} opacity=0"` : ""}${during}>${esc(words)}</text>${was}</g>`;
    return past + wall + (isStart ? "" : arrows) + flag;
  }).join("");
}

/** Draw the key, the track, the panes and the results of a lane. */
function drawLane(scene: LaneScene, layout: Layout, lane: Lane, y: number, from: number, position: number): [lane: string, results: string] {
  const { lanes, labels } = scene;
  const { left, right, laneHeight, place } = layout;
  const key = lanes.data.keys[lane.key]!;
  const colour = getColour(formatValue(key), lane.key);
  const middle = y + laneHeight / 2;
  const name = left < 100 ? drawName(4, middle + 16, formatValue(key), left - 8, "t1") : drawName(26, middle + 5, formatValue(key), left - 36, "t1");
  const head = `<g data-about="${esc(`key:${key}`)}"><circle cx="14" cy="${left < 100 ? middle - 8 : middle}" r="7" class="k${colour}"/>${name}</g>`;
  const track = line(left, y, right + TRAY, y, "laneEdge") + `<path d="M${left} ${y + TRACK_HEIGHT / 2}H${right}" class="track"/><path d="M${right - 1} ${y + TRACK_HEIGHT / 2 - 5}l-7 5l7 5" class="trackEnd"><title>${t("Records come in here.")}</title></path>`;
  const shown = lanes.getPanes(lane, position);
  const rows = stackPanes(shown, layout);
  const panes = shown.map((pane, number) => drawPane(scene, layout, lane, pane, getBox(layout, y, rows, number, pane), placeWatermark(layout, lanes.getWatermark(lane.operator, position)), from, position));
  const fired = lane.firings.filter(({ firing }) => firing.index < position).reverse();
  const hasLate = lane.late.some(({ index }) => index < position);
  const room = Math.floor((laneHeight - 6 - (hasLate ? 2 * RADIUS + 8 : 0)) / (CHIP_HEIGHT + 4));
  const width = scene.width - right - TRAY - 4;
  const chips = fired.slice(0, room).map(({ firing, pane }, number) => {
    const chipY = y + 6 + number * (CHIP_HEIGHT + 4);
    const result = scene.results.all.find((one) => one.key === key && one.window === pane.window && one.index > firing.index && one.index < position && one.kind === firing.kind);
    // a narrow tray has room for the last part of a tuple only
    const last = result ? `= ${labels.value(parts(result.value)?.at(-1) ?? result.value)}` : "";
    const shortest = [`${formatValue(key)} ${last}`, last].find((one) => measureText(one, "t2") <= width - 14) ?? last;
    const words = result ? (width < 100 ? shortest : labels.value(result.value)) : firing.count === 1 ? t("result of 1 record") : t("result of {0} records", firing.count);
    const isFresh = firing.index >= from;
    const start = `data-from="x=${(place(pane.start) + place(pane.end)) / 2 - 20} y=${y + laneHeight / 2 - CHIP_HEIGHT / 2}${isFresh ? " opacity=0" : ""}"`;
    return (
      `<svg x="${right + TRAY}" y="${chipY}" overflow="visible" data-m="chip ${firing.index}" ${start}${isFresh ? ` opacity="1" data-via="0.05 opacity=1" data-during="${RESULT_PART}"` : ""}>` +
      `<g><title>${esc(`${labels.window(pane.window)}: ${words}`)}</title>${rect(0, 0, width, CHIP_HEIGHT, `chip${isFresh ? " fresh" : ""}`, 6)}${text(8, 16, fitText(words, width - 14, "t2"), "t2")}</g></svg>`
    );
  });
  return [head + track + panes.join(""), chips.join("")];
}

interface PaneBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Place overlapping panes below one another. */
function stackPanes(panes: readonly ShownPane[], { place }: Layout): number[] {
  const ends: number[] = [];
  return panes.map(({ pane }) => {
    const free = ends.findIndex((end) => end <= place(pane.start) + 1);
    const row = free < 0 ? ends.length : free;
    ends[row] = place(pane.end);
    return row;
  });
}

function getBox({ place, laneHeight }: Layout, y: number, rows: readonly number[], number: number, { pane }: ShownPane): PaneBox {
  const height = (laneHeight - TRACK_HEIGHT - 8) / (Math.max(0, ...rows) + 1);
  const [x0, x1] = [place(pane.start) + 1.5, place(pane.end) - 1.5];
  return { x: x0, y: y + TRACK_HEIGHT + rows[number]! * height, width: Math.max(3, x1 - x0), height: height - 4 };
}

function drawPane(scene: LaneScene, layout: Layout, lane: Lane, { pane, id, state, count }: ShownPane, box: PaneBox, wallX: number, from: number, position: number): string {
  const { lanes, labels, followed, lit, canAsk } = scene;
  const { x, y, width, height } = box;
  const fired = pane.firings.findLast(({ index }) => index < position);
  const isFresh = fired !== undefined && fired.index >= from;
  const key = lanes.data.keys[pane.key]!;
  const lateness = lanes.data.lateness.get(lane.operator) ?? 0;
  const parts = lanes.getParts(pane);
  const font = isFresh ? "strong" : "t3";
  const wallLeft = wallX - WALL_WIDTH;
  const isBehindWall = wallLeft > x + width / 2 && wallLeft < x + width; // the words end before it
  const room = isBehindWall ? wallLeft - x : width;
  const ownWords = getPaneWords(scene, state, count, fired?.count ?? 0, isFresh, pane.end - 1 + lateness, room);
  const joinedWords = parts.length > 0 && ownWords !== "" ? `${ownWords}, ${t("joined from {0} sessions", parts.length)}` : "";
  const words = joinedWords !== "" && measureText(joinedWords, font) <= room - 12 ? joinedWords : ownWords;
  const isShut = state !== "open" || (fired !== undefined && fired.kind === "on time");
  const during = isFresh ? ` data-during="${LID_PART}"` : "";
  const lid = `<rect x="${x}" y="${y - 2}" width="${isShut ? width : 0}" height="5" class="laneLid" data-m="lid ${id}"${during}/>`;
  const joined = parts.map((part) => {
    const [x0, x1] = [layout.place(part.start) + 4, layout.place(part.end) - 4];
    const inset = part === parts.at(-1) && pane.joinedBy ? 12 : 5; // the joining one overlaps the others
    return `<rect x="${x0}" y="${y + inset}" width="${Math.max(2, x1 - x0)}" height="${Math.max(2, height - 2 * inset)}" rx="5" class="sessionPart" data-m="${part.id === id ? "part" : "box"} ${part.id}"/>`;
  });
  const about = `pane:[${JSON.stringify(pane.operator)},${key},${pane.window}]`;
  const title = `${formatValue(key)} ${labels.window(pane.window)}: ${getPaneWords(scene, state, count, fired?.count ?? 0, isFresh, pane.end - 1 + lateness, Infinity)}${parts.length > 0 ? `, ${t("joined from {0} sessions", parts.length)}` : ""}`;
  const focus = canAsk ? ` tabindex="0" role="button" aria-label="${esc(title)}"` : "";
  const wordsX = wallX > x && wallLeft < x + 7 + measureText(words, font) ? wallX + 5 : x + 7; // not behind the wall
  const label = words === "" || height < 2 * RADIUS + 24 || (wordsX > x + 7 && wordsX + measureText(words, font) > x + width) ? "" : text(wordsX, y + height - 7, words, "t3 paneWords");
  return (
    `<g class="lanePane ${state}${isFresh ? " fresh" : ""}${followed && !followed.hasPane(pane) ? " away" : ""}${lit.panes.has(pane) ? " lit" : ""}" data-about="${esc(about)}"${focus}><title>${esc(title)}</title>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" class="laneBox" data-m="box ${id}"/>${joined.join("")}${lid}${label}</g>`
  );
}

function getPaneWords({ labels }: LaneScene, state: ShownPane["state"], count: number, fired: number, isFresh: boolean, cleanup: number, width: number): string {
  const records = count === 1 ? t("1 record") : t("{0} records", count);
  const all = isFresh ? [t("fires with {0}", fired), t("fires")]
    : state === "kept" ? [t("fired; kept until {0}", labels.shortTime(BigInt(cleanup))), t("fired; kept")]
      : state === "closed" ? [fired > 0 ? t("closed, fired with {0}", fired) : t("closed"), t("closed")] : [records, ...(count > 9 ? [`× ${count}`] : [])];
  return all.find((one) => width === Infinity || measureText(one, isFresh ? "strong" : "t3") <= width - 12) ?? "";
}

// --- records ---------------------------------------------------------------------------------------

/** Draw the records of a lane: on their way, in panes, and late. */
function drawRecords(scene: LaneScene, layout: Layout, lane: Lane, y: number, from: number, position: number): string {
  const { lanes } = scene;
  const { right, place } = layout;
  const track = y + TRACK_HEIGHT / 2;
  const colour = getColour(formatValue(lanes.data.keys[lane.key]!), lane.key);
  const shown = lanes.getPanes(lane, position);
  const rows = stackPanes(shown, layout);
  const entering = lane.arrivals.filter(({ index }) => index >= from && index < position);
  const entry = new Map(entering.map(({ dot }, number) => [dot, right + 14 + number * 24]));
  const drawn: string[] = [];
  const coming = lane.arrivals.filter(({ dot, index }) => dot.index < position && index >= position).slice(0, 3);
  coming.forEach(({ dot }, number) => drawn.push(drawRecord(scene, dot, colour, `r${dot.index}`, right - 14 - number * 24, track, `data-from="x=${right + 14} y=${track}"`)));
  const boxes = shown.map((pane, number) => getBox(layout, y, rows, number, pane));
  const spots = shown.map(({ records }, number) => placeRecords(records, boxes[number]!, layout));
  const places = spots.flat();
  shown.forEach((pane, number) => {
    const box = boxes[number]!;
    pane.records.forEach((dot, n) => {
      const [x, at] = spots[number]![n]!;
      const after = places.slice(places.indexOf(spots[number]![n]!) + 1);
      const isCovered = after.some(([otherX, otherY]) => Math.abs(otherY - at) < RADIUS && Math.abs(otherX - x) < 1.7 * RADIUS);
      const start = entry.get(dot);
      const way = start === undefined ? "" : `data-from="x=${start} y=${track}" data-via="0.6 x=${place(dot.time)} y=${track}"`;
      const name = start !== undefined && entering.length === 1 ? getRecordLabel(scene, dot) : "";
      drawn.push(drawRecord(scene, dot, colour, lanes.getRecordId(dot, pane.pane), x, at, way, isCovered ? ' data-covered=""' : "", name));
    });
    for (const { index } of pane.pane.firings.filter((one) => one.index >= from && one.index < position)) {
      // copies of the records gather at the lid and become the result
      const fired = lanes.getRecords(pane.pane, index);
      const before = placeRecords(fired, box, layout);
      fired.forEach((dot, n) => {
        const [x, at] = before[n]!;
        const [toX, toY] = [box.x + box.width / 2, box.y + box.height / 2];
        if (pane.state === "closed") drawn.push(`<circle cx="${x}" cy="${at}" r="${RADIUS}" class="k${colour}" opacity="0.22" data-m="trace ${dot.index}-${index}" data-from="opacity=0" data-during="${GATHER_PART}"/>`);
        drawn.push(drawRecord(scene, dot, colour, `g${dot.index}-${index}`, toX, toY, `data-from="x=${x} y=${at} opacity=1" data-via="0.95 x=${toX} y=${toY} opacity=1" data-during="${GATHER_PART}"`, ` opacity="0"`));
      });
    }
  });
  const late = lane.late.filter(({ index }) => index < position);
  late.slice(-4).forEach((one, number) => drawn.push(drawLate(scene, layout, one, y, number, one.index >= from, colour)));
  const last = late.at(-1);
  if (last) {
    const x = right + 30 + (Math.min(4, late.length) - 1) * 23;
    const words = t("too late");
    if (x + measureText(words, "t3") < scene.width) drawn.push(text(x, y + layout.laneHeight - RADIUS, words, "t3").replace("<text", `<text opacity="1" data-m="tooLate ${lane.key}" data-from="opacity=0" data-during="0.9 0.97"`));
  }
  if (last && last.index >= from) drawn.push(drawLateness(scene, layout, last, y));
  return drawn.join("");
}

/** Place records in a pane at their event times; those at the same place above one another. */
function placeRecords(records: readonly RecordDot[], box: PaneBox, { place }: Layout): [number, number][] {
  const levels = Math.max(1, Math.floor((box.height - 24) / (2 * RADIUS + 2)));
  const placed: [number, number][] = [];
  for (const { time } of records) {
    const x = clamp(place(time), box.x + RADIUS + 1, Math.max(box.x + RADIUS + 1, box.x + box.width - RADIUS - 1));
    const taken = new Set(placed.filter(([other]) => Math.abs(other - x) < 2 * RADIUS).map(([, level]) => level));
    let level = 0;
    while (taken.has(level) && level < levels - 1) level++;
    placed.push([x, level]);
  }
  const bottom = box.y + Math.max(RADIUS + 5, box.height - 24 - RADIUS);
  return placed.map(([x, level]) => [x, bottom - level * (2 * RADIUS + 2)]);
}

/** Draw a record with its number, in the order in which the run reads records. It moves as one element. */
function drawRecord(scene: LaneScene, dot: RecordDot, colour: number, id: string, x: number, y: number, way: string, attributes = "", name = ""): string {
  const { followed, lanes, lit } = scene;
  const title = getRecordTitle(scene, dot);
  const number = lanes.data.dots.indexOf(dot) + 1;
  const classes = `token k${colour}${followed && !followed.hasDot(dot) ? " away" : ""}${lit.dots.has(dot) ? " lit" : ""}`;
  const label = name === "" ? "" : `<svg overflow="visible" opacity="0" data-m="name ${id}" data-from="opacity=1" data-via="0.85 opacity=1"><text x="14" y="5" class="tokenName">${esc(name)}</text></svg>`;
  return (
    `<svg x="${x}" y="${y}" overflow="visible" class="${classes}" data-m="${id}" ${way}${attributes} data-about="record:${dot.index}"><title>${esc(title)}</title>` +
    `<circle r="${RADIUS}"/>${number < MAX_NUMBER ? `<text y="4.5" text-anchor="middle">${number}</text>` : ""}${label}</svg>`
  );
}

const getRecordLabel = ({ lanes, labels }: LaneScene, dot: RecordDot): string => {
  const event = dot.source < 0 ? null : lanes.trace.event(dot.index);
  return fitText(event?.type === "SourceRecordRead" ? labels.value(event.value) : getEventTime(labels, dot), 170, "strong");
};

const getRecordTitle = (scene: LaneScene, dot: RecordDot): string =>
  `${t("record")} ${getRecordLabel(scene, dot)} · ${t("event time")} ${getEventTime(scene.labels, dot)}`;

/** A record without an event time has MIN. */
const getEventTime = (labels: Labels, { time }: RecordDot): string => labels.shortTime(Number.isNaN(time) ? MIN_TIMESTAMP : BigInt(time));

/** Draw a late record in the tray. It slides to its event time, falls on the shut pane and bounces off. */
function drawLate(scene: LaneScene, layout: Layout, late: LateRecord, y: number, number: number, isFresh: boolean, colour: number): string {
  const { right, place, laneHeight } = layout;
  const track = y + TRACK_HEIGHT / 2;
  const lid = y + TRACK_HEIGHT - RADIUS;
  const x = place(late.time);
  const at = [right + 14 + number * 23, y + laneHeight - RADIUS - 5] as const;
  const way = `data-from="x=${right + 14} y=${track}" data-via="0.35 x=${x} y=${track};0.45 x=${x} y=${lid};0.56 x=${Math.min(right, x + 34)} y=${y + 2};0.78 x=${Math.max(x, right - 24)} y=${track};0.94 x=${right + 4} y=${at[1]}"`;
  return drawRecord(scene, late.dot, colour, `late${late.index}`, at[0], at[1], isFresh ? way : "").replace('class="token', 'class="token isLate');
}

/** Draw how late a record was, along event time: from the time at which its window closed to the watermark. */
function drawLateness({ lanes, labels }: LaneScene, layout: Layout, late: LateRecord, y: number): string {
  const { lagMs } = explainLateness(lanes.trace, lanes.data, late);
  if (lagMs <= 0) return "";
  const [x0, x1] = [layout.place(late.watermark - lagMs), layout.place(late.watermark)];
  const middle = y + TRACK_HEIGHT / 2;
  const all = [t("{0}: {1} too late", labels.value(lanes.data.keys[late.key]!), formatDuration(lagMs)), t("{0} late", formatDuration(lagMs))];
  const places = all.flatMap((words) => [[words, x1 + 8, layout.right - measureText(words, "strong") - 14], [words, x0 - measureText(words, "strong") - 8, x0]] as const);
  const beside = places.find(([, at, end]) => at >= layout.left && at <= end);
  const words = beside?.[0] ?? all[1]!;
  const width = measureText(words, "strong");
  const x = beside?.[1] ?? clamp((x0 + x1 - width) / 2, layout.left, Math.max(layout.left, layout.right - width - 14));
  const shaft = beside ? `M${x1} ${middle}H${x0}` : `M${x1} ${middle}H${Math.min(x1, x + width + 5)}M${Math.max(x0, x - 5)} ${middle}H${x0}`; // words on the arrow interrupt it
  const arrow = `<path d="M${x0} ${middle - 6}v12M${x1} ${middle - 6}v12${shaft}m7 -4l-7 4l7 4" class="lateArrow"/>`;
  return `<svg overflow="visible" opacity="1" data-m="lateness ${late.index}" data-from="opacity=0" data-during="0.85 1">${arrow}<text x="${x}" y="${middle + 5}" class="strong lateWords">${esc(words)}</text></svg>`;
}

function getColour(name: string, number: number): number {
  return NAMED_COLOURS[name.toLowerCase()] ?? number % COLOURS;
}

function describeLanes({ lanes, labels }: LaneScene, layout: Layout, position: number): string {
  const words = layout.lanes.flatMap((lane) => [
    `${formatValue(lanes.data.keys[lane.key]!)}:`,
    ...lanes.getPanes(lane, position).map(({ pane, state, count }) => `${labels.window(pane.window)} ${state === "open" ? count : t(state)}`),
  ]);
  return t("One lane per key along event time: {0}", words.join(" "));
}
