/** Buffers and credit as small shapes. */

import { esc, rect, text, measureText } from "../ui/svg";

/**
 * Kinds of shapes. Buffers are boxes: dark at the sender, dashed on the wire, light when received, hollow when empty
 * (rounded if floating). Credit is a ring, dashed while it is on its way.
 */
export type BufferShape = "full" | "wired" | "got" | "exclusive" | "floating" | "credit" | "wiredCredit" | "untold";

export const SHAPE_WIDTH = 14;

export function drawBufferShape(x: number, y: number, kind: BufferShape): string {
  if (kind === "credit" || kind === "wiredCredit" || kind === "untold") {
    return `<circle cx="${x + 5.5}" cy="${y + 6.5}" r="4.5" class="ring ${kind}"/>`;
  }
  return rect(x, y, 11, 13, `pip ${kind}`, kind === "floating" ? 5.5 : 2.5);
}

/**
 * Draw a row of `count` shapes from `x` to the right, or to the left if `toLeft`, within `width` pixels. The rest is
 * shown as a number.
 */
export function drawBufferShapes(
  count: number, kind: BufferShape, x: number, y: number, width: number, toLeft = false,
): string {
  if (count <= 0) return "";
  const room = Math.max(1, Math.floor(width / SHAPE_WIDTH));
  const shown = count <= room ? count : Math.max(1, room - 2);
  let drawn = "";
  for (let number = 0; number < shown; number++) {
    drawn += drawBufferShape(toLeft ? x - SHAPE_WIDTH * (number + 1) + 3 : x + SHAPE_WIDTH * number, y, kind);
  }
  if (shown < count) {
    const at = toLeft ? x - SHAPE_WIDTH * shown - 1 : x + SHAPE_WIDTH * shown + 1;
    drawn += text(at, y + 11, `+${count - shown}`, "t3", toLeft ? "end" : "start");
  }
  return drawn;
}

const GATE_HEIGHT = 26;

/**
 * Draw the gate that a barrier closes at the end of a channel. It falls when the channel is blocked, and opens when the
 * barrier has arrived on all channels. `channel` identifies it in the animation.
 */
export function drawGate(x: number, y: number, isClosed: boolean, channel: string): string {
  const height = isClosed ? GATE_HEIGHT : 0;
  return `<rect x="${x - 3}" y="${y - GATE_HEIGHT / 2}" width="6" height="${height}" rx="2" class="gate" data-m="gate ${esc(channel)}" data-from="height=0"/>`;
}

/** Get the width of a row of shapes. */
export function getShapesWidth(count: number, room: number): number {
  return Math.min(count * SHAPE_WIDTH, room);
}

/** Render a legend: shape and label of each kind. */
export function renderShapeLegend(kinds: readonly (readonly [BufferShape, string])[]): string {
  return kinds
    .map(([kind, word]) => `<span><svg width="13" height="15">${drawBufferShape(1, 1, kind)}</svg>${esc(word)}</span>`)
    .join("");
}

/** Draw a gauge that is filled up to `part`, with a text after it. */
export function drawGauge(
  x: number, y: number, width: number, part: number, words: string, tone = "",
): string {
  const filled = Math.max(0, Math.min(1, part)) * width;
  return (
    rect(x, y - 9, width, 9, "gauge", 3) +
    (filled > 0.5 ? rect(x, y - 9, filled, 9, `gaugeFull ${tone}`, 3) : "") +
    text(x + width + 6, y, words, "t3")
  );
}

export function getGaugeWidth(width: number, words: string): number {
  return width + 6 + measureText(words, "t3");
}
