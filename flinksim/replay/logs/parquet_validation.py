"""Validation of the rows of a Parquet log, row group by row group, by the rules of text logs.

A row is bad if it has no split or no arrival, or no timestamp although a column has timestamps. It
is also bad after the end of its split, or if it arrived before an earlier row of its split. A row
group sorted by arrival, which is the common case, needs only a few comparisons.

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
from flinksim.connectors.event_log.row_parser import RowOrder

Longs: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

_PLACES_AT_ONCE = 1 << 14
_NO_SPLIT, _NO_ARRIVAL, _NO_TIMESTAMP, _BEHIND_END, _GOES_BACK = range(1, 6)


class BadRow(NamedTuple):
    """A bad row, numbered from 1, and its problem."""

    row: int
    column: str
    problem: str
    advice: str = ""


# --- one row group --------------------------------------------------------------------------------


@dataclass(slots=True)
class JudgedColumns:
    """The columns that decide whether rows are valid; *first* is the number of the first row.

    ``codes`` are indices into ``names``, whose last element is ``None``: rows without a split.
    Flags that are ``None`` mean that no cell is empty, and that no row ends its split.
    """

    first: int
    names: list[str | None]
    codes: Longs
    arrivals: Longs
    has_arrival: Flags | None = None
    timestamp: str | None = None
    has_timestamp: Flags | None = None
    is_end: Flags | None = None

    @classmethod
    def of(cls, table: pa.Table, first: int, timestamp: str | None = None) -> JudgedColumns:
        """Create the columns from *table*; *timestamp* names its timestamp column."""
        splits, arrivals = _encoded(table.column(SPLIT)), table.column(ARRIVAL)
        # Rows keep the codes of this row group's dictionary.
        columns = cls(
            first,
            [*splits.dictionary.to_pylist(), None],
            _filled(splits.indices, len(splits.dictionary)),
            _filled(arrivals, 0),
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

    def first_arrivals(self) -> dict[str, int]:
        """Return the arrival of the first row of each split."""
        rows = len(self.codes) - 1 - last_places(self.codes[::-1], self._count)
        return {
            name: int(self.arrivals[row])
            for name, row in zip(self.names, rows.tolist(), strict=False)
            if name and row < len(self.codes)
        }

    @property
    def _count(self) -> int:
        """Number of ``names`` in use; the last one only if a row has no split."""
        named = len(self.names) - 1
        return named + bool(len(self.codes) and int(self.codes.max()) == named)

    def judge(self, order: RowOrder) -> BadRows:
        """Find the bad rows and update *order*, which is what the rows before require."""
        if self._is_as_most_are(order):
            self._note_last(order)
            return BadRows(self, *[np.empty(0, np.int64)] * 4)
        return _judge(self, order)

    def _is_as_most_are(self, order: RowOrder) -> bool:
        """Return whether no cell is missing, no split has ended, and all rows are sorted by arrival."""
        if any(flags is not None for flags in (self.has_arrival, self.has_timestamp, self.is_end)):
            return False
        if order.ended or not all(self.names[:-1]) or not len(self.codes):
            return False
        if int(self.codes.max()) == len(self.names) - 1:
            return False
        arrivals = self.arrivals
        if any(arrival > arrivals[0] for arrival, _ in order.last.values()):
            return False
        return bool((arrivals[1:] >= arrivals[:-1]).all())

    def _note_last(self, order: RowOrder) -> None:
        rows = last_places(self.codes, self._count)
        for name, row in zip(self.names, rows.tolist(), strict=False):
            if name is not None and row >= 0:
                order.last[name] = (int(self.arrivals[row]), self.first + row + 1)


def last_places(numbers: Longs, count: int) -> Longs:
    """Return the last index of each number below *count*; -1 if it does not occur.

    Usually all of them are among the last few.
    """
    places = np.full(count, -1)
    for end in range(len(numbers), 0, -_PLACES_AT_ONCE):
        begin = max(end - _PLACES_AT_ONCE, 0)
        block_indices = np.full(count, -1)
        block_indices[numbers[begin:end]] = np.arange(begin, end)  # The last assignment wins.
        places = np.where(places < 0, block_indices, places)
        if (places >= 0).all():
            break
    return places


def _filled(column: pa.Array | pa.ChunkedArray, missing: int) -> Longs:
    """Return integers with *missing* for empty cells, without a copy if there are none."""
    if column.null_count:
        column = pc.fill_null(column, missing)
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    numbers: Longs = column.to_numpy(zero_copy_only=False)
    return numbers


def _encoded(splits: pa.ChunkedArray) -> pa.DictionaryArray:
    """Encode texts as indices into one dictionary."""
    if not pa.types.is_dictionary(splits.type):
        splits = splits.dictionary_encode()
    if splits.num_chunks == 1:  # Arrow would copy a single chunk.
        return splits.chunk(0)
    unified = splits.unify_dictionaries().combine_chunks()
    if isinstance(unified, pa.ChunkedArray):  # There may be no chunk, or one.
        unified = unified.chunk(0) if unified.num_chunks else pa.array([], splits.type)
    return unified


@dataclass(slots=True)
class BadRows:
    """The bad rows of a row group: their indices in it, and the rule that each violates.

    ``lines`` and ``limits`` are, for rows in wrong order, the row that they conflict with and its
    arrival.
    """

    columns: JudgedColumns
    places: Longs
    kinds: Longs
    lines: Longs
    limits: Longs

    def __len__(self) -> int:
        return len(self.places)

    def told(self, number: int) -> BadRow:
        """Describe one of the bad rows."""
        columns, kind, line = self.columns, int(self.kinds[number]), int(self.lines[number])
        place = int(self.places[number])
        row, split = columns.first + place + 1, columns.names[columns.codes[place]]
        if kind == _NO_SPLIT:
            return BadRow(row, SPLIT, "expected the name of a split, found an empty cell")
        if kind in (_NO_ARRIVAL, _NO_TIMESTAMP):
            column = ARRIVAL if kind == _NO_ARRIVAL else str(columns.timestamp)
            return BadRow(row, column, "expected epoch milliseconds, found an empty cell")
        if kind == _BEHIND_END:
            no_more = f"no more rows of split {split!r}, which ended in row {line}"
            return BadRow(row, SPLIT, f"expected {no_more}, found {split!r}")
        later = f"a time that is not before row {line} of split {split!r} ({self.limits[number]})"
        return BadRow(
            row,
            ARRIVAL,
            f"expected {later}, found {columns.arrivals[place]}",
            "Within a split arrival never goes back; sort the split's rows by it.",
        )


def _judge(columns: JudgedColumns, order: RowOrder) -> BadRows:
    kinds = _kinds_of_single_rows(columns)
    lines, limits = np.zeros(len(kinds), np.int64), np.zeros(len(kinds), np.int64)
    rest = np.flatnonzero(kinds == 0)
    rest = rest[np.argsort(columns.codes[rest], kind="stable")]
    for own in np.split(rest, np.flatnonzero(np.diff(columns.codes[rest])) + 1):
        if len(own):
            _judge_split(columns, own, order, (kinds, lines, limits))
    places = np.flatnonzero(kinds)
    return BadRows(columns, places, kinds[places], lines[places], limits[places])


def _kinds_of_single_rows(columns: JudgedColumns) -> Longs:
    """Return the rule that each row violates by itself; 0: none."""
    kinds = np.zeros(len(columns.codes), np.int64)
    if columns.has_timestamp is not None:
        kinds[~columns.has_timestamp] = _NO_TIMESTAMP
    if columns.has_arrival is not None:
        kinds[~columns.has_arrival] = _NO_ARRIVAL
    is_named = np.array([bool(name) for name in columns.names])
    kinds[~is_named[columns.codes]] = _NO_SPLIT
    return kinds


def _judge_split(
    columns: JudgedColumns, own: Longs, order: RowOrder, found: tuple[Longs, Longs, Longs]
) -> None:
    """Check the rows *own* of one split against each other and the rows before."""
    kinds, lines, limits = found
    name = columns.names[columns.codes[own[0]]]
    assert name is not None
    arrivals, numbers = columns.arrivals[own], columns.first + own + 1
    last, last_line = order.last.get(name, (int(arrivals[0]), 0))
    running_max = np.maximum.accumulate(np.append(last, arrivals))[:-1]
    is_decreasing = arrivals < running_max
    end = order.ended.get(name)
    if end is None and columns.is_end is not None:
        ends = numbers[columns.is_end[own] & ~is_decreasing]
        if len(ends):
            end = order.ended[name] = int(ends[0])
    is_after_end = np.zeros(len(own), bool) if end is None else numbers > end
    is_good = ~(is_decreasing | is_after_end)
    good_lines = np.maximum.accumulate(np.append(last_line, np.where(is_good, numbers, 0)))
    kinds[own[is_decreasing]] = _GOES_BACK
    lines[own], limits[own] = good_lines[:-1], running_max
    if end is not None:
        kinds[own[is_after_end]] = _BEHIND_END
        lines[own[is_after_end]] = end
    if is_good.any():
        order.last[name] = (int(arrivals[is_good][-1]), int(good_lines[-1]))


# --- a whole log ----------------------------------------------------------------------------------


@dataclass(slots=True)
class ParquetSurvey:
    """Summary of a log's rows.

    ``first`` is the first bad row, ``bad`` the number of bad rows. ``orders`` has, for each row
    group with bad rows, what the rows before it require. ``first_arrival`` is the minimum arrival
    of good rows.
    """

    first: BadRow | None = None
    bad: int = 0
    orders: dict[int, RowOrder] = field(default_factory=dict)
    first_arrival: int | None = None


def surveyed(path: Path, timestamp: str | None) -> ParquetSurvey:
    """Summarize the log at *path*; *timestamp* is the column of its timestamps, if any."""
    summary, order = ParquetSurvey(), RowOrder()
    file = pq.ParquetFile(path, read_dictionary=[SPLIT])
    for group, rows in groups_of(file):
        order_before = order.copy()
        columns = columns_of_group(file, group, rows.start, timestamp)
        bad = columns.judge(order)
        if len(bad):
            summary.first = summary.first or bad.told(0)
            summary.bad += len(bad)
            summary.orders[group] = order_before
        arrivals = np.delete(columns.arrivals, bad.places)
        if len(arrivals):
            min_arrival = int(arrivals.min())
            known_min = summary.first_arrival
            summary.first_arrival = (
                min_arrival if known_min is None else min(min_arrival, known_min)
            )
    return summary


def groups_of(file: pq.ParquetFile) -> Iterator[tuple[int, range]]:
    """Iterate over the non-empty row groups with the range of their row numbers, from 0."""
    first = 0
    for group in range(file.metadata.num_row_groups):
        rows = range(first, first + file.metadata.row_group(group).num_rows)
        if rows:
            yield group, rows
        first = rows.stop


def columns_of_group(
    file: pq.ParquetFile, group: int, first: int, timestamp: str | None
) -> JudgedColumns:
    """Read the columns to validate of a row group; *first* is its first row number, from 0."""
    names = [SPLIT, ARRIVAL]
    if SPLIT_END in file.schema_arrow.names:
        names.append(SPLIT_END)
    # Rarely read: statistics usually show that no cell is empty.
    if timestamp is not None and timestamp in columns_with_empty_cells(
        file.metadata.row_group(group)
    ):
        names.append(timestamp)
    table = file.read_row_group(group, columns=names)
    return JudgedColumns.of(table, first, timestamp if timestamp in names else None)


def columns_with_empty_cells(group: pq.RowGroupMetaData) -> list[str]:
    """List the columns that may have empty cells, by the statistics of the file."""
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
    "BadRow", "BadRows", "JudgedColumns", "ParquetSurvey", "columns_of_group",
    "columns_with_empty_cells", "groups_of", "last_places", "surveyed",
]  # fmt: skip
