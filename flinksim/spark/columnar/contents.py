"""What windows hold, as columns: a row for each cell, which is a window (or a pane) of a key.

Counts, sums and extremes are columns of numbers. A field that comes from one record is not kept:
the record is, as its place in the order of the run. Doubles are added up in that order, and compared
by their place among all doubles, as Java does.

Not in Flink.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from flinksim.spark.columnar.records import Keys, Records, keys_of
from flinksim.spark.columnar.values import column_of, doubles_of
from flinksim.spark.expressions.symbolic import TOO_LARGE, Shape, columns_of
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.native.aggregates import OF_ONE_RECORD, Aggregation, KeptPart

_LEAST, _MOST = np.iinfo(np.int64).min, np.iinfo(np.int64).max
_START = {"sum": 0, "min": _MOST, "max": _LEAST}
_ADD = {"sum": np.add, "min": np.minimum, "max": np.maximum}
_MERGES: dict[str, Callable[[int, int], int]] = {"sum": operator.add, "min": min, "max": max}
_SAFE = 1 << 62


@dataclass(slots=True)
class Cells:
    """Contents by cell: how many records, the numbers of the slots, and single records.

    ``ones`` are the places of these in the order of the run, the last one's with a minus; ``best`` is
    the least or greatest value that chooses the record.
    """

    count: Longs
    numbers: tuple[NDArray[Any], ...]
    best: Longs | None
    ones: tuple[Longs, ...]

    def __len__(self) -> int:
        return len(self.count)

    def take(self, rows: Longs) -> Cells:
        """Those of some rows."""
        return Cells(
            self.count[rows],
            tuple(column[rows] for column in self.numbers),
            None if self.best is None else self.best[rows],
            tuple(column[rows] for column in self.ones),
        )

    def put(self, rows: Longs | NDArray[np.bool_], others: Cells) -> None:
        """Put *others* in the place of some rows."""
        self.count[rows] = others.count
        for column, new in zip(
            (*self.numbers, *self.ones), (*others.numbers, *others.ones), strict=True
        ):
            column[rows] = new
        if self.best is not None and others.best is not None:
            self.best[rows] = others.best


class Adding:
    """How records become contents, and contents one another."""

    def __init__(self, aggregation: Aggregation, keys: Shape, records: Records) -> None:
        """A field that is one of the *keys* is that of any record, and none is looked for."""
        table = records.columns
        self.records = records
        self._aggregation = aggregation
        self._of_key = {e: place for place, (e, _) in enumerate(keys.fields)}
        self._table = table
        slots = [slot for slot in aggregation.slots if slot.how in _ADD]
        self._hows = [slot.how for slot in slots]
        self._slots = slots
        self._values = [_to_add(slot, column_of(slot.expression, table)) for slot in slots]
        self._starts = [_start_of(slot) for slot in slots]
        self._by = aggregation.by
        self._by_values = None if self._by is None else _to_compare(column_of(self._by[1], table))
        self._ones = aggregation.records_kept(self._of_key)
        self._places: tuple[Longs, ...] = ()
        if self._ones:
            place, self._rows = _order_of(records)
            # the least of those with a minus is the last one's
            is_last = [how == "last" or aggregation.takes_last for how in self._ones]
            self._places = tuple(-place if last else place for last in is_last)

    # --- adding up -----------------------------------------------------------------------------------

    def empty(self, size: int) -> Cells:
        """So many cells without a record."""
        best = None if self._by is None else np.full(size, _START[self._by[0]])
        return Cells(
            np.zeros(size, np.int64),
            tuple(
                np.full(size, start, values.dtype)
                for start, values in zip(self._starts, self._values, strict=True)
            ),
            best,
            tuple(np.full(size, _MOST) for _ in self._ones),
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
        if cells.best is None:
            for one, places in zip(cells.ones, self._places, strict=True):
                np.minimum.at(one, at, places[rows])
            return
        assert self._by is not None
        assert self._by_values is not None
        own, (one,), (places,) = self._by_values[rows], cells.ones, self._places
        before = cells.best.copy()
        _ADD[self._by[0]].at(cells.best, at, own)
        one[cells.best != before] = _MOST  # another value chooses now
        is_best = own == cells.best[at]
        np.minimum.at(one, at[is_best], places[rows][is_best])

    def of(self, rows: Longs) -> Cells:
        """A cell for each of some records."""
        return Cells(
            np.ones(len(rows), np.int64),
            tuple(values[rows] for values in self._values),
            None if self._by_values is None else self._by_values[rows],
            tuple(places[rows] for places in self._places),
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
        ones = tuple(map(np.minimum, before.ones, after.ones))
        if before.best is None or after.best is None:
            return Cells(count, numbers, None, ones)
        assert self._by is not None
        best = _ADD[self._by[0]](before.best, after.best)
        one = np.where(before.best == after.best, ones[0], after.ones[0])
        one = np.where((before.best == best) & (after.best != best), before.ones[0], one)
        return Cells(count, numbers, best, (one,))

    # --- partial contents ----------------------------------------------------------------------------

    def as_columns(self, cells: Cells) -> list[pa.Array]:
        """Counts and numbers, of contents that are no more than these.

        Raises: OverflowError for what needs more than 64 bits.
        """
        numbers = [
            pa.array(own) if own.dtype == np.float64 else _whole(own) for own in cells.numbers
        ]
        return [pa.array(cells.count), *numbers]

    def rows_of(self, cells: Cells) -> list[Longs]:
        """The records of which contents keep something."""
        return [self._rows[np.abs(own)] for own in cells.ones]

    def merged(self, columns: Sequence[NDArray[Any]], at: Longs, size: int) -> Cells:
        """Partial contents put together: those of *columns* into the cells with the numbers *at*.

        *columns* are those of :meth:`as_columns`, and records as :meth:`rows_of` tells them.
        """
        cells = self.empty(size)
        count, rest = columns[0], columns[1:]
        numbers, rows = rest[: len(self._hows)], rest[len(self._hows) :]
        np.add.at(cells.count, at, count)
        into = []
        for how, start, own in zip(self._hows, self._starts, numbers, strict=True):
            values = _that_fit(how, own)
            column = np.full(size, start, values.dtype)
            _ADD[how].at(column, at, values)
            into.append(column)
        for one, places, chosen in zip(cells.ones, self._places, rows, strict=True):
            is_best = np.ones(len(at), bool)
            if cells.best is not None and self._by is not None and self._by_values is not None:
                own = self._by_values[chosen]
                _ADD[self._by[0]].at(cells.best, at, own)
                is_best = own == cells.best[at]
            np.minimum.at(one, at[is_best], places[chosen][is_best])
        return replace(cells, numbers=tuple(into))

    # --- one by one, where no one record is kept -----------------------------------------------------

    @property
    def merges(self) -> list[Callable[[int, int], int]]:
        """How two numbers of each slot become one."""
        return [_MERGES[how] for how in self._hows]

    def values(self, rows: Longs) -> list[list[int]]:
        """What some records bring to each slot."""
        return [values[rows].tolist() for values in self._values]

    def cells_of(self, counts: Sequence[int], numbers: Sequence[Sequence[int]]) -> Cells:
        """Cells of what was merged one by one, a row of *numbers* each."""
        columns = np.array(numbers, object).reshape(len(counts), len(self._hows)).T
        return Cells(np.array(counts, np.int64), tuple(columns), None, ())

    # --- what comes of them --------------------------------------------------------------------------

    def results(self, cells: Cells, keys: Sequence[pa.Array]) -> list[pa.Array]:
        """The fields of the window function's result, for cells that hold records of *keys*."""
        numbers = iter(cells.numbers)
        kept = {}
        for place, slot in enumerate(self._aggregation.slots):
            if slot.how == "constant":
                value = pa.repeat(pa.scalar(slot.expression[1]), len(cells))
            elif slot.how in OF_ONE_RECORD:
                value = self._of_one(slot, cells, keys)
            else:
                value = _of_slot(slot, next(numbers))
            kept[f"_s{place}"] = value
        # a result may be made of no slot at all
        table = pa.table({"_count": cells.count} | kept)
        return [column_of(expression, table) for expression in self._aggregation.results]

    def _of_one(self, slot: KeptPart, cells: Cells, keys: Sequence[pa.Array]) -> pa.Array:
        """A field of the record that each cell holds."""
        expression = slot.expression
        if expression in self._of_key:
            return keys[self._of_key[expression]]
        rows = self._rows[np.abs(cells.ones[self._ones.index(slot.how)])]
        own = self._table.select(sorted(columns_of(expression)) or self._table.column_names[:1])
        return column_of(expression, own.take(pa.array(rows)))


def _start_of(slot: KeptPart) -> int | float:
    """What a cell holds that no record has come to; adding to it gives what was added."""
    if slot.how == "sum" and slot.kind == "float":
        return -0.0 if slot.initial is None else slot.initial
    return _START[slot.how]


def _to_add(slot: KeptPart, column: pa.Array) -> NDArray[Any]:
    """Values as they are added up: as Python's own numbers where sums may need more than 64 bits.

    Raises: OverflowError for doubles that Python and Java do not compare in one way.
    """
    if slot.kind == "float":
        if slot.how == "sum":
            return doubles_of(column)
        if not slot.as_java:
            _check_comparable(doubles_of(column))
        return _to_compare(column)
    return _that_fit(slot.how, _longs(column))


def _that_fit(how: str, values: Longs) -> NDArray[Any]:
    """As Python's own numbers, if their sum may need more than 64 bits."""
    if how != "sum" or not len(values):
        return values
    most = max(abs(int(values.min())), abs(int(values.max())))
    return values if most * len(values) < _SAFE else values.astype(object)


def _longs(column: pa.Array) -> Longs:
    longs: Longs = column.to_numpy(zero_copy_only=False)
    return longs.astype(np.int64, copy=False)


def _check_comparable(doubles: NDArray[np.float64]) -> None:
    if np.isnan(doubles).any() or np.any(np.signbit(doubles) & (doubles == 0)):
        raise OverflowError(f"{TOO_LARGE}: the least or greatest of NaN or -0.0")


def _to_compare(column: pa.Array) -> Longs:
    """Whole numbers in the order of the values: doubles in Java's, NaN last, -0.0 before 0.0."""
    if not pa.types.is_floating(column.type):
        return _longs(column)
    doubles = doubles_of(column)
    bits = np.where(np.isnan(doubles), np.nan, doubles).view(np.int64)
    return np.where(bits >= 0, bits, ~bits | _LEAST)


def _from_compared(places: Longs) -> NDArray[np.float64]:
    """The doubles at these places."""
    bits = np.where(places >= 0, places, ~(places & _MOST))
    return bits.view(np.float64)


def _of_slot(slot: KeptPart, numbers: NDArray[Any]) -> pa.Array:
    """What a slot comes to.

    Raises: OverflowError if a whole number needs more than 64 bits.
    """
    if slot.kind == "float":
        if slot.how == "sum":
            return pa.array(numbers)  # the initial value is where the sum began
        doubles = _from_compared(numbers.astype(np.int64))
        if slot.initial is not None:
            doubles = _ADD[slot.how](doubles, slot.initial)
        return pa.array(doubles)
    return _whole(numbers if slot.initial is None else _ADD[slot.how](numbers, slot.initial))


def _whole(numbers: NDArray[Any]) -> pa.Array:
    """Whole numbers as a column.

    Raises: OverflowError if they need more than 64 bits.
    """
    try:
        return pa.array(numbers, pa.int64())
    except (OverflowError, pa.ArrowInvalid):
        raise OverflowError(f"{TOO_LARGE}: a sum of a window") from None


class Grouped:
    """Records, their keys and how they are added up; each is worked out when it is asked for."""

    def __init__(self, records: Records, keys: Shape, aggregation: Aggregation) -> None:
        self.records, self._keys, self._aggregation = records, keys, aggregation

    @cached_property
    def key_columns(self) -> list[pa.Array]:
        """The fields of the records' keys."""
        return field_columns(self._keys, self.records.columns)

    @cached_property
    def keys(self) -> Keys:
        """The keys as numbers."""
        return keys_of(self._keys, self.key_columns, len(self.records))

    @cached_property
    def adding(self) -> Adding:
        """How the records become contents."""
        return Adding(self._aggregation, self._keys, self.records)


def _order_of(records: Records) -> tuple[Longs, Longs]:
    """The place of each record in the run, and the record at each place."""
    codes, offsets = records.codes, records.offsets
    rows = np.arange(len(codes), dtype=np.int64)
    follows = codes[1:] >= codes[:-1]
    follows &= (codes[1:] > codes[:-1]) | (offsets[1:] > offsets[:-1])
    if bool(follows.all()):
        return rows, rows
    order: Longs = np.lexsort((offsets, codes))
    places = np.empty(len(codes), np.int64)
    places[order] = rows
    return places, order


def field_columns(shape: Shape, table: pa.Table) -> list[pa.Array]:
    """The fields of values of *shape*, which *table* has the records of."""
    return [column_of(expression, table) for expression, _ in shape.fields]


__all__ = ["Adding", "Cells", "Grouped", "field_columns"]
