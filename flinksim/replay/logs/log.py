"""``Log.of``: whatever holds the rows of a log, as a source.

An event log of flinksim's own is read where it lies. Anything else is read once, put in the order of
each split, and written in the one form that the simulator, Spark, zooms and sweeps read: columns
``split``, ``arrival`` and the record's (:mod:`flinksim.replay.logs.parquet_source`). That file is kept if
one says where, else for as long as this process lives.

Not in Flink.
"""

from __future__ import annotations

import atexit
import json
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from flinksim.connectors.event_log.line_reader import (
    ARRIVAL,
    SPLIT,
    SPLIT_END,
    EventLogError,
    EventLogFile,
    listed,
)
from flinksim.connectors.event_log.source import BadRows, EventLogSource
from flinksim.core.atomic_files import replacing
from flinksim.replay.logs.column_mapping import (
    NOTHING_SAID,
    ONE_SPLIT,
    LogMapping,
    NoMapping,
    SaidMapping,
    is_of_kafka,
    json_type,
    kafka_value,
    mapping_for,
    with_json_texts,
)
from flinksim.replay.logs.column_types import (
    TimeUnit,
    as_log_column,
    as_millis,
    flat,
    log_type,
    short_names,
)
from flinksim.replay.logs.formats import LogTables, open_tables
from flinksim.replay.logs.parquet_source import ParquetLogSource, is_parquet_log

_ORDER = "\0order"
_ORIGIN = b"flinksim.log"
_ROWS_PER_GROUP = 100_000


class Log:
    """How logs are opened."""

    @staticmethod
    def of(
        what: Any,
        *,
        split: str | Sequence[str] | None = None,
        order: str | None = None,
        arrival: str | None = None,
        event_time: str | None = None,
        unit: TimeUnit | None = None,
        columns: Sequence[str] | None = None,
        splits: Sequence[str] | None = None,
        value: Literal["tuple", "row", "single"] = "tuple",
        bad_rows: BadRows | None = None,
        keep: str | Path | None = None,
    ) -> EventLogSource | ParquetLogSource:
        """A source of the rows of *what*: a file, a folder of parts, a pattern, an address (``s3://``),
        a frame of pandas, Spark or Polars, an Arrow table, a list of dicts.

        Parquet, CSV, JSON lines and Arrow files are read, packed or not; a dump of Kafka as it is.
        *split* names the column (or columns) that tells splits apart, *order* the one by which the rows
        of a split are in order (an offset; without it, as they stand), *arrival* when a row could be
        read, *event_time* what the source hands on as each record's timestamp. Plain numbers among
        these are so many of *unit*. Where arrival goes back within a split, a row counts as arrived
        when the latest one before it did. A field of a nested value is named ``value.at``, or ``at``;
        *columns* are those of the record (all that it can have), *splits* those to read. What is not
        said is proposed: ``flinksim log FILE`` shows it.

        *keep* is the file that the log is written to: once, and again when the files that it came from,
        or what is said of them, are others. Workers of a cluster must see it.

        Raises: EventLogError for what is no log, which names the file, the row and the column;
        TypeError for what holds no rows.
        """
        said = SaidMapping(
            (split,) if isinstance(split, str) else split, order, arrival, event_time, unit, columns
        )
        if said == NOTHING_SAID and isinstance(what, str | Path):
            own = _own_log(Path(what), value, splits, bad_rows)
            if own is not None:
                return own
        opened = OpenedLog.of(what, said)
        path = Path(keep) if keep is not None else _for_this_process()
        if not opened.is_written_to(path):
            opened.write(path)
        return opened.source(path, value, splits, bad_rows)


def _own_log(
    path: Path,
    value: Literal["tuple", "row", "single"],
    splits: Sequence[str] | None,
    bad_rows: BadRows | None,
) -> EventLogSource | ParquetLogSource | None:
    """The log at *path* if it is one of flinksim's own, which needs no other form."""
    if not is_own_log(path):
        return None
    if path.suffix == ".parquet":
        source = ParquetLogSource(path, value=value, splits=splits, bad_rows=bad_rows)
        return source if source.bad_rows == "reject" or not source.survey().bad else None
    try:
        return EventLogSource(path, value=value, splits=splits, bad_rows=bad_rows)
    except EventLogError as error:
        if error.column in (SPLIT, ARRIVAL):  # numbers as splits, times that go back
            return None
        raise


def is_own_log(path: Path) -> bool:
    """Whether a file has the header of flinksim's own logs.

    Raises: EventLogError for a header that is none.
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


def _for_this_process() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="flinksim-log-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder / "log.parquet"


@dataclass
class OpenedLog:
    """Rows whose mapping is known."""

    rows: LogTables
    mapping: LogMapping
    head: pa.Table
    left_out: tuple[str, ...]
    json_kind: pa.DataType | None = None

    @classmethod
    def of(cls, what: Any, said: SaidMapping) -> OpenedLog:
        """Open *what* and look at its first rows.

        Raises: EventLogError, TypeError.
        """
        rows = open_tables(what)
        first = next((table for table in rows.tables() if table.num_rows), None)
        if first is None:
            raise EventLogError(rows.name, None, None, "the log has no rows")
        kind = None
        names = first.column_names
        value = kafka_value(names) if is_of_kafka(names) else None
        if value is not None and (kind := json_type(first.column(value))) is not None:
            first = with_json_texts(first, value, kind)
        head = flat(first)
        try:
            mapping = mapping_for(head, said)
        except NoMapping as problem:
            raise EventLogError(
                rows.name, None, problem.column, str(problem), problem.advice
            ) from None
        held = {*mapping.columns, *mapping.split, mapping.order, mapping.arrival, SPLIT_END}
        left_out = tuple(name for name in head.column_names if name not in held)
        return cls(rows, mapping, head, left_out, kind)

    # --- writing -----------------------------------------------------------------------------------

    def _origin(self) -> bytes | None:
        """What a written log came from: mapping and files; ``None`` where that cannot be told."""
        if not self.rows.files:
            return None
        return json.dumps([repr(self.mapping), str(self.json_kind), self.rows.files]).encode()

    def is_written_to(self, path: Path) -> bool:
        """Whether :meth:`write` has put this very log there before."""
        if not path.is_file():
            return False
        try:
            metadata = pq.read_schema(path).metadata or {}
        except (pa.ArrowException, OSError) as error:
            raise EventLogError(path, None, None, f"no log of flinksim's: {error}") from None
        return metadata.get(_ORIGIN) is not None and metadata[_ORIGIN] == self._origin()

    def write(self, path: Path) -> None:
        """Write the log to *path* as Parquet, which is there when all of it is.

        Raises: EventLogError for a cell that is not what its column is for.
        """
        running = _Running()
        with replacing(path) as draft:
            writer: pq.ParquetWriter | None = None
            try:
                for table in self._tables():
                    made = running.taken(table)
                    if running.goes_back:
                        break
                    made = made.replace_schema_metadata(self._metadata())
                    if writer is None:
                        writer = pq.ParquetWriter(draft, made.schema)
                    writer.write_table(made, _ROWS_PER_GROUP)
            finally:
                if writer is not None:
                    writer.close()
            if running.goes_back:
                self._write_sorted(draft)

    def _metadata(self) -> dict[bytes, bytes]:
        origin = self._origin()
        return {} if origin is None else {_ORIGIN: origin}

    def _write_sorted(self, draft: Path) -> None:
        """All rows in the order of each split; then by arrival, so that a reader meets them in time."""
        whole = pa.concat_tables(list(self._tables()))
        whole = whole.sort_by([(SPLIT, "ascending"), (_ORDER, "ascending")])
        in_order = _Running().taken(whole)
        arrivals = in_order.column(ARRIVAL).to_numpy()
        in_order = in_order.take(pa.array(np.argsort(arrivals, kind="stable")))
        in_order = in_order.replace_schema_metadata(self._metadata())
        pq.write_table(in_order, draft, row_group_size=_ROWS_PER_GROUP)

    def _tables(self) -> Iterator[pa.Table]:
        row = 0
        for table in self.rows.tables():
            if table.num_rows:
                yield self._converted(table, row)
                row += table.num_rows

    def _converted(self, table: pa.Table, row: int) -> pa.Table:
        mapping = self.mapping
        if self.json_kind is not None:
            name = kafka_value(table.column_names)
            assert name is not None
            try:
                table = with_json_texts(table, name, self.json_kind)
            except ValueError as error:
                raise self._error(name, str(error)) from None
        table = flat(table)
        columns = {SPLIT: self._split_of(table)}
        columns[_ORDER] = (
            pa.chunked_array([pa.array(range(row, row + table.num_rows), pa.int64())])
            if mapping.order is None
            else table.column(mapping.order)
        )
        columns[ARRIVAL] = self._millis(table, mapping.arrival)
        if SPLIT_END in table.column_names:
            columns[SPLIT_END] = table.column(SPLIT_END).cast(pa.bool_())
        short = short_names(list(mapping.columns))
        for name in mapping.columns:
            if name == mapping.event_time:
                columns[short[name]] = self._millis(table, name)
            else:
                columns[short[name]] = self._column(table, name)
        if mapping.event_time is not None and mapping.event_time not in mapping.columns:
            columns["timestamp"] = self._millis(table, mapping.event_time)
        return pa.table(columns)

    def _split_of(self, table: pa.Table) -> pa.ChunkedArray:
        names = self.mapping.split
        if not names:
            return pa.chunked_array([pa.repeat(ONE_SPLIT, table.num_rows)])
        texts = []
        for name in names:
            column = table.column(name)
            if log_type(column.type) not in (pa.int64(), pa.string(), pa.bool_()):
                raise self._error(name, f"expected names of splits, found {column.type}")
            texts.append(column.cast(pa.string()))
        return texts[0] if len(texts) == 1 else pc.binary_join_element_wise(*texts, "-")

    def _millis(self, table: pa.Table, name: str) -> pa.ChunkedArray:
        try:
            return as_millis(table.column(name), self.mapping.unit)
        except (ValueError, pa.ArrowException) as error:
            raise self._error(name, str(error).partition("\n")[0]) from None

    def _column(self, table: pa.Table, name: str) -> pa.ChunkedArray:
        try:
            return as_log_column(table.column(name))
        except pa.ArrowException as error:
            raise self._error(name, str(error).partition("\n")[0]) from None

    def _error(self, column: str, problem: str) -> EventLogError:
        return EventLogError(self.rows.name, None, column, problem)

    # --- what comes of it --------------------------------------------------------------------------

    def source(
        self,
        path: Path,
        value: Literal["tuple", "row", "single"] = "tuple",
        splits: Sequence[str] | None = None,
        bad_rows: BadRows | None = None,
    ) -> ParquetLogSource:
        """The source that reads the log where :meth:`write` put it."""
        event_time = self.mapping.event_time
        in_record = event_time if event_time in self.mapping.columns else None
        short = short_names(list(self.mapping.columns))
        return ParquetLogSource(
            path,
            value=value,
            timestamp=None if in_record is None else short[in_record],
            splits=self._chosen(path, splits),
            bad_rows=bad_rows,
            told_as=self.rows.name,
        )

    def _chosen(self, path: Path, wanted: Sequence[str] | None) -> list[str]:
        there = sorted(ParquetLogSource(path, bad_rows="error").splits(1), key=_natural)
        for split in wanted or ():
            if split not in there:
                problem = f"no row has the split {split!r}; the splits are {listed(there)}"
                raise EventLogError(self.rows.name, None, SPLIT, problem)
        return there if wanted is None else list(wanted)


@dataclass
class _Running:
    """The rows so far: the greatest arrival and the last order of each split."""

    last: dict[str, int] = field(default_factory=dict)
    order: dict[str, Any] = field(default_factory=dict)
    goes_back: bool = False
    """Whether a row stands behind one that its order says it comes before."""

    def taken(self, table: pa.Table) -> pa.Table:
        """*table* with arrivals that never go back within a split, and without the order."""
        encoded = table.column(SPLIT).combine_chunks().dictionary_encode()
        names = encoded.dictionary.to_pylist()
        codes = pc.fill_null(encoded.indices, len(names)).to_numpy(zero_copy_only=False)
        arrivals = table.column(ARRIVAL)
        known = pc.fill_null(arrivals, np.iinfo(np.int64).min).to_numpy()
        raised = np.array(known)
        order = table.column(_ORDER).combine_chunks()
        for code, name in enumerate(names):
            own = np.flatnonzero(codes == code)
            self._check_order(name, order, own)
            before = self.last.get(name, int(known[own[0]]))
            raised[own] = np.maximum.accumulate(np.append(before, known[own]))[1:]
            self.last[name] = int(raised[own[-1]])
        is_known = arrivals.is_valid().to_numpy()
        # what did not arrive stays empty: it is a bad row, and told as one
        column = pa.array(raised, pa.int64(), mask=~is_known)
        place = table.column_names.index(ARRIVAL)
        return table.set_column(place, ARRIVAL, column).drop_columns([_ORDER])

    def _check_order(self, name: str, order: pa.Array, own: np.ndarray[Any, Any]) -> None:
        column = order.take(pa.array(own)) if len(own) < len(order) else order
        first = column[0].as_py()
        before = self.order.get(name)
        if before is not None and first is not None and first < before:
            self.goes_back = True
        if len(column) > 1 and pc.any(pc.less(column[1:], column[:-1])).as_py():
            self.goes_back = True
        last = column[-1].as_py()
        self.order[name] = before if last is None else last


def _natural(name: str) -> tuple[Any, ...]:
    """``orders-2`` before ``orders-10``."""
    head, _, tail = name.rpartition("-")
    return (head, int(tail), "") if tail.isdecimal() else (name, -1, tail)


__all__ = ["Log", "OpenedLog", "is_own_log"]
