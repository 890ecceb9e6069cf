"""The tables of a job, for people and for SQL: values as text beside their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pyarrow as pa

from flinksim.connectors.printing import format_value
from flinksim.spark.rows import unpack
from flinksim.trace.values import freeze

RESULT_SCHEMA = "operator int, subtask int, value string, timestamp bigint, time bigint"
FIRING_SCHEMA = (
    "operator int, subtask int, key string, window_start bigint, window_end bigint, kind string, "
    "count bigint, contents string, watermark bigint, time bigint"
)
DROPPED_SCHEMA = (
    "operator int, subtask int, key string, value string, timestamp bigint, watermark bigint, "
    "side_output boolean, time bigint"
)

_ARROW = {
    "int": pa.int32(),
    "bigint": pa.int64(),
    "string": pa.string(),
    "boolean": pa.bool_(),
}


def result_rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`RESULT_SCHEMA`."""
    return _table(
        batches,
        RESULT_SCHEMA,
        lambda row, value: (row[1], row[2], format_value(value), row[7], row[3] // 3),
    )


def firing_rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`FIRING_SCHEMA`."""
    return _table(batches, FIRING_SCHEMA, _firing_row)


def _firing_row(row: tuple[Any, ...], firing: Any) -> tuple[Any, ...]:
    key, window, kind, count, contents, watermark = firing
    start, end = window if isinstance(window, tuple) else (None, None)
    text = None if contents is None else format_value(freeze(contents))
    return (
        row[1], row[2], format_value(key), start, end, kind, count, text, watermark, row[3] // 3,
    )  # fmt: skip


def dropped_rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`DROPPED_SCHEMA`."""
    return _table(batches, DROPPED_SCHEMA, _dropped_row)


def _dropped_row(row: tuple[Any, ...], drop: Any) -> tuple[Any, ...]:
    key, value, watermark, aside = drop
    return (
        row[1], row[2], format_value(key), format_value(value), row[7], watermark, aside, row[3] // 3,
    )  # fmt: skip


def _table(batches: Iterable[pa.RecordBatch], schema: str, make: Any) -> Iterator[pa.RecordBatch]:
    fields = [part.split() for part in schema.split(", ")]
    arrow = pa.schema([(name, _ARROW[kind]) for name, kind in fields])
    for batch in batches:
        columns = [column.to_pylist() for column in batch.columns]
        made = [make(row, unpack(row[8])) for row in zip(*columns, strict=True)]
        arrays = [
            pa.array([row[place] for row in made], field.type) for place, field in enumerate(arrow)
        ]
        yield pa.record_batch(arrays, schema=arrow)
