/** The inside of one subtask: what comes in, the input, the chain, what goes out, and the mailbox under it. */

import { drawBand } from "./inside_mailbox";
import { drawChain } from "./inside_chain";
import { running } from "./inside_events";
import { drawChannels, drawInput } from "./inside_input";
import { drawOutput } from "./inside_output";
import type { Frame } from "../stepper/frame";
import { esc, fit, picture, rect, text } from "../ui/svg";
import { t } from "../i18n/strings";

export const LEAST_WIDTH = 1080;

/** A part of the picture: where it may stand. */
export interface Room {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What all parts draw from. */
export interface Inside {
  frame: Frame;
  /** The classes on the stack of the fact in view. */
  runs: ReadonlySet<string>;
}

const TOP = 18;
const BAND = 92;

export function drawInside(frame: Frame, wide: number, tall: number): string {
  const width = Math.max(wide, LEAST_WIDTH);
  const height = Math.max(360, tall);
  if (!frame.lookup.subtasks.has(frame.task)) {
    return picture(width, 120, t("No task"), text(width / 2, 60, t("Nothing runs yet."), "t2", "middle"));
  }
  const inside: Inside = { frame, runs: running(frame) };
  const gap = 14;
  const parts = [0.235, 0.235, 0.27, 0.26].map((share) => share * (width - 3 * gap));
  const column = (number: number): Room => ({
    x: parts.slice(0, number).reduce((sum, part) => sum + part + gap, 0),
    y: TOP,
    width: parts[number]!,
    height: height - TOP - BAND - 8,
  });
  const hasInputs = frame.lookup.inputsOf(frame.task).length > 0;
  const heads = [hasInputs ? t("from the senders") : t("splits"), t("input"), t("operator chain"), t("output")];
  const drawn = heads.map((word, number) => text(column(number).x + 2, 12, word, "t3 head")).join("");
  const body =
    drawChannels(inside, column(0)) + drawInput(inside, column(1)) + drawChain(inside, column(2)) + drawOutput(inside, column(3));
  const band = drawBand(inside, { x: 0, y: height - BAND, width, height: BAND });
  const task = frame.scene.view.tasks.get(frame.task);
  const label = t("Inside {0}, {1}: {2}", frame.labels.name(frame.task), task?.state ?? "", [...inside.runs].join(", ") || t("nothing runs"));
  return picture(width, height, label, drawn + body + band, "group");
}

/** A box that stands for classes of Flink: lit while one of them is on the stack. */
export function box(inside: Inside, room: Room, name: string, classes: readonly string[], lines: string, tone = ""): string {
  const lit = classes.some((one) => inside.runs.has(one));
  const { x, y, width, height } = room;
  return (
    `<g class="part ${lit ? "lit" : ""} ${tone}" data-part-of="${esc(name)}">` +
    rect(x + 0.8, y + 0.8, width - 1.6, height - 1.6, "partBox", 8) +
    className(x + 9, y + 16, name, width - 18) +
    lines +
    `</g>`
  );
}

/** The name of a class, or what stands in the picture for it; behind it stands its card. */
export function className(
  x: number, y: number, name: string, width: number, anchor: "start" | "middle" | "end" = "start", shown = name,
): string {
  const words = fit(shown, width, "strong");
  const at = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  return (
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}"${at} class="strong className" data-class="${esc(name)}" ` +
    `tabindex="-1" role="button">${esc(words)}<title>${esc(t("{0}: what it is", name))}</title></text>`
  );
} // prettier-ignore

/** Lines of words in a box, each cut to its width. */
export function words(room: Room, from: number, lines: readonly (string | null)[], step = 16): string {
  const told = lines.filter((line): line is string => line !== null);
  const shown = told.map((line) => fit(line, room.width - 18, "t3"));
  const drawn = shown.map((line, number) => (from + number * step > room.height - 4 ? "" : text(room.x + 9, room.y + from + number * step, line, "t3")));
  const isCut = shown.some((line, number) => line !== told[number]) || drawn.includes("");
  return isCut ? `<g><title>${esc(told.join("\n"))}</title>${drawn.join("")}</g>` : drawn.join("");
}
