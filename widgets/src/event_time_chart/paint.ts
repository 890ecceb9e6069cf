/** Paints a run onto a canvas as it was in the end; what of it is shown at full strength, others decide. */

import { paintPanes } from "./pane_bars";
import { paintCurves, paintOnTime, paintOver } from "./watermark_lines";
import { paintDots, paintLates, paintTimers } from "./record_marks";
import type { Picture } from "./chart_context";

/** What lies below the records: panes, watermarks, and what is over. */
export function paintGround(context: CanvasRenderingContext2D, picture: Picture): void {
  const { parts } = picture;
  if (parts.has("minimum")) paintOver(context, picture);
  paintOnTime(context, picture);
  if (parts.has("panes")) paintPanes(context, picture);
  paintCurves(context, picture);
}

/** Records, late ones and timers, of facts from `from` on and before `to`. */
export function paintMarks(context: CanvasRenderingContext2D, picture: Picture, from = 0, to = Infinity): void {
  const { parts } = picture;
  if (parts.has("timers")) paintTimers(context, picture, from, to);
  if (parts.has("records")) paintDots(context, picture, from, to);
  if (parts.has("late")) paintLates(context, picture, from, to);
}
