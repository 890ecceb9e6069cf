/** The whole run over virtual time: how tasks spent it, queues, credit and rates of the channels. */

import type { Frame } from "../stepper/frame";
import { hatchPattern } from "./task_load";
import type { ChannelSeries, RunSeries } from "./run_series";
import { lastWithin, type Series } from "./time_series";
import type { PlanVertex } from "../trace/trace.gen";
import { clamp, esc, line, nameText, picture, rect, text, textWidth } from "../ui/svg";
import { t } from "../i18n/strings";

const RIGHT = 178;
const GAP = 15;
const AXIS = 22;
const MOST_CHANNELS = 6;

/** Where virtual time lies in the picture. */
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

/** On a phone, where the legend has a place of its own. */
const NARROW = 560;

/** `tall` is the height of a lane; of the vertices of `heats` all subtasks are one row. */
export function drawPlot(frame: Frame, width: number, tall: number, hatch: string, heats: ReadonlyMap<string, PlanVertex>): Plot {
  const run = frame.run!;
  if (run.end === 0) {
    const words = t("All of it happened within one millisecond of virtual time: nothing costs any.");
    const drawn = text(width / 2, 60, words, "t2", "middle");
    return { markup: picture(width, 120, words, drawn), height: 120, scale: { left: 0, width: 1, end: 1 } };
  }
  const rows = rowsOf(frame, heats);
  const narrow = width < NARROW;
  const room = narrow ? 112 : 168;
  const left = Math.ceil(Math.max(74, ...rows.map(({ name }) => Math.min(room, textWidth(name, "strong"))))) + 12;
  const scale = { left, width: Math.max(120, width - left - (narrow ? 8 : RIGHT)), end: Math.max(1, run.end) };
  const bar = rows.length <= 6 ? 17 : 14;
  let y = 16;
  const heading = t("time of each task: backpressured, busy, idle");
  let drawn = hatchPattern(hatch) + text(narrow ? 0 : left, 11, heading, "t3 head");
  for (const { name, tasks } of rows) {
    const isShown = tasks.includes(frame.task) && tasks.length === 1;
    drawn += nameText(left - 8, y + bar - 4, name, room, isShown ? "strong" : "t3", "end");
    drawn += drawConditions(run, tasks, scale, y, bar - 2, hatch);
    y += bar;
  }
  y += GAP;
  const channels = chosen(frame, run);
  drawn += drawLane(channels.map(([one, tone]) => ({ tone, sender: one.queued, receiver: one.plan.local ? undefined : one.received })), t("buffers queued"), scale, y, tall);
  drawn += drawLegend(frame, channels, narrow ? 0 : width - RIGHT + 14, narrow ? y + tall : channels.length > 3 ? 8 : y, narrow ? width : RIGHT - 14);
  y += tall + GAP + (narrow ? 19 * (channels.length + 2) + 12 : 0);
  const credited = channels.filter(([one]) => one.plan.initial_credit > 0);
  if (credited.length > 0) {
    drawn += drawLane(credited.map(([one, tone]) => ({ tone, sender: one.credit })), t("credit"), scale, y, tall);
    y += tall + GAP;
  }
  drawn += drawRates(channels, scale, y, tall);
  y += tall;
  drawn += drawAxis(frame, scale, y, !narrow);
  const label = t("The whole run over {0} ms of virtual time: {1} tasks; channels of {2}", run.end, frame.lookup.subtasks.size, frame.labels.name(frame.task));
  return { markup: picture(width, y + AXIS, label, drawn), height: y + AXIS, scale };
}

/** A row for each task, for one with many subtasks one of them all and one for the subtask that is looked at. */
function rowsOf({ lookup, labels, task }: Frame, heats: ReadonlyMap<string, PlanVertex>): { name: string; tasks: string[] }[] {
  const rows: { name: string; tasks: string[] }[] = [];
  for (const vertex of lookup.vertices.values()) {
    const tasks = Array.from({ length: vertex.parallelism }, (_, index) => `${vertex.id}/${index}`);
    if (heats.has(vertex.id)) rows.push({ name: `${vertex.operators[0]!.name.replace(/^Source: /, "")} ×${tasks.length}`, tasks });
    for (const one of tasks) if (!heats.has(vertex.id) || one === task) rows.push({ name: labels.name(one), tasks: [one] });
  }
  return rows;
}

/** The channels of the selected task, each with the number of its look. */
function chosen(frame: Frame, run: RunSeries): [ChannelSeries, number][] {
  const all = [...frame.lookup.inputsOf(frame.task), ...frame.lookup.outputsOf(frame.task)];
  return all.slice(0, MOST_CHANNELS).map(({ id }, number) => [run.channels.get(id)!, number]);
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
    drawn += line(x, y - 4, x + 20, y - 4, `curve tone${tone}`) + nameText(x + 26, y, name, room - 32, "t3");
  });
  const more = frame.lookup.inputsOf(frame.task).length + frame.lookup.outputsOf(frame.task).length - channels.length;
  const y = top + 12 + 19 * channels.length;
  if (more > 0) drawn += text(x, y, t("and {0} more", more), "t3");
  const legend = y + (more > 0 ? 24 : 6);
  drawn += line(x, legend - 4, x + 20, legend - 4, "curve plain") + text(x + 26, legend, t("at the sender"), "t3");
  return drawn + line(x, legend + 15, x + 20, legend + 15, "curve plain receiver") + text(x + 26, legend + 19, t("at the receiver"), "t3");
}

// --- lanes ---------------------------------------------------------------------------------------

interface Curve {
  tone: number;
  sender: Series;
  receiver?: Series | undefined;
}

function drawLane(curves: Curve[], name: string, scale: TimeScale, top: number, tall: number): string {
  const all = curves.flatMap(({ sender, receiver }) => (receiver ? [sender, receiver] : [sender]));
  const most = Math.max(1, ...all.map(greatest));
  let drawn = drawGround(name, most, scale, top, tall);
  for (const { tone, sender, receiver } of curves) {
    if (receiver) drawn += `<path d="${steps(receiver, most, scale, top, tall)}" class="curve receiver tone${tone}"/>`;
    drawn += `<path d="${steps(sender, most, scale, top, tall)}" class="curve tone${tone}"/>`;
  }
  return drawn;
}

function greatest(series: Series): number {
  let most = series.initial;
  for (const value of series.values) if (value > most) most = value;
  return most;
}

function drawGround(name: string, most: number, scale: TimeScale, top: number, tall: number): string {
  const { left, width } = scale;
  const label = most >= 1000 ? Math.round(most).toLocaleString("en").replaceAll(",", "\u202f") : String(Math.round(most));
  return (
    rect(left, top, width, tall, "plotGround", 4) +
    text(left - 8, top + tall / 2 + 4, name, "t3", "end") +
    text(left - 8, top + 9, label, "t3 head", "end") +
    text(left - 8, top + tall, "0", "t3 head", "end")
  );
}

/** A line in steps, with not more points than there are pixels: of each pixel the lowest and highest. */
function steps(series: Series, most: number, scale: TimeScale, top: number, tall: number): string {
  const y = (value: number): number => Math.round(10 * (top + tall - 2 - ((tall - 5) * value) / most)) / 10;
  let path = `M${scale.left} ${y(series.initial)}`;
  let pixel = -1;
  let low = 0;
  let high = 0;
  let last = series.initial;
  const close = (): void => {
    if (pixel < 0) return;
    path += `H${scale.left + pixel}V${y(low)}`;
    if (high !== low) path += `V${y(high)}`;
    if (last !== high) path += `V${y(last)}`;
  };
  series.times.forEach((time, index) => {
    const at = Math.round((time / scale.end) * scale.width);
    const value = series.values[index]!;
    if (at !== pixel) {
      close();
      pixel = at;
      low = high = last;
    }
    low = Math.min(low, value);
    high = Math.max(high, value);
    last = value;
  });
  close();
  return `${path}H${scale.left + scale.width}`;
}

/** Elements read per second, in as many slices of time as can be told apart. */
function drawRates(channels: [ChannelSeries, number][], scale: TimeScale, top: number, tall: number): string {
  const slices = Math.max(1, Math.min(80, Math.floor(scale.width / 9), scale.end));
  const span = scale.end / slices;
  const rates = channels.map(([channel]) => {
    const totals = Array.from({ length: slices + 1 }, (_, n) => channel.read.atTime(Math.floor(n * span)));
    // a task that was run again has read nothing yet
    return totals.slice(1).map((total, n) => (1000 * Math.max(0, total - totals[n]!)) / span);
  });
  const most = Math.max(1, ...rates.flat());
  let drawn = drawGround(t("elements/s"), most, scale, top, tall);
  rates.forEach((values, number) => {
    const points = values.map((value, n) => {
      const x = scale.left + ((n + 0.5) / slices) * scale.width;
      return `${Math.round(10 * x) / 10} ${Math.round(10 * (top + tall - 2 - ((tall - 5) * value) / most)) / 10}`;
    });
    drawn += `<path d="M${points.join("L")}" class="curve tone${channels[number]![1]}"/>`;
  });
  return drawn;
}

/** How tasks spent each slice of time, all together, as parts of a column. */
function drawConditions(run: RunSeries, tasks: readonly string[], scale: TimeScale, y: number, height: number, hatch: string): string {
  const all = tasks.map((task) => run.tasks.get(task)!.conditions);
  const slices = Math.max(1, Math.min(Math.floor(scale.width / 3), scale.end));
  const paths = { busy: "", idle: "", backpressured: "" };
  const spent = (slice: number): Record<keyof typeof paths, number> => {
    const time = (slice / slices) * scale.end;
    const of = (condition: "busy" | "idle" | "soft" | "hard"): number => all.reduce((sum, one) => sum + one.untilTime(time, condition), 0) / all.length;
    return { busy: of("busy"), idle: of("idle"), backpressured: of("soft") + of("hard") };
  };
  const wide = scale.width / slices;
  let before = spent(0);
  for (let slice = 0; slice < slices; slice++) {
    const after = spent(slice + 1);
    const x = Math.round(100 * (scale.left + slice * wide)) / 100;
    let at = y + height;
    for (const part of ["backpressured", "busy", "idle"] as const) {
      const tall = ((after[part] - before[part]) / (scale.end / slices)) * height;
      if (tall < 0.05) continue;
      at -= tall;
      paths[part] += `M${x} ${at.toFixed(1)}h${wide.toFixed(2)}v${tall.toFixed(1)}h${(-wide).toFixed(2)}z`;
    }
    before = after;
  }
  const ground = rect(scale.left, y, scale.width, height, "plotGround", 0);
  const drawn = Object.entries(paths).map(([part, d]) => (d ? `<path d="${d}" class="load ${part}"/>` : ""));
  const stripes = paths.backpressured ? `<path d="${paths.backpressured}" fill="url(#${hatch})"/>` : "";
  return `<g data-conditions="${esc(tasks.join(" "))}">${ground}${drawn.join("")}${stripes}</g>`;
}

function drawAxis(frame: Frame, scale: TimeScale, y: number, named: boolean): string {
  const step = tickOf((scale.end * 90) / scale.width);
  const start = Number(frame.run!.start);
  let drawn = "";
  let free = -Infinity;
  for (let time = Math.ceil(start / step) * step; time <= start + scale.end; time += step) {
    const x = scale.left + ((time - start) / scale.end) * scale.width;
    drawn += line(x, y, x, y + 4, "tick");
    const words = frame.labels.mark(BigInt(time));
    const half = textWidth(words, "t3") / 2;
    const at = Math.min(x, scale.left + scale.width + 8 - half);
    if (at - half > free) drawn += text(at, y + 17, words, "t3", "middle");
    free = at + half;
  }
  return drawn + (named ? text(scale.left + scale.width + 46, y + 17, t("virtual time"), "t3 head") : "");
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** Round times: 1, 2, 5 milliseconds and so on up to a second, then as clocks have them. */
const TICKS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 1, 2, 3, 6, 12,
].map((number, place) => number * (place < 9 ? 1 : place < 21 ? SECOND : HOUR)); // prettier-ignore

/** A round number of milliseconds that is at least `least`. */
function tickOf(least: number): number {
  return TICKS.find((tick) => tick >= least) ?? 24 * HOUR * Math.ceil(least / (24 * HOUR));
}

// --- the playhead --------------------------------------------------------------------------------

/** How far from the left the playhead stands. */
export function playhead(run: RunSeries, position: number, scale: TimeScale): number {
  return scale.left + clamp(run.clock.at(position) / scale.end, 0, 1) * scale.width;
}

/** The position at the end of the millisecond that lies `x` from the left. */
export function positionAt(run: RunSeries, x: number, scale: TimeScale, eventCount: number): number {
  const time = clamp((x - scale.left) / scale.width, 0, 1) * scale.end;
  const { times, positions } = run.clock;
  const next = lastWithin(times, time) + 1;
  return next < positions.length ? positions[next]! - 1 : eventCount;
}
