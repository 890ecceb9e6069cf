/** Why a record came too late: when its window was over, and the record that had closed it. */

import { recordBehindWatermark } from "../trace/provenance";
import type { Late, Pane, PlaneRun } from "./chart_data";
import type { Trace } from "../trace/trace";

export interface Lateness {
  /** The pane that the record missed; null if there never was one, for the record is its first. */
  pane: Pane | null;
  /** The move of the operator's watermark at which the window was over. */
  over: number;
  /** The read of the record from which that watermark was made, or -1. */
  closer: number;
  /** How long after that the record came, in milliseconds of event time that the watermark had gone on. */
  behind: number;
}

export function latenessOf(trace: Trace, run: PlaneRun, late: Late): Lateness {
  const over = whenOver(trace, run, late);
  return {
    pane: run.missedBy(late),
    over,
    closer: over < 0 ? -1 : recordBehindWatermark(trace, over),
    behind: late.watermark - (late.cleanup ?? late.time),
  };
}

/**
 * A window is over once the watermark is at its cleanup time; without windows a record is once the
 * watermark is past it. What a task knew before it was started again does not count.
 */
function whenOver(trace: Trace, run: PlaneRun, { index, operator }: Late): number {
  const clock = run.curves.find(({ kind, owner }) => kind === "minimum" && owner === operator);
  const dropped = trace.event(index);
  if (dropped.type !== "LateRecordDropped" || !clock) return -1;
  const limit = dropped.cleanup_time ?? (dropped.timestamp ?? 0n) + 1n;
  let over = -1;
  for (const at of clock.at) {
    if (at >= index) break;
    const move = trace.event(at);
    if (move.type === "ExecutionReset") over = -1;
    else if (over < 0 && move.type === "OperatorWatermarkAdvanced" && move.after >= limit) over = at;
  }
  return over;
}
