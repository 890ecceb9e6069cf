"""Tumbling, sliding and cumulative windows on columns.

Every window has two cuts in the order of the run: the watermark that fires it, and the one that
cleans it up. So each record is judged by itself: in time for its first window, and then for all of
them; or late for some. What is in time is scattered into a table with a cell for each pane and key,
and windows are sums of panes. Records are not sorted, nor keys hashed that are small numbers; only
where nearly every record has a cell of its own are cells numbered by sorting.

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
"""So many cells are held in any case."""


Rows: TypeAlias = "Longs | slice"
"""Some records: their numbers, or from here to there."""
Flags: TypeAlias = NDArray[np.bool_]
Pairs: TypeAlias = tuple[Longs, Longs]
"""Windows and rows."""
Held: TypeAlias = tuple[Cells, Longs, Longs]
"""Cells with the window and the key of each, in their order."""


class Windows:
    """The windows of some records, whose panes count from 0 at the least timestamp or before it.

    Those from number *first* to the last of *cuts* are worked out; there are all records of these, and
    some of their neighbours.
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
        """Whether records come before a cut of their *window*."""
        own, code = self._records.codes[rows], codes[window]
        result: Flags = own < code
        ties = np.flatnonzero(own == code)
        if len(ties):
            result[ties] = self._records.offsets[rows][ties] <= offsets[window[ties]]
        return result

    def _in_time(self, window: Longs, rows: Rows) -> Flags:
        return self._before(self._cuts.fire_codes, self._cuts.fire_offsets, window, rows)

    def _allowed(self, window: Longs, rows: Longs) -> Flags:
        return self._before(self._cuts.clean_codes, self._cuts.clean_offsets, window, rows)

    def dropped(self) -> Dropped:
        """The records that came too late for all their windows, which all are worked out."""
        late = self._late_rows()
        last = self._last_window(self._pane_of(late))
        gone = late[~self._allowed(np.maximum(last, 0), late)]
        if self._panes.has_gaps:
            gone = np.concatenate([gone[self._has_window(gone)], self._late_in_gaps()])
        return Dropped(gone, self._met(gone))

    def opening(self) -> Longs:
        """The records, which stand in order, that open a window or may come too late for one."""
        cells = self._pane_of(slice(None)) * self.group.keys.count + self.group.keys.numbers
        _, firsts = np.unique(cells, return_index=True)
        gaps = [np.flatnonzero(~self._has_window(slice(None)))] if self._panes.has_gaps else []
        return np.unique(np.concatenate([firsts, self._late_rows(), *gaps]))

    def _has_window(self, rows: Rows) -> Flags:
        pane = self._pane_of(rows)
        has: Flags = self._panes.last_windows(pane) >= pane
        return has

    def _late_in_gaps(self) -> Longs:
        """Records of no window, which the watermark was past with the lateness allowed."""
        rows = np.flatnonzero(~self._has_window(slice(None)))
        met = self._met(rows)
        late: Longs = rows[self._records.timestamps[rows] + self._plan.lateness <= met]
        return late

    def fired(self) -> Iterator[Fired]:
        """All firings."""
        if self._plan.fires_one_by_one:
            yield from fired_one_by_one(
                self._plan, self._panes, self._steps, self.group, self._members()
            )
            return
        held, again = self.folded()
        yield from self.fired_of(held, again)

    def folded(self) -> tuple[Held, Pairs]:
        """What comes in time, by window and key; and what comes late but is allowed."""
        adding = self.group.adding
        size, most = self.group.keys.count * self._count, self._panes.per_window
        is_dense = size <= SPARSE * len(self._records) * self._panes.most_windows + DENSE
        if most > 1 and self._plan.aggregation.adds_doubles:
            is_dense = False  # sums of panes would add in another order
        cells = adding.empty(size if is_dense else 0)
        timely, late = self._judged(cells if is_dense else None)
        extra, again = self._of_late(late)
        return self._dense(cells, extra) if is_dense else self._sparse(timely, extra), again

    def fired_of(self, held: Held, again: Pairs) -> Iterator[Fired]:
        """The firings of what was *held* at the end of windows, and of what came *again*."""
        yield self._on_time(*held)
        if len(again[0]):
            yield self._late(*held, *again)

    def allowed_of(self, late: Longs) -> Pairs:
        """Of records that all are late for some window: what is late but allowed."""
        return self._of_late(late)[1]

    def _of_late(self, late: Longs) -> tuple[Pairs, Pairs]:
        """Windows and *late* records: in time for another window, and late but allowed."""
        window, rows = self._pairs(late)
        in_time = self._in_time(window, rows)
        extra = window[in_time], rows[in_time]
        is_told = ~in_time & (window >= self._first)
        window, rows = window[is_told], rows[is_told]
        allowed = self._allowed(window, rows)
        return extra, (window[allowed], rows[allowed])

    def _pairs(self, rows: Longs) -> Pairs:
        """Each of *rows* in each of its windows."""
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
        """Each record in each window that takes it, by window and key in the order of the run."""
        window, rows = self._pairs(np.arange(len(self._records), dtype=np.int64))
        taken = self._allowed(window, rows) & (window >= self._first)
        keys = self.group.keys
        return Members.of(window[taken], rows[taken], keys.numbers, keys.count)

    def _late_rows(self) -> Longs:
        """The records that come too late for their first window."""
        late = [np.empty(0, np.int64)]
        for begin in range(0, len(self._records), ROWS_AT_ONCE):
            rows = slice(begin, begin + ROWS_AT_ONCE)
            in_time = self._in_time(self._pane_of(rows), rows)
            if not in_time.all():
                late.append(np.flatnonzero(~in_time) + begin)
        return np.concatenate(late)

    def _judged(self, cells: Cells | None) -> tuple[Longs, Longs]:
        """The records in time for their first window, and the others.

        The former go into *cells*, by pane and key, if there are such (and are not given then). Some
        rows at a time: what is made of them stays in the processor's cache.
        """
        timely, late = [], []
        for begin in range(0, len(self._records), ROWS_AT_ONCE):
            rows = slice(begin, begin + ROWS_AT_ONCE)
            pane = self._pane_of(rows)
            in_time = self._in_time(pane, rows)
            is_whole = bool(in_time.all())
            if not is_whole:
                late.append(np.flatnonzero(~in_time) + begin)
            if cells is None:
                timely.append(np.flatnonzero(in_time) + begin)
                continue
            at = pane * self.group.keys.count
            at += self.group.keys.numbers[rows]
            if is_whole:
                self.group.adding.add(cells, at, rows)
            else:
                self.group.adding.add(cells, at[in_time], np.flatnonzero(in_time) + begin)
        nothing = [np.empty(0, np.int64)]
        return np.concatenate(timely or nothing), np.concatenate(late or nothing)

    def _last_window(self, pane: Longs) -> Longs:
        known: Longs = np.minimum(self._panes.last_windows(pane), self._count - 1)
        return known

    def _met(self, rows: Longs) -> Longs:
        return self._steps.watermark_at(self._records.codes[rows], self._records.offsets[rows])

    # --- firings -------------------------------------------------------------------------------------

    def _dense(self, cells: Cells, extra: Pairs) -> Held:
        """What windows hold when they fire, with the window and key of each cell, in their order."""
        keys = self.group.keys.count
        if self._panes.per_window > 1:
            cells = self._summed(cells)
        self.group.adding.add(cells, extra[0] * keys + self.group.keys.numbers[extra[1]], extra[1])
        used = np.flatnonzero(cells.count)
        return cells.take(used), used // keys, used % keys

    def _summed(self, panes: Cells) -> Cells:
        """Of each window all its panes: it ends with the one of its number."""
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
        """The same: each record in each of its windows, and cells numbered by sorting."""
        pairs = zip(extra, self._pairs(timely), strict=True)
        window, row = (np.concatenate(each) for each in pairs)
        if self._plan.aggregation.adds_doubles:  # in the order of the run
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
        """A firing for each of the *rows* that are *late* for a window, on top of what it holds."""
        adding, keys = self.group.adding, self.group.keys.count
        code = late * keys + self.group.keys.numbers[rows]
        order = np.lexsort((self._records.offsets[rows], self._records.codes[rows], code))
        code, rows = code[order], rows[order]
        begins = np.append(True, code[1:] != code[:-1])[: len(code)]
        own, known = code[begins], window * keys + key
        place = np.minimum(np.searchsorted(known, own), max(len(known) - 1, 0))
        has = known[place] == own if len(known) else np.zeros(len(own), bool)
        held, come = adding.empty(len(own)), adding.of(rows)
        held.put(has, cells.take(place[has]))
        if self._plan.rule.purges:
            come = adding.both(adding.empty(len(rows)), come)
        else:
            come.put(begins, adding.both(held, come.take(np.flatnonzero(begins))))
            adding.run_on(come, begins)
        was_fired = np.ones(len(rows), bool)
        was_fired[begins] = has
        return Fired(
            code % keys, *self._panes.bounds(code // keys), kinds_of(was_fired), come.count, come,
            self._met(rows), self._records.arrivals[rows],
        )  # fmt: skip


__all__ = ["Held", "Pairs", "Windows"]
