"""Tasks over parts of a log or over partitions of keys, in Spark workers and in this process.

Workers read the row groups of the log themselves. Records are sent as a few large Arrow streams.

Not in Flink.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from flinksim.replay.kernel.partial_aggregates import Partials
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.row_group_parts import LogInParts, look, records_of
from flinksim.replay.kernel.shuffle import spread
from flinksim.replay.operators.watermark_positions import Longs
from flinksim.replay.worker_errors import tells_failures

_BATCH_ROWS = 100_000
_LONG = pa.int64()
_LEAST = b"least"
"""Metadata key of a column that is stored as 32-bit offsets from this minimum."""

REACHES = pa.schema([("part", _LONG), ("reach", pa.binary())])
SPREAD = pa.schema([("unit", pa.int32()), ("contents", pa.binary()), ("records", pa.binary())])
"""Schema of the rows that are shuffled by unit of keys."""

OfNumbers: TypeAlias = Callable[[Iterator[int]], Iterable[pa.Table]]
"""From numbers of parts or window assignments to tables."""
OfUnit: TypeAlias = Callable[[Partials, int], Iterable[pa.Table]]
"""From the merged partial aggregates of some keys, and their unit number, to tables."""
OfRecords: TypeAlias = Callable[[Records], Partials]
Batches = Iterable[pa.RecordBatch]
Given = Iterator[pa.RecordBatch]


def _ids(batches: Batches) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()


@tells_failures
def over_parts(batches: Batches, find: OfNumbers, folder: str) -> Given:
    """Apply *find* to the numbers of some parts."""
    yield from _in_batches(find(_ids(batches)))


@tells_failures
def over_keys(batches: Batches, find: OfUnit, folder: str) -> Given:
    """Apply *find* to the merged partial aggregates of some keys."""
    rows = [row for batch in batches for row in zip(*batch.columns, strict=True)]
    if rows:
        parts = [
            Partials(_opened(contents), _as_records(_opened(records)))
            for _, contents, records in rows
        ]
        yield from _in_batches(find(Partials.joined(parts), rows[0][0].as_py()))


def told_reach(log: LogInParts, number: int) -> pa.Table:
    """Scan the timestamps of a part; returns a row of :data:`REACHES`."""
    pickled = pickle.dumps(look(log, number))
    return pa.table([pa.array([number]), pa.array([pickled], pa.binary())], schema=REACHES)


def _in_batches(tables: Iterable[pa.Table]) -> Given:
    """Combine small tables into batches, because Spark has a cost per batch; none is empty."""
    pending: list[pa.Table] = []
    for table in tables:
        pending.append(table)
        if sum(map(len, pending)) >= _BATCH_ROWS:
            yield from pa.concat_tables(pending).combine_chunks().to_batches(_BATCH_ROWS)
            pending = []
    if pending:
        yield from pa.concat_tables(pending).combine_chunks().to_batches(_BATCH_ROWS)


# --- by key ---------------------------------------------------------------------------------------


@tells_failures
def spread_parts(
    batches: Batches, log: LogInParts, units: int, partial: OfRecords, folder: str
) -> Given:
    """Aggregate the records of parts by *partial*; returns a row for each unit with records."""
    for number in _ids(batches):
        units_of_part = spread(records_of(log, number), log.plan.key_shape, units)
        partials = [(unit, partial(records)) for unit, records in units_of_part if len(records)]
        yield pa.record_batch({
            "unit": pa.array([unit for unit, _ in partials], pa.int32()),
            "contents": pa.array([_as_stream(part.contents) for _, part in partials], pa.binary()),
            "records": pa.array(
                [_as_stream(_with_places(part.records)) for _, part in partials], pa.binary()
            ),
        })  # fmt: skip


def _with_places(records: Records) -> pa.Table:
    columns = records.columns.append_column("_arrival", pa.array(records.arrivals))
    columns = columns.append_column("_code", pa.array(records.codes))
    columns = columns.append_column("_offset", pa.array(records.offsets))
    return columns.append_column("_ts", pa.array(records.timestamps))


def _as_records(table: pa.Table) -> Records:
    def longs(name: str) -> Longs:
        column: Longs = table.column(name).to_numpy()
        return column

    return Records(table, longs("_arrival"), longs("_code"), longs("_offset"), longs("_ts"))


def _as_stream(records: pa.Table) -> bytes:
    """Serialize a table compactly: Spark copies and compresses the bytes four times."""
    for index, field in enumerate(records.schema):
        column = records.column(index)
        if field.type == _LONG and len(column) and not column.null_count:
            longs = column.to_numpy()
            least = int(longs.min())
            if int(longs.max()) - least < 1 << 32:
                narrow = pa.array((longs - least).astype(np.uint32))
                narrow_field = pa.field(field.name, narrow.type, metadata={_LEAST: str(least)})
                records = records.set_column(index, narrow_field, narrow)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, records.schema) as stream:
        stream.write_table(records)
    serialized: bytes = sink.getvalue().to_pybytes()
    return serialized


def _opened(stream: pa.BinaryScalar) -> pa.Table:
    """Deserialize a table of :func:`_as_stream`."""
    table = pa.ipc.open_stream(stream.as_buffer()).read_all()
    for index, field in enumerate(table.schema):
        if field.metadata is not None and _LEAST in field.metadata:
            longs = table.column(index).to_numpy().astype(np.int64)
            longs += int(field.metadata[_LEAST])
            table = table.set_column(index, pa.field(field.name, _LONG), pa.array(longs))
    return table
