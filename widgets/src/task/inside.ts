/** Inside view of one subtask: channels, input, operator chain, output, and the mailbox below. */

import { drawLifecycle, drawMailboxBand } from "./inside_mailbox";
import { drawChain } from "./inside_chain";
import { findActiveClasses } from "./inside_events";
import { drawChannels, drawInput } from "./inside_input";
import { drawOutput } from "./inside_output";
import type { Frame } from "../stepper/frame";
import { esc, fitText, renderSvg, rect, text } from "../ui/svg";
import { t } from "../i18n/strings";

export const MIN_WIDTH = 1080;

/** Area of a part of the picture. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What all parts need to draw. */
export interface InsideContext {
  frame: Frame;
  /** Classes on the call stack of the current event. */
  activeClasses: ReadonlySet<string>;
}

const LIFECYCLE_HEIGHT = 30;
const TOP_MARGIN = LIFECYCLE_HEIGHT + 18;
const BAND_HEIGHT = 60;

export function drawInside(frame: Frame, availableWidth: number, availableHeight: number): string {
  const width = Math.max(availableWidth, MIN_WIDTH);
  const height = Math.max(360, availableHeight);
  if (!frame.lookup.subtasks.has(frame.task)) {
    return renderSvg(width, 120, t("No task"), text(width / 2, 60, t("Nothing runs yet."), "t2", "middle"));
  }
  const inside: InsideContext = { frame, activeClasses: findActiveClasses(frame) };
  const gap = 14;
  const parts = [0.235, 0.235, 0.27, 0.26].map((share) => share * (width - 3 * gap));
  const column = (number: number): Area => ({
    x: parts.slice(0, number).reduce((sum, part) => sum + part + gap, 0),
    y: TOP_MARGIN,
    width: parts[number]!,
    height: height - TOP_MARGIN - BAND_HEIGHT - 8,
  });
  const hasInputs = frame.lookup.getInputs(frame.task).length > 0;
  const heads = [hasInputs ? t("from the senders") : t("splits"), t("input"), t("operator chain"), t("output")];
  const drawn = heads.map((word, number) => text(column(number).x + 2, LIFECYCLE_HEIGHT + 12, word, "t3 head")).join("");
  const body =
    drawChannels(inside, column(0)) + drawInput(inside, column(1)) + drawChain(inside, column(2)) + drawOutput(inside, column(3));
  // first, and only as wide as is seen without scrolling
  const lifecycle = drawLifecycle(inside, { x: 0, y: 0, width: availableWidth, height: LIFECYCLE_HEIGHT - 6 });
  const band = drawMailboxBand(inside, { x: 0, y: height - BAND_HEIGHT, width, height: BAND_HEIGHT });
  const task = frame.snapshot.state.tasks.get(frame.task);
  const label = t("Inside {0}, {1}: {2}", frame.labels.name(frame.task), task?.state ?? "", [...inside.activeClasses].join(", ") || t("nothing runs"));
  return renderSvg(width, height, label, lifecycle + drawn + body + band, "group");
}

/** Draw a box for some Flink classes. It is highlighted while one of them is on the call stack. */
export function drawBox(inside: InsideContext, room: Area, name: string, classes: readonly string[], lines: string, tone = ""): string {
  const isHighlighted = classes.some((one) => inside.activeClasses.has(one));
  const { x, y, width, height } = room;
  return (
    `<g class="part ${isHighlighted ? "lit" : ""} ${tone}" data-part-of="${esc(name)}">` +
    rect(x + 0.8, y + 0.8, width - 1.6, height - 1.6, "partBox", 8) +
    drawClassName(x + 9, y + 16, name, width - 18) +
    lines +
    `</g>`
  );
}

/** Draw a class name that opens its glossary card. */
export function drawClassName(
  x: number, y: number, name: string, width: number, anchor: "start" | "middle" | "end" = "start", shown = name,
): string {
  const words = fitText(shown, width, "strong");
  const at = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  return (
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${at} class="strong className" data-class="${esc(name)}" ` +
    `tabindex="-1" role="button">${esc(words)}<title>${esc(t("{0}: what it is", name))}</title></text>`
  );
}

/** Draw lines of text in a box, each cut to its width. */
export function drawLines(room: Area, from: number, lines: readonly (string | null)[], step = 16): string {
  const label = lines.filter((line): line is string => line !== null);
  const shown = label.map((line) => fitText(line, room.width - 18, "t3"));
  const drawn = shown.map((line, number) => (from + number * step > room.height - 4 ? "" : text(room.x + 9, room.y + from + number * step, line, "t3")));
  const isCut = shown.some((line, number) => line !== label[number]) || drawn.includes("");
  return isCut ? `<g><title>${esc(label.join("\n"))}</title>${drawn.join("")}</g>` : drawn.join("");
}
