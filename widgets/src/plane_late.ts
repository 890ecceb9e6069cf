/** Why a record came too late: when its window was over, and the record that had closed it. */

import { recordBehindWatermark } from "./behind";
import type { Late, Pane, PlaneRun } from "./plane_run";
import type { Trace } from "./trace";

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
  const clock = run.curves.find(({ kind, owner }) => kind === "minimum" && owner === late.operator);
  // a window is over once the watermark is at its cleanup time; without windows a record is once it is behind
  const since = clock?.values.findIndex((value) =>
    late.cleanup === null ? value > late.time : value >= late.cleanup,
  );
  const over = clock && since !== undefined && since >= 0 ? clock.at[since]! : -1;
  return {
    pane: run.missedBy(late),
    over,
    closer: over < 0 ? -1 : recordBehindWatermark(trace, over),
    behind: late.watermark - (late.cleanup ?? late.time),
  };
}
