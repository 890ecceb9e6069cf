"""The tables of a job, for people and for SQL; the same columns whichever way the job went.

Keys and values stand there as text, as Flink prints them; times and counts are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

import pyarrow as pa

from flinksim.connectors.printing import format_value
from flinksim.spark.failures import tells_failures
from flinksim.spark.generic.rows import unpack
from flinksim.spark.logs.log_pieces import SpanItems
from flinksim.trace.values import freeze

Batches: TypeAlias = Iterable[pa.RecordBatch]

RESULT_SCHEMA = "operator int, subtask int, value string, timestamp bigint, time bigint"
FIRING_SCHEMA = (
    "operator int, subtask int, key string, window_start bigint, window_end bigint, kind string, "
    "count bigint, contents string, watermark bigint, time bigint"
)
DROPPED_SCHEMA = (
    "operator int, subtask int, key string, value string, timestamp bigint, watermark bigint, "
    "side_output boolean, time bigint"
)
WATERMARK_SCHEMA = (
    "vertex string, subtask int, input int, time bigint, watermark bigint, idle boolean"
)
REJECT_SCHEMA = "file string, line bigint, text string, reason string"

_ARROW = {
    "int": pa.int32(),
    "bigint": pa.int64(),
    "string": pa.string(),
    "boolean": pa.bool_(),
}


def names_in(schema: str) -> list[str]:
    """The columns of one of these schemas."""
    return [part.split()[0] for part in schema.split(", ")]


@tells_failures
def rejected_rows(batches: Batches, reader: SpanItems, folder: str) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`REJECT_SCHEMA`, from the numbers of a log's pieces."""
    for batch in batches:
        for piece in batch.column(0).to_pylist():
            yield _table(REJECT_SCHEMA, list(reader.rejects(piece)))


def result_rows(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`RESULT_SCHEMA`, from rows of workers."""
    for batch in batches:
        yield _table(
            RESULT_SCHEMA,
            [
                (row[1], row[2], format_value(unpack(row[8])), row[7], row[3] // 3)
                for row in _rows(batch)
            ],
        )


def firing_rows(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`FIRING_SCHEMA`, from rows of workers."""
    for batch in batches:
        made = []
        for row in _rows(batch):
            key, window, kind, count, contents, watermark = unpack(row[8])
            start, end = window if isinstance(window, tuple) else (None, None)
            told = (row[1], row[2], format_value(key), start, end, kind, count, _text_of(contents))
            made.append((*told, watermark, row[3] // 3))
        yield _table(FIRING_SCHEMA, made)


def dropped_rows(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`DROPPED_SCHEMA`, from rows of workers."""
    for batch in batches:
        made = []
        for row in _rows(batch):
            key, value, watermark, aside = unpack(row[8])
            told = (row[1], row[2], format_value(key), format_value(value), row[7], watermark)
            made.append((*told, aside, row[3] // 3))
        yield _table(DROPPED_SCHEMA, made)


def _text_of(contents: Any) -> str | None:
    return None if contents is None else format_value(freeze(contents))


def _rows(batch: pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    return zip(*[column.to_pylist() for column in batch.columns], strict=True)


def _table(schema: str, rows: list[tuple[Any, ...]]) -> pa.RecordBatch:
    fields = [part.split() for part in schema.split(", ")]
    arrow = pa.schema([(name, _ARROW[kind]) for name, kind in fields])
    columns = zip(*rows, strict=True) if rows else [[] for _ in arrow]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, arrow, strict=True)]
    return pa.record_batch(arrays, schema=arrow)
