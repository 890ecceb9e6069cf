"""Tasks over parts of a log or over groups of keys, in Spark workers and in this process.

Workers read the row groups of the log themselves. Records are sent as a few large Arrow streams.

Not in Flink.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

import numpy as np
import pyarrow as pa

from flinksim.replay.kernel.partial_aggregates import PartialAggregates
from flinksim.replay.kernel.record_columns import Records
from flinksim.replay.kernel.row_group_parts import PartitionedLog, read_window_records, scan_part
from flinksim.replay.kernel.shuffle import shuffle_records
from flinksim.replay.operators.watermark_positions import Longs
from flinksim.replay.worker_errors import report_worker_errors

_MIN_BATCH_ROWS = 100_000
_INT64 = pa.int64()
_OFFSET_METADATA = b"least"
"""Metadata key: minimum of a column that is sent as 32-bit differences from that minimum."""

SCAN_SCHEMA = pa.schema([("part", _INT64), ("reach", pa.binary())])
SHUFFLE_SCHEMA = pa.schema(
    [("unit", pa.int32()), ("contents", pa.binary()), ("records", pa.binary())]
)
"""Schema of shuffled rows: a unit (group of keys), and its aggregates and records from one part."""

NumbersFunction: TypeAlias = Callable[[Iterator[int]], Iterable[pa.Table]]
"""Function from numbers of log parts, or of window assignments, to tables."""
UnitFunction: TypeAlias = Callable[[PartialAggregates, int], Iterable[pa.Table]]
"""Function from the merged partial aggregates of a group of keys, and its number, to tables."""
PartialFunction: TypeAlias = Callable[[Records], PartialAggregates]
Batches = Iterable[pa.RecordBatch]
BatchIterator = Iterator[pa.RecordBatch]


def _iterate_ids(batches: Batches) -> Iterator[int]:
    for batch in batches:
        yield from batch.column(0).to_pylist()


@report_worker_errors
def map_parts(batches: Batches, find: NumbersFunction, folder: str) -> BatchIterator:
    """Apply *find* to the part or assignment numbers in *batches*."""
    yield from _combine_into_batches(find(_iterate_ids(batches)))


@report_worker_errors
def map_keys(batches: Batches, find: UnitFunction, folder: str) -> BatchIterator:
    """Merge the shuffled partial aggregates of a group of keys and apply *find* to them."""
    rows = [row for batch in batches for row in zip(*batch.columns, strict=True)]
    if rows:
        parts = [
            PartialAggregates(
                _deserialize_table(contents), _to_records(_deserialize_table(records))
            )
            for _, contents, records in rows
        ]
        yield from _combine_into_batches(
            find(PartialAggregates.concatenate(parts), rows[0][0].as_py())
        )


def scan_timestamps(log: PartitionedLog, number: int) -> pa.Table:
    """Find the maximum timestamps of a log part; returns a row of :data:`SCAN_SCHEMA`."""
    pickled = pickle.dumps(scan_part(log, number))
    return pa.table([pa.array([number]), pa.array([pickled], pa.binary())], schema=SCAN_SCHEMA)


def _combine_into_batches(tables: Iterable[pa.Table]) -> BatchIterator:
    """Combine small tables into non-empty batches, because Spark has a cost per batch."""
    pending: list[pa.Table] = []
    for table in tables:
        pending.append(table)
        if sum(map(len, pending)) >= _MIN_BATCH_ROWS:
            yield from pa.concat_tables(pending).combine_chunks().to_batches(_MIN_BATCH_ROWS)
            pending = []
    if pending:
        yield from pa.concat_tables(pending).combine_chunks().to_batches(_MIN_BATCH_ROWS)


# --- by key ---------------------------------------------------------------------------------------


@report_worker_errors
def shuffle_parts(
    batches: Batches, log: PartitionedLog, units: int, partial: PartialFunction, folder: str
) -> BatchIterator:
    """Aggregate the records of each log part with *partial* and split the result by group of keys.

    Returns a row per part and group (unit) that has records; *units* is the number of groups.
    """
    for number in _iterate_ids(batches):
        units_of_part = shuffle_records(read_window_records(log, number), log.plan.key_shape, units)
        partials = [(unit, partial(records)) for unit, records in units_of_part if len(records)]
        yield pa.record_batch(
            {
                "unit": pa.array([unit for unit, _ in partials], pa.int32()),
                "contents": pa.array(
                    [_serialize_table(part.contents) for _, part in partials], pa.binary()
                ),
                "records": pa.array(
                    [_serialize_table(_append_positions(part.records)) for _, part in partials],
                    pa.binary(),
                ),
            }
        )


def _append_positions(records: Records) -> pa.Table:
    columns = records.columns.append_column("_arrival", pa.array(records.arrivals))
    columns = columns.append_column("_code", pa.array(records.codes))
    columns = columns.append_column("_offset", pa.array(records.offsets))
    return columns.append_column("_ts", pa.array(records.timestamps))


def _to_records(table: pa.Table) -> Records:
    def longs(name: str) -> Longs:
        column: Longs = table.column(name).to_numpy()
        return column

    return Records(table, longs("_arrival"), longs("_code"), longs("_offset"), longs("_ts"))


def _serialize_table(records: pa.Table) -> bytes:
    """Serialize a table compactly, because Spark copies and compresses the bytes four times."""
    for index, field in enumerate(records.schema):
        column = records.column(index)
        if field.type == _INT64 and len(column) and not column.null_count:
            longs = column.to_numpy()
            least = int(longs.min())
            if int(longs.max()) - least < 1 << 32:
                narrow = pa.array((longs - least).astype(np.uint32))
                narrow_field = pa.field(
                    field.name, narrow.type, metadata={_OFFSET_METADATA: str(least)}
                )
                records = records.set_column(index, narrow_field, narrow)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, records.schema) as stream:
        stream.write_table(records)
    serialized: bytes = sink.getvalue().to_pybytes()
    return serialized


def _deserialize_table(stream: pa.BinaryScalar) -> pa.Table:
    """Deserialize a table written by :func:`_serialize_table`."""
    table = pa.ipc.open_stream(stream.as_buffer()).read_all()
    for index, field in enumerate(table.schema):
        if field.metadata is not None and _OFFSET_METADATA in field.metadata:
            longs = table.column(index).to_numpy().astype(np.int64)
            longs += int(field.metadata[_OFFSET_METADATA])
            table = table.set_column(index, pa.field(field.name, _INT64), pa.array(longs))
    return table
