/**
 * A vertex with many subtasks as a strip of heat: a cell for each, darker the further its watermark is
 * behind the foremost; the one that is looked at is opened beside it.
 */

import type { Frame } from "../stepper/frame";
import type { Box } from "./element_positions";
import { t } from "../i18n/strings";
import { esc, fit, rect, text, textWidth } from "../ui/svg";
import { hasFailed, tally, taskWatermark, watermarkOf } from "./task_status";
import type { PlanVertex } from "../trace/trace.gen";
import { MAX_TIMESTAMP, MIN_TIMESTAMP } from "../ui/value_format";

const FROM = 8;
const SHADES = 5;
const LEFT = 9;

/** From so many subtasks in a column on a vertex that has its part in them is shown as heat. */
export const isMany = (inColumn: number, own: number): boolean => inColumn >= FROM && own >= FROM / 2;

/** Whether the vertex of a task is shown so. */
export const isHeat = ({ lookup }: Frame, { heats }: { heats: ReadonlyMap<string, PlanVertex> }, task: string): boolean =>
  heats.has(lookup.subtasks.get(task)!.vertex);

/** As much of a low box is for the name. */
const NAME_SHARE = 0.52;

interface Grid {
  columns: number;
  cell: number;
  x: number;
  y: number;
}

/** As large cells as there is room for, below the name. */
function gridOf({ x, y, width, height }: Box, count: number): Grid {
  const top = height >= 38 ? 22 : 4;
  const left = height >= 38 ? LEFT : width * NAME_SHARE;
  const [wide, tall] = [width - left - LEFT, height - top - 5];
  for (let cell = Math.min(30, Math.floor(tall)); cell > 2; cell--) {
    const columns = Math.floor(wide / cell);
    if (columns * Math.floor(tall / cell) >= count) return { columns, cell, x: x + left, y: y + top };
  }
  return { columns: Math.max(1, Math.floor(wide / 2)), cell: 2, x: x + left, y: y + top };
}

/** The subtask under a point of the picture. */
export function subtaskAt(vertex: PlanVertex, box: Box, x: number, y: number): number | null {
  const grid = gridOf(box, vertex.parallelism);
  const column = Math.floor((x - grid.x) / grid.cell);
  const index = Math.floor((y - grid.y) / grid.cell) * grid.columns + column;
  const within = column >= 0 && column < grid.columns && y >= grid.y && index < vertex.parallelism;
  return within ? index : null;
}

/** The look of a cell; unless given, how far behind its watermark is. */
export type Tone = (task: string) => string;

export function drawHeat(frame: Frame, vertex: PlanVertex, box: Box, toneOf?: Tone): string {
  const count = vertex.parallelism;
  const tasks = Array.from({ length: count }, (_, index) => `${vertex.id}/${index}`);
  const marks = tasks.map((id) => watermarkOf(frame, id));
  const finite = marks.flatMap(({ watermark, idle }) =>
    idle || watermark === MIN_TIMESTAMP || watermark === MAX_TIMESTAMP ? [] : [Number(watermark)],
  );
  const [low, high] = [Math.min(...finite), Math.max(...finite)];
  const grid = gridOf(box, count);
  const paths = new Map<string, string>();
  marks.forEach(({ watermark, idle }, index) => {
    const lag = idle ? "idle" : watermark === MIN_TIMESTAMP ? "none" : `lag${lagOf(Number(watermark), low, high)}`;
    const tone = hasFailed(frame, tasks[index]!) ? "failed" : (toneOf?.(tasks[index]!) ?? lag);
    const [x, y] = cornerOf(grid, index);
    const size = Math.max(1, grid.cell - 1);
    paths.set(tone, `${paths.get(tone) ?? ""}M${x} ${y}h${size}v${size}h${-size}z`);
  });
  const late = tasks.reduce((sum, id) => sum + lateOf(frame, id), 0);
  const name = `${vertex.operators[0]!.name.replace(/^Source: /, "")} ×${count}`;
  const least = marks.reduce((a, b) => (b.watermark < a.watermark ? b : a)).watermark;
  const opened = tasks.indexOf(frame.task);
  const at = opened >= 0 ? t("{0} at {1}", `${opened + 1}/${count}`, taskWatermark(frame, frame.task)) : "";
  const shown = at && `${at} · ${tally(frame, frame.task)}`;
  const behind = least === MIN_TIMESTAMP ? "" : t("from {0}", frame.labels.time(least));
  const label = `${name}, ${behind}${late > 0 ? `, ${t("{0} late", late)}` : ""}${shown && `; ${t("shown: {0}", shown)}`}`;
  const first = box.height >= 38 ? box.y + 16 : box.y + box.height / 2 + 5;
  const isLow = box.height < 38;
  const room = (isLow ? box.width * NAME_SHARE : box.width) - 2 * LEFT;
  let drawn =
    `<g class="heat" data-heat="${esc(vertex.id)}" data-task="${esc(opened >= 0 ? frame.task : tasks[0]!)}" tabindex="0" ` +
    `role="button"><title>${esc(label)}</title>${rect(box.x, box.y, box.width, box.height, "box", 8)}`;
  // as much is said of it as there is room for beside its name; a little is said anyway, but in a single line
  const words = [shown, at || behind].find((one) => one !== "" && textWidth(one, "t3") + 12 + textWidth(name, "t1") <= room) ?? (isLow ? "" : at || behind);
  const wide = Math.min(textWidth(words, "t3"), room * 0.6);
  const named = fit(name, room - (wide > 0 ? wide + 12 : 0), "t1");
  if (room > 40) drawn += text(box.x + LEFT, first, named, "t1") + (wide > 0 ? text(box.x + LEFT + room, first, fit(words, wide, "t3"), "t3", "end") : "");
  for (const [tone, d] of paths) drawn += `<path d="${d}" class="cell ${tone}"/>`;
  for (const id of [frame.actor, frame.task]) {
    const index = tasks.indexOf(id);
    if (index < 0) continue;
    const [x, y] = cornerOf(grid, index);
    const size = Math.max(3, grid.cell);
    drawn += rect(x - 1, y - 1, size + 1, size + 1, id === frame.actor ? "cellRuns" : "cellShown", 2);
  }
  return `${drawn}</g>`;
}

function cornerOf({ columns, cell, x, y }: Grid, index: number): [number, number] {
  return [Math.round(x + (index % columns) * cell), Math.round(y + Math.floor(index / columns) * cell)];
}

function lagOf(watermark: number, low: number, high: number): number {
  if (!(high > low)) return 0;
  const capped = Math.max(low, Math.min(high, watermark));
  return Math.min(SHADES - 1, Math.floor(((high - capped) / (high - low)) * SHADES));
}

function lateOf(frame: Frame, id: string): number {
  return frame.lookup.operatorsOf(id).reduce((sum, one) => sum + (frame.scene.view.operators.get(one.id)?.late ?? 0), 0);
}
