"""Contents of windows as columns: one cell per window (or pane) and key.

Counts, sums and extremes are columns of numbers. If a result is a field of a single record, such as
the first one, the cell has the rank of that record in processing order. Doubles are added in that
order, and compared by their rank among all doubles, as Java does.

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

from flinksim.replay.compile.aggregates import SINGLE_RECORD_AGGREGATES, AggregateSlot, Aggregation
from flinksim.replay.expressions.symbolic_values import (
    OVERFLOW_MARKER,
    RecordShape,
    collect_columns,
)
from flinksim.replay.kernel.expression_eval import evaluate_column, to_doubles
from flinksim.replay.kernel.record_columns import Keys, Records, number_keys
from flinksim.replay.operators.watermark_positions import Longs

_MIN_INT64, _MAX_INT64 = np.iinfo(np.int64).min, np.iinfo(np.int64).max
_INITIAL_VALUES = {"sum": 0, "min": _MAX_INT64, "max": _MIN_INT64}
_UFUNCS = {"sum": np.add, "min": np.minimum, "max": np.maximum}
_MERGE_FUNCTIONS: dict[str, Callable[[int, int], int]] = {
    "sum": operator.add,
    "min": min,
    "max": max,
}
_MAX_SAFE_SUM = 1 << 62


@dataclass(slots=True)
class WindowAggregates:
    """Window contents, one element (cell) per window and key in each of several columns.

    The first column is the number of records. Then follow the aggregated numbers, and the ranks of
    records of which the result has a field. All columns are merged in the same way, whatever they hold;
    see :class:`WindowAggregator`.
    """

    columns: list[NDArray[Any]]

    @property
    def counts(self) -> Longs:
        """Number of records of each cell."""
        return self.columns[0]

    def __len__(self) -> int:
        return len(self.columns[0])

    def take(self, rows: Longs) -> WindowAggregates:
        """Return the cells with the indices *rows*."""
        return WindowAggregates([column[rows] for column in self.columns])

    def put(self, rows: Longs | NDArray[np.bool_], others: WindowAggregates) -> None:
        """Replace the cells with the indices (or flags) *rows* by *others*."""
        for column, new in zip(self.columns, others.columns, strict=True):
            column[rows] = new


class _AggregateColumn(NamedTuple):
    """One aggregated column: how *values* of records are added to its cells.

    *initial* is the value of an empty cell, *ufunc* the numpy function that adds a value.
    """

    ufunc: Any
    initial: int | float
    values: NDArray[Any]


class _RecordRanks(NamedTuple):
    """Ranks that choose a single record per cell: the record with the lowest rank.

    Both the rank of each record and the record of each rank.
    """

    rank_of_row: Longs
    row_of_rank: Longs


class WindowAggregator:
    """Aggregates records into cells (one per window and key), and merges cells."""

    def __init__(self, aggregation: Aggregation, keys: RecordShape, records: Records) -> None:
        """Create an aggregator of *records*.

        Fields that are part of the *keys* are equal for all records of a cell, so no record is chosen.
        """
        table = records.columns
        self.records = records
        self._aggregation = aggregation
        self._key_fields = {e: place for place, (e, _) in enumerate(keys.fields)}
        self._table = table
        slots = [slot for slot in aggregation.slots if slot.aggregate in _UFUNCS]
        self._functions = [slot.aggregate for slot in slots]
        self._number_columns = [
            _AggregateColumn(
                _UFUNCS[s.aggregate],
                _get_initial_value(s),
                _prepare_values(s, evaluate_column(s.expression, table)),
            )
            for s in slots
        ]
        single_record_aggregates = aggregation.find_single_record_aggregates(self._key_fields)
        run_ranks = _rank_by_position(records) if single_record_aggregates else None
        self._ranks = {
            how: self._compute_ranks(how, run_ranks)
            for how in single_record_aggregates
            if run_ranks is not None
        }
        self._columns = self._number_columns + [
            _AggregateColumn(np.minimum, _MAX_INT64, ranks.rank_of_row)
            for ranks in self._ranks.values()
        ]

    def _compute_ranks(self, aggregate: str, run_ranks: _RecordRanks) -> _RecordRanks:
        """Compute the ranks by which *aggregate* (such as ``last``) chooses a record.

        *run_ranks* are the ranks in processing order.
        """
        places, rows = run_ranks
        is_last = aggregate == "last" or self._aggregation.takes_last
        if self._aggregation.extreme_by is not None:
            extreme, expression = self._aggregation.extreme_by
            values = _to_sort_keys(evaluate_column(expression, self._table))
            by = values if extreme == "min" else ~values
            rows = np.lexsort((-places if is_last else places, by))
        elif is_last:
            rows = rows[::-1]
        else:
            return run_ranks
        of_rows = np.empty(len(rows), np.int64)
        of_rows[rows] = np.arange(len(rows))
        return _RecordRanks(of_rows, rows)

    # --- aggregation ------------------------------------------------------------------------------

    def create_empty(self, size: int) -> WindowAggregates:
        """Create cells without records."""
        columns = [np.full(size, own.initial, own.values.dtype) for own in self._columns]
        return WindowAggregates([np.zeros(size, np.int64), *columns])

    def add_rows(self, cells: WindowAggregates, cell_numbers: Longs, rows: Longs | slice) -> None:
        """Add each record in *rows* to the cell with its number in *cell_numbers*."""
        count, *columns = cells.columns
        np.add.at(count, cell_numbers, np.int64(1))
        for own, column in zip(self._columns, columns, strict=True):
            own.ufunc.at(column, cell_numbers, own.values[rows])

    def create_cells(self, rows: Longs) -> WindowAggregates:
        """Create a cell for each record in *rows*, with only that record."""
        return WindowAggregates(
            [np.ones(len(rows), np.int64), *(own.values[rows] for own in self._columns)]
        )

    def merge(self, before: WindowAggregates, after: WindowAggregates) -> WindowAggregates:
        """Merge two sets of cells pairwise; records of *after* may precede those of *before*."""
        adds = [np.add, *(own.ufunc for own in self._columns)]
        pairs = zip(adds, before.columns, after.columns, strict=True)
        return WindowAggregates([add(one, other) for add, one, other in pairs])

    def accumulate(self, cells: WindowAggregates, begins: NDArray[np.bool_]) -> None:
        """Replace each cell by the aggregate of its group up to it; *begins* marks group starts.

        All groups are processed in parallel.
        """
        firsts = np.flatnonzero(begins)
        index_in_group = np.arange(len(begins)) - firsts[np.cumsum(begins) - 1]
        by_index = np.argsort(index_in_group, kind="stable")
        bounds = np.append(0, np.cumsum(np.bincount(index_in_group)))
        for begin, end in pairwise(bounds[1:].tolist()):
            current = by_index[begin:end]
            cells.put(current, self.merge(cells.take(current - 1), cells.take(current)))

    # --- partial contents -------------------------------------------------------------------------

    def to_columns(self, cells: WindowAggregates) -> list[pa.Array]:
        """Return the counts and aggregated numbers of the cells as Arrow arrays.

        Raises:
            OverflowError: A number needs more than 64 bits.
        """
        numbers = cells.columns[1 : len(self._number_columns) + 1]
        return [
            pa.array(cells.counts),
            *(
                pa.array(own) if own.dtype == np.float64 else _to_integer_column(own)
                for own in numbers
            ),
        ]

    def find_referenced_rows(self, cells: WindowAggregates) -> list[Longs]:
        """Return the records of which the cells have a field: a list of indices per column of ranks."""
        ranked = zip(
            self._ranks.values(), cells.columns[len(self._number_columns) + 1 :], strict=True
        )
        return [ranks.row_of_rank[own] for ranks, own in ranked]

    def merge_columns(
        self, columns: Sequence[NDArray[Any]], cell_numbers: Longs, size: int
    ) -> WindowAggregates:
        """Merge partial contents into *size* cells with the numbers *cell_numbers*.

        Args:
            columns: Columns of :meth:`to_columns`, then rows of :meth:`find_referenced_rows`.
            cell_numbers: Cell number of each partial.
            size: Number of cells.
        """
        count, *others = columns
        numbers, rows = others[: len(self._functions)], others[len(self._functions) :]
        values = [
            _widen_for_sum(how, column_spec)
            for how, column_spec in zip(self._functions, numbers, strict=True)
        ]
        ranked = zip(self._ranks.values(), rows, strict=True)
        values += [ranks.rank_of_row[chosen] for ranks, chosen in ranked]
        into = [np.zeros(size, np.int64)]
        np.add.at(into[0], cell_numbers, count)
        for column_spec, partial in zip(self._columns, values, strict=True):
            column = np.full(size, column_spec.initial, partial.dtype)
            column_spec.ufunc.at(column, cell_numbers, partial)
            into.append(column)
        return WindowAggregates(into)

    # --- record by record, without single-record fields -------------------------------------------

    @property
    def merge_functions(self) -> list[Callable[[int, int], int]]:
        """For each aggregated number, the function that merges two of them."""
        return [_MERGE_FUNCTIONS[how] for how in self._functions]

    def read_values(self, rows: Longs) -> list[list[int]]:
        """For each aggregated number, return its values in the records with the indices *rows*."""
        return [own.values[rows].tolist() for own in self._number_columns]

    def create_cells_from_values(
        self, counts: Sequence[int], numbers: Sequence[Sequence[int]]
    ) -> WindowAggregates:
        """Create cells from numbers of records, and for each cell its aggregated numbers."""
        columns = np.array(numbers, object).reshape(len(counts), len(self._functions)).T
        return WindowAggregates([np.array(counts, np.int64), *columns])

    # --- results ----------------------------------------------------------------------------------

    def compute_results(self, cells: WindowAggregates, keys: Sequence[pa.Array]) -> list[pa.Array]:
        """Compute the fields of the window function's result for cells with these *keys*."""
        numbers = iter(cells.columns[1:])
        slot_columns = {}
        for index, slot in enumerate(self._aggregation.slots):
            if slot.aggregate == "constant":
                value = pa.repeat(pa.scalar(slot.expression[1]), len(cells))
            elif slot.aggregate in SINGLE_RECORD_AGGREGATES:
                value = self._read_single_record_field(slot, cells, keys)
            else:
                value = _finish_slot(slot, next(numbers))
            slot_columns[f"_s{index}"] = value
        # A result may use no slot at all.
        table = pa.table({"_count": cells.counts} | slot_columns)
        return [evaluate_column(expression, table) for expression in self._aggregation.results]

    def _read_single_record_field(
        self, slot: AggregateSlot, cells: WindowAggregates, keys: Sequence[pa.Array]
    ) -> pa.Array:
        """Read a field of the record that each cell refers to."""
        expression = slot.expression
        if expression in self._key_fields:
            return keys[self._key_fields[expression]]
        index = 1 + len(self._number_columns) + list(self._ranks).index(slot.aggregate)
        rows = self._ranks[slot.aggregate].row_of_rank[cells.columns[index]]
        needed_columns = self._table.select(
            sorted(collect_columns(expression)) or self._table.column_names[:1]
        )
        return evaluate_column(expression, needed_columns.take(pa.array(rows)))


def _get_initial_value(slot: AggregateSlot) -> int | float:
    """Return the value of an empty cell, which does not change what is added to it."""
    if slot.aggregate == "sum" and slot.kind == "float":
        return -0.0 if slot.initial is None else slot.initial
    return _INITIAL_VALUES[slot.aggregate]


def _prepare_values(slot: AggregateSlot, column: pa.Array) -> NDArray[Any]:
    """Convert a column to values for aggregation; Python integers if a sum may overflow.

    Raises:
        OverflowError: The doubles include NaN or -0.0, which Python and Java compare differently.
    """
    if slot.kind == "float":
        if slot.aggregate == "sum":
            return to_doubles(column)
        if not slot.has_java_order:
            _check_comparable(to_doubles(column))
        return _to_sort_keys(column)
    return _widen_for_sum(slot.aggregate, _to_int64(column))


def _widen_for_sum(aggregate: str, values: Longs) -> NDArray[Any]:
    """Convert values to Python integers if their sum may need more than 64 bits."""
    if aggregate != "sum" or not len(values):
        return values
    max_absolute = max(abs(int(values.min())), abs(int(values.max())))
    return values if max_absolute * len(values) < _MAX_SAFE_SUM else values.astype(object)


def _to_int64(column: pa.Array) -> Longs:
    longs: Longs = column.to_numpy(zero_copy_only=False)
    return longs.astype(np.int64, copy=False)


def _check_comparable(doubles: NDArray[np.float64]) -> None:
    if np.isnan(doubles).any() or np.any(np.signbit(doubles) & (doubles == 0)):
        raise OverflowError(f"{OVERFLOW_MARKER}: the least or greatest of NaN or -0.0")


def _to_sort_keys(column: pa.Array) -> Longs:
    """Convert values to integers with the same order; doubles as in Java: -0.0 < 0.0, NaN last."""
    if not pa.types.is_floating(column.type):
        return _to_int64(column)
    doubles = to_doubles(column)
    bits = np.where(np.isnan(doubles), np.nan, doubles).view(np.int64)
    return np.where(bits >= 0, bits, ~bits | _MIN_INT64)


def _from_sort_keys(sort_keys: Longs) -> NDArray[np.float64]:
    """Convert integers made by :func:`_to_sort_keys` back to doubles."""
    bits = np.where(sort_keys >= 0, sort_keys, ~(sort_keys & _MAX_INT64))
    return bits.view(np.float64)


def _finish_slot(slot: AggregateSlot, numbers: NDArray[Any]) -> pa.Array:
    """Convert the aggregated numbers of one aggregate to its final Arrow column.

    Raises:
        OverflowError: An integer needs more than 64 bits.
    """
    if slot.kind == "float":
        if slot.aggregate == "sum":
            return pa.array(numbers)  # The sum started with the initial value.
        doubles = _from_sort_keys(numbers.astype(np.int64))
        if slot.initial is not None:
            doubles = _UFUNCS[slot.aggregate](doubles, slot.initial)
        return pa.array(doubles)
    return _to_integer_column(
        numbers if slot.initial is None else _UFUNCS[slot.aggregate](numbers, slot.initial)
    )


def _to_integer_column(numbers: NDArray[Any]) -> pa.Array:
    """Convert integers to an Arrow column.

    Raises:
        OverflowError: A number needs more than 64 bits.
    """
    try:
        return pa.array(numbers, pa.int64())
    except (OverflowError, pa.ArrowInvalid):
        raise OverflowError(f"{OVERFLOW_MARKER}: a sum of a window") from None


class GroupedRecords:
    """Records with their keys and the aggregator of their windows, both computed on first use."""

    def __init__(self, records: Records, keys: RecordShape, aggregation: Aggregation) -> None:
        self.records, self._keys, self._aggregation = records, keys, aggregation

    @cached_property
    def key_columns(self) -> list[pa.Array]:
        """Columns of the fields of the records' keys."""
        return evaluate_fields(self._keys, self.records.columns)

    @cached_property
    def keys(self) -> Keys:
        """Keys of the records as numbers."""
        return number_keys(self._keys, self.key_columns, len(self.records))

    @cached_property
    def aggregator(self) -> WindowAggregator:
        """Aggregator that adds these records to window contents."""
        return WindowAggregator(self._aggregation, self._keys, self.records)


def _rank_by_position(records: Records) -> _RecordRanks:
    """Return the ranks of records in the order in which the job processes them."""
    codes, offsets = records.codes, records.offsets
    rows = np.arange(len(codes), dtype=np.int64)
    follows = codes[1:] >= codes[:-1]
    follows &= (codes[1:] > codes[:-1]) | (offsets[1:] > offsets[:-1])
    if bool(follows.all()):
        return _RecordRanks(rows, rows)
    order: Longs = np.lexsort((offsets, codes))
    places = np.empty(len(codes), np.int64)
    places[order] = rows
    return _RecordRanks(places, order)


def evaluate_fields(shape: RecordShape, table: pa.Table) -> list[pa.Array]:
    """Evaluate the fields of *shape* for the records of *table*."""
    return [evaluate_column(expression, table) for expression, _ in shape.fields]


__all__ = ["GroupedRecords", "WindowAggregates", "WindowAggregator", "evaluate_fields"]
