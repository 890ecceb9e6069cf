/** Plot of the whole run over virtual time: time of each task, queues, credit and rates of the channels. */

import type { Frame } from "../stepper/frame";
import { renderHatchPattern } from "./task_load";
import type { ChannelSeries, RunSeries } from "./run_series";
import { findLastWithin, type Series } from "./time_series";
import type { PlanVertex } from "../trace/trace.gen";
import { clamp, esc, line, drawName, renderSvg, rect, text, measureText } from "../ui/svg";
import { t } from "../i18n/strings";

const LEGEND_WIDTH = 178;
const GAP = 15;
const AXIS_HEIGHT = 22;
const MAX_CHANNELS = 6;

/** Horizontal scale of the plot. */
export interface TimeScale {
  left: number;
  width: number;
  end: number;
}

export interface Plot {
  markup: string;
  height: number;
  scale: TimeScale;
}

/** Below this width the legend goes below the plot. */
const NARROW_WIDTH = 560;

/** Draw the plot with lanes of height `laneHeight`. All subtasks of a vertex in `heatmaps` share one row. */
export function drawPlot(frame: Frame, width: number, laneHeight: number, hatch: string, heatmaps: ReadonlyMap<string, PlanVertex>): Plot {
  const run = frame.series!;
  if (run.end === 0) {
    const words = t("The whole run takes less than one millisecond of virtual time, because no operation has a cost.");
    const drawn = text(width / 2, 60, words, "t2", "middle");
    return { markup: renderSvg(width, 120, words, drawn), height: 120, scale: { left: 0, width: 1, end: 1 } };
  }
  const rows = createRows(frame, heatmaps);
  const narrow = width < NARROW_WIDTH;
  const room = narrow ? 112 : 168;
  const left = Math.ceil(Math.max(74, ...rows.map(({ name }) => Math.min(room, measureText(name, "strong"))))) + 12;
  const scale = { left, width: Math.max(120, width - left - (narrow ? 8 : LEGEND_WIDTH)), end: Math.max(1, run.end) };
  const bar = rows.length <= 6 ? 17 : 14;
  let y = 16;
  const heading = t("time of each task: backpressured, busy, idle");
  let drawn = renderHatchPattern(hatch) + text(narrow ? 0 : left, 11, heading, "t3 head");
  for (const { name, tasks } of rows) {
    const isShown = tasks.includes(frame.task) && tasks.length === 1;
    drawn += drawName(left - 8, y + bar - 4, name, room, isShown ? "strong" : "t3", "end");
    drawn += drawConditions(run, tasks, scale, y, bar - 2, hatch);
    y += bar;
  }
  y += GAP;
  const channels = selectChannels(frame, run);
  drawn += drawLane(channels.map(([one, tone]) => ({ tone, sender: one.queued, receiver: one.plan.local ? undefined : one.received })), t("buffers queued"), scale, y, laneHeight);
  drawn += drawLegend(frame, channels, narrow ? 0 : width - LEGEND_WIDTH + 14, narrow ? y + laneHeight : channels.length > 3 ? 8 : y, narrow ? width : LEGEND_WIDTH - 14);
  y += laneHeight + GAP + (narrow ? 19 * (channels.length + 2) + 12 : 0);
  const credited = channels.filter(([one]) => one.plan.initial_credit > 0);
  if (credited.length > 0) {
    drawn += drawLane(credited.map(([one, tone]) => ({ tone, sender: one.credit })), t("credit"), scale, y, laneHeight);
    y += laneHeight + GAP;
  }
  drawn += drawRates(channels, scale, y, laneHeight);
  y += laneHeight;
  drawn += drawAxis(frame, scale, y, !narrow);
  const label = t("The whole run over {0} ms of virtual time: {1} tasks; channels of {2}", run.end, frame.lookup.subtasks.size, frame.labels.name(frame.task));
  return { markup: renderSvg(width, y + AXIS_HEIGHT, label, drawn), height: y + AXIS_HEIGHT, scale };
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
  let path = `M${scale.left} ${y(series.initial)}`;
  let pixel = -1;
  let low = 0;
  let high = 0;
  let last = series.initial;
  const closePixel = (): void => {
    if (pixel < 0) return;
    path += `H${scale.left + pixel}V${y(low)}`;
    if (high !== low) path += `V${y(high)}`;
    if (last !== high) path += `V${y(last)}`;
  };
  series.times.forEach((time, index) => {
    const at = Math.round((time / scale.end) * scale.width);
    const value = series.values[index]!;
    if (at !== pixel) {
      closePixel();
      pixel = at;
      low = high = last;
    }
    low = Math.min(low, value);
    high = Math.max(high, value);
    last = value;
  });
  closePixel();
  return `${path}H${scale.left + scale.width}`;
}

/** Draw the elements read per second, in as many time slices as can be distinguished. */
function drawRates(channels: [ChannelSeries, number][], scale: TimeScale, top: number, laneHeight: number): string {
  const slices = Math.max(1, Math.min(80, Math.floor(scale.width / 9), scale.end));
  const span = scale.end / slices;
  const rates = channels.map(([channel]) => {
    const totals = Array.from({ length: slices + 1 }, (_, n) => channel.read.atTime(Math.floor(n * span)));
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

/** Draw how the tasks spent each time slice, as stacked bars. */
function drawConditions(run: RunSeries, tasks: readonly string[], scale: TimeScale, y: number, height: number, hatch: string): string {
  const all = tasks.map((task) => run.tasks.get(task)!.conditions);
  const slices = Math.max(1, Math.min(Math.floor(scale.width / 3), scale.end));
  const paths = { busy: "", idle: "", backpressured: "" };
  const getSpent = (slice: number): Record<keyof typeof paths, number> => {
    const time = (slice / slices) * scale.end;
    const getTime = (condition: "busy" | "idle" | "soft" | "hard"): number => all.reduce((sum, one) => sum + one.getTimeSpentBy(time, condition), 0) / all.length;
    return { busy: getTime("busy"), idle: getTime("idle"), backpressured: getTime("soft") + getTime("hard") };
  };
  const sliceWidth = scale.width / slices;
  let before = getSpent(0);
  for (let slice = 0; slice < slices; slice++) {
    const after = getSpent(slice + 1);
    const x = Math.round(100 * (scale.left + slice * sliceWidth)) / 100;
    let at = y + height;
    for (const part of ["backpressured", "busy", "idle"] as const) {
      const partHeight = ((after[part] - before[part]) / (scale.end / slices)) * height;
      if (partHeight < 0.05) continue;
      at -= partHeight;
      paths[part] += `M${x} ${at.toFixed(1)}h${sliceWidth.toFixed(2)}v${partHeight.toFixed(1)}h${(-sliceWidth).toFixed(2)}z`;
    }
    before = after;
  }
  const ground = rect(scale.left, y, scale.width, height, "plotGround", 0);
  const drawn = Object.entries(paths).map(([part, d]) => (d ? `<path d="${d}" class="load ${part}"/>` : ""));
  const stripes = paths.backpressured ? `<path d="${paths.backpressured}" fill="url(#${hatch})"/>` : "";
  return `<g data-conditions="${esc(tasks.join(" "))}">${ground}${drawn.join("")}${stripes}</g>`;
}

function drawAxis(frame: Frame, scale: TimeScale, y: number, hasLabel: boolean): string {
  const step = chooseTick((scale.end * 90) / scale.width);
  const start = Number(frame.series!.start);
  let drawn = "";
  let free = -Infinity;
  for (let time = Math.ceil(start / step) * step; time <= start + scale.end; time += step) {
    const x = scale.left + ((time - start) / scale.end) * scale.width;
    drawn += line(x, y, x, y + 4, "tick");
    const words = frame.labels.shortTime(BigInt(time));
    const half = measureText(words, "t3") / 2;
    const at = Math.min(x, scale.left + scale.width + 8 - half);
    if (at - half > free) drawn += text(at, y + 17, words, "t3", "middle");
    free = at + half;
  }
  return drawn + (hasLabel ? text(scale.left + scale.width + 46, y + 17, t("virtual time"), "t3 head") : "");
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

// --- the playhead --------------------------------------------------------------------------------

/** Get the x coordinate of the playhead. */
export function getPlayheadX(run: RunSeries, position: number, scale: TimeScale): number {
  return scale.left + clamp(run.clock.at(position) / scale.end, 0, 1) * scale.width;
}

/** Get the position at the end of the millisecond at x coordinate `x`. */
export function getPositionAt(run: RunSeries, x: number, scale: TimeScale, eventCount: number): number {
  const time = clamp((x - scale.left) / scale.width, 0, 1) * scale.end;
  const { times, positions } = run.clock;
  const next = findLastWithin(times, time) + 1;
  return next < positions.length ? positions[next]! - 1 : eventCount;
}
