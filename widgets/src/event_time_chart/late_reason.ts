/** Why a record was late: when its window closed, and which record's watermark closed it. */

import { findWatermarkRecord } from "../trace/provenance";
import type { LateRecord, PaneBar, ChartData } from "./chart_data";
import type { Trace } from "../trace/trace";

export interface Lateness {
  /** The pane that the record missed; null if there never was one. */
  pane: PaneBar | null;
  /** Index of the operator's watermark event at which the window closed, or -1. */
  closedAt: number;
  /** Index of the read of the record that produced this watermark, or -1. */
  closingRecord: number;
  /** How far the watermark was past the cleanup time when the record came, in milliseconds. */
  lagMs: number;
}

export function explainLateness(trace: Trace, data: ChartData, late: LateRecord): Lateness {
  const closedAt = findClosingEvent(trace, data, late);
  return {
    pane: data.findMissedPane(late),
    closedAt,
    closingRecord: closedAt < 0 ? -1 : findWatermarkRecord(trace, closedAt),
    lagMs: late.watermark - (late.cleanupTime ?? late.time),
  };
}

/**
 * Find the event that closed the window: the watermark reached its cleanup time or, without windows, passed the
 * record's timestamp. Watermarks from before a restart do not count.
 */
function findClosingEvent(trace: Trace, data: ChartData, { index, operator }: LateRecord): number {
  const minimum = data.curves.find(({ kind, owner }) => kind === "minimum" && owner === operator);
  const drop = trace.event(index);
  if (drop.type !== "LateRecordDropped" || !minimum) return -1;
  const limit = drop.cleanup_time ?? (drop.timestamp ?? 0n) + 1n;
  let closedAt = -1;
  for (const at of minimum.at) {
    if (at >= index) break;
    const advance = trace.event(at);
    if (advance.type === "ExecutionReset") closedAt = -1;
    else if (closedAt < 0 && advance.type === "OperatorWatermarkAdvanced" && advance.after >= limit) closedAt = at;
  }
  return closedAt;
}
