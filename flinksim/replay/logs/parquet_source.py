"""The event log in columns: Parquet, for logs that are too large to be read as text.

The columns are those of :class:`~flinksim.connectors.event_log.source.EventLogSource`: ``split`` (text),
``arrival`` (epoch milliseconds, never going back within a split in the order of the file), and the
payload. Whole numbers, texts, truth values, floats.

Not in Flink.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.connectors.event_log.line_reader import ARRIVAL as ARRIVAL
from flinksim.connectors.event_log.line_reader import SPLIT as SPLIT
from flinksim.connectors.event_log.line_reader import SPLIT_END as SPLIT_END
from flinksim.connectors.event_log.row_parser import LogRow
from flinksim.connectors.event_log.source import (
    BadRows,
    EventLogError,
    EventLogSource,
    RejectedRow,
    chosen_bad_rows,
    value_maker,
    warn_of_rejects,
)
from flinksim.connectors.source import Source, SourceEnd, SourceItem, SourceRecord
from flinksim.core.atomic_files import replacing
from flinksim.replay.expressions.symbolic_values import Kind
from flinksim.replay.logs.parquet_validation import (
    BadRow,
    Longs,
    ParquetSurvey,
    columns_of_group,
    columns_with_empty_cells,
    groups_of,
    surveyed,
)

_KINDS: dict[pa.DataType, Kind] = {
    pa.int64(): "int",
    pa.int32(): "int",
    pa.string(): "str",
    pa.large_string(): "str",
    pa.bool_(): "bool",
    pa.float64(): "float",
}
_ROWS_AT_ONCE = 1_000_000


class ParquetLogSource(Source):
    """Reads an event log in one Parquet file; the simulator can read it too.

    *value*, *timestamp*, *splits* and *bad_rows* as in ``EventLogSource``. Without *splits* the file's
    distinct values are the splits, in the order in which they first appear.

    A bad row is one without split or arrival, without a timestamp where the log gives it, behind the
    end of its split, or whose arrival goes back. All rows are judged, whichever splits are read: with
    ``"error"`` before the first is read, with ``"reject"`` when the source is made.

    Raises: ValueError naming the file and the column for what is no event log.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        value: Literal["tuple", "row", "single"] = "tuple",
        timestamp: str | None = None,
        splits: Sequence[str] | None = None,
        bad_rows: BadRows | None = None,
        told_as: str | None = None,
    ) -> None:
        self.path = Path(path)
        self.told_as = told_as or str(self.path)
        """What errors call the log: the file that it was written from, if it was."""
        self.value = value
        self.bad_rows = chosen_bad_rows(bad_rows)
        self.chosen_splits = None if splits is None else tuple(splits)
        """The splits as they were given; all, if ``None``."""
        schema = pq.read_schema(self.path)
        names = [name for name in schema.names if name not in (SPLIT, ARRIVAL, SPLIT_END)]
        problem = _what_is_wrong(schema)
        if problem:
            raise ValueError(f"{self.path}, {problem}")
        if timestamp is not None and timestamp not in names:
            raise ValueError(f"{self.path}: there is no column {timestamp!r} in {names}")
        self.timestamp = timestamp or ("timestamp" if "timestamp" in names else None)
        self.payload = tuple(name for name in names if timestamp or name != self.timestamp)
        value_maker(self.path, value, list(self.payload))  # tells what cannot be made
        self.kinds: dict[str, Kind] = {name: _KINDS[schema.field(name).type] for name in names}
        self.has_split_end = SPLIT_END in schema.names
        self._splits = tuple(self._find_splits() if splits is None else splits)
        self._survey: tuple[Any, ParquetSurvey] | None = None
        if self.bad_rows == "reject":
            self._tell_rejects()

    def _tell_rejects(self) -> None:
        first = self.survey().first
        if first is not None:
            reason = self.error_of(first).reason
            warn_of_rejects(self.told_as, self.survey().bad, f"row {first.row}: {reason}")

    def _find_splits(self) -> list[str]:
        found: dict[str, None] = {}
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])  # numbers, not a text per row
        for batch in file.iter_batches(columns=[SPLIT], batch_size=_ROWS_AT_ONCE):
            texts = batch.column(0)
            # rows are looked at only where there may be news
            if texts.null_count or not found.keys() >= set(texts.dictionary.to_pylist()):
                found.update(dict.fromkeys(pc.unique(texts).to_pylist()))
        return [name for name in found if name]

    def splits(self, parallelism: int) -> Sequence[str]:
        return self._splits

    # --- bad rows ----------------------------------------------------------------------------------

    def survey(self) -> ParquetSurvey:
        """What the rows come to; they are looked at once, unless the file changes."""
        state = self.path.stat()
        version = (state.st_size, state.st_mtime_ns)
        if self._survey is None or self._survey[0] != version:
            self._survey = version, surveyed(self.path, self.timestamp)
        return self._survey[1]

    def check(self) -> None:
        """See that there is no bad row, unless they are rejected.

        Raises: EventLogError, which names the first.
        """
        if self.bad_rows == "error" and (bad := self.survey().first) is not None:
            raise self.error_of(bad)

    def error_of(self, bad: BadRow) -> EventLogError:
        """The error that a row is bad."""
        return EventLogError(self.told_as, bad.row, bad.column, bad.problem, bad.advice, "row")

    def rejects(self) -> Iterator[RejectedRow]:
        """The bad rows, in the order of the file; their text is JSON."""
        orders = self.survey().orders
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])
        for group, rows in groups_of(file):
            if group in orders:
                columns = columns_of_group(file, group, rows.start, self.timestamp)
                bad = columns.judge(orders[group].copy())
                cells = file.read_row_group(group).take(pa.array(bad.places)).to_pylist()
                for number, cells_of_row in enumerate(cells):
                    error = self.error_of(bad.told(number))
                    text = json.dumps(cells_of_row, ensure_ascii=False)
                    reason = f"column {error.column!r}: {error.reason}"
                    yield RejectedRow(self.told_as, error.line or 0, text, reason)

    def _rejected_in(self, group: int, first: int) -> Longs:
        """The rows of a row group that are left out, counted from 0 from the beginning of the file."""
        order = self.survey().orders.get(group) if self.bad_rows == "reject" else None
        if order is None:
            return np.empty(0, np.int64)
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])
        bad = columns_of_group(file, group, first, self.timestamp).judge(order.copy())
        places: Longs = first + bad.places
        return places

    # --- reading -----------------------------------------------------------------------------------

    def first_arrival_ms(self) -> int | None:
        if self.bad_rows == "reject":
            return self.survey().first_arrival
        file, firsts = pq.ParquetFile(self.path), []
        place = file.metadata.schema.names.index(ARRIVAL)
        for group, _ in groups_of(file):
            statistics = file.metadata.row_group(group).column(place).statistics
            if statistics is not None and statistics.has_min_max:
                firsts.append(int(statistics.min))
            else:
                arrivals = file.read_row_group(group, columns=[ARRIVAL]).column(0)
                firsts += [arrival.as_py() for arrival in [pc.min(arrivals)] if arrival.is_valid]
        return min(firsts, default=None)

    def open_split(self, split: str) -> Iterator[SourceItem]:
        self.check()
        for _, item in self.read_rows(split=split):
            yield item

    def columns_with_gaps(self) -> frozenset[str]:
        """The columns in which a record's cell is empty; a line that ends a split has no cells."""
        file = pq.ParquetFile(self.path)
        gaps: set[str] = set()
        for group, _ in groups_of(file):
            suspects = {*columns_with_empty_cells(file.metadata.row_group(group))} - gaps
            if not suspects:
                continue
            # the file may have no statistics, and only ends have empty cells
            ends = {SPLIT_END} if self.has_split_end else set()
            rows = file.read_row_group(group, columns=sorted(suspects | ends))
            if ends:
                rows = rows.filter(pc.invert(pc.fill_null(rows.column(SPLIT_END), False)))
            gaps |= {name for name in suspects if rows.column(name).null_count}
        return frozenset(gaps)

    @property
    def rows(self) -> int:
        """How many lines the file has, those that end a split included."""
        return int(pq.ParquetFile(self.path).metadata.num_rows)

    def read_rows(
        self, rows: range | None = None, split: str | None = None
    ) -> Iterator[tuple[tuple[int, int], SourceItem]]:
        """The items of some rows in a row (all: ``None``) as ((split, row), item), in file order.

        Rows that are rejected are left out; that there are none otherwise, :meth:`check` says.
        """
        file = pq.ParquetFile(self.path)
        rows = range(file.metadata.num_rows) if rows is None else rows
        wanted = pa.array(self._splits if split is None else [split], pa.string())
        for group, own_rows in groups_of(file):
            if own_rows.start >= rows.stop or own_rows.stop <= rows.start:
                continue
            first = own_rows.start
            bad = self._rejected_in(group, first)
            for batch in file.iter_batches(row_groups=[group]):
                places = np.arange(first, first + len(batch))
                own = (places >= rows.start) & (places < rows.stop) & ~np.isin(places, bad)
                own &= pc.is_in(batch.column(SPLIT), wanted).to_numpy(zero_copy_only=False)
                yield from self.items_of(batch.filter(pa.array(own)), places[own].tolist())
                first += len(batch)

    def items_of(
        self, lines: pa.RecordBatch | pa.Table, rows: Sequence[int]
    ) -> Iterator[tuple[tuple[int, int], SourceItem]]:
        """The items of some *lines* of the splits that are read, which stand in these *rows*."""
        columns = {name: lines.column(name).to_pylist() for name in lines.schema.names}
        numbers = {name: number for number, name in enumerate(self._splits)}
        make, nothing = value_maker(self.path, self.value, list(self.payload)), [None] * len(rows)
        payload = [columns[name] for name in self.payload]
        cells: Any = zip(*payload, strict=True) if payload else iter([()] * len(rows))
        timestamps = columns[self.timestamp] if self.timestamp else nothing
        ends = columns.get(SPLIT_END, nothing)
        for row, split, arrival, timestamp, is_end, values in zip(
            rows, columns[SPLIT], columns[ARRIVAL], timestamps, ends, cells, strict=True
        ):
            item: SourceItem
            item = SourceEnd(arrival) if is_end else SourceRecord(make(values), timestamp, arrival)
            yield (numbers[split], row), item


def is_parquet_log(path: Path) -> bool:
    """Whether *path* is a Parquet file with an event log's columns, of types that one can have."""
    try:
        schema = pq.read_schema(path)
    except pa.ArrowException:
        return False
    return _what_is_wrong(schema) is None


def _what_is_wrong(schema: pa.Schema) -> str | None:
    """The first column that an event log has not, or cannot have."""
    for name, kind in ((SPLIT, pa.string()), (ARRIVAL, pa.int64())):
        found = schema.field(name).type if name in schema.names else "none"
        if found != kind:
            return f"column {name!r}: expected a column of type {kind}, found {found}"
    for field in schema:
        if field.type not in _KINDS and field.name != SPLIT_END:
            expected = "int64, string, bool or double"
            return f"column {field.name!r}: expected {expected}, found {field.type}"
    return None


def columns_of_text(source: EventLogSource) -> pa.Schema:
    """The columns that an event log of text has as Parquet.

    Raises: ValueError for columns of any JSON value.
    """
    types = {"int": pa.int64(), "timestamp": pa.int64(), "str": pa.string(), "bool": pa.bool_(),
             "float": pa.float64()}  # fmt: skip
    columns = dict(source.columns)
    json_columns = [name for name, kind in columns.items() if kind == "json"]
    if json_columns:
        raise ValueError(f"{source.path}: the columns {json_columns} hold any JSON value")
    fields = [(SPLIT, pa.string()), (ARRIVAL, pa.int64()), (SPLIT_END, pa.bool_())]
    fields += [(name, types[kind]) for name, kind in columns.items()]
    timestamp = source.timestamp_column
    if timestamp is not None and timestamp not in columns:
        fields.append((timestamp, pa.int64()))
    return pa.schema(fields)


class NotInColumns(EventLogError):
    """A cell of a log of text that is good, and yet no column of Parquet can hold it."""


def write_parquet_log(source: EventLogSource, path: Path, rows_per_group: int = 250_000) -> None:
    """Write an event log of text as Parquet, in the order of its lines.

    Raises: EventLogError where the log is wrong, NotInColumns for a cell that is no number of 64 bits
    or no text in UTF-8, and ValueError for columns of any JSON value. Then no file is left.
    """
    schema = columns_of_text(source)
    with replacing(path) as draft, pq.ParquetWriter(draft, schema) as writer:
        for batch in batches_of(source, source.reader().rows(), schema, rows_per_group):
            writer.write_batch(batch)


def batches_of(
    source: EventLogSource, rows: Iterator[LogRow], schema: pa.Schema, most: int
) -> Iterator[pa.RecordBatch]:
    """Rows of a log of text as columns, *most* at a time.

    Raises: as reading *rows* does, and NotInColumns.
    """
    while some := list(islice(rows, most)):
        yield _batch_of(source, some, schema)


def _batch_of(source: EventLogSource, rows: list[LogRow], schema: pa.Schema) -> pa.RecordBatch:
    lines = [(row.split, row.arrival, row.is_end, *row.values, row.timestamp) for row in rows]
    arrays = []
    # a timestamp that is part of the payload, or that there is not, is left over in the end
    for cells, column in zip(zip(*lines, strict=True), schema, strict=False):
        try:
            arrays.append(pa.array(cells, column.type))
        except _UNFIT:
            raise _first_unfit(source, rows, cells, column) from None
    return pa.record_batch(arrays, schema=schema)


_UNFIT = (OverflowError, UnicodeEncodeError, pa.ArrowInvalid)


def _first_unfit(
    source: EventLogSource, rows: list[LogRow], cells: Sequence[Any], column: pa.Field
) -> EventLogError:
    for row, cell in zip(rows, cells, strict=True):
        try:
            pa.array([cell], column.type)
        except _UNFIT:
            problem = f"a column of {column.type} cannot hold {cell!r:.40}"
            return NotInColumns(source.path, row.line, column.name, problem)
    raise AssertionError("each cell fits by itself")
