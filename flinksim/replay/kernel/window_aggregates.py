"""Contents of windows as columns: one cell per window (or pane) and key.

Counts, sums and extremes are columns of numbers. A field of a single record is stored as the rank
of the record in the order of the run. Doubles are added in that order, and compared by their rank
among all doubles, as Java does.

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
    """Contents by cell: the number of records, the slot values, and ranks of single records.

    All columns are merged in the same way, whatever they hold; see :class:`Adding`.
    """

    columns: list[NDArray[Any]]

    @property
    def count(self) -> Longs:
        """Number of records of each cell."""
        return self.columns[0]

    def __len__(self) -> int:
        return len(self.columns[0])

    def take(self, rows: Longs) -> Cells:
        """Return the cells of some rows."""
        return Cells([column[rows] for column in self.columns])

    def put(self, rows: Longs | NDArray[np.bool_], others: Cells) -> None:
        """Replace the cells of some rows by *others*."""
        for column, new in zip(self.columns, others.columns, strict=True):
            column[rows] = new


class _Column(NamedTuple):
    """A column of cells: *start* is the initial value, *add* adds *values* of records."""

    add: Any
    start: int | float
    values: NDArray[Any]


class _Ranks(NamedTuple):
    """Rank of each record, and record of each rank; the record with the lowest rank is kept."""

    of_rows: Longs
    rows: Longs


class Adding:
    """Aggregates records into cells, and merges cells."""

    def __init__(self, aggregation: Aggregation, keys: Shape, records: Records) -> None:
        """Create an aggregator; fields that are part of the *keys* are the same for any record."""
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
        single_record_aggregates = aggregation.records_kept(self._of_key)
        run_ranks = _order_of(records) if single_record_aggregates else None
        self._ranks = {
            how: self._ranked(how, run_ranks)
            for how in single_record_aggregates
            if run_ranks is not None
        }
        self._columns = self._numbers + [
            _Column(np.minimum, _MOST, ranks.of_rows) for ranks in self._ranks.values()
        ]

    def _ranked(self, how: str, in_order: _Ranks) -> _Ranks:
        """Compute the ranks by which a record is chosen, from the ranks in the order of the run."""
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

    # --- aggregation ------------------------------------------------------------------------------

    def empty(self, size: int) -> Cells:
        """Create cells without records."""
        columns = [np.full(size, own.start, own.values.dtype) for own in self._columns]
        return Cells([np.zeros(size, np.int64), *columns])

    def add(self, cells: Cells, at: Longs, rows: Longs | slice) -> None:
        """Add the records *rows* to the cells with the numbers *at*."""
        count, *columns = cells.columns
        np.add.at(count, at, np.int64(1))
        for own, column in zip(self._columns, columns, strict=True):
            own.add.at(column, at, own.values[rows])

    def of(self, rows: Longs) -> Cells:
        """Create a cell for each of some records."""
        return Cells([np.ones(len(rows), np.int64), *(own.values[rows] for own in self._columns)])

    def both(self, before: Cells, after: Cells) -> Cells:
        """Merge two sets of cells pairwise; records of *after* may precede those of *before*."""
        adds = [np.add, *(own.add for own in self._columns)]
        pairs = zip(adds, before.columns, after.columns, strict=True)
        return Cells([add(one, other) for add, one, other in pairs])

    def run_on(self, cells: Cells, begins: NDArray[np.bool_]) -> None:
        """Replace each cell by the running aggregate of its group; *begins* marks group starts.

        All groups are processed in parallel.
        """
        firsts = np.flatnonzero(begins)
        index_in_group = np.arange(len(begins)) - firsts[np.cumsum(begins) - 1]
        by_index = np.argsort(index_in_group, kind="stable")
        bounds = np.append(0, np.cumsum(np.bincount(index_in_group)))
        for begin, end in pairwise(bounds[1:].tolist()):
            current = by_index[begin:end]
            cells.put(current, self.both(cells.take(current - 1), cells.take(current)))

    # --- partial contents -------------------------------------------------------------------------

    def as_columns(self, cells: Cells) -> list[pa.Array]:
        """Return the counts and numbers of the cells as Arrow arrays.

        Raises:
            OverflowError: A number needs more than 64 bits.
        """
        numbers = cells.columns[1 : len(self._numbers) + 1]
        return [
            pa.array(cells.count),
            *(pa.array(own) if own.dtype == np.float64 else _whole(own) for own in numbers),
        ]

    def rows_of(self, cells: Cells) -> list[Longs]:
        """Return the rows of the records that the cells refer to, per rank column."""
        ranked = zip(self._ranks.values(), cells.columns[len(self._numbers) + 1 :], strict=True)
        return [ranks.rows[own] for ranks, own in ranked]

    def merged(self, columns: Sequence[NDArray[Any]], at: Longs, size: int) -> Cells:
        """Merge partial contents into *size* cells with the numbers *at*.

        Args:
            columns: Columns of :meth:`as_columns`, then rows of :meth:`rows_of`.
            at: Cell number of each partial.
            size: Number of cells.
        """
        count, *others = columns
        numbers, rows = others[: len(self._hows)], others[len(self._hows) :]
        values = [
            _that_fit(how, column_spec)
            for how, column_spec in zip(self._hows, numbers, strict=True)
        ]
        ranked = zip(self._ranks.values(), rows, strict=True)
        values += [ranks.of_rows[chosen] for ranks, chosen in ranked]
        into = [np.zeros(size, np.int64)]
        np.add.at(into[0], at, count)
        for column_spec, partial in zip(self._columns, values, strict=True):
            column = np.full(size, column_spec.start, partial.dtype)
            column_spec.add.at(column, at, partial)
            into.append(column)
        return Cells(into)

    # --- record by record, without single-record fields -------------------------------------------

    @property
    def merges(self) -> list[Callable[[int, int], int]]:
        """Function that merges two numbers, per slot."""
        return [_MERGES[how] for how in self._hows]

    def values(self, rows: Longs) -> list[list[int]]:
        """Return the values of some records, per slot."""
        return [own.values[rows].tolist() for own in self._numbers]

    def cells_of(self, counts: Sequence[int], numbers: Sequence[Sequence[int]]) -> Cells:
        """Create cells from record counts and rows of slot values."""
        columns = np.array(numbers, object).reshape(len(counts), len(self._hows)).T
        return Cells([np.array(counts, np.int64), *columns])

    # --- results ----------------------------------------------------------------------------------

    def results(self, cells: Cells, keys: Sequence[pa.Array]) -> list[pa.Array]:
        """Compute the fields of the window function's result for cells with these *keys*."""
        numbers = iter(cells.columns[1:])
        slot_columns = {}
        for index, slot in enumerate(self._aggregation.slots):
            if slot.how == "constant":
                value = pa.repeat(pa.scalar(slot.expression[1]), len(cells))
            elif slot.how in OF_ONE_RECORD:
                value = self._of_one(slot, cells, keys)
            else:
                value = _of_slot(slot, next(numbers))
            slot_columns[f"_s{index}"] = value
        # A result may use no slot at all.
        table = pa.table({"_count": cells.count} | slot_columns)
        return [column_of(expression, table) for expression in self._aggregation.results]

    def _of_one(self, slot: KeptPart, cells: Cells, keys: Sequence[pa.Array]) -> pa.Array:
        """Read a field of the record that each cell refers to."""
        expression = slot.expression
        if expression in self._of_key:
            return keys[self._of_key[expression]]
        index = 1 + len(self._numbers) + list(self._ranks).index(slot.how)
        rows = self._ranks[slot.how].rows[cells.columns[index]]
        needed_columns = self._table.select(
            sorted(columns_of(expression)) or self._table.column_names[:1]
        )
        return column_of(expression, needed_columns.take(pa.array(rows)))


def _start_of(slot: KeptPart) -> int | float:
    """Return the value of an empty cell; adding to it gives the added value."""
    if slot.how == "sum" and slot.kind == "float":
        return -0.0 if slot.initial is None else slot.initial
    return _START[slot.how]


def _to_add(slot: KeptPart, column: pa.Array) -> NDArray[Any]:
    """Convert a column to values for aggregation; Python integers if a sum may overflow.

    Raises:
        OverflowError: The doubles include NaN or -0.0, which Python and Java compare differently.
    """
    if slot.kind == "float":
        if slot.how == "sum":
            return doubles_of(column)
        if not slot.as_java:
            _check_comparable(doubles_of(column))
        return _to_compare(column)
    return _that_fit(slot.how, _longs(column))


def _that_fit(how: str, values: Longs) -> NDArray[Any]:
    """Convert values to Python integers if their sum may need more than 64 bits."""
    if how != "sum" or not len(values):
        return values
    max_absolute = max(abs(int(values.min())), abs(int(values.max())))
    return values if max_absolute * len(values) < _SAFE else values.astype(object)


def _longs(column: pa.Array) -> Longs:
    longs: Longs = column.to_numpy(zero_copy_only=False)
    return longs.astype(np.int64, copy=False)


def _check_comparable(doubles: NDArray[np.float64]) -> None:
    if np.isnan(doubles).any() or np.any(np.signbit(doubles) & (doubles == 0)):
        raise OverflowError(f"{TOO_LARGE}: the least or greatest of NaN or -0.0")


def _to_compare(column: pa.Array) -> Longs:
    """Convert to integers in the order of the values; doubles as in Java: -0.0 < 0.0, NaN last."""
    if not pa.types.is_floating(column.type):
        return _longs(column)
    doubles = doubles_of(column)
    bits = np.where(np.isnan(doubles), np.nan, doubles).view(np.int64)
    return np.where(bits >= 0, bits, ~bits | _LEAST)


def _from_compared(places: Longs) -> NDArray[np.float64]:
    """Convert sort keys back to doubles."""
    bits = np.where(places >= 0, places, ~(places & _MOST))
    return bits.view(np.float64)


def _of_slot(slot: KeptPart, numbers: NDArray[Any]) -> pa.Array:
    """Convert the numbers of a slot to its final column.

    Raises:
        OverflowError: An integer needs more than 64 bits.
    """
    if slot.kind == "float":
        if slot.how == "sum":
            return pa.array(numbers)  # The sum started with the initial value.
        doubles = _from_compared(numbers.astype(np.int64))
        if slot.initial is not None:
            doubles = _ADD[slot.how](doubles, slot.initial)
        return pa.array(doubles)
    return _whole(numbers if slot.initial is None else _ADD[slot.how](numbers, slot.initial))


def _whole(numbers: NDArray[Any]) -> pa.Array:
    """Convert integers to a column.

    Raises:
        OverflowError: A number needs more than 64 bits.
    """
    try:
        return pa.array(numbers, pa.int64())
    except (OverflowError, pa.ArrowInvalid):
        raise OverflowError(f"{TOO_LARGE}: a sum of a window") from None


class Grouped:
    """Records with their keys and their aggregator; each is computed on first use."""

    def __init__(self, records: Records, keys: Shape, aggregation: Aggregation) -> None:
        self.records, self._keys, self._aggregation = records, keys, aggregation

    @cached_property
    def key_columns(self) -> list[pa.Array]:
        """Fields of the records' keys."""
        return field_columns(self._keys, self.records.columns)

    @cached_property
    def keys(self) -> Keys:
        """Keys as numbers."""
        return keys_of(self._keys, self.key_columns, len(self.records))

    @cached_property
    def adding(self) -> Adding:
        """Aggregator of the records."""
        return Adding(self._aggregation, self._keys, self.records)


def _order_of(records: Records) -> _Ranks:
    """Return the ranks of records in the order of the run."""
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
    """Evaluate the fields of *shape* for the records of *table*."""
    return [column_of(expression, table) for expression, _ in shape.fields]


__all__ = ["Adding", "Cells", "Grouped", "field_columns"]
