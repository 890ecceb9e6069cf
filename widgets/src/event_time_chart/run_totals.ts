/** Totals of a run: late records, share of counted records, and the median wait for a result. */

import { AxisClock, formatDuration } from "./axis_clock";
import type { ChartData } from "./chart_data";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";

export function computeRunTotals(trace: Trace, data: ChartData): (readonly [value: string, words: string])[] {
  const clock = new AxisClock(trace);
  const late = data.lateRecords.length;
  const countedRecords = data.panes.reduce((sum, { fills }) => sum + fills.length, 0);
  const waits = data.panes.flatMap(({ end, firings }) => {
    const first = firings.find(({ kind }) => kind !== "early");
    const wait = first && Number.isFinite(end) ? clock.timeAt(first.index + 1) - end : NaN;
    return wait >= 0 ? [wait] : [];
  });
  waits.sort((a, b) => a - b);
  const stats: [string, string][] = [[String(late), t("too late")]];
  if (countedRecords + late > 0) stats.push([`${((100 * countedRecords) / (countedRecords + late)).toFixed(1)} %`, t("of records counted")]);
  if (waits.length > 0) stats.push([formatDuration(roundDuration(waits[waits.length >> 1]!)), t("median wait for a result")]);
  return stats;
}

/** Round to minutes, seconds or milliseconds, depending on the size. */
function roundDuration(ms: number): number {
  const unit = ms >= 300_000 ? 60_000 : ms >= 10_000 ? 1000 : 1;
  return Math.round(ms / unit) * unit;
}
