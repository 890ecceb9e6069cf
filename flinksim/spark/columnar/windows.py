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
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from flinksim.spark.columnar.contents import Adding, Cells
from flinksim.spark.columnar.records import Keys, Records
from flinksim.spark.generic.cuts import Longs, Steps, WindowCuts
from flinksim.spark.native.panes import Panes

DENSE = 1_000_000
"""So many cells are held in any case."""
ROWS_AT_ONCE = 1 << 16
SPARSE = 4
"""From so many cells per record on, only those that have a record are held."""


Rows: TypeAlias = "Longs | slice"
"""Some records: their numbers, or from here to there."""
Flags: TypeAlias = NDArray[np.bool_]


@dataclass(slots=True)
class Fired:
    """Firings: of which key and window (by their numbers), late or on time, with what."""

    keys: Longs
    starts: Longs
    ends: Longs
    is_late: Flags
    contents: Cells
    watermarks: Longs
    times: Longs


@dataclass(slots=True)
class Dropped:
    """Records (rows of the table) that no window took, and the watermark that each met."""

    rows: Longs
    watermarks: Longs


class Windows:
    """The windows of one run."""

    def __init__(
        self, panes: Panes, cuts: WindowCuts, steps: Steps, records: Records, keys: Keys, adding:
        Adding
    ) -> None:  # fmt: skip
        """*panes* count from 0 at the least timestamp; *cuts* are those of their windows."""
        self._panes, self._cuts, self._steps = panes, cuts, steps
        self._records, self._keys, self._adding = records, keys, adding

    def _pane_of(self, rows: Rows) -> Longs:
        return (self._records.timestamps[rows] - self._panes.offset) // self._panes.step

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

    def run(self) -> tuple[Iterator[Fired], Dropped]:
        """All firings, and the records that came too late."""
        keys, windows = self._keys.count, len(self._cuts.fires)
        most = self._panes.most_windows
        is_dense = keys * windows <= SPARSE * len(self._records.codes) * most + DENSE
        cells = self._adding.empty(keys * windows if is_dense else 0)
        timely, late = self._judged(cells if is_dense else None)
        pane = self._pane_of(late)
        last = self._last_window(pane)
        is_gone = ~self._allowed(last, late)
        gone = late[is_gone]
        dropped = Dropped(gone, self._met(gone))
        late, pane, last = late[~is_gone], pane[~is_gone], last[~is_gone]
        extra: list[tuple[Longs, Longs]] = []  # late for a window, in time for another
        again: list[tuple[Longs, Longs]] = []
        for ahead in range(self._panes.most_windows):
            has = np.flatnonzero(pane + ahead <= last)
            rows, window = late[has], pane[has] + ahead
            timely_here = self._in_time(window, rows)
            extra.append((window[timely_here], rows[timely_here]))
            rows, window = rows[~timely_here], window[~timely_here]
            allowed = self._allowed(window, rows)
            again.append((window[allowed], rows[allowed]))
        held = (
            self._dense(cells, _joined(extra)) if is_dense else self._sparse(timely, _joined(extra))
        )
        return self._fired(*held, *_joined(again)), dropped

    def _judged(self, cells: Cells | None) -> tuple[Longs, Longs]:
        """The records in time for their first window, and the others.

        The former go into *cells*, by pane and key, if there are such (and are not given then). Some
        rows at a time: what is made of them stays in the processor's cache.
        """
        timely, late = [], []
        at_once = (
            ROWS_AT_ONCE if self._adding.adds_some_at_a_time else max(len(self._records.codes), 1)
        )
        for begin in range(0, len(self._records.codes), at_once):
            rows = slice(begin, begin + at_once)
            pane = self._pane_of(rows)
            in_time = self._in_time(pane, rows)
            is_whole = bool(in_time.all())
            if not is_whole:
                late.append(np.flatnonzero(~in_time) + begin)
            if cells is None:
                timely.append(np.flatnonzero(in_time) + begin)
                continue
            at = pane * self._keys.count
            at += self._keys.numbers[rows]
            if is_whole:
                self._adding.add(cells, at, rows)
            else:
                self._adding.add(cells, at[in_time], np.flatnonzero(in_time) + begin)
        nothing = [np.empty(0, np.int64)]
        return np.concatenate(timely or nothing), np.concatenate(late or nothing)

    def _last_window(self, pane: Longs) -> Longs:
        most = self._panes.most_windows
        return pane + most - 1 - (pane % most if self._panes.is_cumulative else 0)

    def _met(self, rows: Longs) -> Longs:
        return self._steps.watermark_at(self._records.codes[rows], self._records.offsets[rows])

    # --- firings -------------------------------------------------------------------------------------

    def _fired(
        self, cells: Cells, window: Longs, key: Longs, late: Longs, rows: Longs
    ) -> Iterator[Fired]:
        yield self._on_time(cells, window, key)
        yield from self._late(cells, window, key, late, rows)

    def _dense(self, cells: Cells, extra: tuple[Longs, Longs]) -> tuple[Cells, Longs, Longs]:
        """What windows hold when they fire, with the window and key of each cell, in their order."""
        keys = self._keys.count
        if self._panes.most_windows > 1:
            cells = self._summed(cells, len(self._cuts.fires))
        self._adding.add(cells, extra[0] * keys + self._keys.numbers[extra[1]], extra[1])
        used = np.flatnonzero(cells.count)
        return cells.take(used), used // keys, used % keys

    def _summed(self, panes: Cells, windows: int) -> Cells:
        """Of each window all its panes: it ends with the one of its number."""
        most, keys = self._panes.most_windows, self._keys.count
        cells = self._adding.empty(len(panes))
        window = np.arange(windows, dtype=np.int64)
        for back in range(most):
            has = window >= back
            if self._panes.is_cumulative:
                has &= window % most >= back
            into = np.flatnonzero(has)
            rows = (into[:, None] * keys + np.arange(keys)).ravel()
            both = self._adding.both(cells.take(rows), panes.take(rows - back * keys))
            cells.count[rows] = both.count
            for column, new in zip(cells.numbers, both.numbers, strict=True):
                column[rows] = new
            if cells.best is not None and both.best is not None:
                cells.best[rows] = both.best
            if cells.one is not None and both.one is not None:
                cells.one[rows] = both.one
        return cells

    def _sparse(self, timely: Longs, extra: tuple[Longs, Longs]) -> tuple[Cells, Longs, Longs]:
        """The same: each record in each of its windows, and cells numbered by sorting."""
        pane = self._pane_of(timely)
        last = self._last_window(pane)
        windows, rows = [extra[0]], [extra[1]]
        for ahead in range(self._panes.most_windows):
            has = pane + ahead <= last
            windows.append(pane[has] + ahead)
            rows.append(timely[has])
        row = np.concatenate(rows)
        code = np.concatenate(windows) * self._keys.count + self._keys.numbers[row]
        used, at = np.unique(code, return_inverse=True)
        cells = self._adding.empty(len(used))
        self._adding.add(cells, at, row)
        return cells, used // self._keys.count, used % self._keys.count

    def _on_time(self, cells: Cells, window: Longs, key: Longs) -> Fired:
        fires = self._cuts.fires[window]
        if not fires.all():
            chosen = np.flatnonzero(fires)
            cells, window, key = cells.take(chosen), window[chosen], key[chosen]
        return Fired(
            key, *self._bounds(window), np.zeros(len(key), bool), cells,
            self._cuts.fire_watermarks[window], self._cuts.fire_times[window],
        )  # fmt: skip

    def _late(
        self, cells: Cells, window: Longs, key: Longs, late: Longs, rows: Longs
    ) -> Iterator[Fired]:
        """A firing for each late record, in their order; all windows go on side by side."""
        if not len(rows):
            return
        keys = self._keys.count
        code = late * keys + self._keys.numbers[rows]
        order = np.lexsort((self._records.offsets[rows], self._records.codes[rows], code))
        code, rows = code[order], rows[order]
        begins = np.flatnonzero(np.append(True, code[1:] != code[:-1]))
        sizes = np.diff(np.append(begins, len(code)))
        own = code[begins]
        known = window * keys + key
        place = np.minimum(np.searchsorted(known, own), max(len(known) - 1, 0))
        has = known[place] == own if len(known) else np.zeros(len(own), bool)
        held = self._adding.empty(len(own))
        if has.any():
            before = cells.take(place[has])
            held.count[has] = before.count
            for column, new in zip(held.numbers, before.numbers, strict=True):
                column[has] = new
            if held.best is not None and before.best is not None:
                held.best[has] = before.best
            if held.one is not None and before.one is not None:
                held.one[has] = before.one
        was_fired = has
        groups = np.arange(len(own))
        for number in range(int(sizes.max())):
            still = sizes[groups] > number
            groups, held, was_fired = (
                groups[still],
                held.take(np.flatnonzero(still)),
                was_fired[still],
            )
            row = rows[begins[groups] + number]
            held = self._adding.both(held, self._adding.of(row))
            yield Fired(
                own[groups] % keys, *self._bounds(own[groups] // keys), was_fired, held,
                self._met(row), self._records.arrivals[row],
            )  # fmt: skip
            was_fired = np.ones(len(groups), bool)

    def _bounds(self, window: Longs) -> tuple[Longs, Longs]:
        panes, most = self._panes, self._panes.most_windows
        first = window - (window % most if panes.is_cumulative else most - 1)
        return panes.offset + first * panes.step, panes.offset + (window + 1) * panes.step


def _joined(parts: list[tuple[Longs, Longs]]) -> tuple[Longs, Longs]:
    return np.concatenate([a for a, _ in parts]), np.concatenate([b for _, b in parts])


__all__ = ["Dropped", "Fired", "Windows"]
