/** Paint a complete run onto a canvas. The caller decides which part is shown at full strength. */

import { paintPanes } from "./pane_bars";
import { paintCurves, paintOnTime, paintClosedTimes } from "./watermark_lines";
import { paintDots, paintLateRecords, paintTimers } from "./record_marks";
import type { ChartContext } from "./chart_context";

/** Paint what lies below the records: panes, watermarks and the area below the minimum watermark. */
export function paintBackground(context: CanvasRenderingContext2D, chart: ChartContext): void {
  const { visibleParts } = chart;
  if (visibleParts.has("minimum")) paintClosedTimes(context, chart);
  paintOnTime(context, chart);
  if (visibleParts.has("panes")) paintPanes(context, chart);
  paintCurves(context, chart);
}

/** Paint records, late records and timers of the events in [from, to). */
export function paintMarks(context: CanvasRenderingContext2D, chart: ChartContext, from = 0, to = Infinity): void {
  const { visibleParts } = chart;
  if (visibleParts.has("timers")) paintTimers(context, chart, from, to);
  if (visibleParts.has("records")) paintDots(context, chart, from, to);
  if (visibleParts.has("late")) paintLateRecords(context, chart, from, to);
}
