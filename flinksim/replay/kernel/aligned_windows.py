"""Tumbling, sliding and cumulative windows, evaluated on columns of records.

Time is divided into panes of equal length; each window is a sequence of panes. The order of the run
is the order in which the job processes records: by arrival, then split, then row of the log. In
this order, every window has two positions: that of the watermark that fires it, and that of the
watermark that cleans up its state. So each record can be judged by itself: it is on time for its
first window and thus for all of them, or late for some. Records on time are added to a table with
a cell per pane and key, and the contents of a window are sums of panes. Records are not sorted,
and small integer keys are not hashed. Only if nearly every record would have its own cell, cells
are numbered by sorting instead.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from flinksim.replay.compile.columnar_plan import ColumnarPlan
from flinksim.replay.compile.panes import Panes
from flinksim.replay.kernel.firings import DroppedColumns, FiringColumns, compute_firing_kinds
from flinksim.replay.kernel.record_columns import ROWS_PER_BLOCK, SPARSE_FACTOR
from flinksim.replay.kernel.record_lists import WindowRecordLists, iterate_list_firings
from flinksim.replay.kernel.window_aggregates import GroupedRecords, WindowAggregates
from flinksim.replay.operators.watermark_positions import (
    Longs,
    WatermarkSteps,
    WindowFiringPositions,
)

MIN_DENSE_CELLS = 1_000_000
"""Up to this number of cells, the table has a cell for every pane and key, even without records."""


RowSelection: TypeAlias = "Longs | slice"
"""A selection of records: their indices, or a slice."""
Flags: TypeAlias = NDArray[np.bool_]
WindowRows: TypeAlias = tuple[Longs, Longs]
"""Pairs of a window and a record in it, as an array of window numbers and one of record indices."""
WindowContents: TypeAlias = tuple[WindowAggregates, Longs, Longs]
"""Contents of windows: a cell per window and key, then the window number and key number of each."""


class AlignedWindowColumns:
    """The aligned windows of a group of records, evaluated together.

    Panes and windows have numbers; pane 0 begins at or before the minimum timestamp. The windows from
    number *first* to the last of *positions* are evaluated. *grouped* has all records of these windows,
    and may have records of earlier and later windows.
    """

    def __init__(
        self,
        plan: ColumnarPlan,
        panes: Panes,
        positions: WindowFiringPositions,
        steps: WatermarkSteps,
        grouped: GroupedRecords,
        first: int = 0,
    ) -> None:
        self._plan, self._panes, self._positions, self._steps = plan, panes, positions, steps
        self.grouped, self._records, self._first = grouped, grouped.records, first
        self._count = len(positions.has_firing)

    def _get_panes(self, rows: RowSelection) -> Longs:
        return self._panes.get_panes(self._records.timestamps[rows])

    def _is_before(self, codes: Longs, offsets: Longs, window: Longs, rows: RowSelection) -> Flags:
        """Return whether each of *rows* is processed before a watermark position of its *window*.

        *codes* and *offsets* are the positions of all windows: of their firings or of their cleanups.
        """
        record_codes, window_codes = self._records.codes[rows], codes[window]
        result: Flags = record_codes < window_codes
        ties = np.flatnonzero(record_codes == window_codes)
        if len(ties):
            result[ties] = self._records.offsets[rows][ties] <= offsets[window[ties]]
        return result

    def _is_on_time(self, window: Longs, rows: RowSelection) -> Flags:
        return self._is_before(
            self._positions.fire_codes, self._positions.fire_offsets, window, rows
        )

    def _is_allowed(self, window: Longs, rows: Longs) -> Flags:
        return self._is_before(
            self._positions.clean_codes, self._positions.clean_offsets, window, rows
        )

    def find_dropped(self) -> DroppedColumns:
        """Find the records that are too late for all their windows.

        All windows must be evaluated, not only some of a range.
        """
        late = self._find_late_rows()
        last = self._get_last_windows(self._get_panes(late))
        dropped_rows = late[~self._is_allowed(np.maximum(last, 0), late)]
        if self._panes.has_gaps:
            dropped_rows = np.concatenate(
                [dropped_rows[self._has_window(dropped_rows)], self._find_late_in_gaps()]
            )
        return DroppedColumns(dropped_rows, self._get_watermarks(dropped_rows))

    def find_opening_rows(self) -> Longs:
        """Find the records that are the first of a pane and key, or that may be late.

        These are the records that the window operator needs if window contents are precomputed. The
        records must be in the order of the run.
        """
        cells = self._get_panes(slice(None)) * self.grouped.keys.count + self.grouped.keys.numbers
        _, firsts = np.unique(cells, return_index=True)
        gaps = [np.flatnonzero(~self._has_window(slice(None)))] if self._panes.has_gaps else []
        return np.unique(np.concatenate([firsts, self._find_late_rows(), *gaps]))

    def _has_window(self, rows: RowSelection) -> Flags:
        pane = self._get_panes(rows)
        has: Flags = self._panes.last_windows(pane) >= pane
        return has

    def _find_late_in_gaps(self) -> Longs:
        """Find late records in gaps between windows (slide > size).

        Such a record has no window. It is late if the watermark has passed its timestamp plus the
        allowed lateness.
        """
        rows = np.flatnonzero(~self._has_window(slice(None)))
        watermarks = self._get_watermarks(rows)
        late: Longs = rows[self._records.timestamps[rows] + self._plan.lateness <= watermarks]
        return late

    def iterate_firings(self) -> Iterator[FiringColumns]:
        """Iterate over all firings of the evaluated windows, in batches of columns."""
        if self._plan.needs_record_lists:
            yield from iterate_list_firings(
                self._plan, self._panes, self._steps, self.grouped, self._collect_record_lists()
            )
            return
        contents, allowed_late = self.aggregate()
        yield from self.iterate_firings_of(contents, allowed_late)

    def aggregate(self) -> tuple[WindowContents, WindowRows]:
        """Aggregate the records that are on time by window and key.

        Also returns the late records within the allowed lateness, each with its window; they are not in
        the aggregates.
        """
        aggregator = self.grouped.aggregator
        size, panes_per_window = self.grouped.keys.count * self._count, self._panes.panes_per_window
        is_dense = (
            size
            <= SPARSE_FACTOR * len(self._records) * self._panes.max_windows_per_record
            + MIN_DENSE_CELLS
        )
        if panes_per_window > 1 and self._plan.aggregation.has_float_sums:
            is_dense = False  # Sums of panes would change the order of addition.
        cells = aggregator.create_empty(size if is_dense else 0)
        on_time, late = self._split_on_time(cells if is_dense else None)
        on_time_elsewhere, allowed_late = self._split_late(late)
        return self._merge_dense_panes(
            cells, on_time_elsewhere
        ) if is_dense else self._aggregate_sparse(on_time, on_time_elsewhere), allowed_late

    def iterate_firings_of(
        self, contents: WindowContents, allowed_late: WindowRows
    ) -> Iterator[FiringColumns]:
        """Iterate over the firings at the end of windows, with *contents*, and then of late records.

        *allowed_late* has the late records within the allowed lateness; each fires its window again.
        """
        yield self._create_on_time_firings(*contents)
        if len(allowed_late[0]):
            yield self._create_late_firings(*contents, *allowed_late)

    def find_allowed_late(self, late: Longs) -> WindowRows:
        """Return those of the *late* records within the allowed lateness, with the window of each."""
        return self._split_late(late)[1]

    def _split_late(self, late: Longs) -> tuple[WindowRows, WindowRows]:
        """Split records that are *late* for their first window, per window.

        The first result pairs them with later windows for which they are still on time, the second with
        windows for which they are late, but within the allowed lateness.
        """
        window, rows = self._assign_windows(late)
        in_time = self._is_on_time(window, rows)
        on_time_elsewhere = window[in_time], rows[in_time]
        is_late = ~in_time & (window >= self._first)
        window, rows = window[is_late], rows[is_late]
        allowed = self._is_allowed(window, rows)
        return on_time_elsewhere, (window[allowed], rows[allowed])

    def _assign_windows(self, rows: Longs) -> WindowRows:
        """Assign each of *rows* to each of its windows."""
        pane = self._get_panes(rows)
        last = self._get_last_windows(pane)
        windows, found = [], []
        for ahead in range(self._panes.panes_per_window):
            has = pane + ahead <= last
            if self._panes.panes_per_slide > 1:
                has &= self._panes.is_window_end(pane + ahead)
            windows.append(pane[has] + ahead)
            found.append(rows[has])
        return np.concatenate(windows), np.concatenate(found)

    def _collect_record_lists(self) -> WindowRecordLists:
        """Collect the records that each window accepts, in the order of the run."""
        window, rows = self._assign_windows(np.arange(len(self._records), dtype=np.int64))
        taken = self._is_allowed(window, rows) & (window >= self._first)
        keys = self.grouped.keys
        return WindowRecordLists.from_rows(window[taken], rows[taken], keys.numbers, keys.count)

    def _find_late_rows(self) -> Longs:
        """Find the records that are late for their first window."""
        late = [np.empty(0, np.int64)]
        for begin in range(0, len(self._records), ROWS_PER_BLOCK):
            rows = slice(begin, begin + ROWS_PER_BLOCK)
            in_time = self._is_on_time(self._get_panes(rows), rows)
            if not in_time.all():
                late.append(np.flatnonzero(~in_time) + begin)
        return np.concatenate(late)

    def _split_on_time(self, cells: WindowAggregates | None) -> tuple[Longs, Longs]:
        """Split the records into those on time for their first window and the others.

        If *cells* are given, the records on time are added to them by pane and key, and not returned.
        Works on blocks of records so that intermediate arrays stay in the processor's cache.
        """
        on_time, late = [], []
        for begin in range(0, len(self._records), ROWS_PER_BLOCK):
            rows = slice(begin, begin + ROWS_PER_BLOCK)
            pane = self._get_panes(rows)
            in_time = self._is_on_time(pane, rows)
            all_in_time = bool(in_time.all())
            if not all_in_time:
                late.append(np.flatnonzero(~in_time) + begin)
            if cells is None:
                on_time.append(np.flatnonzero(in_time) + begin)
                continue
            cell_numbers = pane * self.grouped.keys.count
            cell_numbers += self.grouped.keys.numbers[rows]
            if all_in_time:
                self.grouped.aggregator.add_rows(cells, cell_numbers, rows)
            else:
                self.grouped.aggregator.add_rows(
                    cells, cell_numbers[in_time], np.flatnonzero(in_time) + begin
                )
        nothing = [np.empty(0, np.int64)]
        return np.concatenate(on_time or nothing), np.concatenate(late or nothing)

    def _get_last_windows(self, pane: Longs) -> Longs:
        known: Longs = np.minimum(self._panes.last_windows(pane), self._count - 1)
        return known

    def _get_watermarks(self, rows: Longs) -> Longs:
        return self._steps.get_watermarks(self._records.codes[rows], self._records.offsets[rows])

    # --- firings ----------------------------------------------------------------------------------

    def _merge_dense_panes(self, cells: WindowAggregates, extra: WindowRows) -> WindowContents:
        """Compute the contents of windows that fire, from a table with a cell for every pane and key.

        *extra* are records that are on time for these windows, but late for their first window.
        """
        keys = self.grouped.keys.count
        if self._panes.panes_per_window > 1:
            cells = self._sum_panes(cells)
        self.grouped.aggregator.add_rows(
            cells, extra[0] * keys + self.grouped.keys.numbers[extra[1]], extra[1]
        )
        used = np.flatnonzero(cells.counts)
        return cells.take(used), used // keys, used % keys

    def _sum_panes(self, panes: WindowAggregates) -> WindowAggregates:
        """Merge the panes of each window; a window has the number of its last pane."""
        most, keys = self._panes.panes_per_window, self.grouped.keys.count
        cells = self.grouped.aggregator.create_empty(len(panes))
        window = np.arange(self._count, dtype=np.int64)
        if self._panes.panes_per_slide > 1:
            window = window[self._panes.is_window_end(window)]
        for back in range(most):
            has = window >= back
            if self._panes.is_cumulative:
                has &= window % most >= back
            into = window[has]
            rows = (into[:, None] * keys + np.arange(keys)).ravel()
            cells.put(
                rows,
                self.grouped.aggregator.merge(cells.take(rows), panes.take(rows - back * keys)),
            )
        return cells

    def _aggregate_sparse(self, timely: Longs, extra: WindowRows) -> WindowContents:
        """Compute window contents without empty cells: add each record to each of its windows.

        Cells are numbered by sorting. *timely* are records on time for all their windows, *extra* pairs
        other records with the windows for which they are on time.
        """
        pairs = zip(extra, self._assign_windows(timely), strict=True)
        window, row = (np.concatenate(each) for each in pairs)
        if self._plan.aggregation.has_float_sums:  # Keep the order of the run.
            order = np.argsort(row, kind="stable")
            row, window = row[order], window[order]
        code = window * self.grouped.keys.count + self.grouped.keys.numbers[row]
        used, at = np.unique(code, return_inverse=True)
        cells = self.grouped.aggregator.create_empty(len(used))
        self.grouped.aggregator.add_rows(cells, at, row)
        return cells, used // self.grouped.keys.count, used % self.grouped.keys.count

    def _create_on_time_firings(
        self, cells: WindowAggregates, window: Longs, key: Longs
    ) -> FiringColumns:
        fires = self._positions.has_firing[window] & (window >= self._first)
        if not fires.all():
            chosen = np.flatnonzero(fires)
            cells, window, key = cells.take(chosen), window[chosen], key[chosen]
        return FiringColumns(
            key, *self._panes.get_bounds(window), np.zeros(len(key), np.int8), cells.counts, cells,
            self._positions.fire_watermarks[window], self._positions.fire_times[window],
        )  # fmt: skip

    def _create_late_firings(
        self,
        cells: WindowAggregates,
        window: Longs,
        key: Longs,
        late_windows: Longs,
        late_rows: Longs,
    ) -> FiringColumns:
        """Create a firing for each late record within the allowed lateness.

        Its contents are those of the window so far: *cells*, and the late records up to this one.
        """
        aggregator, keys = self.grouped.aggregator, self.grouped.keys.count
        code = late_windows * keys + self.grouped.keys.numbers[late_rows]
        order = np.lexsort((self._records.offsets[late_rows], self._records.codes[late_rows], code))
        code, late_rows = code[order], late_rows[order]
        begins = np.append(True, code[1:] != code[:-1])[: len(code)]
        late_cells, existing_cells = code[begins], window * keys + key
        place = np.minimum(
            np.searchsorted(existing_cells, late_cells), max(len(existing_cells) - 1, 0)
        )
        exists = (
            existing_cells[place] == late_cells
            if len(existing_cells)
            else np.zeros(len(late_cells), bool)
        )
        previous, added = (
            aggregator.create_empty(len(late_cells)),
            aggregator.create_cells(late_rows),
        )
        previous.put(exists, cells.take(place[exists]))
        if self._plan.rule.purges:
            added = aggregator.merge(aggregator.create_empty(len(late_rows)), added)
        else:
            added.put(begins, aggregator.merge(previous, added.take(np.flatnonzero(begins))))
            aggregator.accumulate(added, begins)
        was_fired = np.ones(len(late_rows), bool)
        was_fired[begins] = exists
        return FiringColumns(
            code % keys,
            *self._panes.get_bounds(code // keys),
            compute_firing_kinds(was_fired),
            added.counts,
            added,
            self._get_watermarks(late_rows),
            self._records.arrivals[late_rows],
        )


__all__ = ["AlignedWindowColumns", "WindowContents", "WindowRows"]
