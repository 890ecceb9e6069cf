"""Tumbling, sliding and cumulative windows on columns.

Every window has two watermark positions in the order of the run: the watermark that fires it and
the one that cleans it up. So each record is judged separately: on time for its first window and
thus for all of them, or late for some. Records on time are scattered into a table with a cell per
pane and key, and windows are sums of panes. Records are not sorted, and small integer keys are not
hashed. Only if nearly every record has its own cell, cells are numbered by sorting.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from flinksim.replay.compile.columnar_plan import NativePlan
from flinksim.replay.compile.panes import Panes
from flinksim.replay.kernel.firings import Dropped, Fired, kinds_of
from flinksim.replay.kernel.record_columns import ROWS_AT_ONCE, SPARSE
from flinksim.replay.kernel.record_lists import Members, fired_one_by_one
from flinksim.replay.kernel.window_aggregates import Cells, Grouped
from flinksim.replay.operators.watermark_positions import Longs, Steps, WindowCuts

DENSE = 1_000_000
"""Tables of up to this many cells are always dense."""


Rows: TypeAlias = "Longs | slice"
"""Some records: their row numbers, or a slice."""
Flags: TypeAlias = NDArray[np.bool_]
Pairs: TypeAlias = tuple[Longs, Longs]
"""Windows and rows, pairwise."""
Held: TypeAlias = tuple[Cells, Longs, Longs]
"""Cells with the window and the key of each, in their order."""


class Windows:
    """The windows of some records; panes count from 0 at or before the minimum timestamp.

    The windows from number *first* to the last of *cuts* are evaluated. *group* has all records of
    these windows, and some of their neighbors.
    """

    def __init__(
        self,
        plan: NativePlan,
        panes: Panes,
        cuts: WindowCuts,
        steps: Steps,
        group: Grouped,
        first: int = 0,
    ) -> None:
        self._plan, self._panes, self._cuts, self._steps = plan, panes, cuts, steps
        self.group, self._records, self._first = group, group.records, first
        self._count = len(cuts.fires)

    def _pane_of(self, rows: Rows) -> Longs:
        return self._panes.panes_of(self._records.timestamps[rows])

    def _before(self, codes: Longs, offsets: Longs, window: Longs, rows: Rows) -> Flags:
        """Return whether records come before a watermark position of their *window*."""
        record_codes, window_codes = self._records.codes[rows], codes[window]
        result: Flags = record_codes < window_codes
        ties = np.flatnonzero(record_codes == window_codes)
        if len(ties):
            result[ties] = self._records.offsets[rows][ties] <= offsets[window[ties]]
        return result

    def _in_time(self, window: Longs, rows: Rows) -> Flags:
        return self._before(self._cuts.fire_codes, self._cuts.fire_offsets, window, rows)

    def _allowed(self, window: Longs, rows: Longs) -> Flags:
        return self._before(self._cuts.clean_codes, self._cuts.clean_offsets, window, rows)

    def dropped(self) -> Dropped:
        """Find the records that were too late for all their windows; needs all windows."""
        late = self._late_rows()
        last = self._last_window(self._pane_of(late))
        dropped_rows = late[~self._allowed(np.maximum(last, 0), late)]
        if self._panes.has_gaps:
            dropped_rows = np.concatenate(
                [dropped_rows[self._has_window(dropped_rows)], self._late_in_gaps()]
            )
        return Dropped(dropped_rows, self._met(dropped_rows))

    def opening(self) -> Longs:
        """Find the rows that open a window or may be late; records must be in order."""
        cells = self._pane_of(slice(None)) * self.group.keys.count + self.group.keys.numbers
        _, firsts = np.unique(cells, return_index=True)
        gaps = [np.flatnonzero(~self._has_window(slice(None)))] if self._panes.has_gaps else []
        return np.unique(np.concatenate([firsts, self._late_rows(), *gaps]))

    def _has_window(self, rows: Rows) -> Flags:
        pane = self._pane_of(rows)
        has: Flags = self._panes.last_windows(pane) >= pane
        return has

    def _late_in_gaps(self) -> Longs:
        """Find records without a window that the watermark plus lateness has passed."""
        rows = np.flatnonzero(~self._has_window(slice(None)))
        watermarks = self._met(rows)
        late: Longs = rows[self._records.timestamps[rows] + self._plan.lateness <= watermarks]
        return late

    def fired(self) -> Iterator[Fired]:
        """Iterate over all firings."""
        if self._plan.fires_one_by_one:
            yield from fired_one_by_one(
                self._plan, self._panes, self._steps, self.group, self._members()
            )
            return
        contents, allowed_late = self.folded()
        yield from self.fired_of(contents, allowed_late)

    def folded(self) -> tuple[Held, Pairs]:
        """Aggregate records on time by window and key; also return the allowed late records."""
        aggregator = self.group.adding
        size, panes_per_window = self.group.keys.count * self._count, self._panes.per_window
        is_dense = size <= SPARSE * len(self._records) * self._panes.most_windows + DENSE
        if panes_per_window > 1 and self._plan.aggregation.adds_doubles:
            is_dense = False  # Sums of panes would change the order of addition.
        cells = aggregator.empty(size if is_dense else 0)
        on_time, late = self._judged(cells if is_dense else None)
        on_time_elsewhere, allowed_late = self._of_late(late)
        return self._dense(cells, on_time_elsewhere) if is_dense else self._sparse(
            on_time, on_time_elsewhere
        ), allowed_late

    def fired_of(self, held: Held, again: Pairs) -> Iterator[Fired]:
        """Iterate over the firings at the end of windows (*held*) and of late records (*again*)."""
        yield self._on_time(*held)
        if len(again[0]):
            yield self._late(*held, *again)

    def allowed_of(self, late: Longs) -> Pairs:
        """Return the allowed late records among *late*, with the window of each."""
        return self._of_late(late)[1]

    def _of_late(self, late: Longs) -> tuple[Pairs, Pairs]:
        """Split *late* records into those on time for another window and allowed late ones."""
        window, rows = self._pairs(late)
        in_time = self._in_time(window, rows)
        on_time_elsewhere = window[in_time], rows[in_time]
        is_late = ~in_time & (window >= self._first)
        window, rows = window[is_late], rows[is_late]
        allowed = self._allowed(window, rows)
        return on_time_elsewhere, (window[allowed], rows[allowed])

    def _pairs(self, rows: Longs) -> Pairs:
        """Assign each of *rows* to each of its windows."""
        pane = self._pane_of(rows)
        last = self._last_window(pane)
        windows, found = [], []
        for ahead in range(self._panes.per_window):
            has = pane + ahead <= last
            if self._panes.every > 1:
                has &= self._panes.are_windows(pane + ahead)
            windows.append(pane[has] + ahead)
            found.append(rows[has])
        return np.concatenate(windows), np.concatenate(found)

    def _members(self) -> Members:
        """Collect the records of each window that accepts them, in the order of the run."""
        window, rows = self._pairs(np.arange(len(self._records), dtype=np.int64))
        taken = self._allowed(window, rows) & (window >= self._first)
        keys = self.group.keys
        return Members.of(window[taken], rows[taken], keys.numbers, keys.count)

    def _late_rows(self) -> Longs:
        """Find the records that were late for their first window."""
        late = [np.empty(0, np.int64)]
        for begin in range(0, len(self._records), ROWS_AT_ONCE):
            rows = slice(begin, begin + ROWS_AT_ONCE)
            in_time = self._in_time(self._pane_of(rows), rows)
            if not in_time.all():
                late.append(np.flatnonzero(~in_time) + begin)
        return np.concatenate(late)

    def _judged(self, cells: Cells | None) -> tuple[Longs, Longs]:
        """Split the records into those on time for their first window and the others.

        If *cells* are given, the former are added to them by pane and key, and not returned. Works
        on blocks of rows so that intermediate arrays stay in the processor's cache.
        """
        on_time, late = [], []
        for begin in range(0, len(self._records), ROWS_AT_ONCE):
            rows = slice(begin, begin + ROWS_AT_ONCE)
            pane = self._pane_of(rows)
            in_time = self._in_time(pane, rows)
            all_in_time = bool(in_time.all())
            if not all_in_time:
                late.append(np.flatnonzero(~in_time) + begin)
            if cells is None:
                on_time.append(np.flatnonzero(in_time) + begin)
                continue
            cell_numbers = pane * self.group.keys.count
            cell_numbers += self.group.keys.numbers[rows]
            if all_in_time:
                self.group.adding.add(cells, cell_numbers, rows)
            else:
                self.group.adding.add(cells, cell_numbers[in_time], np.flatnonzero(in_time) + begin)
        nothing = [np.empty(0, np.int64)]
        return np.concatenate(on_time or nothing), np.concatenate(late or nothing)

    def _last_window(self, pane: Longs) -> Longs:
        known: Longs = np.minimum(self._panes.last_windows(pane), self._count - 1)
        return known

    def _met(self, rows: Longs) -> Longs:
        return self._steps.watermark_at(self._records.codes[rows], self._records.offsets[rows])

    # --- firings ----------------------------------------------------------------------------------

    def _dense(self, cells: Cells, extra: Pairs) -> Held:
        """Compute the contents of fired windows from dense panes."""
        keys = self.group.keys.count
        if self._panes.per_window > 1:
            cells = self._summed(cells)
        self.group.adding.add(cells, extra[0] * keys + self.group.keys.numbers[extra[1]], extra[1])
        used = np.flatnonzero(cells.count)
        return cells.take(used), used // keys, used % keys

    def _summed(self, panes: Cells) -> Cells:
        """Merge the panes of each window; a window has the number of its last pane."""
        most, keys = self._panes.per_window, self.group.keys.count
        cells = self.group.adding.empty(len(panes))
        window = np.arange(self._count, dtype=np.int64)
        if self._panes.every > 1:
            window = window[self._panes.are_windows(window)]
        for back in range(most):
            has = window >= back
            if self._panes.is_cumulative:
                has &= window % most >= back
            into = window[has]
            rows = (into[:, None] * keys + np.arange(keys)).ravel()
            cells.put(
                rows, self.group.adding.both(cells.take(rows), panes.take(rows - back * keys))
            )
        return cells

    def _sparse(self, timely: Longs, extra: Pairs) -> Held:
        """Compute the contents with cells numbered by sorting, a record in each of its windows."""
        pairs = zip(extra, self._pairs(timely), strict=True)
        window, row = (np.concatenate(each) for each in pairs)
        if self._plan.aggregation.adds_doubles:  # Keep the order of the run.
            order = np.argsort(row, kind="stable")
            row, window = row[order], window[order]
        code = window * self.group.keys.count + self.group.keys.numbers[row]
        used, at = np.unique(code, return_inverse=True)
        cells = self.group.adding.empty(len(used))
        self.group.adding.add(cells, at, row)
        return cells, used // self.group.keys.count, used % self.group.keys.count

    def _on_time(self, cells: Cells, window: Longs, key: Longs) -> Fired:
        fires = self._cuts.fires[window] & (window >= self._first)
        if not fires.all():
            chosen = np.flatnonzero(fires)
            cells, window, key = cells.take(chosen), window[chosen], key[chosen]
        return Fired(
            key, *self._panes.bounds(window), np.zeros(len(key), np.int8), cells.count, cells,
            self._cuts.fire_watermarks[window], self._cuts.fire_times[window],
        )  # fmt: skip

    def _late(self, cells: Cells, window: Longs, key: Longs, late: Longs, rows: Longs) -> Fired:
        """Create a firing for each late record, on top of the contents of its window."""
        aggregator, keys = self.group.adding, self.group.keys.count
        code = late * keys + self.group.keys.numbers[rows]
        order = np.lexsort((self._records.offsets[rows], self._records.codes[rows], code))
        code, rows = code[order], rows[order]
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
        previous, added = aggregator.empty(len(late_cells)), aggregator.of(rows)
        previous.put(exists, cells.take(place[exists]))
        if self._plan.rule.purges:
            added = aggregator.both(aggregator.empty(len(rows)), added)
        else:
            added.put(begins, aggregator.both(previous, added.take(np.flatnonzero(begins))))
            aggregator.run_on(added, begins)
        was_fired = np.ones(len(rows), bool)
        was_fired[begins] = exists
        return Fired(
            code % keys, *self._panes.bounds(code // keys), kinds_of(was_fired), added.count, added,
            self._met(rows), self._records.arrivals[rows],
        )  # fmt: skip


__all__ = ["Held", "Pairs", "Windows"]
