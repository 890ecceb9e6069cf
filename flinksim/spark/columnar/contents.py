"""What windows hold, as columns: a row for each cell, which is a window (or a pane) of a key.

Counts, sums and extremes are columns of numbers. A field that comes from one record is not kept:
the record is, as its place in the order of the run.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from flinksim.spark.columnar.records import Records
from flinksim.spark.columnar.values import column_of, longs_of
from flinksim.spark.expressions.sql import columns_of
from flinksim.spark.expressions.symbolic import Shape
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.native.aggregates import Aggregation
from flinksim.spark.native.chain import NotNative

_LEAST, _MOST = np.iinfo(np.int64).min, np.iinfo(np.int64).max
_START = {"sum": 0, "min": _MOST, "max": _LEAST}
_ADD = {"sum": np.add, "min": np.minimum, "max": np.maximum}
_SAFE = 1 << 62
_OF_ONE_RECORD = ("first", "of that record")


@dataclass(slots=True)
class Cells:
    """Contents by cell: how many records, the numbers of the slots, and the one record.

    ``best`` is the least or greatest value that chooses the record, ``one`` the record's place in
    the order of the run.
    """

    count: Longs
    numbers: tuple[Longs, ...]
    best: Longs | None
    one: Longs | None

    def __len__(self) -> int:
        return len(self.count)

    def take(self, rows: Longs) -> Cells:
        """Those of some rows."""
        return Cells(
            self.count[rows],
            tuple(column[rows] for column in self.numbers),
            None if self.best is None else self.best[rows],
            None if self.one is None else self.one[rows],
        )


class Adding:
    """How records become contents, and contents one another."""

    def __init__(self, aggregation: Aggregation, keys: Shape, records: Records) -> None:
        """A field that is one of the *keys* is that of any record, and none is looked for.

        Raises: NotNative for sums that may need more than 64 bits.
        """
        table = records.columns
        self._aggregation = aggregation
        self._of_key = {e: place for place, (e, _) in enumerate(keys.fields)}
        self._table = table
        slots = [slot for slot in aggregation.slots if slot.how in _ADD]
        self._hows = [slot.how for slot in slots]
        self._values = [longs_of(slot.expression, table) for slot in slots]
        for how, values in zip(self._hows, self._values, strict=True):
            if how == "sum" and len(values):
                most = max(abs(int(values.min())), abs(int(values.max())))
                if most * len(values) >= _SAFE:
                    raise NotNative("the window", "its sums may need more than 64 bits")
        self._by = aggregation.by
        self._by_values = None if self._by is None else longs_of(self._by[1], table)
        self._has_one = self._by is not None or any(
            slot.how in _OF_ONE_RECORD and slot.expression not in self._of_key
            for slot in aggregation.slots
        )
        self._place = self._rows = np.empty(0, np.int64)
        if self._has_one:
            self._place, self._rows = _order_of(records)

    # --- adding up -----------------------------------------------------------------------------------

    def empty(self, size: int) -> Cells:
        """So many cells without a record."""
        best = None if self._by is None else np.full(size, _START[self._by[0]])
        return Cells(
            np.zeros(size, np.int64),
            tuple(np.full(size, _START[how]) for how in self._hows),
            best,
            np.full(size, _MOST) if self._has_one else None,
        )

    @property
    def adds_some_at_a_time(self) -> bool:
        """Whether it costs nothing to add records in several goes."""
        return self._by is None

    def add(self, cells: Cells, at: Longs, rows: Longs | slice) -> None:
        """Put the records *rows* into the cells with the numbers *at*."""
        np.add.at(cells.count, at, np.int64(1))
        for how, values, column in zip(self._hows, self._values, cells.numbers, strict=True):
            _ADD[how].at(column, at, values[rows])
        if cells.one is None:
            return
        place = self._place[rows]
        if cells.best is None:
            np.minimum.at(cells.one, at, place)
            return
        assert self._by is not None
        assert self._by_values is not None
        own = self._by_values[rows]
        before = cells.best.copy()
        _ADD[self._by[0]].at(cells.best, at, own)
        cells.one[cells.best != before] = _MOST  # another value chooses now
        is_best = own == cells.best[at]
        np.minimum.at(cells.one, at[is_best], place[is_best])

    def of(self, rows: Longs) -> Cells:
        """A cell for each of some records."""
        return Cells(
            np.ones(len(rows), np.int64),
            tuple(values[rows] for values in self._values),
            None if self._by_values is None else self._by_values[rows],
            self._place[rows] if self._has_one else None,
        )

    def both(self, before: Cells, after: Cells) -> Cells:
        """Contents that came together, cell by cell; records of *after* may be before those of
        *before*.
        """
        numbers = tuple(
            _ADD[how](a, b)
            for how, a, b in zip(self._hows, before.numbers, after.numbers, strict=True)
        )
        count = before.count + after.count
        if before.one is None or after.one is None:
            return Cells(count, numbers, None, None)
        one = np.minimum(before.one, after.one)
        if before.best is None or after.best is None:
            return Cells(count, numbers, None, one)
        assert self._by is not None
        best = _ADD[self._by[0]](before.best, after.best)
        one = np.where(before.best == after.best, one, after.one)
        one = np.where((before.best == best) & (after.best != best), before.one, one)
        return Cells(count, numbers, best, one)

    # --- what comes of them --------------------------------------------------------------------------

    def results(self, cells: Cells, keys: Sequence[pa.Array]) -> list[pa.Array]:
        """The fields of the window function's result, for cells that hold records of *keys*."""
        own = iter(cells.numbers)
        numbers = {
            place: next(own)
            for place, slot in enumerate(self._aggregation.slots)
            if slot.how in _ADD
        }

        def field(place: int) -> pa.Array:
            """A field of the record that a cell holds."""
            expression = self._aggregation.slots[place].expression
            if expression in self._of_key:
                return keys[self._of_key[expression]]
            assert cells.one is not None
            own = self._table.select(sorted(columns_of(expression)))
            return column_of(expression, own.take(pa.array(self._rows[cells.one])))

        return results_of(self._aggregation, numbers, field, len(cells))


def _order_of(records: Records) -> tuple[Longs, Longs]:
    """The place of each record in the run, and the record at each place."""
    codes = records.codes
    rows = np.arange(len(codes), dtype=np.int64)
    if not len(codes) or bool((codes[1:] >= codes[:-1]).all()):
        return rows, rows
    order: Longs = np.argsort(codes, kind="stable")
    places = np.empty(len(codes), np.int64)
    places[order] = rows
    return places, order


def results_of(
    aggregation: Aggregation,
    numbers: Mapping[int, Longs],
    field: Callable[[int], pa.Array],
    size: int,
) -> list[pa.Array]:
    """The fields of *size* results.

    *numbers* are sums and extremes by their slot; *field* gives what a slot has of a single record.
    """
    kept = {}
    for place, slot in enumerate(aggregation.slots):
        if slot.how == "constant":
            kept[f"_s{place}"] = pa.repeat(pa.scalar(slot.expression[1]), size)
        elif slot.how in _OF_ONE_RECORD:
            kept[f"_s{place}"] = field(place)
        else:
            own = numbers[place]
            kept[f"_s{place}"] = pa.array(
                own if slot.initial is None else _ADD[slot.how](own, slot.initial)
            )
    table = pa.table(kept)
    return [column_of(expression, table) for expression in aggregation.results]


def fields_of(shape: Shape, table: pa.Table) -> Sequence[pa.Array]:
    """The fields of values of *shape*, which *table* has the records of."""
    return [column_of(expression, table) for expression, _ in shape.fields]


__all__ = ["Adding", "Cells", "fields_of", "results_of"]
