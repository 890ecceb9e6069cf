/** How the watermarks of a task's channels, or of a source's splits, combine into the minimum. */

import { computeTicks } from "../event_time_chart/axis_clock";
import type { Frame } from "../stepper/frame";
import { t } from "../i18n/strings";
import { clamp, esc, fitName, fitText, line, drawName, renderSvg, rect, text, measureText } from "../ui/svg";
import { getEmittedWatermark, limitsTaskWatermark, getTaskWatermark } from "../job/task_status";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "../ui/value_format";

interface WatermarkRow {
  name: string;
  /** The task that a channel comes from. */
  source: string;
  title: string;
  /** Query target: a channel, a split, or the watermark of a generator. */
  about: string;
  watermark: bigint;
  isIdle: boolean;
  isAligned: boolean;
  isLimiting: boolean;
  isCurrent: boolean;
}

const HEIGHT = 218;
const MAX_ROWS = 8;
/** Opacity of the bar of an idle channel: its last watermark, which does not count. */
const FADED = 0.2;

export function drawValve(frame: Frame, width: number): string {
  const rows = createRows(frame);
  if (rows.length === 0) {
    return renderSvg(width, HEIGHT, t("No watermarks received"), drawEmpty(width, frame));
  }
  const shown = selectRows(rows);
  const result = getResult(frame);
  const left = clamp(Math.max(...rows.flatMap((row) => [measureText(row.name, "strong"), measureText(row.source, "t3")])) + 8, 62, 98);
  const funnel = width - 100;
  const spacing = Math.min(64, 148 / shown.length);
  const rowHeight = Math.min(34, spacing - (spacing < 26 ? 3 : 7));
  const scale = createScale(rows, left, funnel - 26);
  const parts = [drawAxis(frame, scale, left, funnel - 26, 158)];
  shown.forEach((row, number) => {
    const y = 4 + spacing * number;
    parts.push(drawRow(frame, row, y, left, funnel - 26, rowHeight, scale));
    const tone = row.isLimiting ? "holds" : row.isIdle || !row.isAligned ? "off" : "";
    const feed = line(funnel - 24, y + rowHeight / 2, funnel + 2, y + rowHeight / 2, `feed ${tone}`);
    parts.push(feed.replace("/>", ` opacity="${row.isIdle ? FADED : 1}" data-m="feed ${esc(row.name)}"/>`)); // an idle row is not part of the minimum
  });
  parts.push(drawFunnel(funnel + 2, 4, width - 14 - funnel, spacing * shown.length, rows.some(({ isIdle }) => isIdle)));
  parts.push(drawResult(frame, result, rows.length - shown.length, width));
  const words = rows.map((row) => `${row.name} ${describeRow(frame, row)}`).join(", ");
  return renderSvg(width, HEIGHT, t("Watermarks: {0}; lowest {1}", words, result.text), parts.join(""));
}

/** Select rows if there are too many: the current one, then those that limit the watermark. */
function selectRows(rows: readonly WatermarkRow[]): readonly WatermarkRow[] {
  if (rows.length <= MAX_ROWS) return rows;
  const rank = (row: WatermarkRow): number => (row.isCurrent ? 0 : row.isLimiting ? 1 : 2);
  const chosen = new Set([...rows].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_ROWS));
  return rows.filter((row) => chosen.has(row));
}

function drawEmpty(width: number, frame: Frame): string {
  const words = frame.position === 0 ? t("Nothing runs yet.") : t("No watermark received yet.");
  return text(width / 2, HEIGHT / 2, words, "t2", "middle");
}

function createRows(frame: Frame): WatermarkRow[] {
  const inputs = frame.lookup.getInputs(frame.task);
  return inputs.length > 0 ? createChannelRows(frame) : createSplitRows(frame);
}

function createChannelRows(frame: Frame): WatermarkRow[] {
  const inputs = frame.lookup.getInputs(frame.task);
  const hasSeveralInputs = inputs.some(({ input }) => input > 0);
  const current = frame.event && "channel" in frame.event ? frame.event.channel : "";
  return inputs.flatMap((channel): WatermarkRow[] => {
    const view = frame.snapshot.state.channels.get(channel.id);
    if (!view) return [];
    return [{
      name: frame.labels.short(channel.id),
      source: frame.labels.name(channel.source).replace(/^Source: /, ""),
      title: `${hasSeveralInputs ? `${t("input {0}", channel.input + 1)}, ` : ""}${t("from {0}", frame.labels.name(channel.source))}`,
      about: `channel:${channel.id}`,
      watermark: view.watermark,
      isIdle: view.idle,
      isAligned: view.aligned,
      isLimiting: view.holds && limitsTaskWatermark(frame, channel),
      isCurrent: current === channel.id,
    }, ...createIdleSplitRows(frame, channel.source)];
  });
}

/** Create a row for each split of a source that its watermark does not wait for. */
function createIdleSplitRows(frame: Frame, source: string): WatermarkRow[] {
  return frame.lookup.getOperators(source).flatMap(({ id }) =>
    [...(frame.snapshot.state.operators.get(id)?.splits ?? [])].filter(([, split]) => split.idle && !split.ended).map(([name, { watermark }]): WatermarkRow => ({
      name, source: t("split"), title: t("Split {0} is idle: the watermark of {1} does not wait for it.", name, frame.labels.name(source)),
      about: `split:${name}`, watermark, isIdle: true, isAligned: true, isLimiting: false, isCurrent: false,
    })));
}

function createSplitRows(frame: Frame): WatermarkRow[] {
  const rows: WatermarkRow[] = [];
  const current = frame.event && "split" in frame.event ? frame.event.split : "";
  for (const { id } of frame.lookup.getOperators(frame.task)) {
    const view = frame.snapshot.state.operators.get(id);
    if (!view) continue;
    for (const [name, split] of view.splits) {
      const { watermark, idle, holds } = split;
      const title = `${t("split")} ${name}`;
      rows.push({ name, source: "", title, about: `split:${name}`, watermark, isIdle: idle, isAligned: !split.ended, isLimiting: holds, isCurrent: current === name });
    }
  }
  const text = rows.some(({ watermark, isIdle }) => watermark !== MIN_TIMESTAMP || isIdle);
  return text ? rows : createGeneratorRows(frame);
}

/** Create a row for a source whose splits have no watermarks of their own: that of its generator. */
function createGeneratorRows(frame: Frame): WatermarkRow[] {
  const { watermark, idle, name, id } = getEmittedWatermark(frame, frame.task);
  if (watermark === MIN_TIMESTAMP) return [];
  const title = t("generated by {0}", name);
  return [{ name: t("stream"), source: "", title, about: `watermark:${id}`, watermark, isIdle: idle, isAligned: true, isLimiting: true, isCurrent: false }];
}

/** Get the resulting watermark. */
function getResult(frame: Frame): { name: string; text: string; idle: boolean } {
  const task = frame.snapshot.state.tasks.get(frame.task);
  if (task && task.inputs.size > 0) {
    const inputs = [...task.inputs.values()];
    const words = inputs.map((input) => (input.idle ? "IDLE" : frame.labels.shortTime(input.watermark)));
    const { watermark, idle } = getTaskWatermark(frame, frame.task);
    if (inputs.length < 2 || idle) return { name: t("task watermark"), text: words[0] ?? "", idle };
    return { name: t("lowest of inputs {0}", words.join(", ")), text: frame.labels.shortTime(watermark), idle };
  }
  const { watermark, idle } = getEmittedWatermark(frame, frame.task);
  const time = frame.labels.shortTime(watermark);
  return { name: t("source watermark"), text: idle ? "IDLE" : time, idle };
}

const MIN_DATE_MS = 10_000_000_000n;
/** Larger numbers are not exact as JavaScript numbers. */
const MAX_EXACT = 1n << 53n;

type Scale = (timestamp: bigint) => number;

function createScale(rows: WatermarkRow[], left: number, right: number): { place: Scale; ticks: bigint[] } {
  const finite = rows
    .map(({ watermark }) => watermark)
    .filter((watermark) => watermark !== MIN_TIMESTAMP && watermark !== MAX_TIMESTAMP);
  if (finite.length === 0) {
    return { place: (t) => (t === MAX_TIMESTAMP ? right : left), ticks: [] };
  }
  let low = finite.reduce((a, b) => (b < a ? b : a));
  let high = finite.reduce((a, b) => (b > a ? b : a));
  // if all are at the same time, show a reasonable range around it
  const around = low > MIN_DATE_MS || low < -MIN_DATE_MS ? 60_000n : 10n;
  const room = high - low > 0n ? (high - low) / 3n : around;
  low -= room > 0n ? room : 1n;
  high += room / 2n > 0n ? room / 2n : 1n;
  const place: Scale = (timestamp) => {
    if (timestamp === MIN_TIMESTAMP) return left;
    if (timestamp === MAX_TIMESTAMP) return right;
    return left + (Number(timestamp - low) / Number(high - low)) * (right - left);
  };
  const exact = low > -MAX_EXACT && high < MAX_EXACT;
  const round = exact ? computeTicks(Number(low), Number(high), 3).map((one) => BigInt(Math.round(one))) : [];
  return { place, ticks: round.length > 0 ? round : [low, high] };
}

function drawAxis(
  frame: Frame,
  { place, ticks: at }: { place: Scale; ticks: bigint[] },
  left: number,
  right: number,
  y: number,
): string {
  let free = -Infinity;
  const labels = at.map((tick) => {
    const x = place(tick);
    const grid = line(x, 0, x, y - 6, "grid");
    const label = formatAxisTime(frame, tick).replace(/^(\d\d:\d\d):00$/, "$1");
    const half = measureText(label, "t3") / 2;
    const middle = clamp(x, left + half, Math.max(left + half, right - half));
    if (middle - half < free || 2 * half > right - left) return grid;
    free = middle + half + 8;
    return grid + text(middle, y + 7, label, "t3", "middle");
  });
  return labels.join("");
}

/** Format a time for an axis, without fractions of a second. */
export function formatAxisTime(frame: Frame, timestamp: bigint): string {
  const label = frame.labels.shortTime(timestamp);
  if (label.startsWith("M")) return label; // relative to MIN or MAX
  const clock = label.includes(":") && label.includes(" ") ? label.slice(label.indexOf(" ") + 1) : label;
  return clock.includes(":") ? clock.replace(/\.\d+$/, "") : clock;
}

function drawRow(
  frame: Frame,
  row: WatermarkRow,
  y: number,
  left: number,
  right: number,
  height: number,
  { place }: { place: Scale },
): string {
  const tone = row.isIdle ? "idle" : row.isLimiting ? "holds" : row.isAligned ? "" : "behind";
  const isUnset = row.watermark === MIN_TIMESTAMP;
  const end = clamp(place(row.watermark), left + (isUnset ? 0 : 6), right);
  const room = right - left - (row.isIdle ? 30 : 16);
  const all = getDescriptions(frame, row);
  const words = all.find((one) => measureText(one, "strong") <= room) ?? fitText(all.at(-1)!, room, "strong");
  const width = measureText(words, "strong") + 16;
  const outside = end - left < width && right - end > width;
  const x = row.isIdle || outside ? end + 6 : Math.min(left + 8, right - width);
  return (
    `<g class="row ${tone} ${row.isCurrent ? "current" : ""}" data-about="${esc(row.about)}"><title>${esc(row.title)}</title>` +
    (row.source && height > 26
      ? text(0, y + height / 2 - 3, fitName(row.name, left - 6, "strong"), "t2 strong") + text(0, y + height / 2 + 12, fitName(row.source, left - 6, "t3"), "t3")
      : text(0, y + height / 2 + 5, fitName(row.name, left - 6, "strong"), "t2 strong")) +
    rect(left, y, right - left, height, "track") +
    (row.isIdle ? rect(left, y, 16, height, "hatch") : "") +
    rect(left, y, end - left, height, "bar").replace("/>", ` opacity="${row.isIdle ? FADED : 1}" data-m="${esc(row.name)}"/>`) +
    text(row.isIdle ? left + 24 : x, y + height / 2 + 5, words, `t2 m ${outside ? "out" : "in"}`) +
    "</g>"
  );
}

function describeRow(frame: Frame, row: WatermarkRow): string {
  return getDescriptions(frame, row)[0]!;
}

/** Describe a row, from the longest to the shortest text. */
function getDescriptions(frame: Frame, row: WatermarkRow): readonly string[] {
  if (row.isIdle) return [t("IDLE: ignored"), "IDLE"];
  const time = frame.labels.shortTime(row.watermark);
  return row.isAligned ? [time] : [t("{0}, not aligned yet", time), t("{0}, not aligned", time), time];
}

function drawFunnel(x: number, y: number, width: number, height: number, hasIdle: boolean): string {
  const bottom = y + Math.max(104, height - 4);
  const slope = Math.min(22, (bottom - y) / 4);
  const path =
    `M${x} ${y}H${x + width * 0.5}L${x + width} ${y + slope}V${bottom - slope}` +
    `L${x + width * 0.5} ${bottom}H${x}Z`;
  const middle = (y + bottom) / 2;
  return (
    line(x + width / 2, bottom, x + width / 2, HEIGHT - 40, "feed holds") +
    `<path d="${path}" class="funnel"/>` +
    text(x + width / 2, middle + 1, t("min"), "funnelText", "middle") +
    (hasIdle ? text(x + width / 2, middle + 17, t("of active"), "t3 funnelNote", "middle") : "")
  );
}

function drawResult(
  frame: Frame,
  result: { name: string; text: string; idle: boolean },
  more: number,
  width: number,
): string {
  const y = HEIGHT - 42;
  const note = more > 0 ? t(" (+{0} more)", more) : "";
  const advanced = frame.event?.type === "InputWatermarkAdvanced" ? "current" : "";
  const named = measureText(result.name + note, "t2") + 34;
  const size = measureText(result.text, "big") > width - named ? "t1" : "big";
  return (
    rect(0.5, y, width - 1, 40, `result ${result.idle ? "idle" : ""} ${advanced}`, 8) +
    drawName(14, y + 25, result.name + note, width - 44 - measureText(result.text, size), "t2", "start", "t2 onWatermark") +
    text(width - 14, y + 26, result.text, `${size} m onWatermark`, "end")
  );
}
