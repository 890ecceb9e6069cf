"""Event log as Parquet, for logs that are too large to read as text.

The columns are those of :class:`~flinksim.connectors.event_log.event_log_source.EventLogSource`: ``split``
(text), ``arrival`` (epoch milliseconds, non-decreasing within a split in file order), and the
payload: integers, texts, booleans and floats.

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

from flinksim.connectors.event_log.event_log_source import (
    BadRowPolicy,
    EventLogError,
    EventLogSource,
    RejectedRow,
    build_value_factory,
    resolve_bad_row_policy,
    warn_about_rejected_rows,
)
from flinksim.connectors.event_log.line_reader import ARRIVAL as ARRIVAL
from flinksim.connectors.event_log.line_reader import SPLIT as SPLIT
from flinksim.connectors.event_log.line_reader import SPLIT_END as SPLIT_END
from flinksim.connectors.event_log.row_parser import LogRow
from flinksim.connectors.source import Source, SourceEndOfInput, SourceItem, SourceRecord
from flinksim.core.atomic_files import write_atomically
from flinksim.replay.expressions.symbolic_values import Kind
from flinksim.replay.logs.parquet_validation import (
    InvalidRow,
    Longs,
    ParquetSummary,
    iterate_row_groups,
    list_columns_with_nulls,
    read_validation_columns,
    summarize_log,
)

_KINDS_BY_TYPE: dict[pa.DataType, Kind] = {
    pa.int64(): "int",
    pa.int32(): "int",
    pa.string(): "str",
    pa.large_string(): "str",
    pa.bool_(): "bool",
    pa.float64(): "float",
}
_ROWS_PER_BATCH = 1_000_000


class ParquetLogSource(Source):
    """Source that reads an event log from one Parquet file, also in the simulator.

    *value*, *timestamp*, *splits* and *bad_rows* are those of ``EventLogSource``. Without *splits*
    the splits are the distinct values in the file, in the order of their first rows.

    A bad row has no split or no arrival, or no timestamp although the log has timestamps. Rows
    after the end of their split, or with a decreasing arrival, are bad as well. All rows are
    validated, whichever splits are read: with ``"error"`` before the first row is read, with
    ``"reject"`` when the source is created.

    Raises:
        ValueError: The file is not an event log; the message has the file and the column.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        value: Literal["tuple", "row", "single"] = "tuple",
        timestamp: str | None = None,
        splits: Sequence[str] | None = None,
        bad_rows: BadRowPolicy | None = None,
        display_name: str | None = None,
    ) -> None:
        self.path = Path(path)
        self.display_name = display_name or str(self.path)
        """Name of the log in error messages: if it was converted from another file, that file's name."""
        self.value = value
        self.bad_rows = resolve_bad_row_policy(bad_rows)
        self.chosen_splits = None if splits is None else tuple(splits)
        """The argument *splits*, the names of the splits to read; ``None``: all."""
        try:
            schema = pq.read_schema(self.path)
        except (pa.ArrowException, OSError) as error:
            raise ValueError(f"{self.path}: invalid Parquet file: {error}") from None
        names = [name for name in schema.names if name not in (SPLIT, ARRIVAL, SPLIT_END)]
        problem = _find_schema_problem(schema)
        if problem:
            raise ValueError(f"{self.path}, {problem}")
        if timestamp is not None and timestamp not in names:
            raise ValueError(
                f"{self.path}: the column {timestamp!r} does not exist. Columns: {names}"
            )
        self.timestamp = timestamp or ("timestamp" if "timestamp" in names else None)
        self.payload = tuple(name for name in names if timestamp or name != self.timestamp)
        build_value_factory(
            self.path, value, list(self.payload)
        )  # Raises an error if the value form is impossible.
        self.kinds: dict[str, Kind] = {
            name: _KINDS_BY_TYPE[schema.field(name).type] for name in names
        }
        self.has_split_end = SPLIT_END in schema.names
        self._splits = tuple(self._find_splits() if splits is None else splits)
        self._summary: tuple[Any, ParquetSummary] | None = None
        if self.bad_rows == "reject":
            self._warn_about_rejects()

    def _warn_about_rejects(self) -> None:
        first = self.summarize().first_invalid
        if first is not None:
            reason = self.create_error(first).reason
            warn_about_rejected_rows(
                self.display_name, self.summarize().invalid_count, f"row {first.row}: {reason}"
            )

    def _find_splits(self) -> list[str]:
        found: dict[str, None] = {}
        file = pq.ParquetFile(
            self.path, read_dictionary=[SPLIT]
        )  # Read dictionary indices, not one text per row.
        for batch in file.iter_batches(columns=[SPLIT], batch_size=_ROWS_PER_BATCH):
            texts = batch.column(0)
            # Look at the rows only if the dictionary has new values.
            if texts.null_count or not found.keys() >= set(texts.dictionary.to_pylist()):
                found.update(dict.fromkeys(pc.unique(texts).to_pylist()))
        return [name for name in found if name]

    def splits(self, parallelism: int) -> Sequence[str]:
        return self._splits

    # --- bad rows ---------------------------------------------------------------------------------

    def summarize(self) -> ParquetSummary:
        """Validate all rows and summarize the result; cached until the file changes."""
        state = self.path.stat()
        version = (state.st_size, state.st_mtime_ns)
        if self._summary is None or self._summary[0] != version:
            self._summary = version, summarize_log(self.path, self.timestamp)
        return self._summary[1]

    def check(self) -> None:
        """Check that there is no bad row, unless bad rows are rejected.

        Raises:
            EventLogError: The first bad row.
        """
        if self.bad_rows == "error" and (bad := self.summarize().first_invalid) is not None:
            raise self.create_error(bad)

    def create_error(self, bad: InvalidRow) -> EventLogError:
        """Create the error for a bad row."""
        return EventLogError(self.display_name, bad.row, bad.column, bad.problem, bad.advice, "row")

    def rejects(self) -> Iterator[RejectedRow]:
        """Iterate over the rejected rows in file order; their text is JSON."""
        orders = self.summarize().orders
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])
        for group, rows in iterate_row_groups(file):
            if group in orders:
                columns = read_validation_columns(file, group, rows.start, self.timestamp)
                bad = columns.validate(orders[group].copy())
                cells = file.read_row_group(group).take(pa.array(bad.indices)).to_pylist()
                for number, cells_of_row in enumerate(cells):
                    error = self.create_error(bad.describe(number))
                    text = json.dumps(cells_of_row, ensure_ascii=False)
                    reason = f"column {error.column!r}: {error.reason}"
                    yield RejectedRow(self.display_name, error.line or 0, text, reason)

    def _find_rejected_rows(self, group: int, first: int) -> Longs:
        """Find the rejected rows of a row group, numbered from 0 within the file."""
        order = self.summarize().orders.get(group) if self.bad_rows == "reject" else None
        if order is None:
            return np.empty(0, np.int64)
        file = pq.ParquetFile(self.path, read_dictionary=[SPLIT])
        bad = read_validation_columns(file, group, first, self.timestamp).validate(order.copy())
        places: Longs = first + bad.indices
        return places

    # --- reading ----------------------------------------------------------------------------------

    def first_arrival_ms(self) -> int | None:
        if self.bad_rows == "reject":
            return self.summarize().first_arrival
        file, firsts = pq.ParquetFile(self.path), []
        place = file.metadata.schema.names.index(ARRIVAL)
        for group, _ in iterate_row_groups(file):
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

    def find_columns_with_nulls(self) -> frozenset[str]:
        """Find the columns in which a record has an empty cell; rows that end a split are ignored."""
        file = pq.ParquetFile(self.path)
        gaps: set[str] = set()
        for group, _ in iterate_row_groups(file):
            suspects = {*list_columns_with_nulls(file.metadata.row_group(group))} - gaps
            if not suspects:
                continue
            # Statistics may be missing, and split-end lines have empty cells.
            ends = {SPLIT_END} if self.has_split_end else set()
            rows = file.read_row_group(group, columns=sorted(suspects | ends))
            if ends:
                rows = rows.filter(pc.invert(pc.fill_null(rows.column(SPLIT_END), False)))
            gaps |= {name for name in suspects if rows.column(name).null_count}
        return frozenset(gaps)

    @property
    def row_count(self) -> int:
        """Number of lines in the file, including those that end a split."""
        return int(pq.ParquetFile(self.path).metadata.num_rows)

    def read_rows(
        self, rows: range | None = None, split: str | None = None
    ) -> Iterator[tuple[tuple[int, int], SourceItem]]:
        """Read the items of a range of rows as ((split, row), item), in file order.

        Rejected rows are skipped. :meth:`check` validates the others.

        Args:
            rows: Range of row numbers; default: all.
            split: Name of the only split to read; default: all splits of the source.
        """
        file = pq.ParquetFile(self.path)
        rows = range(file.metadata.num_rows) if rows is None else rows
        split_names = pa.array(self._splits if split is None else [split], pa.string())
        for group, own_rows in iterate_row_groups(file):
            if own_rows.start >= rows.stop or own_rows.stop <= rows.start:
                continue
            first = own_rows.start
            rejected = self._find_rejected_rows(group, first)
            for batch in file.iter_batches(row_groups=[group]):
                places = np.arange(first, first + len(batch))
                is_selected = (
                    (places >= rows.start) & (places < rows.stop) & ~np.isin(places, rejected)
                )
                is_selected &= pc.is_in(batch.column(SPLIT), split_names).to_numpy(
                    zero_copy_only=False
                )
                yield from self.create_items(
                    batch.filter(pa.array(is_selected)), places[is_selected].tolist()
                )
                first += len(batch)

    def create_items(
        self, lines: pa.RecordBatch | pa.Table, rows: Sequence[int]
    ) -> Iterator[tuple[tuple[int, int], SourceItem]]:
        """Create the source's items (records and ends of splits) from *lines* with these row numbers.

        All lines must belong to splits that the source reads.
        """
        columns = {name: lines.column(name).to_pylist() for name in lines.schema.names}
        numbers = {name: number for number, name in enumerate(self._splits)}
        make, nothing = (
            build_value_factory(self.path, self.value, list(self.payload)),
            [None] * len(rows),
        )
        payload = [columns[name] for name in self.payload]
        cells: Any = zip(*payload, strict=True) if payload else iter([()] * len(rows))
        timestamps = columns[self.timestamp] if self.timestamp else nothing
        ends = columns.get(SPLIT_END, nothing)
        for row, split, arrival, timestamp, is_end, values in zip(
            rows, columns[SPLIT], columns[ARRIVAL], timestamps, ends, cells, strict=True
        ):
            item: SourceItem
            item = (
                SourceEndOfInput(arrival)
                if is_end
                else SourceRecord(make(values), timestamp, arrival)
            )
            yield (numbers[split], row), item


def is_parquet_log(path: Path) -> bool:
    """Return whether *path* is a Parquet file with the columns and types of an event log."""
    try:
        schema = pq.read_schema(path)
    except (pa.ArrowException, OSError):
        return False
    return _find_schema_problem(schema) is None


def _find_schema_problem(schema: pa.Schema) -> str | None:
    """Describe the first column that is missing or has a wrong type; ``None``: no problem."""
    for name, kind in ((SPLIT, pa.string()), (ARRIVAL, pa.int64())):
        found = schema.field(name).type if name in schema.names else "none"
        if found != kind:
            return f"column {name!r}: expected a column of type {kind}, found {found}"
    for field in schema:
        if field.type not in _KINDS_BY_TYPE and field.name != SPLIT_END:
            expected = "int64, string, bool or double"
            return f"column {field.name!r}: expected {expected}, found {field.type}"
    return None


def build_parquet_schema(source: EventLogSource) -> pa.Schema:
    """Build the Parquet schema for the columns of a text event log.

    Raises:
        ValueError: A column holds any JSON value.
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


class UnrepresentableCellError(EventLogError):
    """A valid cell of a text log that no Parquet column can hold."""


def write_parquet_log(source: EventLogSource, path: Path, rows_per_group: int = 250_000) -> None:
    """Convert an event log of text to Parquet, in the order of its lines.

    No file is left if it fails.

    Raises:
        EventLogError: The log has a bad row.
        UnrepresentableCellError: A cell is not a 64-bit number or not UTF-8 text.
        ValueError: A column holds any JSON value.
    """
    schema = build_parquet_schema(source)
    with write_atomically(path) as draft, pq.ParquetWriter(draft, schema) as writer:
        for batch in convert_rows(
            source, source.create_row_parser().parse_rows(), schema, rows_per_group
        ):
            writer.write_batch(batch)


def convert_rows(
    source: EventLogSource, rows: Iterator[LogRow], schema: pa.Schema, batch_size: int
) -> Iterator[pa.RecordBatch]:
    """Convert rows of a text log to batches of at most *batch_size* rows.

    Raises:
        UnrepresentableCellError: No column can hold a cell; reading *rows* may raise other errors.
    """
    while chunk := list(islice(rows, batch_size)):
        yield _build_batch(source, chunk, schema)


def _build_batch(source: EventLogSource, rows: list[LogRow], schema: pa.Schema) -> pa.RecordBatch:
    lines = [(row.split, row.arrival, row.is_end, *row.values, row.timestamp) for row in rows]
    arrays = []
    # Ignore the last cells: the timestamp may be in the payload or missing.
    for cells, column in zip(zip(*lines, strict=True), schema, strict=False):
        try:
            arrays.append(pa.array(cells, column.type))
        except _CONVERSION_ERRORS:
            raise _find_unrepresentable_cell(source, rows, cells, column) from None
    return pa.record_batch(arrays, schema=schema)


_CONVERSION_ERRORS = (OverflowError, UnicodeEncodeError, pa.ArrowInvalid)


def _find_unrepresentable_cell(
    source: EventLogSource, rows: list[LogRow], cells: Sequence[Any], column: pa.Field
) -> EventLogError:
    for row, cell in zip(rows, cells, strict=True):
        try:
            pa.array([cell], column.type)
        except _CONVERSION_ERRORS:
            problem = f"a column of {column.type} cannot hold {cell!r:.40}"
            return UnrepresentableCellError(source.path, row.line, column.name, problem)
    raise AssertionError("each cell fits by itself")
