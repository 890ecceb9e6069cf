/** Paint panes as bars that open, fill, fire, wait for late records and close. */

import { getDensities } from "./pane_density";
import { eventX, findFirstShown, strokeLine, toY } from "./chart_context";
import type { ChartContext } from "./chart_context";
import type { PaneBar } from "./chart_data";

/** Get the panes of the selected keys and operators. The list is cached until the selection changes. */
function getSelectedPanes({ data, keys, operators, followed }: ChartContext): readonly PaneBar[] {
  if (selectionCache.of !== data || selectionCache.keys !== keys || selectionCache.operators !== operators || selectionCache.followed !== followed) {
    const shown = (pane: PaneBar): boolean =>
      pane.start > -Infinity && (!keys || keys.has(pane.key)) && (!operators || operators.has(pane.operator)) &&
      (!followed || followed.hasPane(pane));
    selectionCache = { of: data, keys, operators, followed, panes: data.panes.filter(shown) };
  }
  return selectionCache.panes;
}

let selectionCache: { of: unknown; keys: unknown; operators: unknown; followed: unknown; panes: readonly PaneBar[] } = {
  of: null, keys: null, operators: null, followed: null, panes: [],
};

/** Find the panes within the visible part of the chart. */
export function findVisiblePanes(chart: ChartContext): PaneBar[] {
  const { camera, places } = chart;
  return getSelectedPanes(chart).filter(
    ({ start, end, openedAt, closedAt }) =>
      end >= camera.y0 && start <= camera.y1 && places[openedAt + 1]! <= camera.x1 &&
      (closedAt === Infinity || places[closedAt + 1]! >= camera.x0),
  );
}

/** With more panes than this, panes of the same window are drawn as one bar. */
const MAX_PANES = 600;

function paintDensities(context: CanvasRenderingContext2D, chart: ChartContext): void {
  const { camera, box, places, colour } = chart;
  context.fillStyle = colour("--pane");
  for (const { start, end, at, open, maxOpen: maxCount, firings, closedAt } of getDensities(getSelectedPanes(chart))) {
    if (end < camera.y0 || start > camera.y1 || places[at[0]! + 1]! > camera.x1) continue;
    if (closedAt < Infinity && places[closedAt + 1]! < camera.x0) continue;
    const [top, bottom] = [toY(chart, end), toY(chart, start)];
    const height = Math.max(1, bottom - top - 1);
    let x = eventX(chart, at[0]!);
    for (let i = Math.max(0, findFirstShown(chart, at) - 1); i < at.length; i++) {
      const next = i + 1 < at.length ? eventX(chart, at[i + 1]!) : box.left + box.width;
      if (next - x < 1 && i + 1 < at.length) continue;
      if (open[i]! > 0) {
        context.globalAlpha = 0.1 + 0.5 * (open[i]! / maxCount);
        context.fillRect(x, top, next - x, height);
      }
      if (next > box.left + box.width) break;
      x = next;
    }
    context.globalAlpha = 1;
    let last = -Infinity;
    for (let i = findFirstShown(chart, firings); i < firings.length; i++) {
      const lid = eventX(chart, firings[i]!);
      if (lid > box.left + box.width) break;
      if (lid - last < 1) continue;
      last = lid;
      context.fillRect(lid - 1.2, top, 2.4, height);
    }
  }
  context.globalAlpha = 1;
}

/** With more elements than this, bars are drawn without their fill levels. */
const MAX_FILLS = 6000;

export function paintPanes(context: CanvasRenderingContext2D, chart: ChartContext): void {
  const { data, colour } = chart;
  const panes = findVisiblePanes(chart);
  if (panes.length > MAX_PANES) return paintDensities(context, chart);
  const keys = chart.keys?.size ?? data.keys.length;
  const strength = keys > 6 ? 0.16 : keys > 2 ? 0.3 : 0.5;
  const fills = panes.reduce((sum, pane) => sum + pane.fills.length, 0);
  for (const pane of panes) paintPane(context, chart, pane, strength, fills <= MAX_FILLS);
  for (const pane of panes) {
    const [y, bottom] = [toY(chart, pane.end), toY(chart, pane.start)];
    for (const { index, kind } of pane.firings) {
      const x = eventX(chart, index);
      const style = kind === "late" ? colour("--fire") : colour("--pane");
      strokeLine(context, [x, y, x, bottom], style, kind === "early" ? 1.2 : 2.6, kind === "early" ? [2, 2] : []);
    }
  }
}

/** Paint a pane: the bar fills with each element; after it fired on time, a dashed bar shows the allowed lateness. */
function paintPane(
  context: CanvasRenderingContext2D, chart: ChartContext, pane: PaneBar, strength: number, showsFills: boolean,
): void {
  const { colour } = chart;
  const [top, bottom] = [toY(chart, pane.end), toY(chart, pane.start)];
  const height = Math.max(1, bottom - top - 1);
  const onTime = pane.firings.find(({ kind }) => kind === "on time");
  const closes = Math.min(onTime?.index ?? Infinity, pane.closedAt);
  const [x0, x1, x2] = [eventX(chart, pane.openedAt), eventX(chart, closes), eventX(chart, pane.closedAt)];
  context.fillStyle = colour("--pane");
  const maxCount = pane.counts.reduce((a, b) => Math.max(a, b), 1);
  const ends = showsFills ? pane.fills.filter((index) => index < closes) : [pane.openedAt];
  for (let i = 0; i < ends.length; i++) {
    const from = eventX(chart, ends[i]!);
    const to = i + 1 < ends.length ? eventX(chart, ends[i + 1]!) : x1;
    context.globalAlpha = strength * (showsFills ? 0.35 + 0.65 * (pane.counts[i]! / maxCount) : 0.8);
    context.fillRect(from, top, Math.max(to - from, 0.5), height);
  }
  if (x2 > x1 + 1) {
    context.globalAlpha = strength * 0.3;
    context.fillRect(x1, top, x2 - x1, height);
    context.globalAlpha = 0.8;
    strokeLine(context, [x1, top, x2, top, x2, bottom, x1, bottom], colour("--pane"), 1, [3, 3]);
  }
  if (x1 - x0 > 5 && height > 5) {
    context.globalAlpha = Math.min(1, strength * 2.2);
    context.strokeStyle = colour("--pane");
    context.lineWidth = 1;
    context.strokeRect(x0 + 0.5, top + 0.5, x1 - x0 - 1, height - 1);
  }
  context.globalAlpha = 1;
}
