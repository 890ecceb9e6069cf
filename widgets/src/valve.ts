/** How the watermarks of a task's channels, or of a source's splits, become one: the minimum. */

import { ticks } from "./clock";
import type { Frame } from "./frame";
import { t } from "./strings";
import { clamp, esc, fit, line, picture, rect, text, textWidth } from "./svg";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "./values";

interface Row {
  name: string;
  title: string;
  /** What it is: a channel, a split, or the watermark of what generates it. */
  about: string;
  watermark: bigint;
  idle: boolean;
  aligned: boolean;
  holds: boolean;
  current: boolean;
}

const HEIGHT = 218;
const MOST_ROWS = 8;

export function drawValve(frame: Frame, width: number): string {
  const rows = rowsOf(frame);
  if (rows.length === 0) {
    return picture(width, HEIGHT, t("No watermarks come in"), empty(width, frame));
  }
  const shown = foremost(rows);
  const result = resultOf(frame);
  const left = 62;
  const funnel = width - 112;
  const spacing = Math.min(64, 148 / shown.length);
  const tall = Math.min(34, spacing - (spacing < 26 ? 3 : 7));
  const scale = scaleOf(rows, left, funnel - 26);
  const parts = [drawAxis(frame, scale, left, funnel - 26, 158)];
  shown.forEach((row, number) => {
    const y = 4 + spacing * number;
    parts.push(drawRow(frame, row, y, left, funnel - 26, tall, scale));
    const tone = row.holds ? "holds" : row.idle || !row.aligned ? "off" : "";
    parts.push(line(funnel - 24, y + tall / 2, funnel + 2, y + tall / 2, `feed ${tone}`));
  });
  parts.push(drawFunnel(funnel + 2, 4, width - 14 - funnel, spacing * shown.length));
  parts.push(drawResult(frame, result, rows.length - shown.length, width));
  const words = rows.map((row) => `${row.name} ${describe(frame, row)}`).join(", ");
  return picture(width, HEIGHT, t("Watermarks: {0}; together {1}", words, result.text), parts.join(""));
}

/** If there are too many: those that hold the minimum, and that of the moment, before others. */
function foremost(rows: readonly Row[]): readonly Row[] {
  if (rows.length <= MOST_ROWS) return rows;
  const rank = (row: Row): number => (row.current ? 0 : row.holds ? 1 : 2);
  const chosen = new Set([...rows].sort((a, b) => rank(a) - rank(b)).slice(0, MOST_ROWS));
  return rows.filter((row) => chosen.has(row));
}

function empty(width: number, frame: Frame): string {
  const words = frame.position === 0 ? t("Nothing runs yet.") : t("No watermark has come here yet.");
  return text(width / 2, HEIGHT / 2, words, "t2", "middle");
}

function rowsOf(frame: Frame): Row[] {
  const inputs = frame.lookup.inputsOf(frame.task);
  return inputs.length > 0 ? channelRows(frame) : splitRows(frame);
}

function channelRows(frame: Frame): Row[] {
  const inputs = frame.lookup.inputsOf(frame.task);
  const several = inputs.some(({ input }) => input > 0);
  const current = frame.fact && "channel" in frame.fact ? frame.fact.channel : "";
  const least = leastInput(frame);
  return inputs.flatMap((channel) => {
    const view = frame.scene.view.channels.get(channel.id);
    if (!view) return [];
    return {
      name: `${several ? `${channel.input + 1} · ` : ""}${frame.labels.short(channel.id)}`,
      title: `${several ? `${t("input {0}", channel.input + 1)}, ` : ""}${t("from {0}", frame.labels.name(channel.source))}`,
      about: `channel:${channel.id}`,
      watermark: view.watermark,
      idle: view.idle,
      aligned: view.aligned,
      holds: view.holds && (least === null || least.has(channel.input)),
      current: current === channel.id,
    };
  });
}

/** Of several inputs those that hold the operator's time; null for a single one. */
function leastInput(frame: Frame): ReadonlySet<number> | null {
  const inputs = [...(frame.scene.view.tasks.get(frame.task)?.inputs ?? [])];
  if (inputs.length < 2) return null;
  const active = inputs.filter(([, { idle }]) => !idle);
  const counted = active.length > 0 ? active : inputs;
  const least = counted.reduce((a, b) => (b[1].watermark < a[1].watermark ? b : a))[1].watermark;
  return new Set(counted.filter(([, { watermark }]) => watermark === least).map(([input]) => input));
}

function splitRows(frame: Frame): Row[] {
  const rows: Row[] = [];
  const current = frame.fact && "split" in frame.fact ? frame.fact.split : "";
  for (const { id } of frame.lookup.operatorsOf(frame.task)) {
    const view = frame.scene.view.operators.get(id);
    if (!view) continue;
    for (const [name, split] of view.splits) {
      const { watermark, idle, holds } = split;
      const title = `${t("split")} ${name}`;
      rows.push({ name, title, about: `split:${name}`, watermark, idle, aligned: !split.ended, holds, current: current === name });
    }
  }
  const told = rows.some(({ watermark, idle }) => watermark !== MIN_TIMESTAMP || idle);
  return told ? rows : generatorRows(frame);
}

/** A source whose splits have no watermarks of their own: what generates one further on. */
function generatorRows(frame: Frame): Row[] {
  const { watermark, idle, name, id } = emittedBy(frame);
  if (watermark === MIN_TIMESTAMP) return [];
  const title = t("generated by {0}", name);
  return [{ name: t("stream"), title, about: `watermark:${id}`, watermark, idle, aligned: true, holds: true, current: false }];
}

/** The last watermark that an operator of the chain put out. */
function emittedBy(frame: Frame): { watermark: bigint; idle: boolean; name: string; id: string } {
  let found = { watermark: MIN_TIMESTAMP, idle: false, name: "", id: "" };
  for (const { id, name } of frame.lookup.operatorsOf(frame.task)) {
    const view = frame.scene.view.operators.get(id);
    if (view && view.emitted_watermark >= found.watermark) {
      found = { watermark: view.emitted_watermark, idle: view.emitted_idle, name, id };
    }
  }
  return found;
}

/** The watermark that comes out. */
function resultOf(frame: Frame): { name: string; text: string; idle: boolean } {
  const task = frame.scene.view.tasks.get(frame.task);
  if (task && task.inputs.size > 0) {
    const inputs = [...task.inputs.values()];
    const words = inputs.map((input) => (input.idle ? "IDLE" : frame.labels.mark(input.watermark)));
    const idle = inputs.every((input) => input.idle);
    if (inputs.length < 2 || idle) return { name: t("task watermark"), text: words[0] ?? "", idle };
    const active = inputs.filter((input) => !input.idle);
    const least = active.reduce((a, b) => (b.watermark < a ? b.watermark : a), active[0]!.watermark);
    return { name: t("inputs {0}: least", words.join(", ")), text: frame.labels.mark(least), idle };
  }
  const { watermark, idle } = emittedBy(frame);
  const time = frame.labels.mark(watermark);
  return { name: t("source watermark"), text: idle ? "IDLE" : time, idle };
}

const LONG_AGO = 10_000_000_000n;
/** Beyond this a number is none of milliseconds. */
const EXACT = 1n << 53n;

type Scale = (timestamp: bigint) => number;

function scaleOf(rows: Row[], left: number, right: number): { place: Scale; ticks: bigint[] } {
  const finite = rows
    .map(({ watermark }) => watermark)
    .filter((watermark) => watermark !== MIN_TIMESTAMP && watermark !== MAX_TIMESTAMP);
  if (finite.length === 0) {
    return { place: (t) => (t === MAX_TIMESTAMP ? right : left), ticks: [] };
  }
  let low = finite.reduce((a, b) => (b < a ? b : a));
  let high = finite.reduce((a, b) => (b > a ? b : a));
  // where all are at one time, as much around it as a person would look at
  const around = low > LONG_AGO || low < -LONG_AGO ? 60_000n : 10n;
  const room = high - low > 0n ? (high - low) / 3n : around;
  low -= room > 0n ? room : 1n;
  high += room / 2n > 0n ? room / 2n : 1n;
  const place: Scale = (timestamp) => {
    if (timestamp === MIN_TIMESTAMP) return left;
    if (timestamp === MAX_TIMESTAMP) return right;
    return left + (Number(timestamp - low) / Number(high - low)) * (right - left);
  };
  const exact = low > -EXACT && high < EXACT;
  const round = exact ? ticks(Number(low), Number(high), 3).map((one) => BigInt(Math.round(one))) : [];
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
    const label = axisTime(frame, tick).replace(/^(\d\d:\d\d):00$/, "$1");
    const half = textWidth(label, "t3") / 2;
    const middle = clamp(x, left + half, Math.max(left + half, right - half));
    if (middle - half < free || 2 * half > right - left) return grid;
    free = middle + half + 8;
    return grid + text(middle, y + 7, label, "t3", "middle");
  });
  return labels.join("");
}

/** A time on an axis: no parts of a second where the clock is long. */
export function axisTime(frame: Frame, timestamp: bigint): string {
  const label = frame.labels.mark(timestamp);
  if (label.startsWith("M")) return label; // so far from MIN or MAX
  const clock = label.includes(" ") ? label.slice(label.indexOf(" ") + 1) : label;
  return clock.includes(":") ? clock.replace(/\.\d+$/, "") : clock;
}

function drawRow(
  frame: Frame,
  row: Row,
  y: number,
  left: number,
  right: number,
  height: number,
  { place }: { place: Scale },
): string {
  const tone = row.idle ? "idle" : row.holds ? "holds" : row.aligned ? "" : "behind";
  const none = row.watermark === MIN_TIMESTAMP;
  const end = clamp(place(row.watermark), left + (none ? 0 : 6), right);
  const room = right - left - (row.idle ? 30 : 16);
  const all = spoken(frame, row);
  const words = all.find((one) => textWidth(one, "strong") <= room) ?? fit(all.at(-1)!, room, "strong");
  const wide = textWidth(words, "strong") + 16;
  const outside = end - left < wide && right - end > wide;
  const x = row.idle || outside ? end + 6 : Math.min(left + 8, right - wide);
  return (
    `<g class="row ${tone} ${row.current ? "current" : ""}" data-about="${esc(row.about)}"><title>${esc(row.title)}</title>` +
    text(0, y + height / 2 + 5, fit(row.name, 58, "strong"), "t2 strong") +
    rect(left, y, right - left, height, "track") +
    (row.idle ? rect(left, y, 16, height, "hatch") : rect(left, y, end - left, height, "bar").replace("/>", ` data-m="${esc(row.name)}"/>`)) +
    text(row.idle ? left + 24 : x, y + height / 2 + 5, words, `t2 m ${outside ? "out" : "in"}`) +
    "</g>"
  );
}

function describe(frame: Frame, row: Row): string {
  return spoken(frame, row)[0]!;
}

/** What there is to say of a row, and the same in fewer words. */
function spoken(frame: Frame, row: Row): readonly string[] {
  if (row.idle) return [t("IDLE: not counted"), "IDLE"];
  const time = frame.labels.mark(row.watermark);
  return row.aligned ? [time] : [t("{0} lags behind", time), t("{0} lags", time), time];
}

function drawFunnel(x: number, y: number, width: number, height: number): string {
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
    text(x + width / 2, middle + 17, t("of active"), "t3 funnelNote", "middle")
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
  const advanced = frame.fact?.type === "InputWatermarkAdvanced" ? "current" : "";
  const named = textWidth(result.name + note, "t2") + 34;
  const size = textWidth(result.text, "big") > width - named ? "t1" : "big";
  return (
    rect(0.5, y, width - 1, 40, `result ${result.idle ? "idle" : ""} ${advanced}`, 8) +
    text(14, y + 25, fit(result.name + note, width - 44 - textWidth(result.text, size), "t2"), "t2 onWatermark") +
    text(width - 14, y + 26, result.text, `${size} m onWatermark`, "end")
  );
}
