"""The records of sessions straight from a log's columns, brought together by key in large batches.

Where all that a plan needs is a column as it stands, Spark's rows are a detour: to make rows of
columns, to send them one by one and to make columns of them again takes most of a query's time. So
workers read the columns of the log's row groups themselves, and divide them among as many units as
there are partitions; Spark brings together a few large batches for each unit.

Not in Flink.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from flinksim.spark.expressions.symbolic import Expression, Kind
from flinksim.spark.generic.cuts import Longs
from flinksim.spark.logs.parquet_log import ARRIVAL, SPLIT, SPLIT_END
from flinksim.spark.logs.parquet_rows import JudgedColumns
from flinksim.spark.native.plan import NativePlan
from flinksim.spark.native.session_work import ARROW_TYPES, RECORDS, SessionWork

ROWS_AT_ONCE = 500_000
"""A worker holds the columns of so many rows while it divides them."""

_SCHEMA = f"_unit int, {RECORDS} binary"
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True)
class SessionColumns:
    """What workers are told.

    ``columns`` has for each column of a batch that of the log and its kind, ``keys`` those columns of a
    batch that make the key; ``splits`` are the names of the splits that are read.
    """

    path: Path
    splits: tuple[str, ...]
    timestamp: str
    columns: dict[str, tuple[str, Kind]]
    keys: tuple[str, ...]
    units: int

    @staticmethod
    def of(plan: NativePlan, work: SessionWork, path: Path, units: int) -> SessionColumns | None:
        """``None`` if something is more than a column, or records are chosen."""
        kinds = dict((*plan.key_shape.fields, *plan.event_shape.fields))
        expressions = [plan.timestamp, *work.columns]
        is_plain = all(kind == "column" for kind, *_ in expressions) and plan.keep == ("and",)
        if not is_plain or not set(work.columns) <= set(kinds):
            return None
        columns = {name: (_column(e), kinds[e]) for e, name in work.columns.items()}
        keys = tuple(work.columns[e] for e, _ in plan.key_shape.fields if e in work.columns)
        splits = tuple(plan.source.chain.split_names)
        return SessionColumns(path, splits, _column(plan.timestamp), columns, keys, units)

    def spread(self, spark: SparkSession) -> DataFrame:
        """Batches of records, those of a key in one partition."""
        pieces = _pieces(self.path)
        numbers = spark.range(0, len(pieces), 1, max(len(pieces), 1))
        work = partial(_divided_pieces, pieces=pieces, columns=self)
        rows = numbers.mapInArrow(work, _SCHEMA)
        return rows.repartitionById(self.units, sql.col("_unit"))


def _column(expression: Expression) -> str:
    return str(expression[1])


@dataclass(frozen=True, slots=True)
class _Piece:
    """Row groups that a task reads, and the number of the first one's first row."""

    groups: tuple[int, ...]
    first: int


def _pieces(path: Path) -> list[_Piece]:
    """All row groups, small ones together."""
    metadata = pq.read_metadata(path)
    pieces: list[_Piece] = []
    groups: list[int] = []
    first = rows = 0
    for group in range(metadata.num_row_groups):
        groups.append(group)
        rows += metadata.row_group(group).num_rows
        if rows - first >= ROWS_AT_ONCE or group == metadata.num_row_groups - 1:
            pieces.append(_Piece(tuple(groups), first))
            groups, first = [], rows
    return pieces


# --- in workers --------------------------------------------------------------------------------------


def _divided_pieces(
    batches: Iterable[pa.RecordBatch], pieces: list[_Piece], columns: SessionColumns
) -> Iterator[pa.RecordBatch]:
    """The records of some pieces, by number, divided into units."""
    for batch in batches:
        for number in batch.column("id").to_pylist():
            yield from _divided(pieces[number], columns)


def _divided(piece: _Piece, columns: SessionColumns) -> Iterator[pa.RecordBatch]:
    file = pq.ParquetFile(columns.path, read_dictionary=[SPLIT])
    wanted = {SPLIT, ARRIVAL, columns.timestamp, *[name for name, _ in columns.columns.values()]}
    if SPLIT_END in file.schema_arrow.names:
        wanted.add(SPLIT_END)
    first = piece.first
    for batch in file.iter_batches(ROWS_AT_ONCE, list(piece.groups), sorted(wanted)):
        yield _by_unit(_records(pa.Table.from_batches([batch]), first, columns), columns)
        first += batch.num_rows


def _records(table: pa.Table, first: int, columns: SessionColumns) -> dict[str, pa.Array]:
    """The records among rows of the log, the first of which has the number *first*, as columns."""
    judged = JudgedColumns.of(table, first)
    of_text: Mapping[str | None, int] = {name: n for n, name in enumerate(columns.splits)}
    splits = np.array([of_text.get(name, -1) for name in judged.names])[judged.codes]
    records = {
        "_ts": _cast(table.column(columns.timestamp), "int"),
        "_code": pa.array(judged.arrivals * len(columns.splits) + splits),
        "_offset": pa.array(np.arange(first, first + table.num_rows)),
    }
    for name, (column, kind) in columns.columns.items():
        records[name] = _cast(table.column(column), kind)
    kept = splits >= 0
    if judged.is_end is not None:
        kept &= ~judged.is_end
    if kept.all():
        return records
    places = pa.array(np.flatnonzero(kept))
    return {name: column.take(places) for name, column in records.items()}


def _cast(column: pa.ChunkedArray, kind: Kind) -> pa.Array:
    return column.combine_chunks().cast(ARROW_TYPES[kind])


def _by_unit(records: dict[str, pa.Array], columns: SessionColumns) -> pa.RecordBatch:
    """A batch of records for each unit that has some."""
    units = _units([records[name] for name in columns.keys], len(records["_ts"]), columns.units)
    order = np.argsort(units, kind="stable")
    places = pa.array(order)
    divided = pa.record_batch({name: column.take(places) for name, column in records.items()})
    bounds = np.searchsorted(units[order], np.arange(columns.units + 1)).tolist()
    found = [unit for unit in range(columns.units) if bounds[unit] < bounds[unit + 1]]
    parts = [_as_stream(divided.slice(bounds[u], bounds[u + 1] - bounds[u])) for u in found]
    return pa.record_batch(
        {"_unit": pa.array(found, pa.int32()), RECORDS: pa.array(parts, pa.binary())}
    )


def _units(keys: list[pa.Array], records: int, units: int) -> NDArray[np.integer[Any]]:
    """The unit of each record, the same for equal *keys* in whatever batch they are."""
    mixed = np.zeros(records, np.uint64)
    for column in keys:
        mixed = (mixed ^ _numbers(column)) * _GOLDEN
    # numpy sorts short numbers in one go
    return ((mixed >> np.uint64(32)) % np.uint64(units)).astype(np.min_scalar_type(units))


def _numbers(column: pa.Array) -> NDArray[np.uint64]:
    if not pa.types.is_string(column.type):
        longs: Longs = column.cast(pa.int64()).to_numpy()
        return longs.view(np.uint64)
    encoded = pc.dictionary_encode(column)
    texts = [zlib.crc32(text.encode()) for text in encoded.dictionary.to_pylist()]
    numbers: NDArray[np.uint64] = np.array(texts, np.uint64)[encoded.indices.to_numpy()]
    return numbers


def _as_stream(records: pa.RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, records.schema) as stream:
        stream.write_batch(records)
    text: bytes = sink.getvalue().to_pybytes()
    return text
