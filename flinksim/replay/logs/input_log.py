"""``Log.of``: open files, data frames and tables with the rows of a log as a source.

An event log in flinksim's own format is read in place. Anything else is read once, sorted within
each split, and written in the form that all parts of flinksim read: Parquet with the columns
``split``, ``arrival`` and those of the record (:mod:`flinksim.replay.logs.parquet_source`). The
file is kept if a path is given, else until this process ends.

Not in Flink.
"""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.connectors.event_log.event_log_source import BadRowPolicy, EventLogSource
from flinksim.connectors.event_log.line_reader import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
    EventLogError,
    EventLogFile,
    format_names,
)
from flinksim.core.atomic_files import write_atomically
from flinksim.replay.logs.column_mapping import (
    DEFAULT_SPLIT,
    EMPTY_MAPPING,
    ExplicitMapping,
    LogMapping,
    MappingError,
    append_text,
    find_kafka_value_column,
    infer_json_type,
    is_kafka_dump,
    parse_json_column,
    propose_mapping,
)
from flinksim.replay.logs.column_types import (
    TimeUnit,
    flatten_structs,
    get_log_type,
    shorten_names,
    to_log_column,
    to_millis,
)
from flinksim.replay.logs.formats import LogTables, open_tables
from flinksim.replay.logs.local_times import convert_local_tables
from flinksim.replay.logs.parquet_source import ParquetLogSource, is_parquet_log

_ORDER_COLUMN = "\0order"
_ORIGIN_METADATA = b"flinksim.log"
_ROWS_PER_GROUP = 100_000


class Log:
    """Entry point to open a recorded log as a source; see :meth:`of`."""

    @staticmethod
    def of(
        source: Any,
        *,
        split: str | Sequence[str] | None = None,
        order: str | None = None,
        arrival: str | None = None,
        event_time: str | None = None,
        unit: TimeUnit | None = None,
        columns: Sequence[str] | None = None,
        zone: str | None = None,
        names: Sequence[str] | None = None,
        splits: Sequence[str] | None = None,
        value: Literal["tuple", "row", "single", "raw"] = "tuple",
        bad_rows: BadRowPolicy | None = None,
        keep: str | Path | None = None,
    ) -> EventLogSource | ParquetLogSource:
        """Open the rows of *source* as a source.

        Parquet, CSV, JSON lines and Arrow files are read, compressed or not, and dumps of Kafka
        unchanged. If arrivals decrease within a split, a row counts as arrived when the latest row
        before it arrived. A field of a nested value is named ``value.at``, or ``at``. Roles that
        are not specified are proposed: ``flinksim log FILE`` shows them.

        Args:
            source: A file, a folder of parts, a pattern, a URL (``s3://``), a frame of pandas, Spark
                or Polars, an Arrow table, or a list of dicts.
            split: Column or columns that distinguish splits.
            order: Column that orders the rows of a split, such as an offset; default: the order of
                the rows.
            arrival: Column with the time at which a row could be read.
            event_time: Column that the source forwards as the record's timestamp.
            unit: Unit of plain numbers among these columns.
            columns: Columns of a record; default: all that a record can have.
            zone: Time zone of times without one, such as ``Europe/Berlin``; default: UTC. A time in
                the hour that the clocks repeat is the one closer to the time of the row before.
            names: Names of the columns of a CSV file without a header. Its first row is a record then.
            splits: Names of the splits to read; default: all.
            value: Form of a record's value. ``"raw"`` is the text of the row, as in the file. For a Kafka
                dump it is the value of the message, and for rows that are no text a JSON object.
            bad_rows: Whether bad rows are an error or rejected.
            keep: File to which the log is written once, and again when its files or its mapping
                change. Workers of a cluster must be able to read it.

        Raises:
            EventLogError: It is not a log; the message has the file, the row and the column.
            TypeError: It holds no rows.
            ValueError: ``value="raw"`` with *columns*.
        """
        if value == "raw" and columns is not None:
            raise ValueError('value="raw" is the text of the whole row; remove columns=')
        explicit = ExplicitMapping(
            (split,) if isinstance(split, str) else split,
            order,
            arrival,
            event_time,
            unit,
            columns,
            zone,
            names,
            "raw" if value == "raw" else None,
        )
        form = "single" if value == "raw" else value
        if explicit == EMPTY_MAPPING and isinstance(source, str | Path):
            flinksim_log = _open_flinksim_log(Path(source), form, splits, bad_rows)
            if flinksim_log is not None:
                return flinksim_log
        opened = MappedLog.from_source(source, explicit)
        path = Path(keep) if keep is not None else _create_temporary_path()
        if not opened.is_written_to(path):
            opened.write(path)
        return opened.create_source(path, form, splits, bad_rows)


def _open_flinksim_log(
    path: Path,
    value: Literal["tuple", "row", "single"],
    splits: Sequence[str] | None,
    bad_rows: BadRowPolicy | None,
) -> EventLogSource | ParquetLogSource | None:
    """Open the log at *path* if it has flinksim's own format and needs no conversion."""
    if not is_flinksim_log(path):
        return None
    if path.suffix == ".parquet":
        source = ParquetLogSource(path, value=value, splits=splits, bad_rows=bad_rows)
        return (
            source if source.bad_rows == "reject" or not source.summarize().invalid_count else None
        )
    try:
        return EventLogSource(path, value=value, splits=splits, bad_rows=bad_rows)
    except EventLogError as error:
        if error.column in (SPLIT, ARRIVAL):  # Splits that are numbers, or decreasing arrivals.
            return None
        raise


def is_flinksim_log(path: Path) -> bool:
    """Return whether a file has the header of flinksim's own logs.

    Raises:
        EventLogError: The header is invalid.
    """
    if not path.is_file():
        return False
    if path.suffix == ".parquet":
        return is_parquet_log(path)
    if path.suffix not in (".csv", ".jsonl", ".ndjson"):
        return False
    try:
        EventLogFile(path)
    except EventLogError as error:
        if error.column in (SPLIT, ARRIVAL):
            return False
        raise
    return True


def _create_temporary_path() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="flinksim-log-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder / "log.parquet"


@dataclass
class MappedLog:
    """The rows of a table with a known mapping of its columns to an event log."""

    rows: LogTables
    mapping: LogMapping
    head: pa.Table
    unused_columns: tuple[str, ...]
    json_type: pa.DataType | None = None

    @classmethod
    def from_source(cls, source: Any, explicit: ExplicitMapping) -> MappedLog:
        """Open *source* and map its columns by its first rows.

        Raises:
            EventLogError: It does not exist, has no rows, or has no mapping.
            TypeError: It holds no rows.
        """
        rows = open_tables(source, explicit.names, with_text=explicit.value == "raw")
        if explicit.value == "raw":
            without_text = rows.tables
            rows = replace(rows, tables=lambda: map(append_text, without_text()))
        if explicit.zone is not None:
            rows = convert_local_tables(rows, explicit.zone)
        first = next((table for table in rows.tables() if table.num_rows), None)
        if first is None:
            raise EventLogError(rows.name, None, None, "the log has no rows")
        kind = None
        names = first.column_names
        value = find_kafka_value_column(names) if is_kafka_dump(names) else None
        if value is not None and (kind := infer_json_type(first.column(value))) is not None:
            first = parse_json_column(first, value, kind)
        head = flatten_structs(first)
        try:
            mapping = propose_mapping(head, explicit)
        except MappingError as problem:
            raise EventLogError(
                rows.name, None, problem.column, str(problem), problem.advice
            ) from None
        used = {*mapping.columns, *mapping.split, mapping.order, mapping.arrival, SPLIT_END}
        left_out = tuple(name for name in head.column_names if name not in used)
        return cls(rows, mapping, head, left_out, kind)

    # --- writing ----------------------------------------------------------------------------------

    def _compute_origin(self) -> bytes | None:
        """Return a fingerprint of the mapping and the files; ``None`` if the rows are not from files.

        It is stored in the written file, to tell whether that file is up to date.
        """
        if not self.rows.files:
            return None
        return json.dumps([repr(self.mapping), str(self.json_type), self.rows.files]).encode()

    def is_written_to(self, path: Path) -> bool:
        """Return whether :meth:`write` has written this same log to *path*."""
        if not path.is_file():
            return False
        try:
            metadata = pq.read_schema(path).metadata or {}
        except (pa.ArrowException, OSError) as error:
            raise EventLogError(
                path, None, None, f"not a log written by flinksim: {error}"
            ) from None
        return (
            metadata.get(_ORIGIN_METADATA) is not None
            and metadata[_ORIGIN_METADATA] == self._compute_origin()
        )

    def write(self, path: Path) -> None:
        """Write the log to *path* as Parquet; the file appears when it is complete.

        Raises:
            EventLogError: A cell does not fit its column.
        """
        normalizer = _ArrivalNormalizer()
        with write_atomically(path) as draft:
            writer: pq.ParquetWriter | None = None
            try:
                for table in self._iterate_tables():
                    normalized = normalizer.normalize(table)
                    if normalizer.is_out_of_order:
                        break
                    normalized = normalized.replace_schema_metadata(self._build_metadata())
                    if writer is None:
                        writer = pq.ParquetWriter(draft, normalized.schema)
                    writer.write_table(normalized, _ROWS_PER_GROUP)
            finally:
                if writer is not None:
                    writer.close()
            if normalizer.is_out_of_order:
                self._write_sorted(draft)

    def _build_metadata(self) -> dict[bytes, bytes]:
        origin = self._compute_origin()
        return {} if origin is None else {_ORIGIN_METADATA: origin}

    def _write_sorted(self, draft: Path) -> None:
        """Sort all rows within each split, then by arrival so that a reader gets them in time order."""
        all_rows = pa.concat_tables(list(self._iterate_tables()))
        all_rows = all_rows.sort_by([(SPLIT, "ascending"), (_ORDER_COLUMN, "ascending")])
        normalized = _ArrivalNormalizer().normalize(all_rows)
        arrivals = normalized.column(ARRIVAL).to_numpy()
        normalized = normalized.take(pa.array(np.argsort(arrivals, kind="stable")))
        normalized = normalized.replace_schema_metadata(self._build_metadata())
        pq.write_table(normalized, draft, row_group_size=_ROWS_PER_GROUP)

    def _iterate_tables(self) -> Iterator[pa.Table]:
        row = 0
        for table in self.rows.tables():
            if table.num_rows:
                yield self._convert(table, row)
                row += table.num_rows

    def _convert(self, table: pa.Table, row: int) -> pa.Table:
        mapping = self.mapping
        if self.json_type is not None:
            name = find_kafka_value_column(table.column_names)
            assert name is not None
            try:
                table = parse_json_column(table, name, self.json_type)
            except ValueError as error:
                raise self._create_error(name, str(error)) from None
        table = flatten_structs(table)
        columns = {SPLIT: self._build_split_column(table)}
        columns[_ORDER_COLUMN] = (
            pa.chunked_array([pa.array(range(row, row + table.num_rows), pa.int64())])
            if mapping.order is None
            else table.column(mapping.order)
        )
        columns[ARRIVAL] = self._to_millis(table, mapping.arrival)
        if SPLIT_END in table.column_names:
            columns[SPLIT_END] = table.column(SPLIT_END).cast(pa.bool_())
        short = shorten_names(list(mapping.columns))
        for name in mapping.columns:
            if name == mapping.event_time:
                columns[short[name]] = self._to_millis(table, name)
            else:
                columns[short[name]] = self._to_column(table, name)
        if mapping.event_time is not None and mapping.event_time not in mapping.columns:
            columns["timestamp"] = self._to_millis(table, mapping.event_time)
        return pa.table(columns)

    def _build_split_column(self, table: pa.Table) -> pa.ChunkedArray:
        names = self.mapping.split
        if not names:
            return pa.chunked_array([pa.repeat(DEFAULT_SPLIT, table.num_rows)])
        texts = []
        for name in names:
            column = table.column(name)
            if get_log_type(column.type) not in (pa.int64(), pa.string(), pa.bool_()):
                raise self._create_error(name, f"expected names of splits, found {column.type}")
            texts.append(column.cast(pa.string()))
        return texts[0] if len(texts) == 1 else pc.binary_join_element_wise(*texts, "-")

    def _to_millis(self, table: pa.Table, name: str) -> pa.ChunkedArray:
        try:
            return to_millis(table.column(name), self.mapping.unit)
        except (ValueError, pa.ArrowException) as error:
            raise self._create_error(name, str(error).partition("\n")[0]) from None

    def _to_column(self, table: pa.Table, name: str) -> pa.ChunkedArray:
        try:
            return to_log_column(table.column(name))
        except pa.ArrowException as error:
            raise self._create_error(name, str(error).partition("\n")[0]) from None

    def _create_error(self, column: str, problem: str) -> EventLogError:
        return EventLogError(self.rows.name, None, column, problem)

    # --- reading ----------------------------------------------------------------------------------

    def create_source(
        self,
        path: Path,
        value: Literal["tuple", "row", "single"] = "tuple",
        splits: Sequence[str] | None = None,
        bad_rows: BadRowPolicy | None = None,
    ) -> ParquetLogSource:
        """Create a source that reads the log from where :meth:`write` put it."""
        event_time = self.mapping.event_time
        record_column = event_time if event_time in self.mapping.columns else None
        short = shorten_names(list(self.mapping.columns))
        return ParquetLogSource(
            path,
            value=value,
            timestamp=None if record_column is None else short[record_column],
            splits=self._select_splits(path, splits),
            bad_rows=bad_rows,
            display_name=self.rows.name,
        )

    def _select_splits(self, path: Path, requested: Sequence[str] | None) -> list[str]:
        existing = sorted(ParquetLogSource(path, bad_rows="error").splits(1), key=_build_sort_key)
        for split in requested or ():
            if split not in existing:
                problem = (
                    f"no row has the split {split!r}. Splits of the log: {format_names(existing)}"
                )
                raise EventLogError(self.rows.name, None, SPLIT, problem)
        return existing if requested is None else list(requested)


@dataclass
class _ArrivalNormalizer:
    """Raises arrivals so that they never decrease within a split, one table after the other.

    It holds the last arrival and the last order value of each split.
    """

    last_arrivals: dict[str, int] = field(default_factory=dict)
    last_orders: dict[str, Any] = field(default_factory=dict)
    is_out_of_order: bool = False
    """Whether some row has a smaller order value than an earlier row of its split."""

    def normalize(self, table: pa.Table) -> pa.Table:
        """Return *table* with non-decreasing arrivals within each split, without the order column."""
        encoded = table.column(SPLIT).combine_chunks().dictionary_encode()
        names = encoded.dictionary.to_pylist()
        codes = pc.fill_null(encoded.indices, len(names)).to_numpy(zero_copy_only=False)
        arrivals = table.column(ARRIVAL)
        known = pc.fill_null(arrivals, np.iinfo(np.int64).min).to_numpy()
        normalized = np.array(known)
        order = table.column(_ORDER_COLUMN).combine_chunks()
        for code, name in enumerate(names):
            rows = np.flatnonzero(codes == code)
            self._check_order(name, order, rows)
            last_arrival = self.last_arrivals.get(name, int(known[rows[0]]))
            normalized[rows] = np.maximum.accumulate(np.append(last_arrival, known[rows]))[1:]
            self.last_arrivals[name] = int(normalized[rows[-1]])
        is_known = arrivals.is_valid().to_numpy()
        # A missing arrival stays empty: it is reported as a bad row.
        column = pa.array(normalized, pa.int64(), mask=~is_known)
        place = table.column_names.index(ARRIVAL)
        return table.set_column(place, ARRIVAL, column).drop_columns([_ORDER_COLUMN])

    def _check_order(self, name: str, order: pa.Array, rows: np.ndarray[Any, Any]) -> None:
        column = order.take(pa.array(rows)) if len(rows) < len(order) else order
        first = column[0].as_py()
        last_order = self.last_orders.get(name)
        if last_order is not None and first is not None and first < last_order:
            self.is_out_of_order = True
        if len(column) > 1 and pc.any(pc.less(column[1:], column[:-1])).as_py():
            self.is_out_of_order = True
        last = column[-1].as_py()
        self.last_orders[name] = last_order if last is None else last


def _build_sort_key(name: str) -> tuple[Any, ...]:
    """Build a sort key that orders ``orders-2`` before ``orders-10``."""
    head, _, tail = name.rpartition("-")
    return (head, int(tail), "") if tail.isdecimal() else (name, -1, tail)


__all__ = ["Log", "MappedLog", "is_flinksim_log"]
