"""One pass over a log for a whole grid of settings: how many records of which window came when.

Watermarks move at ticks, and where a split ends. So two records of one window that come between the
same two ticks are on time, late or lost together, whatever the settings. Per window and tick it is
enough to know how many records came, and how many panes (a key's window) began; all settings are then
judged by this table.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flinksim.spark.columnar.run import KernelRun
from flinksim.spark.generic import positions
from flinksim.spark.generic.cuts import Longs, Steps, WindowCuts
from flinksim.spark.generic.source_timeline import SourceReach
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.sweeps.figures import Figures, spread_of
from flinksim.spark.sweeps.watermarks import Watermarks
from flinksim.spark.sweeps.window_pass import PASS_SCHEMA, Ticks, WindowPass


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows of the table, by columns: of one window, between two ticks.

    ``windows`` are places in a list of the windows that there are (one record whose timestamp is years
    away makes millions of empty ones); ``codes`` are the places in the run (see ``cuts``);
    ``records`` are pairs of a record and a window, ``latest`` those in which it is the record's last;
    ``panes`` are the panes that began, ``began`` the sum of the moments when they did, in milliseconds
    since the run began.
    """

    windows: Longs
    codes: Longs
    records: Longs
    latest: Longs
    panes: Longs
    began: Longs


class WindowTable:
    """The table of one program and log."""

    def __init__(self, run: KernelRun, plan: NativePlan) -> None:
        self._plan = plan
        reach = run.reach
        least, greatest = reach.least or 0, reach.greatest or 0
        self.enough_ms = greatest - least + plan.panes.size
        self.watermarks = Watermarks(plan, reach.reached)
        panes = plan.panes.counted_from(least)
        work = WindowPass(panes, plan.key_shape, _ticks_of(plan, reach.reached))
        rows = run.of_keys(work, PASS_SCHEMA)
        columns = {name: rows.column(name).to_numpy() for name in rows.column_names}
        numbers, places = np.unique(columns["window"], return_inverse=True)
        self._counts = Counts(
            places, columns["code"], columns["records"], columns["latest"], columns["panes"],
            columns["began"],
        )  # fmt: skip
        self._last_moments = panes.bounds(numbers)[1] - 1

    def __len__(self) -> int:
        return len(self._counts.windows)

    def figures(self, delay_ms: int, idleness_ms: int | None, lateness_ms: int) -> Figures:
        """The figures of one point."""
        counts = self._counts
        steps = self.watermarks.steps(delay_ms, idleness_ms)
        cuts = WindowCuts.of(steps, self._last_moments, lateness_ms)
        number = counts.windows
        in_time = counts.codes <= cuts.fire_codes[number]
        allowed = counts.codes <= cuts.clean_codes[number]
        fired = in_time & cuts.fires[number]
        delays = cuts.fire_times[number] - (self._last_moments[number] + 1)
        total = int(counts.records.sum())
        on_time = int(counts.records[in_time].sum())
        kept = int(counts.records[allowed].sum())
        spread = spread_of(delays[fired], counts.panes[fired])
        over = self._clean_times(steps, lateness_ms, number[allowed])
        panes_max, panes_mean = self._panes(cuts, allowed, over)
        return Figures(
            total, on_time, kept - on_time, total - kept, int(counts.latest[~allowed].sum()),
            int(counts.panes[fired].sum()), *spread, panes_max, panes_mean,
        )  # fmt: skip

    def _panes(
        self, cuts: WindowCuts, allowed: NDArray[np.bool_], over: Longs
    ) -> tuple[int, float]:
        """How many panes are kept at once: at most, and on average over the time of the run.

        *over*: when the panes of the *allowed* rows are cleaned up.
        """
        counts, length = self._counts, self.watermarks.length_ms
        begun = counts.panes[allowed]
        if not begun.sum():
            return 0, 0.0
        gone = cuts.clean_codes[counts.windows[allowed]]
        places = np.concatenate([counts.codes[allowed], gone])
        changes = np.concatenate([begun, -begun])
        order = np.lexsort((changes < 0, places))
        lived = int((over * begun - counts.began[allowed]).sum())
        return int(np.cumsum(changes[order]).max()), lived / length if length else 0.0

    def _clean_times(self, steps: Steps, lateness_ms: int, number: Longs) -> Longs:
        """When the panes of the windows of each *number* are cleaned up; at the end at last.

        In milliseconds since the run began.
        """
        place = steps.first_at(self._last_moments[number] + lateness_ms)
        watermarks = self.watermarks
        times: Longs = np.append(steps.times - watermarks.start_ms, np.int64(watermarks.length_ms))
        return times[place]


def _ticks_of(plan: NativePlan, reached: SourceReach) -> Ticks:
    chain = plan.source.chain
    interval = chain.ticks_every_ms(plan.maker)
    lasts = [positions.time_of(last) - chain.start_ms for last in reached.last_items.values()]
    ends = sorted({last // interval for last in lasts}) if interval > 0 else []
    return Ticks(chain.start_ms, interval, len(chain.split_names), tuple(ends))


__all__ = ["WindowTable"]
