/** Buffers and credit as small shapes: what stands in a queue, is on the wire, or is empty. */

import { esc, rect, text, textWidth } from "../ui/svg";

/**
 * What a pip stands for. Buffers are boxes: at the sender dark, on the wire dashed, received light,
 * empty ones hollow (floating ones round). Credit is a ring, dashed while it is on its way.
 */
export type Pip = "full" | "wired" | "got" | "exclusive" | "floating" | "credit" | "wiredCredit" | "untold";

export const PIP = 14;

export function pip(x: number, y: number, kind: Pip): string {
  if (kind === "credit" || kind === "wiredCredit" || kind === "untold") {
    return `<circle cx="${x + 5.5}" cy="${y + 6.5}" r="4.5" class="ring ${kind}"/>`;
  }
  return rect(x, y, 11, 13, `pip ${kind}`, kind === "floating" ? 5.5 : 2.5);
}

/**
 * A row of `count` pips from `x`, to the right or (`back`) to the left, in at most `width` pixels;
 * what finds no room is told as a number.
 */
export function pips(
  count: number, kind: Pip, x: number, y: number, width: number, back = false,
): string {
  if (count <= 0) return "";
  const room = Math.max(1, Math.floor(width / PIP));
  const shown = count <= room ? count : Math.max(1, room - 2);
  let drawn = "";
  for (let number = 0; number < shown; number++) {
    drawn += pip(back ? x - PIP * (number + 1) + 3 : x + PIP * number, y, kind);
  }
  if (shown < count) {
    const at = back ? x - PIP * shown - 1 : x + PIP * shown + 1;
    drawn += text(at, y + 11, `+${count - shown}`, "t3", back ? "end" : "start");
  }
  return drawn;
} // prettier-ignore

/** How wide a row of pips is, at most. */
export function pipsWidth(count: number, room: number): number {
  return Math.min(count * PIP, room);
}

/** Pip and word for each kind, for a legend in the header of a panel. */
export function pipLegend(kinds: readonly (readonly [Pip, string])[]): string {
  return kinds
    .map(([kind, word]) => `<span><svg width="13" height="15">${pip(1, 1, kind)}</svg>${esc(word)}</span>`)
    .join("");
}

/** A filled bar with how much of it is used, and words behind it. */
export function gauge(
  x: number, y: number, width: number, part: number, words: string, tone = "",
): string {
  const filled = Math.max(0, Math.min(1, part)) * width;
  return (
    rect(x, y - 9, width, 9, "gauge", 3) +
    (filled > 0.5 ? rect(x, y - 9, filled, 9, `gaugeFull ${tone}`, 3) : "") +
    text(x + width + 6, y, words, "t3")
  );
} // prettier-ignore

export function gaugeWidth(width: number, words: string): number {
  return width + 6 + textWidth(words, "t3");
}
