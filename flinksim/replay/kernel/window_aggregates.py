"""What windows hold, as columns: a row for each cell, which is a window (or a pane) of a key.

Counts, sums and extremes are columns of numbers. A field that comes from one record is not kept:
the record is, as its place in the order of the run. Doubles are added up in that order, and compared
by their place among all doubles, as Java does.

Not in Flink.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from flinksim.replay.compile.aggregates import OF_ONE_RECORD, Aggregation, KeptPart
from flinksim.replay.expressions.symbolic_values import TOO_LARGE, Shape, columns_of
from flinksim.replay.kernel.expression_eval import column_of, doubles_of
from flinksim.replay.kernel.record_columns import Keys, Records, keys_of
from flinksim.replay.operators.watermark_positions import Longs

_LEAST, _MOST = np.iinfo(np.int64).min, np.iinfo(np.int64).max
_START = {"sum": 0, "min": _MOST, "max": _LEAST}
_ADD = {"sum": np.add, "min": np.minimum, "max": np.maximum}
_MERGES: dict[str, Callable[[int, int], int]] = {"sum": operator.add, "min": min, "max": max}
_SAFE = 1 << 62


@dataclass(slots=True)
class Cells:
    """Contents by cell: how many records, the numbers of the slots, and the ranks of single records.

    All columns are put together in the same way, whatever they hold: see :class:`Adding`.
    """

    columns: list[NDArray[Any]]

    @property
    def count(self) -> Longs:
        """How many records each has."""
        return self.columns[0]

    def __len__(self) -> int:
        return len(self.columns[0])

    def take(self, rows: Longs) -> Cells:
        """Those of some rows."""
        return Cells([column[rows] for column in self.columns])

    def put(self, rows: Longs | NDArray[np.bool_], others: Cells) -> None:
        """Put *others* in the place of some rows."""
        for column, new in zip(self.columns, others.columns, strict=True):
            column[rows] = new


class _Column(NamedTuple):
    """How cells come to a column: each begins with *start*, to which *add* adds *values* of records."""

    add: Any
    start: int | float
    values: NDArray[Any]


class _Ranks(NamedTuple):
    """The rank of each record, and the record of each rank; of several that with the least is kept."""

    of_rows: Longs
    rows: Longs


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
        self._numbers = [
            _Column(_ADD[s.how], _start_of(s), _to_add(s, column_of(s.expression, table)))
            for s in slots
        ]
        kept = aggregation.records_kept(self._of_key)
        in_order = _order_of(records) if kept else None
        self._ranks = {how: self._ranked(how, in_order) for how in kept if in_order is not None}
        self._columns = self._numbers + [
            _Column(np.minimum, _MOST, ranks.of_rows) for ranks in self._ranks.values()
        ]

    def _ranked(self, how: str, in_order: _Ranks) -> _Ranks:
        """The ranks by which a record is chosen, from those in the order of the run."""
        places, rows = in_order
        is_last = how == "last" or self._aggregation.takes_last
        if self._aggregation.by is not None:
            extreme, expression = self._aggregation.by
            values = _to_compare(column_of(expression, self._table))
            by = values if extreme == "min" else ~values
            rows = np.lexsort((-places if is_last else places, by))
        elif is_last:
            rows = rows[::-1]
        else:
            return in_order
        of_rows = np.empty(len(rows), np.int64)
        of_rows[rows] = np.arange(len(rows))
        return _Ranks(of_rows, rows)

    # --- adding up -----------------------------------------------------------------------------------

    def empty(self, size: int) -> Cells:
        """So many cells without a record."""
        columns = [np.full(size, own.start, own.values.dtype) for own in self._columns]
        return Cells([np.zeros(size, np.int64), *columns])

    def add(self, cells: Cells, at: Longs, rows: Longs | slice) -> None:
        """Put the records *rows* into the cells with the numbers *at*."""
        count, *columns = cells.columns
        np.add.at(count, at, np.int64(1))
        for own, column in zip(self._columns, columns, strict=True):
            own.add.at(column, at, own.values[rows])

    def of(self, rows: Longs) -> Cells:
        """A cell for each of some records."""
        return Cells([np.ones(len(rows), np.int64), *(own.values[rows] for own in self._columns)])

    def both(self, before: Cells, after: Cells) -> Cells:
        """Contents that came together, cell by cell; records of *after* may be before those of
        *before*.
        """
        adds = [np.add, *(own.add for own in self._columns)]
        pairs = zip(adds, before.columns, after.columns, strict=True)
        return Cells([add(one, other) for add, one, other in pairs])

    def run_on(self, cells: Cells, begins: NDArray[np.bool_]) -> None:
        """Make each of *cells* what its group comes to up to it; *begins* says where groups do.

        All groups go on side by side.
        """
        firsts = np.flatnonzero(begins)
        turn = np.arange(len(begins)) - firsts[np.cumsum(begins) - 1]
        by_turn = np.argsort(turn, kind="stable")
        bounds = np.append(0, np.cumsum(np.bincount(turn)))
        for begin, end in pairwise(bounds[1:].tolist()):
            now = by_turn[begin:end]
            cells.put(now, self.both(cells.take(now - 1), cells.take(now)))

    # --- partial contents ----------------------------------------------------------------------------

    def as_columns(self, cells: Cells) -> list[pa.Array]:
        """Counts and numbers, of contents that are no more than these.

        Raises: OverflowError for what needs more than 64 bits.
        """
        numbers = cells.columns[1 : len(self._numbers) + 1]
        return [
            pa.array(cells.count),
            *(pa.array(own) if own.dtype == np.float64 else _whole(own) for own in numbers),
        ]

    def rows_of(self, cells: Cells) -> list[Longs]:
        """The records of which contents keep something."""
        ranked = zip(self._ranks.values(), cells.columns[len(self._numbers) + 1 :], strict=True)
        return [ranks.rows[own] for ranks, own in ranked]

    def merged(self, columns: Sequence[NDArray[Any]], at: Longs, size: int) -> Cells:
        """Partial contents put together: those of *columns* into the cells with the numbers *at*.

        *columns* are those of :meth:`as_columns`, and records as :meth:`rows_of` tells them.
        """
        count, *others = columns
        numbers, rows = others[: len(self._hows)], others[len(self._hows) :]
        values = [_that_fit(how, own) for how, own in zip(self._hows, numbers, strict=True)]
        ranked = zip(self._ranks.values(), rows, strict=True)
        values += [ranks.of_rows[chosen] for ranks, chosen in ranked]
        into = [np.zeros(size, np.int64)]
        np.add.at(into[0], at, count)
        for own, given in zip(self._columns, values, strict=True):
            column = np.full(size, own.start, given.dtype)
            own.add.at(column, at, given)
            into.append(column)
        return Cells(into)

    # --- one by one, where no one record is kept -----------------------------------------------------

    @property
    def merges(self) -> list[Callable[[int, int], int]]:
        """How two numbers of each slot become one."""
        return [_MERGES[how] for how in self._hows]

    def values(self, rows: Longs) -> list[list[int]]:
        """What some records bring to each slot."""
        return [own.values[rows].tolist() for own in self._numbers]

    def cells_of(self, counts: Sequence[int], numbers: Sequence[Sequence[int]]) -> Cells:
        """Cells of what was merged one by one, a row of *numbers* each."""
        columns = np.array(numbers, object).reshape(len(counts), len(self._hows)).T
        return Cells([np.array(counts, np.int64), *columns])

    # --- what comes of them --------------------------------------------------------------------------

    def results(self, cells: Cells, keys: Sequence[pa.Array]) -> list[pa.Array]:
        """The fields of the window function's result, for cells that hold records of *keys*."""
        numbers = iter(cells.columns[1:])
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
        place = 1 + len(self._numbers) + list(self._ranks).index(slot.how)
        rows = self._ranks[slot.how].rows[cells.columns[place]]
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


def _order_of(records: Records) -> _Ranks:
    """The place of each record in the run, and the record at each place."""
    codes, offsets = records.codes, records.offsets
    rows = np.arange(len(codes), dtype=np.int64)
    follows = codes[1:] >= codes[:-1]
    follows &= (codes[1:] > codes[:-1]) | (offsets[1:] > offsets[:-1])
    if bool(follows.all()):
        return _Ranks(rows, rows)
    order: Longs = np.lexsort((offsets, codes))
    places = np.empty(len(codes), np.int64)
    places[order] = rows
    return _Ranks(places, order)


def field_columns(shape: Shape, table: pa.Table) -> list[pa.Array]:
    """The fields of values of *shape*, which *table* has the records of."""
    return [column_of(expression, table) for expression, _ in shape.fields]


__all__ = ["Adding", "Cells", "Grouped", "field_columns"]
