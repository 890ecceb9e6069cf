"""One pass over a log for a grid of settings: record counts per window and tick.

For windows other than sessions. Watermarks advance at ticks (periodic emissions) and at the end of
a split. So two records of one window that arrive between the same two ticks are both on time, both
late or both lost, whatever the settings. It is enough to know, per window and tick, how many records
arrived and how many panes (a key's window) began. All settings are evaluated on this table.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.compile.panes import Panes
from flinksim.replay.expressions.symbolic_values import RecordShape
from flinksim.replay.kernel.kernel_run import KernelRun
from flinksim.replay.kernel.record_columns import Records, number_keys
from flinksim.replay.kernel.window_aggregates import evaluate_fields
from flinksim.replay.operators import positions
from flinksim.replay.operators.source_watermarks import SourceTimestampScan
from flinksim.replay.operators.watermark_positions import (
    Longs,
    WatermarkSteps,
    WindowFiringPositions,
)
from flinksim.replay.sweep.statistics import SweepStatistics, compute_quantiles
from flinksim.replay.sweep.watermark_sweep import Watermarks

PASS_SCHEMA = pa.schema([
    (name, pa.int64()) for name in ("window", "code", "records", "latest", "panes", "began")
])  # fmt: skip
"""Schema of the pass: one row for each window and tick, for the keys that one worker processes.

``code`` is the position in arrival order (:mod:`flinksim.replay.operators.watermark_positions`).
``records`` counts pairs of a record and a window, ``latest`` those in which the window is the
record's last. ``panes`` counts panes (windows of one key) that began, ``began`` is the sum of their
start times in milliseconds since the run began.
"""


@dataclass(frozen=True, slots=True)
class TickIndex:
    """Maps the arrival of a record to the tick (periodic emission) before it, to merge counts.

    Arrivals and ticks are codes (:mod:`flinksim.replay.operators.watermark_positions`). In ticks in
    which a split ends, and if there are no ticks, records keep their own codes.
    """

    start_ms: int
    interval_ms: int
    splits: int
    end_ticks: tuple[int, ...]

    def to_tick_codes(self, codes: Longs) -> Longs:
        """Map the code of each record to the first possible code after the tick that precedes the record."""
        if self.interval_ms <= 0:
            return codes
        tick = (codes // self.splits - self.start_ms) // self.interval_ms
        first = (self.start_ms + tick * self.interval_ms) * self.splits
        return np.where(np.isin(tick, self.end_ticks), codes, first)


@dataclass(frozen=True, slots=True)
class WindowPass:
    """Worker function of the pass: counts the records of some keys per window and tick."""

    panes: Panes
    key_shape: RecordShape
    ticks: TickIndex

    def __call__(self, records: Records, number: int) -> pa.Table:
        """Count *records* and return a table of :data:`PASS_SCHEMA`."""
        keys = number_keys(
            self.key_shape, evaluate_fields(self.key_shape, records.columns), len(records)
        )
        records_table = pa.table({
            "pane": self.panes.get_panes(records.timestamps), "key": keys.numbers,
            "first": records.codes, "code": self.ticks.to_tick_codes(records.codes),
        })  # fmt: skip
        counted = self._expand_to_windows(
            records_table.group_by(["pane", "code"]).aggregate([([], "count_all")])
        )
        records_of = counted.column("count_all")
        counted = counted.append_column("records", records_of).append_column(
            "latest", pc.if_else(counted.column("is_last"), records_of, 0)
        )
        return pa.concat_tables(
            [_to_pass_schema(counted), _to_pass_schema(self._find_pane_starts(records_table))]
        )

    def _find_pane_starts(self, records: pa.Table) -> pa.Table:
        """Count the windows of single keys that begin per tick, and sum the times of their first records."""
        of_panes = records.group_by(["pane", "key"]).aggregate([("first", "min")])
        found = self._expand_to_windows(of_panes).group_by(["window", "key"])
        begun = found.aggregate([("first_min", "min")])
        first = begun.column("first_min_min").to_numpy()
        moments = first // self.ticks.splits - self.ticks.start_ms
        each = pa.table({
            "window": begun.column("window"), "code": self.ticks.to_tick_codes(first), "began": moments,
        })  # fmt: skip
        sums = each.group_by(["window", "code"]).aggregate([([], "count_all"), ("began", "sum")])
        return sums.rename_columns({"count_all": "panes", "began_sum": "began"})

    def _expand_to_windows(self, pane_rows: pa.Table) -> pa.Table:
        """Repeat each row once for every window that contains its slice of time; mark the last window.

        A row belongs to a pane: a slice of time that lies completely inside or outside of every window.
        """
        panes = pane_rows.column("pane").to_numpy()
        last, found = self.panes.last_windows(panes), []
        for ahead in range(self.panes.panes_per_window):
            window = panes + ahead
            at = np.flatnonzero((window <= last) & self.panes.is_window_end(window))
            rows = pane_rows.take(at).append_column("window", pa.array(window[at]))
            found.append(rows.append_column("is_last", pa.array(window[at] == last[at])))
        return pa.concat_tables(found)


def _to_pass_schema(table: pa.Table) -> pa.Table:
    """Select the columns of :data:`PASS_SCHEMA`, with 0 for missing ones."""
    nothing = pa.repeat(0, len(table))
    names = PASS_SCHEMA.names
    columns = [table.column(name) if name in table.column_names else nothing for name in names]
    return pa.table(columns, schema=PASS_SCHEMA)


class WindowTable:
    """Record counts per window and tick of one program and log, from which points are evaluated."""

    def __init__(self, run: KernelRun, plan: ColumnarPlan) -> None:
        scan = run.timestamp_scan
        min_timestamp, max_timestamp = scan.min_timestamp or 0, scan.max_timestamp or 0
        self.sufficient_ms = max_timestamp - min_timestamp + plan.panes.size
        self.watermarks = Watermarks(plan, scan.source_scan)
        panes = plan.panes.with_origin(min_timestamp)
        function = WindowPass(panes, plan.key_shape, _create_tick_index(plan, scan.source_scan))
        rows = run.fetch_from_keys(function, PASS_SCHEMA)
        self._rows = {name: rows.column(name).to_numpy() for name in rows.column_names}
        # A single record with a far timestamp creates millions of empty windows.
        numbers, self._windows = np.unique(self._rows["window"], return_inverse=True)
        self._max_timestamps = panes.get_bounds(numbers)[1] - 1

    def __len__(self) -> int:
        return len(self._windows)

    def compute_statistics(
        self, delay_ms: int, idleness_ms: int | None, lateness_ms: int
    ) -> SweepStatistics:
        """Compute the statistics for one delay, idle timeout and allowed lateness."""
        rows, number = self._rows, self._windows
        steps = self.watermarks.compute_steps(delay_ms, idleness_ms)
        positions = WindowFiringPositions.from_steps(steps, self._max_timestamps, lateness_ms)
        in_time = rows["code"] <= positions.fire_codes[number]
        allowed = rows["code"] <= positions.clean_codes[number]
        fired = in_time & positions.has_firing[number]
        delays = positions.fire_times[number] - (self._max_timestamps[number] + 1)
        total = int(rows["records"].sum())
        on_time = int(rows["records"][in_time].sum())
        counted = int(rows["records"][allowed].sum())
        quantiles = compute_quantiles(delays[fired], rows["panes"][fired])
        cleanup_times = self._compute_cleanup_times(steps, lateness_ms, number[allowed])
        panes_max, panes_mean = self._count_panes(positions, allowed, cleanup_times)
        return SweepStatistics(
            total, on_time, counted - on_time, total - counted, int(rows["latest"][~allowed].sum()),
            int(rows["panes"][fired].sum()), *quantiles, panes_max, panes_mean,
        )  # fmt: skip

    def _count_panes(
        self, positions: WindowFiringPositions, allowed: NDArray[np.bool_], cleanup_times: Longs
    ) -> tuple[int, float]:
        """Return the maximum and the time average of the number of windows of single keys in state.

        Args:
            positions: Watermark positions of the windows.
            allowed: Rows that are not dropped.
            cleanup_times: Cleanup times of the panes of the *allowed* rows.
        """
        rows, length = self._rows, self.watermarks.duration_ms
        started_panes = rows["panes"][allowed]
        if not started_panes.sum():
            return 0, 0.0
        cleanup_codes = positions.clean_codes[self._windows[allowed]]
        places = np.concatenate([rows["code"][allowed], cleanup_codes])
        changes = np.concatenate([started_panes, -started_panes])
        order = np.lexsort((changes < 0, places))
        lifetime_ms = int((cleanup_times * started_panes - rows["began"][allowed]).sum())
        return int(np.cumsum(changes[order]).max()), lifetime_ms / length if length else 0.0

    def _compute_cleanup_times(
        self, steps: WatermarkSteps, lateness_ms: int, number: Longs
    ) -> Longs:
        """Return the cleanup time of the window of each *number*, at latest the end of the run.

        In milliseconds since the run began.
        """
        place = steps.find_first_step(self._max_timestamps[number] + lateness_ms)
        watermarks = self.watermarks
        times: Longs = np.append(
            steps.times - watermarks.start_ms, np.int64(watermarks.duration_ms)
        )
        return times[place]


def _create_tick_index(plan: ColumnarPlan, source_scan: SourceTimestampScan) -> TickIndex:
    chain = plan.source.chain
    interval = chain.get_tick_interval_ms(plan.watermark_node)
    lasts = [
        positions.get_time_ms(last) - chain.start_ms for last in source_scan.last_items.values()
    ]
    ends = sorted({last // interval for last in lasts}) if interval > 0 else []
    return TickIndex(chain.start_ms, interval, len(chain.split_names), tuple(ends))


__all__ = ["WindowTable"]
