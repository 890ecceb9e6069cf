/** What a run cost and gave, in three numbers: too late, counted, and how long a result was waited for. */

import { Clock, spanText } from "./axis_clock";
import type { PlaneRun } from "./chart_data";
import { t } from "../i18n/strings";
import type { Trace } from "../trace/trace";

export function statsOf(trace: Trace, run: PlaneRun): (readonly [value: string, words: string])[] {
  const clock = new Clock(trace);
  const late = run.lates.length;
  const kept = run.panes.reduce((sum, { fills }) => sum + fills.length, 0);
  const waits = run.panes.flatMap(({ end, firings }) => {
    const first = firings.find(({ kind }) => kind !== "early");
    const wait = first && Number.isFinite(end) ? clock.timeAt(first.index + 1) - end : NaN;
    return wait >= 0 ? [wait] : [];
  });
  waits.sort((a, b) => a - b);
  const stats: [string, string][] = [[String(late), t("too late")]];
  if (kept + late > 0) stats.push([`${((100 * kept) / (kept + late)).toFixed(1)} %`, t("counted")]);
  if (waits.length > 0) stats.push([spanText(rounded(waits[waits.length >> 1]!)), t("median wait")]);
  return stats;
}

/** To minutes, or seconds, whichever a person would say. */
function rounded(ms: number): number {
  const unit = ms >= 300_000 ? 60_000 : ms >= 10_000 ? 1000 : 1;
  return Math.round(ms / unit) * unit;
}
