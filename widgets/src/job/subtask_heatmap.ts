/**
 * A vertex with many subtasks as a heatmap: one cell per subtask, darker the further its watermark is behind the most
 * advanced one. The selected subtask is shown as text.
 */

import type { Frame } from "../stepper/frame";
import type { Box } from "./element_positions";
import { t } from "../i18n/strings";
import { esc, fitText, rect, text, measureText } from "../ui/svg";
import { hasFailed, isActing, summarizeActivity, formatTaskWatermark, getTaskWatermark } from "./task_status";
import type { PlanVertex } from "../trace/trace.gen";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "../ui/value_format";

const MIN_SUBTASKS = 8;
const SHADE_COUNT = 5;
const LEFT_PADDING = 9;

/** Whether a vertex with `parallelism` subtasks is drawn as a heatmap, given all subtasks in its column. */
export const needsHeatmap = (inColumn: number, parallelism: number): boolean => inColumn >= MIN_SUBTASKS && parallelism >= MIN_SUBTASKS / 2;

interface WithHeatmaps {
  heatmaps: ReadonlyMap<string, PlanVertex>;
}

/** Whether the vertex of a task is drawn as a heatmap. */
export const hasHeatmap = ({ lookup }: Frame, { heatmaps }: WithHeatmaps, task: string): boolean =>
  heatmaps.has(lookup.subtasks.get(task)!.vertex);

/** Share of a low box that is for the name. */
const NAME_SHARE = 0.52;

interface Grid {
  columns: number;
  cell: number;
  x: number;
  y: number;
}

/** Compute the largest cells that fit below the name. */
function computeGrid({ x, y, width, height }: Box, count: number): Grid {
  const top = height >= 38 ? 22 : 4;
  const left = height >= 38 ? LEFT_PADDING : width * NAME_SHARE;
  const [textWidthPx, gridHeight] = [width - left - LEFT_PADDING, height - top - 5];
  for (let cell = Math.min(30, Math.floor(gridHeight)); cell > 2; cell--) {
    const columns = Math.floor(textWidthPx / cell);
    if (columns * Math.floor(gridHeight / cell) >= count) return { columns, cell, x: x + left, y: y + top };
  }
  return { columns: Math.max(1, Math.floor(textWidthPx / 2)), cell: 2, x: x + left, y: y + top };
}

/** Find the subtask under a point. */
export function findSubtaskAt(vertex: PlanVertex, box: Box, x: number, y: number): number | null {
  const grid = computeGrid(box, vertex.parallelism);
  const column = Math.floor((x - grid.x) / grid.cell);
  const index = Math.floor((y - grid.y) / grid.cell) * grid.columns + column;
  const isInside = column >= 0 && column < grid.columns && y >= grid.y && index < vertex.parallelism;
  return isInside ? index : null;
}

/** Get the CSS class of a cell. The default shows the watermark lag. */
export type GetTone = (task: string) => string;

export function drawHeatmap(frame: Frame, vertex: PlanVertex, box: Box, toneOf?: GetTone): string {
  const count = vertex.parallelism;
  const tasks = Array.from({ length: count }, (_, index) => `${vertex.id}/${index}`);
  const marks = tasks.map((id) => getTaskWatermark(frame, id));
  const finite = marks.flatMap(({ watermark, idle }) =>
    idle || watermark === MIN_TIMESTAMP || watermark === MAX_TIMESTAMP ? [] : [Number(watermark)],
  );
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const grid = computeGrid(box, count);
  const paths = new Map<string, string>();
  marks.forEach(({ watermark, idle }, index) => {
    const lag = idle ? "idle" : watermark === MIN_TIMESTAMP ? "none" : `lag${computeLagShade(Number(watermark), low, high)}`;
    const tone = hasFailed(frame, tasks[index]!) ? "failed" : (toneOf?.(tasks[index]!) ?? lag);
    const [x, y] = getCellCorner(grid, index);
    const size = Math.max(1, grid.cell - 1);
    paths.set(tone, `${paths.get(tone) ?? ""}M${x} ${y}h${size}v${size}h${-size}z`);
  });
  const late = tasks.reduce((sum, id) => sum + countLateRecords(frame, id), 0);
  const name = `${vertex.operators[0]!.name.replace(/^Source: /, "")} ×${count}`;
  const lowest = marks.reduce((a, b) => (b.watermark < a.watermark ? b : a)).watermark;
  const openedIndex = tasks.indexOf(frame.task);
  const openedText = openedIndex >= 0 ? `${openedIndex + 1}/${count}: ${t("watermark {0}", formatTaskWatermark(frame, frame.task))}` : "";
  const openedSummary = openedText && `${openedText} · ${summarizeActivity(frame, frame.task)}`;
  const behindText = lowest === MIN_TIMESTAMP ? "" : t("from {0}", frame.labels.shortTime(lowest));
  const label = `${name}, ${behindText}${late > 0 ? `, ${t("{0} late", late)}` : ""}${openedSummary && `; ${t("shown: {0}", openedSummary)}`}`;
  const first = box.height >= 38 ? box.y + 16 : box.y + box.height / 2 + 5;
  const isLow = box.height < 38;
  const room = (isLow ? box.width * NAME_SHARE : box.width) - 2 * LEFT_PADDING;
  let drawn =
    `<g class="heat" data-heat="${esc(vertex.id)}" data-task="${esc(openedIndex >= 0 ? frame.task : tasks[0]!)}" tabindex="0" ` +
    `role="button"><title>${esc(label)}</title>${rect(box.x, box.y, box.width, box.height, "box", 8)}`;
  // show as much as fits next to the name; a box of several lines always shows something
  const words = [openedSummary, openedText || behindText].find((one) => one !== "" && measureText(one, "t3") + 12 + measureText(name, "t1") <= room) ?? (isLow ? "" : openedText || behindText);
  const textWidthPx = Math.min(measureText(words, "t3"), room * 0.6);
  const named = fitText(name, room - (textWidthPx > 0 ? textWidthPx + 12 : 0), "t1");
  if (room > 40) drawn += text(box.x + LEFT_PADDING, first, named, "t1") + (textWidthPx > 0 ? text(box.x + LEFT_PADDING + room, first, fitText(words, textWidthPx, "t3"), "t3", "end") : "");
  for (const [tone, d] of paths) drawn += `<path d="${d}" class="cell ${tone}"/>`;
  for (const id of [frame.actor, frame.task]) {
    const index = tasks.indexOf(id);
    if (index < 0) continue;
    const [x, y] = getCellCorner(grid, index);
    const size = Math.max(3, grid.cell);
    drawn += rect(x - 1, y - 1, size + 1, size + 1, isActing(frame, id) ? "cellRuns" : "cellShown", 2);
  }
  return `${drawn}</g>`;
}

function getCellCorner({ columns, cell, x, y }: Grid, index: number): [number, number] {
  return [Math.round(x + (index % columns) * cell), Math.round(y + Math.floor(index / columns) * cell)];
}

function computeLagShade(watermark: number, low: number, high: number): number {
  if (!(high > low)) return 0;
  const capped = Math.max(low, Math.min(high, watermark));
  return Math.min(SHADE_COUNT - 1, Math.floor(((high - capped) / (high - low)) * SHADE_COUNT));
}

function countLateRecords(frame: Frame, id: string): number {
  return frame.lookup.getOperators(id).reduce((sum, one) => sum + (frame.snapshot.state.operators.get(one.id)?.late ?? 0), 0);
}
