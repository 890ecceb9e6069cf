"""Validation of the rows of a Parquet log, one row group after the other.

The rules are those of text logs. A row is bad if it has no split or no arrival, or no timestamp
although a column has timestamps. It is also bad after the end of its split, or if it arrived before
an earlier row of its split. A row group sorted by arrival, which is the common case, needs only a
few comparisons.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from flinksim.connectors.event_log.line_reader import ARRIVAL, SPLIT, SPLIT_END
from flinksim.connectors.event_log.row_parser import ArrivalOrderCheck

Longs: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

_SEARCH_BLOCK_ROWS = 1 << 14
_NO_SPLIT, _NO_ARRIVAL, _NO_TIMESTAMP, _AFTER_END, _DECREASING_ARRIVAL = range(1, 6)


class InvalidRow(NamedTuple):
    """A bad row of a log: its number, from 1, and a description of the problem."""

    row: int
    column: str
    problem: str
    advice: str = ""


# --- one row group --------------------------------------------------------------------------------


@dataclass(slots=True)
class ValidatedColumns:
    """The columns that decide which rows of a table are valid.

    ``first_row`` is the number of the table's first row. ``codes`` has the split of each row as an
    index into ``names``; the last name is ``None``, for rows without a split. If ``has_arrival`` or
    ``has_timestamp`` is ``None``, no such cell is empty; if ``is_end`` is ``None``, no row ends its
    split.
    """

    first_row: int
    names: list[str | None]
    codes: Longs
    arrivals: Longs
    has_arrival: Flags | None = None
    timestamp: str | None = None
    has_timestamp: Flags | None = None
    is_end: Flags | None = None

    @classmethod
    def from_table(
        cls, table: pa.Table, first_row: int, timestamp: str | None = None
    ) -> ValidatedColumns:
        """Create the columns from *table*; *timestamp* is the name of its timestamp column."""
        splits, arrivals = _encode_splits(table.column(SPLIT)), table.column(ARRIVAL)
        # Rows keep the codes of this row group's dictionary.
        columns = cls(
            first_row,
            [*splits.dictionary.to_pylist(), None],
            _fill_nulls(splits.indices, len(splits.dictionary)),
            _fill_nulls(arrivals, 0),
        )
        if arrivals.null_count:
            columns.has_arrival = arrivals.is_valid().to_numpy()
        if SPLIT_END in table.column_names:
            is_end = pc.fill_null(table.column(SPLIT_END), False).to_numpy()
            columns.is_end = is_end if is_end.any() else None
        if timestamp is not None and table.column(timestamp).null_count:
            columns.timestamp = timestamp
            columns.has_timestamp = table.column(timestamp).is_valid().to_numpy()
            if columns.is_end is not None:
                columns.has_timestamp = columns.has_timestamp | columns.is_end
        return columns

    def find_first_arrivals(self) -> dict[str, int]:
        """Return the arrival of the first row of each split."""
        rows = len(self.codes) - 1 - find_last_indices(self.codes[::-1], self._used_name_count)
        return {
            name: int(self.arrivals[row])
            for name, row in zip(self.names, rows.tolist(), strict=False)
            if name and row < len(self.codes)
        }

    @property
    def _used_name_count(self) -> int:
        """Number of ``names`` in use: the last one, ``None``, counts only if a row has no split."""
        named = len(self.names) - 1
        return named + bool(len(self.codes) and int(self.codes.max()) == named)

    def validate(self, order: ArrivalOrderCheck) -> InvalidRows:
        """Find the bad rows, given *order*: the last arrivals and ended splits of the earlier rows.

        Updates *order* with these rows.
        """
        if self._is_trivially_valid(order):
            self._record_last_rows(order)
            return InvalidRows(self, *[np.empty(0, np.int64)] * 4)
        return _find_invalid_rows(self, order)

    def _is_trivially_valid(self, order: ArrivalOrderCheck) -> bool:
        """Return whether no cell is empty, no split has ended, and all rows are sorted by arrival."""
        if any(flags is not None for flags in (self.has_arrival, self.has_timestamp, self.is_end)):
            return False
        if order.end_lines or not all(self.names[:-1]) or not len(self.codes):
            return False
        if int(self.codes.max()) == len(self.names) - 1:
            return False
        arrivals = self.arrivals
        if any(arrival > arrivals[0] for arrival, _ in order.last_arrivals.values()):
            return False
        return bool((arrivals[1:] >= arrivals[:-1]).all())

    def _record_last_rows(self, order: ArrivalOrderCheck) -> None:
        rows = find_last_indices(self.codes, self._used_name_count)
        for name, row in zip(self.names, rows.tolist(), strict=False):
            if name is not None and row >= 0:
                order.last_arrivals[name] = (int(self.arrivals[row]), self.first_row + row + 1)


def find_last_indices(numbers: Longs, count: int) -> Longs:
    """For each integer below *count*, return its last index in *numbers*; -1 if it does not occur.

    Usually all of them are among the last few numbers.
    """
    places = np.full(count, -1)
    for end in range(len(numbers), 0, -_SEARCH_BLOCK_ROWS):
        begin = max(end - _SEARCH_BLOCK_ROWS, 0)
        block_indices = np.full(count, -1)
        block_indices[numbers[begin:end]] = np.arange(begin, end)  # The last assignment wins.
        places = np.where(places < 0, block_indices, places)
        if (places >= 0).all():
            break
    return places


def _fill_nulls(column: pa.Array | pa.ChunkedArray, missing: int) -> Longs:
    """Return a column as integers, with *missing* for empty cells; not copied if there are none."""
    if column.null_count:
        column = pc.fill_null(column, missing)
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    numbers: Longs = column.to_numpy(zero_copy_only=False)
    return numbers


def _encode_splits(splits: pa.ChunkedArray) -> pa.DictionaryArray:
    """Encode split names as indices into one dictionary."""
    if not pa.types.is_dictionary(splits.type):
        splits = splits.dictionary_encode()
    if splits.num_chunks == 1:  # Arrow would copy a single chunk.
        return splits.chunk(0)
    unified = splits.unify_dictionaries().combine_chunks()
    if isinstance(unified, pa.ChunkedArray):  # There may be no chunk, or one.
        unified = unified.chunk(0) if unified.num_chunks else pa.array([], splits.type)
    return unified


@dataclass(slots=True)
class InvalidRows:
    """The bad rows of a row group: their indices in it, and the rule that each violates.

    If a row arrived before an earlier row of its split, ``conflicting_rows`` and
    ``conflicting_arrivals`` have that earlier row and its arrival.
    """

    columns: ValidatedColumns
    indices: Longs
    rules: Longs
    conflicting_rows: Longs
    conflicting_arrivals: Longs

    def __len__(self) -> int:
        return len(self.indices)

    def describe(self, number: int) -> InvalidRow:
        """Describe one of the bad rows."""
        columns, kind, line = (
            self.columns,
            int(self.rules[number]),
            int(self.conflicting_rows[number]),
        )
        place = int(self.indices[number])
        row, split = columns.first_row + place + 1, columns.names[columns.codes[place]]
        if kind == _NO_SPLIT:
            return InvalidRow(row, SPLIT, "expected the name of a split, found an empty cell")
        if kind in (_NO_ARRIVAL, _NO_TIMESTAMP):
            column = ARRIVAL if kind == _NO_ARRIVAL else str(columns.timestamp)
            return InvalidRow(row, column, "expected epoch milliseconds, found an empty cell")
        if kind == _AFTER_END:
            no_more = f"no more rows of split {split!r}, because row {line} ended the split"
            return InvalidRow(row, SPLIT, f"expected {no_more}, found {split!r}")
        later = (
            f"a time that is not earlier than row {line} of split {split!r} "
            f"({self.conflicting_arrivals[number]})"
        )
        return InvalidRow(
            row,
            ARRIVAL,
            f"expected {later}, found {columns.arrivals[place]}",
            "Arrival must not decrease within a split. Sort the rows of the split by arrival.",
        )


def _find_invalid_rows(columns: ValidatedColumns, order: ArrivalOrderCheck) -> InvalidRows:
    kinds = _check_single_rows(columns)
    lines, limits = np.zeros(len(kinds), np.int64), np.zeros(len(kinds), np.int64)
    rest = np.flatnonzero(kinds == 0)
    rest = rest[np.argsort(columns.codes[rest], kind="stable")]
    for own in np.split(rest, np.flatnonzero(np.diff(columns.codes[rest])) + 1):
        if len(own):
            _check_split(columns, own, order, (kinds, lines, limits))
    places = np.flatnonzero(kinds)
    return InvalidRows(columns, places, kinds[places], lines[places], limits[places])


def _check_single_rows(columns: ValidatedColumns) -> Longs:
    """Return the number of the rule that each row violates regardless of other rows; 0: none."""
    kinds = np.zeros(len(columns.codes), np.int64)
    if columns.has_timestamp is not None:
        kinds[~columns.has_timestamp] = _NO_TIMESTAMP
    if columns.has_arrival is not None:
        kinds[~columns.has_arrival] = _NO_ARRIVAL
    is_named = np.array([bool(name) for name in columns.names])
    kinds[~is_named[columns.codes]] = _NO_SPLIT
    return kinds


def _check_split(
    columns: ValidatedColumns,
    rows: Longs,
    order: ArrivalOrderCheck,
    output: tuple[Longs, Longs, Longs],
) -> None:
    """Check the rows *rows* of one split for decreasing arrivals and rows after the split's end.

    *order* has the last arrivals and ended splits of the earlier rows.
    """
    kinds, lines, limits = output
    name = columns.names[columns.codes[rows[0]]]
    assert name is not None
    arrivals, numbers = columns.arrivals[rows], columns.first_row + rows + 1
    last, last_line = order.last_arrivals.get(name, (int(arrivals[0]), 0))
    running_max = np.maximum.accumulate(np.append(last, arrivals))[:-1]
    is_decreasing = arrivals < running_max
    end = order.end_lines.get(name)
    if end is None and columns.is_end is not None:
        ends = numbers[columns.is_end[rows] & ~is_decreasing]
        if len(ends):
            end = order.end_lines[name] = int(ends[0])
    is_after_end = np.zeros(len(rows), bool) if end is None else numbers > end
    is_good = ~(is_decreasing | is_after_end)
    good_lines = np.maximum.accumulate(np.append(last_line, np.where(is_good, numbers, 0)))
    kinds[rows[is_decreasing]] = _DECREASING_ARRIVAL
    lines[rows], limits[rows] = good_lines[:-1], running_max
    if end is not None:
        kinds[rows[is_after_end]] = _AFTER_END
        lines[rows[is_after_end]] = end
    if is_good.any():
        order.last_arrivals[name] = (int(arrivals[is_good][-1]), int(good_lines[-1]))


# --- a whole log ----------------------------------------------------------------------------------


@dataclass(slots=True)
class ParquetSummary:
    """Result of validating all rows of a log.

    ``first`` is the first bad row, ``invalid_count`` the number of bad rows. ``orders`` has, for each
    row group with bad rows, the last arrivals and ended splits before it. ``first_arrival`` is the
    minimum arrival of good rows.
    """

    first_invalid: InvalidRow | None = None
    invalid_count: int = 0
    orders: dict[int, ArrivalOrderCheck] = field(default_factory=dict)
    first_arrival: int | None = None


def summarize_log(path: Path, timestamp: str | None) -> ParquetSummary:
    """Validate all rows of the log at *path*; *timestamp* is its timestamp column, if any."""
    summary, order = ParquetSummary(), ArrivalOrderCheck()
    file = pq.ParquetFile(path, read_dictionary=[SPLIT])
    for group, rows in iterate_row_groups(file):
        order_before = order.copy()
        columns = read_validation_columns(file, group, rows.start, timestamp)
        bad = columns.validate(order)
        if len(bad):
            summary.first_invalid = summary.first_invalid or bad.describe(0)
            summary.invalid_count += len(bad)
            summary.orders[group] = order_before
        arrivals = np.delete(columns.arrivals, bad.indices)
        if len(arrivals):
            min_arrival = int(arrivals.min())
            known_min = summary.first_arrival
            summary.first_arrival = (
                min_arrival if known_min is None else min(min_arrival, known_min)
            )
    return summary


def iterate_row_groups(file: pq.ParquetFile) -> Iterator[tuple[int, range]]:
    """Iterate over the non-empty row groups with the range of their row numbers, from 0."""
    first = 0
    for group in range(file.metadata.num_row_groups):
        rows = range(first, first + file.metadata.row_group(group).num_rows)
        if rows:
            yield group, rows
        first = rows.stop


def read_validation_columns(
    file: pq.ParquetFile, group: int, first_row: int, timestamp: str | None
) -> ValidatedColumns:
    """Read those columns of a row group that are validated.

    *first_row* is the number of the group's first row, from 0.
    """
    names = [SPLIT, ARRIVAL]
    if SPLIT_END in file.schema_arrow.names:
        names.append(SPLIT_END)
    # Rarely read: statistics usually show that no cell is empty.
    if timestamp is not None and timestamp in list_columns_with_nulls(
        file.metadata.row_group(group)
    ):
        names.append(timestamp)
    table = file.read_row_group(group, columns=names)
    return ValidatedColumns.from_table(table, first_row, timestamp if timestamp in names else None)


def list_columns_with_nulls(group: pq.RowGroupMetaData) -> list[str]:
    """List the columns of a row group that may have empty cells, by the statistics in the file."""
    columns = [group.column(place) for place in range(group.num_columns)]
    return [
        column.path_in_schema
        for column in columns
        if column.path_in_schema != SPLIT_END
        and (
            column.statistics is None
            or not column.statistics.has_null_count
            or column.statistics.null_count
        )
    ]


__all__ = [
    "InvalidRow",
    "InvalidRows",
    "ParquetSummary",
    "ValidatedColumns",
    "find_last_indices",
    "iterate_row_groups",
    "list_columns_with_nulls",
    "read_validation_columns",
    "summarize_log",
]  # fmt: skip
