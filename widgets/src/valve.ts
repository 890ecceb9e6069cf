/** How the watermarks of a task's channels, or of a source's splits, become one: the minimum. */

import type { Frame } from "./frame";
import { clamp, esc, fit, line, picture, rect, text, textWidth } from "./svg";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "./values";

interface Row {
  name: string;
  title: string;
  watermark: bigint;
  idle: boolean;
  aligned: boolean;
  holds: boolean;
  current: boolean;
}

const HEIGHT = 218;
const MOST_ROWS = 5;

export function drawValve(frame: Frame, width: number): string {
  const rows = rowsOf(frame);
  if (rows.length === 0) {
    return picture(width, HEIGHT, "No watermarks come in", empty(width, frame));
  }
  const shown = rows.slice(0, MOST_ROWS);
  const result = resultOf(frame);
  const left = 62;
  const funnel = width - 112;
  const spacing = Math.min(64, 148 / shown.length);
  const tall = Math.min(34, spacing - 7);
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
  return picture(width, HEIGHT, `Watermarks: ${words}; together ${result.text}`, parts.join(""));
}

function empty(width: number, frame: Frame): string {
  const words = frame.position === 0 ? "Nothing runs yet." : "No watermark comes in here.";
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
  return inputs.flatMap((channel) => {
    const view = frame.scene.view.channels.get(channel.id);
    if (!view) return [];
    const held = frame.scene.heldBy.get(`${frame.task} ${channel.input}`) === channel.id;
    return {
      name: several ? `in ${channel.input + 1} ch ${channel.index}` : `ch ${channel.index}`,
      title: `from ${frame.labels.name(channel.source)}`,
      watermark: view.watermark,
      idle: view.idle,
      aligned: view.aligned,
      holds: held && !view.idle,
      current: current === channel.id,
    };
  });
}

function splitRows(frame: Frame): Row[] {
  const rows: Row[] = [];
  const current = frame.fact && "split" in frame.fact ? frame.fact.split : "";
  for (const { id } of frame.lookup.operatorsOf(frame.task)) {
    const view = frame.scene.view.operators.get(id);
    if (!view) continue;
    for (const [name, split] of view.splits) {
      const holds = !split.idle && split.watermark === view.emitted_watermark;
      const { watermark, idle } = split;
      const title = `split ${name}`;
      rows.push({ name, title, watermark, idle, aligned: true, holds, current: current === name });
    }
  }
  return rows;
}

/** The watermark that comes out. */
function resultOf(frame: Frame): { name: string; text: string; idle: boolean } {
  const task = frame.scene.view.tasks.get(frame.task);
  if (task && task.inputs.size > 0) {
    const inputs = [...task.inputs.values()];
    const words = inputs.map((input) => (input.idle ? "IDLE" : frame.labels.time(input.watermark)));
    const name = inputs.length > 1 ? "task watermarks" : "task watermark";
    return { name, text: words.join(" | "), idle: inputs.every((input) => input.idle) };
  }
  const head = frame.lookup.operatorsOf(frame.task)[0];
  const view = head && frame.scene.view.operators.get(head.id);
  const idle = view?.emitted_idle ?? false;
  const time = frame.labels.time(view?.emitted_watermark ?? MIN_TIMESTAMP);
  return { name: "source watermark", text: idle ? "IDLE" : time, idle };
}

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
  const room = high - low > 0n ? (high - low) / 3n : 10n;
  low -= room > 0n ? room : 1n;
  high += room / 2n > 0n ? room / 2n : 1n;
  const place: Scale = (timestamp) => {
    if (timestamp === MIN_TIMESTAMP) return left;
    if (timestamp === MAX_TIMESTAMP) return right;
    return left + (Number(timestamp - low) / Number(high - low)) * (right - left);
  };
  return { place, ticks: [low, (low + high) / 2n, high] };
}

function drawAxis(
  frame: Frame,
  { place, ticks }: { place: Scale; ticks: bigint[] },
  left: number,
  right: number,
  y: number,
): string {
  const room = (right - left) / 3;
  const tight = ticks.some((tick) => textWidth(axisTime(frame, tick), "t3") > room - 4);
  const labels = ticks.map((tick, number) => {
    const x = place(tick);
    const grid = line(x, 0, x, y - 6, "grid");
    if (tight && number === 1) return grid;
    const anchor = number === 0 ? "start" : number === ticks.length - 1 ? "end" : "middle";
    return grid + text(x, y + 7, axisTime(frame, tick), "t3", anchor);
  });
  return labels.join("");
}

/** A time on an axis: no parts of a second where the clock is long. */
export function axisTime(frame: Frame, timestamp: bigint): string {
  const label = frame.labels.time(timestamp);
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
  const end = clamp(place(row.watermark), left + 6, right);
  const words = describe(frame, row);
  const wide = textWidth(words, "strong") + 16;
  const outside = end - left < wide && right - end > wide;
  const x = row.idle || outside ? end + 6 : Math.min(left + 8, right - wide);
  return (
    `<g class="row ${tone} ${row.current ? "current" : ""}"><title>${esc(row.title)}</title>` +
    text(0, y + height / 2 + 5, fit(row.name, 58, "strong"), "t2 strong") +
    rect(left, y, right - left, height, "track") +
    (row.idle ? rect(left, y, 16, height, "hatch") : rect(left, y, end - left, height, "bar")) +
    text(row.idle ? left + 24 : x, y + height / 2 + 5, words, `t2 m ${outside ? "out" : "in"}`) +
    "</g>"
  );
}

function describe(frame: Frame, row: Row): string {
  if (row.idle) return "IDLE: not counted";
  const time = frame.labels.time(row.watermark);
  return row.aligned ? time : `${time} lags behind`;
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
    text(x + width / 2, middle + 1, "min", "funnelText", "middle") +
    text(x + width / 2, middle + 17, "of active", "t3 funnelNote", "middle")
  );
}

function drawResult(
  frame: Frame,
  result: { name: string; text: string; idle: boolean },
  more: number,
  width: number,
): string {
  const y = HEIGHT - 42;
  const note = more > 0 ? ` (+${more} more)` : "";
  const advanced = frame.fact?.type === "InputWatermarkAdvanced" ? "current" : "";
  const size = textWidth(result.text, "big") > width - 170 ? "t1" : "big";
  return (
    rect(0.5, y, width - 1, 40, `result ${result.idle ? "idle" : ""} ${advanced}`, 8) +
    text(14, y + 25, result.name + note, "t2 onWatermark") +
    text(width - 14, y + 26, result.text, `${size} m onWatermark`, "end")
  );
}
