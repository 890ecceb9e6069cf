/** Plot of the whole run: a track per task with its steps and its time, queues, credit and rates of the channels. */

import type { Frame } from "../stepper/frame";
import { renderHatchPattern } from "./task_load";
import type { ChannelSeries, RunSeries } from "./run_series";
import { OTHER, SLICE_NAMES } from "./task_tracks";
import type { Track } from "./task_tracks";
import { findLastWithin } from "./time_series";
import type { Condition, Conditions, Series } from "./time_series";
import { describeValue } from "../stepper/program_lines";
import { describeEvent } from "../trace/event_descriptions";
import type { PlanVertex } from "../trace/trace.gen";
import { clamp, esc, fitText, line, drawName, renderSvg, rect, text, measureText } from "../ui/svg";
import { t } from "../i18n/strings";

const LEGEND_WIDTH = 178;
const GAP = 15;
const AXIS_HEIGHT = 22;
const MAX_CHANNELS = 6;

/** Horizontal scale of the plot: milliseconds of virtual time since the start, or steps as wide as their events. */
export interface TimeScale {
  left: number;
  width: number;
  unit: "time" | "steps";
  from: number;
  to: number;
}

/** The visible part of the run. */
export type PlotWindow = Pick<TimeScale, "unit" | "from" | "to">;

export interface Plot {
  markup: string;
  height: number;
  scale: TimeScale;
}

/** Below this width the legend goes below the plot. */
const NARROW_WIDTH = 560;

/** Draw a part of the run with lanes of height `laneHeight`. All subtasks of a vertex in `heatmaps` share one row. */
export function drawPlot(
  frame: Frame, window: PlotWindow, tracks: readonly TrackRow[], width: number, laneHeight: number, hatch: string, heatmaps: ReadonlyMap<string, PlanVertex>,
): Plot {
  const run = frame.series!;
  const rows: { name: string; tasks: string[] }[] = [...createRows(frame, heatmaps), ...tracks.map(({ name }) => ({ name, tasks: [] }))];
  const narrow = width < NARROW_WIDTH;
  const room = narrow ? 112 : 260;
  const left = Math.ceil(Math.max(74, ...rows.map(({ name }) => Math.min(room, measureText(name, "strong"))))) + 12;
  const scale = { left, width: Math.max(120, width - left - (narrow ? 8 : LEGEND_WIDTH)), ...window };
  const [slice, bar] = rows.length <= 6 ? [15, 6] : [10, 4];
  const shown = rows.map(({ name, tasks }): TrackRow => tracks.find((one) => one.name === name) ?? { name, tracks: tasks.flatMap((task) => frame.tracks!.tracks.get(task) ?? []) });
  const [legend, legendHeight] = drawSliceLegend(shown, run, narrow ? 0 : left, width);
  let y = legendHeight + 5;
  let drawn = renderHatchPattern(hatch) + legend;
  rows.forEach(({ name, tasks }, number) => {
    const isShown = tasks.includes(frame.task) && tasks.length === 1;
    const label = drawName(left - 8, y + slice - 3, name, room, isShown ? "strong" : "t3", "end");
    drawn += tasks.length === 1 ? `<g data-task="${esc(tasks[0]!)}" class="trackName">${label}</g>` : label;
    drawn += drawSlices(frame, shown[number]!, scale, y, slice);
    if (tasks.length > 0) drawn += drawConditions(run, tasks, scale, y + slice, bar, hatch);
    y += slice + bar + 3;
  });
  y += GAP - 3;
  const channels = selectChannels(frame, run);
  drawn += drawLane(channels.map(([one, tone]) => ({ tone, sender: one.queued, receiver: one.plan.local ? undefined : one.received })), t("buffers queued"), scale, y, laneHeight);
  const legendTop = narrow ? y + laneHeight : channels.length > 3 ? legendHeight : y;
  drawn += drawLegend(frame, channels, narrow ? 0 : width - LEGEND_WIDTH + 14, legendTop, narrow ? width : LEGEND_WIDTH - 14);
  const isMore = channels.length < frame.lookup.getInputs(frame.task).length + frame.lookup.getOutputs(frame.task).length;
  const legendEnd = legendTop + 12 + 19 * channels.length + (isMore ? 24 : 6) + 19;
  y += laneHeight + GAP + (narrow ? 19 * (channels.length + 2) + 12 : 0);
  const credited = channels.filter(([one]) => one.plan.initial_credit > 0);
  if (credited.length > 0) {
    drawn += drawLane(credited.map(([one, tone]) => ({ tone, sender: one.credit })), t("credit"), scale, y, laneHeight);
    y += laneHeight + GAP;
  }
  if (window.unit === "time") {
    drawn += drawRates(channels, scale, y, laneHeight);
    y += laneHeight;
  } else y -= GAP;
  drawn += drawAxis(frame, scale, y, !narrow);
  if (!narrow) y = Math.max(y, legendEnd + 6 - AXIS_HEIGHT); // the legend is beside the lanes
  const label = t("The whole run over {0} ms of virtual time: {1} tasks; channels of {2}", run.end, frame.lookup.subtasks.size, frame.labels.name(frame.task));
  return { markup: renderSvg(width, y + AXIS_HEIGHT, label, drawn, "group"), height: y + AXIS_HEIGHT, scale };
}

/** Create a row per task. A vertex with many subtasks has one row for all, and one for the selected subtask. */
function createRows({ lookup, labels, task }: Frame, heatmaps: ReadonlyMap<string, PlanVertex>): { name: string; tasks: string[] }[] {
  const rows: { name: string; tasks: string[] }[] = [];
  for (const vertex of lookup.vertices.values()) {
    const tasks = Array.from({ length: vertex.parallelism }, (_, index) => `${vertex.id}/${index}`);
    if (heatmaps.has(vertex.id)) rows.push({ name: `${vertex.operators[0]!.name.replace(/^Source: /, "")} ×${tasks.length}`, tasks });
    for (const one of tasks) if (!heatmaps.has(vertex.id) || one === task) rows.push({ name: labels.name(one), tasks: [one] });
  }
  return rows;
}

/** Select the channels of the selected task, each with the number of its line style. */
function selectChannels(frame: Frame, run: RunSeries): [ChannelSeries, number][] {
  const all = [...frame.lookup.getInputs(frame.task), ...frame.lookup.getOutputs(frame.task)];
  return all.slice(0, MAX_CHANNELS).map(({ id }, number) => [run.channels.get(id)!, number]);
}

function drawLegend(frame: Frame, channels: [ChannelSeries, number][], x: number, top: number, room: number): string {
  let drawn = "";
  channels.forEach(([channel, tone], number) => {
    const { plan } = channel;
    const into = plan.target === frame.task;
    const name = into
      ? `${t("ch {0} from", plan.index)} ${frame.labels.name(plan.source)}`
      : t("to {0}", frame.labels.name(plan.target));
    const y = top + 12 + 19 * number;
    drawn += line(x, y - 4, x + 20, y - 4, `curve tone${tone}`) + drawName(x + 26, y, name, room - 32, "t3");
  });
  const more = frame.lookup.getInputs(frame.task).length + frame.lookup.getOutputs(frame.task).length - channels.length;
  const y = top + 12 + 19 * channels.length;
  if (more > 0) drawn += text(x, y, t("and {0} more", more), "t3");
  const legend = y + (more > 0 ? 24 : 6);
  drawn += line(x, legend - 4, x + 20, legend - 4, "curve plain") + text(x + 26, legend, t("at the sender"), "t3");
  return drawn + line(x, legend + 15, x + 20, legend + 15, "curve plain receiver") + text(x + 26, legend + 19, t("at the receiver"), "t3");
}

// --- tracks --------------------------------------------------------------------------------------

/** A row of slices. */
export interface TrackRow {
  name: string;
  tracks: readonly Track[];
}

/** Draw the legend of the slices and of the bars below them. Return it with its height. */
function drawSliceLegend(rows: readonly TrackRow[], run: RunSeries, left: number, width: number): [drawn: string, height: number] {
  const used = SLICE_NAMES.filter((_, lane) => rows.some(({ tracks }) => tracks.some(({ lanes }) => lanes.includes(lane))));
  const conditions = [...run.tasks.values()].map(({ conditions: one }) => one.changes.values);
  const spent = ([["busy", "busy"], ["idle", "idle"], ["backpressured", "soft hard"]] as const).filter(([, own]) => conditions.some((values) => values.some((value) => value && own.includes(value))));
  let [x, y, drawn] = [left, 11, ""];
  for (const [name, tone] of [...used.map((one) => [one, `slice of-${one}`] as const), ...spent.map(([one]) => [one, `load ${one}`] as const)]) {
    const words = t(name);
    const wide = measureText(words, "t3") + 30;
    if (x > left && x + wide > width) [x, y] = [left, y + 18];
    drawn += rect(x, y - 9, 11, 11, tone, 2) + text(x + 16, y, words, "t3");
    x += wide;
  }
  return [drawn, y + 5];
}

/** Wider slices have their name; narrower ones share a pixel, which shows the most important of them. */
const MIN_SLICE = 3;
const MIN_NAMED_SLICE = 44;

/** Draw what the tasks of a row did in each step. */
function drawSlices(frame: Frame, { name, tracks }: TrackRow, scale: TimeScale, y: number, height: number): string {
  const pixels = new Uint8Array(Math.ceil(scale.width)).fill(OTHER + 1);
  let wide = "";
  for (const track of tracks) {
    const [starts, ends] = scale.unit === "time" ? [track.times, track.times] : [track.starts, track.ends];
    for (let index = findLastWithin(ends, scale.from - 0.5) + 1; index < starts.length && starts[index]! <= scale.to; index++) {
      const x = Math.max(0, getX(scale, starts[index]!) - scale.left);
      const end = Math.min(scale.width, getX(scale, ends[index]!) - scale.left);
      const lane = track.lanes[index]!;
      if (end - x >= MIN_SLICE) wide += drawWideSlice(frame, lane, track.events[index]!, scale.left + x, y, end - x, height);
      else if (x < scale.width && lane < pixels[Math.floor(x)]!) pixels[Math.floor(x)] = lane;
    }
  }
  const paths = Array.from({ length: OTHER + 1 }, () => "");
  for (let x = 0, end = 0; x < pixels.length; x = end) {
    for (end = x + 1; end < pixels.length && pixels[end] === pixels[x]; end++);
    if (pixels[x]! <= OTHER) paths[pixels[x]!] += `M${scale.left + x} ${y}h${Math.max(end - x, 1.6)}v${height - 1}h${-Math.max(end - x, 1.6)}z`;
  }
  const narrow = paths.map((d, lane) => (d ? `<path d="${d}" class="slice of-${SLICE_NAMES[lane] ?? "other"}"/>` : "")).reverse();
  return `<g data-track="${esc(name)}">${rect(scale.left, y, scale.width, height, "plotGround", 0)}${narrow.join("")}${wide}</g>`;
}

function drawWideSlice(frame: Frame, lane: number, index: number, x: number, y: number, width: number, height: number): string {
  const event = frame.trace.event(index);
  const box = rect(x + 0.5, y + 0.5, width - 1, height - 1, `slice wide of-${SLICE_NAMES[lane] ?? "other"}`, 2, describeEvent(event, frame.labels));
  if (width < MIN_NAMED_SLICE || height < 14) return box;
  const words = describeValue(event, frame.labels);
  return words ? `<g>${box}${text(x + 5, y + height - 3.5, fitText(words, width - 8, "t3"), "t3 onSlice")}</g>` : box;
}

// --- lanes ---------------------------------------------------------------------------------------

interface LaneCurve {
  tone: number;
  sender: Series;
  receiver?: Series | undefined;
}

function drawLane(curves: LaneCurve[], name: string, scale: TimeScale, top: number, laneHeight: number): string {
  const all = curves.flatMap(({ sender, receiver }) => (receiver ? [sender, receiver] : [sender]));
  const max = Math.max(1, ...all.map(findGreatest));
  let drawn = drawLaneBackground(name, max, scale, top, laneHeight);
  for (const { tone, sender, receiver } of curves) {
    if (receiver) drawn += `<path d="${createStepPath(receiver, max, scale, top, laneHeight)}" class="curve receiver tone${tone}"/>`;
    drawn += `<path d="${createStepPath(sender, max, scale, top, laneHeight)}" class="curve tone${tone}"/>`;
  }
  return drawn;
}

function findGreatest(series: Series): number {
  let max = series.initial;
  for (const value of series.values) if (value > max) max = value;
  return max;
}

function drawLaneBackground(name: string, max: number, scale: TimeScale, top: number, laneHeight: number): string {
  const { left, width } = scale;
  const label = max >= 1000 ? Math.round(max).toLocaleString("en").replaceAll(",", "\u202f") : String(Math.round(max));
  return (
    rect(left, top, width, laneHeight, "plotGround", 4) +
    text(left - 8, top + laneHeight / 2 + 4, name, "t3", "end") +
    text(left - 8, top + 9, label, "t3 head", "end") +
    text(left - 8, top + laneHeight, "0", "t3 head", "end")
  );
}

/** Create a step path with at most two points per pixel: the minimum and the maximum. */
function createStepPath(series: Series, max: number, scale: TimeScale, top: number, laneHeight: number): string {
  const y = (value: number): number => Math.round(10 * (top + laneHeight - 2 - ((laneHeight - 5) * value) / max)) / 10;
  const places = scale.unit === "time" ? series.times : series.positions;
  const first = findLastWithin(places, scale.from);
  let last = first < 0 ? series.initial : series.values[first]!;
  let path = `M${scale.left} ${y(last)}`;
  let pixel = -1;
  let [low, high] = [0, 0];
  const closePixel = (): void => {
    if (pixel < 0) return;
    path += `H${scale.left + pixel}V${y(low)}`;
    if (high !== low) path += `V${y(high)}`;
    if (last !== high) path += `V${y(last)}`;
  };
  for (let index = first + 1; index < places.length && places[index]! <= scale.to; index++) {
    const at = Math.round(getX(scale, places[index]!) - scale.left);
    const value = series.values[index]!;
    if (at !== pixel) {
      closePixel();
      pixel = at;
      low = high = last;
    }
    low = Math.min(low, value);
    high = Math.max(high, value);
    last = value;
  }
  closePixel();
  return `${path}H${scale.left + scale.width}`;
}

/** Draw the elements read per second, in as many time slices as can be distinguished. */
function drawRates(channels: [ChannelSeries, number][], scale: TimeScale, top: number, laneHeight: number): string {
  const slices = Math.max(1, Math.min(80, Math.floor(scale.width / 9), Math.floor(scale.to - scale.from)));
  const span = (scale.to - scale.from) / slices;
  const rates = channels.map(([channel]) => {
    const totals = Array.from({ length: slices + 1 }, (_, n) => channel.read.atTime(Math.floor(scale.from + n * span)));
    // counts restart from zero after a restart
    return totals.slice(1).map((total, n) => (1000 * Math.max(0, total - totals[n]!)) / span);
  });
  const max = Math.max(1, ...rates.flat());
  let drawn = drawLaneBackground(t("elements/s"), max, scale, top, laneHeight);
  rates.forEach((values, number) => {
    const points = values.map((value, n) => {
      const x = scale.left + ((n + 0.5) / slices) * scale.width;
      return `${Math.round(10 * x) / 10} ${Math.round(10 * (top + laneHeight - 2 - ((laneHeight - 5) * value) / max)) / 10}`;
    });
    drawn += `<path d="M${points.join("L")}" class="curve tone${channels[number]![1]}"/>`;
  });
  return drawn;
}

/** Draw how the tasks spent their time in each slice of the axis, as stacked bars. */
function drawConditions(run: RunSeries, tasks: readonly string[], scale: TimeScale, y: number, height: number, hatch: string): string {
  const all = tasks.map((task) => run.tasks.get(task)!.conditions);
  const span = scale.to - scale.from;
  const slices = Math.max(1, Math.min(Math.floor(scale.width / 3), Math.ceil(span)));
  const paths = { busy: "", idle: "", backpressured: "" };
  type Shares = Record<keyof typeof paths, number>;
  const share = (getOne: (one: Conditions, condition: Condition) => number): Shares => {
    const add = (condition: Condition): number => all.reduce((sum, one) => sum + getOne(one, condition), 0) / all.length;
    return { busy: add("busy"), idle: add("idle"), backpressured: add("soft") + add("hard") };
  };
  const getSpent = (slice: number): Shares => share((one, condition) => one.getTimeSpentBy(scale.from + (slice / slices) * span, condition));
  const getNow = (slice: number): Shares => share((one, condition) => Number(one.changes.at(Math.round(scale.from + ((slice + 0.5) / slices) * span)) === condition));
  const sliceWidth = scale.width / slices;
  let before = scale.unit === "time" ? getSpent(0) : null;
  for (let slice = 0; slice < slices; slice++) {
    const after = before ? getSpent(slice + 1) : getNow(slice);
    const x = Math.round(100 * (scale.left + slice * sliceWidth)) / 100;
    let at = y + height;
    for (const part of ["backpressured", "busy", "idle"] as const) {
      const partHeight = (before ? (after[part] - before[part]) / (span / slices) : after[part]) * height;
      if (partHeight < 0.05) continue;
      at -= partHeight;
      paths[part] += `M${x} ${at.toFixed(1)}h${sliceWidth.toFixed(2)}v${partHeight.toFixed(1)}h${(-sliceWidth).toFixed(2)}z`;
    }
    if (before) before = after;
  }
  const ground = rect(scale.left, y, scale.width, height, "plotGround", 0);
  const drawn = Object.entries(paths).map(([part, d]) => (d ? `<path d="${d}" class="load ${part}"/>` : ""));
  const stripes = paths.backpressured ? `<path d="${paths.backpressured}" fill="url(#${hatch})"/>` : "";
  return `<g data-conditions="${esc(tasks.join(" "))}">${ground}${drawn.join("")}${stripes}</g>`;
}

function drawAxis(frame: Frame, scale: TimeScale, y: number, hasLabel: boolean): string {
  const isTime = scale.unit === "time";
  const start = isTime ? Number(frame.series!.start) : 0;
  const [low, high] = isTime ? [scale.from, scale.to] : [scale.from, scale.to - 1].map((position) => frame.trace.getStep(Math.floor(position)));
  const step = isTime ? chooseTick(((high! - low!) * 90) / scale.width) : chooseStepTick(((high! - low!) * 90) / scale.width);
  let drawn = "";
  let free = -Infinity;
  for (let tick = Math.ceil((start + low!) / step) * step; tick <= start + high!; tick += step) {
    const value = isTime ? tick - start : frame.trace.eventRange(tick)[0];
    const x = getX(scale, value);
    if (x < scale.left) continue;
    drawn += line(x, y, x, y + 4, "tick");
    const words = isTime ? frame.labels.shortTime(BigInt(tick)) : t("step {0}", tick);
    const half = measureText(words, "t3") / 2;
    const at = Math.min(x, scale.left + scale.width + 8 - half);
    if (at - half > free) {
      drawn += text(at, y + 17, words, "t3", "middle");
      free = at + half + 6;
    }
  }
  return drawn + (hasLabel && isTime ? text(scale.left + scale.width + 46, y + 17, t("virtual time"), "t3 head") : "");
}

/** Choose a round number of steps that is at least `minStep`. */
function chooseStepTick(minStep: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, minStep)));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= minStep) ?? 1;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Round durations: 1, 2, 5 milliseconds and so on up to a second, then clock times. */
const TICKS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 1, 2, 3, 6, 12,
].map((number, place) => number * (place < 9 ? 1 : place < 21 ? SECOND : HOUR));

/** Choose a round number of milliseconds that is at least `minStep`. */
function chooseTick(minStep: number): number {
  return TICKS.find((tick) => tick >= minStep) ?? 24 * HOUR * Math.ceil(minStep / (24 * HOUR));
}

// --- the axis ------------------------------------------------------------------------------------

/** Get the x coordinate of a value of the axis. */
export const getX = (scale: TimeScale, value: number): number =>
  scale.left + ((value - scale.from) / (scale.to - scale.from)) * scale.width;

/** Get the value of the axis at x coordinate `x`. */
export const getValueAt = (scale: TimeScale, x: number): number =>
  scale.from + clamp((x - scale.left) / scale.width, 0, 1) * (scale.to - scale.from);

/** Get the value of the axis after `position` events. */
export const getValue = (run: RunSeries, unit: TimeScale["unit"], position: number): number =>
  unit === "time" ? run.clock.at(position) : position;

/** Get the position of a value: the end of its millisecond or step. */
export function findPosition(frame: Frame, unit: TimeScale["unit"], value: number): number {
  const { trace } = frame;
  if (unit === "steps") return trace.eventRange(trace.getStep(clamp(Math.floor(value), 0, trace.eventCount - 1)))[1];
  const { times, positions } = frame.series!.clock;
  const next = findLastWithin(times, value) + 1;
  return next < positions.length ? positions[next]! - 1 : trace.eventCount;
}
