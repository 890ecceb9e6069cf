"""The kernel in Spark's workers: DataFrames in and out, and nothing of Spark's but them.

Workers read the row groups of the log themselves. First each part of the log says how far its
timestamps came, which the driver merges. Then, in a log more or less in order, windows are dealt to
tasks, each of which reads the parts that touch its windows: nothing is shuffled. Of other logs, and of
sessions, the records are spread by key, in a few large batches, and each task has all of its keys.

Not in Flink.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from flinksim.spark.columnar import dealing, log_parts
from flinksim.spark.columnar.contents import field_columns
from flinksim.spark.columnar.dealing import Deal, dealt, fired_of
from flinksim.spark.columnar.kernel import Kernel, dropped_schema, fired_schema
from flinksim.spark.columnar.log_parts import (
    LogInParts,
    OfPart,
    OfRecords,
    look,
    parts_of,
    records_of,
)
from flinksim.spark.columnar.partials import Partials, merged
from flinksim.spark.columnar.reach import Reach, whole
from flinksim.spark.columnar.records import Records
from flinksim.spark.columnar.run import check_times, watermarks_of
from flinksim.spark.columnar.spreading import spread, units_of
from flinksim.spark.connection import parallelism_of
from flinksim.spark.failures import tells_failures
from flinksim.spark.fetched_rows import fetched_batches
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.native.plan import NativePlan, bad_rows_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_BATCH_ROWS = 100_000
_TASK_ROWS = 4_000_000
_RECORDS = "_records"
_LONG = pa.int64()
_LEAST = b"least"
"""A column of smaller numbers, to each of which this is added."""
_PARTIALS = f"_unit int, cells binary, late binary, {_RECORDS} binary"


class SparkRun:
    """One run of a plan on Spark; its tables are DataFrames, worked out when they are asked for."""

    def __init__(self, spark: SparkSession, plan: NativePlan, path: Path) -> None:
        self._spark, self._plan, self._path = spark, plan, path
        self._folder = plan.source.chain.folder
        self._log = LogInParts(plan.for_workers(), path, tuple(parts_of(path)))
        self.timelines: dict[str, Any] = {}

    @property
    def reach(self) -> Reach:
        """How far the timestamps came.

        Raises: EventLogError, or NotNative, for a log with bad rows.
        """
        return self._looked[0]

    @cached_property
    def _looked(self) -> tuple[Reach, list[Reach]]:
        """The same, and part by part."""
        work = partial(_looked_at, log=self._log, folder=self._folder)
        rows = self._numbers(len(self._log.parts)).mapInArrow(work, "part bigint, reach binary")
        told = sorted(rows.toArrow().to_pylist(), key=lambda row: row["part"])
        reaches = [pickle.loads(row["reach"]) for row in told]
        reach = whole(reaches)
        if not reach.is_good:
            raise bad_rows_of(self._plan)
        check_times(self._plan, reach.least, reach.greatest)
        return reach, reaches

    def run(self) -> None:
        """Find the watermarks; the rest is worked out when it is asked for.

        Raises: as ``reach``.
        """
        plan = self._plan
        self.timelines, steps = watermarks_of(plan, self.reach.reached)
        timeline = self.timelines[plan.window.vertex.key][0] if plan.is_session else None
        self._kernel = Kernel(self._log.plan, steps, timeline)
        self._deals = dealt(plan, steps, *self._looked, self._rows_at_once)

    @property
    def most_rows(self) -> int:
        """Of firings, or dropped records, there are no more than so many."""
        return self.reach.rows * (1 if self._plan.is_session else self._plan.panes.most_windows)

    @cached_property
    def fired(self) -> DataFrame:
        """All firings, in the columns of the kernel; always the same table, so that it can be kept."""
        if self._deals is None and self._numbers_partials:
            least = self.reach.least or 0
            spread = partial(
                _partials_of_parts, kernel=self._kernel, log=self._log, units=self._units,
                least=least, folder=self._folder,
            )  # fmt: skip
            merge = partial(
                _fired_of_partials, kernel=self._kernel, least=least, folder=self._folder
            )
            return self._spread(spread, _PARTIALS).mapInArrow(merge, _sql(fired_schema(self._plan)))
        if self._deals is None:
            work = partial(_fired_of_keys, kernel=self._kernel, folder=self._folder)
            return self.by_key().mapInArrow(work, _sql(fired_schema(self._plan)))
        work = partial(
            _fired_of_deals, kernel=self._kernel, log=self._log, deals=self._deals,
            folder=self._folder, least=self.reach.least or 0,
        )  # fmt: skip
        return self._numbers(len(self._deals)).mapInArrow(work, _sql(fired_schema(self._plan)))

    @cached_property
    def dropped(self) -> DataFrame:
        """All records that came too late, in the columns of the kernel."""
        schema = _sql(dropped_schema(self._plan))
        if self._plan.is_session:
            work = partial(_dropped_of_keys, kernel=self._kernel, folder=self._folder)
            return self.by_key().mapInArrow(work, schema)
        work = partial(_dropped_of_parts, kernel=self._kernel, log=self._log, folder=self._folder)
        return self._numbers(len(self._log.parts)).mapInArrow(work, schema)

    # --- for sweeps and zooms ------------------------------------------------------------------------

    @property
    def has_log(self) -> bool:
        """Whether the log can be read again."""
        return self._path.exists()

    def of_parts(self, work: OfPart, schema: pa.Schema) -> pa.Table:
        """What *work* finds, part by part; *schema* is that of its tables."""
        found = partial(_found_in_parts, work=work, log=self._log, folder=self._folder)
        return self._fetched(self._numbers(len(self._log.parts)), found, schema)

    def of_keys(self, work: OfRecords, schema: pa.Schema) -> pa.Table:
        """What *work* finds in the records that come to the window, all of a key together."""
        found = partial(_found_in_keys, work=work, folder=self._folder)
        return self._fetched(self.by_key(), found, schema)

    def _fetched(self, rows: DataFrame, work: Any, schema: pa.Schema) -> pa.Table:
        found = rows.mapInArrow(work, _sql(schema))
        batches = fetched_batches(found, self.reach.rows, self._path.parent)
        tables = [pa.Table.from_batches([batch]).cast(schema) for batch in batches]
        return pa.concat_tables([schema.empty_table(), *tables])

    # --- records by key ------------------------------------------------------------------------------

    def by_key(self) -> DataFrame:
        """All records in large batches (see :func:`opened`), those of a key in one partition."""
        work = partial(_spread_parts, log=self._log, units=self._units, folder=self._folder)
        return self._spread(work, f"_unit int, {_RECORDS} binary")

    @property
    def _units(self) -> int:
        return max(self._partitions(), -(-self.reach.rows // dealing.TASK_ROWS))

    @property
    def _numbers_partials(self) -> bool:
        """Whether parts are added up before anything is spread, and their windows can be numbered."""
        plan = self._plan
        if not plan.has_partials:
            return False
        panes = plan.panes.counted_from(self.reach.least or 0)
        return panes.pane_at(self.reach.greatest or 0) <= dealing.MOST_WINDOWS

    def _spread(self, work: Any, schema: str) -> DataFrame:
        """What *work* makes of parts, each row in the partition of its unit."""
        rows = self._numbers(len(self._log.parts)).mapInArrow(work, schema)
        return rows.repartitionById(self._units, "_unit")

    @property
    def _rows_at_once(self) -> int:
        return max(self.reach.rows // self._tasks, log_parts.PART_ROWS)

    @cached_property
    def _tasks(self) -> int:
        """In so many tasks the log is read: Spark asks its price for each, and so does the log
        where two of them meet.
        """
        rows = int(pq.read_metadata(self._path).num_rows)
        return max(parallelism_of(self._spark), rows // _TASK_ROWS)

    def _partitions(self) -> int:
        return int(self._spark.conf.get("spark.sql.shuffle.partitions") or 1)

    def _numbers(self, count: int) -> DataFrame:
        """Numbers of parts, or of deals, for tasks; neighbours are in one."""
        return self._spark.range(0, count, 1, max(min(count, self._tasks), 1))


def _sql(schema: pa.Schema) -> Any:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)


# --- in workers --------------------------------------------------------------------------------------

Batches = Iterable[pa.RecordBatch]
Given = Iterator[pa.RecordBatch]


def _ids(batches: Batches) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()


@tells_failures
def _looked_at(batches: Batches, log: LogInParts, folder: str) -> Given:
    for number in _ids(batches):
        told = pickle.dumps(look(log, number))
        yield pa.record_batch({"part": pa.array([number]), "reach": pa.array([told], pa.binary())})


@tells_failures
def _fired_of_deals(
    batches: Batches, kernel: Kernel, log: LogInParts, deals: list[Deal], folder: str, least: int
) -> Given:
    own = (deals[number] for number in _ids(batches))
    yield from _in_batches(fired_of(kernel, own, partial(records_of, log), least))


@tells_failures
def _dropped_of_parts(batches: Batches, kernel: Kernel, log: LogInParts, folder: str) -> Given:
    for number in _ids(batches):
        yield from _in_batches([kernel.dropped(kernel.all_windows(records_of(log, number)))])


@tells_failures
def _fired_of_keys(batches: Batches, kernel: Kernel, folder: str) -> Given:
    records = opened(batches)
    if records is not None:
        yield from _in_batches(kernel.fired(kernel.all_windows(records)))


@tells_failures
def _dropped_of_keys(batches: Batches, kernel: Kernel, folder: str) -> Given:
    records = opened(batches)
    if records is not None:
        yield from _in_batches([kernel.dropped(kernel.all_windows(records))])


@tells_failures
def _found_in_parts(batches: Batches, work: OfPart, log: LogInParts, folder: str) -> Given:
    for number in _ids(batches):
        yield from _in_batches([work(log, number)])


@tells_failures
def _found_in_keys(batches: Batches, work: OfRecords, folder: str) -> Given:
    from pyspark import TaskContext

    records, context = opened(batches), TaskContext.get()
    if records is not None:
        yield from _in_batches([work(records, 0 if context is None else context.partitionId())])


def _in_batches(tables: Iterable[pa.Table]) -> Given:
    """Small tables together, for Spark asks its price for each batch; none is empty."""
    held: list[pa.Table] = []
    for table in tables:
        held.append(table)
        if sum(map(len, held)) >= _BATCH_ROWS:
            yield from pa.concat_tables(held).combine_chunks().to_batches(_BATCH_ROWS)
            held = []
    if held:
        yield from pa.concat_tables(held).combine_chunks().to_batches(_BATCH_ROWS)


# --- records by key ----------------------------------------------------------------------------------


@tells_failures
def _spread_parts(batches: Batches, log: LogInParts, units: int, folder: str) -> Given:
    """The records of some parts, a batch for each unit that has some."""
    for number in _ids(batches):
        found = list(spread(records_of(log, number), log.plan.key_shape, units))
        parts = [_as_stream(_with_places(records)) for _, records in found]
        yield pa.record_batch({
            "_unit": pa.array([unit for unit, _ in found], pa.int32()),
            _RECORDS: pa.array(parts, pa.binary()),
        })  # fmt: skip


def _with_places(records: Records) -> pa.Table:
    columns = records.columns.append_column("_arrival", pa.array(records.arrivals))
    columns = columns.append_column("_code", pa.array(records.codes))
    columns = columns.append_column("_offset", pa.array(records.offsets))
    return columns.append_column("_ts", pa.array(records.timestamps))


@tells_failures
def _partials_of_parts(
    batches: Batches, kernel: Kernel, log: LogInParts, units: int, least: int, folder: str
) -> Given:
    """What parts come to by themselves, a row for each unit that has some keys of it."""
    panes = kernel.plan.panes.counted_from(least)
    shape, ones = kernel.plan.key_shape, kernel.plan.kept_records
    for number in _ids(batches):
        records = records_of(log, number)
        if not len(records):
            continue
        count = panes.pane_at(int(records.timestamps.max())) + panes.per_window
        found = Partials.of(kernel.windows(records, panes, count))
        keys = [column.combine_chunks() for column in found.contents.columns[: len(shape.fields)]]
        of_cells = units_of(keys, len(found.contents), units)
        keys = field_columns(shape, found.records.columns)
        of_rows = units_of(keys, len(found.records), units)
        there = np.unique(np.concatenate([of_cells, of_rows])).tolist()
        parts = [
            found.take(np.flatnonzero(of_cells == unit), np.flatnonzero(of_rows == unit), ones)
            for unit in there
        ]
        yield pa.record_batch({
            "_unit": pa.array(there, pa.int32()),
            "cells": pa.array([_as_stream(part.contents) for part in parts], pa.binary()),
            "late": pa.array([part.late.tobytes() for part in parts], pa.binary()),
            _RECORDS: pa.array(
                [_as_stream(_with_places(part.records)) for part in parts], pa.binary()
            ),
        })  # fmt: skip


@tells_failures
def _fired_of_partials(batches: Batches, kernel: Kernel, least: int, folder: str) -> Given:
    parts = [
        Partials(
            _opened(cells.as_buffer()), _as_records(_opened(records.as_buffer())),
            np.frombuffer(late.as_py(), bool),
        )
        for batch in batches
        for cells, late, records in zip(*batch.columns[1:], strict=True)
    ]  # fmt: skip
    if parts:
        whole = Partials.joined(parts, kernel.plan.kept_records)
        panes = kernel.plan.panes.counted_from(least)
        yield from _in_batches(merged(kernel, whole, panes))


def opened(batches: Batches) -> Records | None:
    """The records of one partition of :meth:`SparkRun.by_key`; ``None`` if there are none."""
    tables = [_opened(each.as_buffer()) for batch in batches for each in batch.column(_RECORDS)]
    return _as_records(pa.concat_tables(tables).combine_chunks()) if tables else None


def _as_records(table: pa.Table) -> Records:
    def longs(name: str) -> Longs:
        column: Longs = table.column(name).to_numpy()
        return column

    return Records(table, longs("_arrival"), longs("_code"), longs("_offset"), longs("_ts"))


def _as_stream(records: pa.Table) -> bytes:
    """A table as bytes, few of them: Spark copies and packs them four times on their way."""
    for place, field in enumerate(records.schema):
        column = records.column(place)
        if field.type == _LONG and len(column) and not column.null_count:
            longs = column.to_numpy()
            least = int(longs.min())
            if int(longs.max()) - least < 1 << 32:
                narrow = pa.array((longs - least).astype(np.uint32))
                told = pa.field(field.name, narrow.type, metadata={_LEAST: str(least)})
                records = records.set_column(place, told, narrow)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, records.schema) as stream:
        stream.write_table(records)
    text: bytes = sink.getvalue().to_pybytes()
    return text


def _opened(stream: pa.Buffer) -> pa.Table:
    """The table that was made a stream."""
    table = pa.ipc.open_stream(stream).read_all()
    for place, field in enumerate(table.schema):
        if field.metadata is not None and _LEAST in field.metadata:
            longs = table.column(place).to_numpy().astype(np.int64)
            longs += int(field.metadata[_LEAST])
            table = table.set_column(place, pa.field(field.name, _LONG), pa.array(longs))
    return table


__all__ = ["SparkRun", "opened"]
