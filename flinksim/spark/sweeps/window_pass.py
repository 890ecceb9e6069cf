"""One pass over a log for windows that stand fast, at any settings: what is counted of some keys.

Not in Flink.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from flinksim.spark.columnar.contents import field_columns
from flinksim.spark.columnar.records import Records, keys_of
from flinksim.spark.expressions.symbolic import Shape
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.native.panes import Panes

PASS_SCHEMA = pa.schema([
    (name, pa.int64()) for name in ("window", "code", "records", "latest", "panes", "began")
])  # fmt: skip
"""One row per window and tick in which it got records (see ``sweep_table.Counts``)."""


@dataclass(frozen=True, slots=True)
class Ticks:
    """Between which ticks a record comes: by the first code behind the former.

    In ticks in which a split ends records keep their own codes. Without ticks all do.
    """

    start_ms: int
    interval_ms: int
    splits: int
    ends: tuple[int, ...]

    def codes_of(self, codes: Longs) -> Longs:
        """The code that stands for each."""
        if self.interval_ms <= 0:
            return codes
        tick = (codes // self.splits - self.start_ms) // self.interval_ms
        first = (self.start_ms + tick * self.interval_ms) * self.splits
        return np.where(np.isin(tick, self.ends), codes, first)


@dataclass(frozen=True, slots=True)
class WindowPass:
    """Counts the records of some keys; all that a worker has to know."""

    panes: Panes
    key_shape: Shape
    ticks: Ticks

    def __call__(self, records: Records, number: int) -> pa.Table:
        """A table of :data:`PASS_SCHEMA`."""
        keys = keys_of(self.key_shape, field_columns(self.key_shape, records.columns), len(records))
        pane, own = self.panes.panes_of(records.timestamps), records.codes
        return pa.concat_tables([
            self._records(pane, self.ticks.codes_of(own)), self._begun(pane, keys.numbers, own),
        ])  # fmt: skip

    def _records(self, pane: Longs, codes: Longs) -> pa.Table:
        (panes, code), counts, _ = _counted(pane, codes)
        last = self.panes.last_windows(panes)
        tables = []
        for window, at in self._windows(panes):
            records = counts[at]
            is_last = window == last[at]
            tables.append(_rows(window, code[at], records, np.where(is_last, records, 0)))
        return pa.concat_tables(tables)

    def _begun(self, pane: Longs, keys: Longs, codes: Longs) -> pa.Table:
        """With which record each window of a key began."""
        (panes, key), _, place = _counted(pane, keys)
        firsts = np.full(len(panes), np.iinfo(np.int64).max)
        np.minimum.at(firsts, place, codes)
        found = [(window, key[at], firsts[at]) for window, at in self._windows(panes)]
        windows, keys, firsts = (np.concatenate(each) for each in zip(*found, strict=True))
        (window, _), _, place = _counted(windows, keys)
        first = np.full(len(window), np.iinfo(np.int64).max)
        np.minimum.at(first, place, firsts)
        began = first // self.ticks.splits - self.ticks.start_ms
        (window, code), panes_begun, place = _counted(window, self.ticks.codes_of(first))
        sums = np.zeros(len(window), np.int64)
        np.add.at(sums, place, began)
        return _rows(window, code, panes=panes_begun, began=sums)

    def _windows(self, panes: Longs) -> list[tuple[Longs, Longs]]:
        """The windows of some panes, with the places of these."""
        last, found = self.panes.last_windows(panes), []
        for ahead in range(self.panes.per_window):
            window = panes + ahead
            at = np.flatnonzero((window <= last) & self.panes.are_windows(window))
            found.append((window[at], at))
        return found


def _rows(
    window: Longs,
    code: Longs,
    records: Longs | None = None,
    latest: Longs | None = None,
    panes: Longs | None = None,
    began: Longs | None = None,
) -> pa.Table:
    nothing = np.zeros(len(window), np.int64)
    columns = [nothing if each is None else each for each in (records, latest, panes, began)]
    return pa.Table.from_arrays(
        [pa.array(each) for each in (window, code, *columns)], schema=PASS_SCHEMA
    )


def _counted(first: Longs, second: Longs) -> tuple[tuple[Longs, Longs], Longs, Longs]:
    """The pairs that there are, how often each, and which one each row is."""
    order = np.lexsort((second, first))
    a, b = first[order], second[order]
    begins = np.append(True, (a[1:] != a[:-1]) | (b[1:] != b[:-1]))[: len(a)]
    starts = np.flatnonzero(begins)
    place = np.empty(len(a), np.int64)
    place[order] = np.cumsum(begins) - 1
    return (a[starts], b[starts]), np.diff(np.append(starts, len(a))), place


__all__ = ["PASS_SCHEMA", "Ticks", "WindowPass"]
