"""The tables of a job, for people and for SQL; the same columns whichever way the job went.

Keys and values stand there as text, as Flink prints them; times and counts are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, NamedTuple, TypeAlias

import pyarrow as pa

from flinksim.spark.failures import tells_failures
from flinksim.spark.generic import positions
from flinksim.spark.generic.blocks import things_in
from flinksim.spark.generic.rows import Row, rows_in, unpack
from flinksim.spark.logs.log_pieces import RejectsRows
from flinksim.trace.values import freeze
from flinksim.typeutils.printing import format_value

TABLES = ("results", "firings", "dropped", "watermarks", "rejects")
"""All tables of a job."""


class WrittenTables(NamedTuple):
    """Where the tables of a job are, and how many rows each has."""

    path: str
    results: int
    firings: int
    dropped: int
    watermarks: int
    rejects: int


def check_replaced(target: str, found: Iterable[str], replace: bool) -> None:
    """That tables may be written to *target*, which is there and has *found* in it.

    Raises: FileExistsError unless *replace* is said and it is an earlier replay's.
    """
    if not replace:
        raise FileExistsError(
            f"{target} is there already; name another folder, or say replace=True (on the command "
            "line --replace)"
        )
    foreign = sorted(set(found) - set(TABLES))
    if foreign:
        raise FileExistsError(
            f"{target} is no earlier replay's folder, for {foreign[0]} is in it; name another"
        )


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

_ROWS_AT_ONCE = 10_000


def names_in(schema: str) -> list[str]:
    """The columns of one of these schemas."""
    return [part.split()[0] for part in schema.split(", ")]


@tells_failures
def rejected_rows(batches: Batches, reader: RejectsRows, folder: str) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`REJECT_SCHEMA`, from the numbers of a log's pieces."""
    for batch in batches:
        for piece in batch.column(0).to_pylist():
            yield _table(REJECT_SCHEMA, list(reader.rejects(piece)))


def result_rows(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`RESULT_SCHEMA`, from rows of workers."""
    for some in _some_at_a_time(batches):
        made = []
        for _, node, subtask, position, timestamp, payload in some:
            text = format_value(unpack(payload))
            made.append((node, subtask, text, timestamp, positions.time_of(position)))
        yield _table(RESULT_SCHEMA, made)


def firing_rows(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`FIRING_SCHEMA`, from rows of workers."""
    for some in _some_at_a_time(batches):
        made = []
        for _, node, subtask, position, _, payload in some:
            key, window, kind, count, contents, watermark = unpack(payload)
            start, end = window if isinstance(window, tuple) else (None, None)
            told = (node, subtask, format_value(key), start, end, kind, count, _text_of(contents))
            made.append((*told, watermark, positions.time_of(position)))
        yield _table(FIRING_SCHEMA, made)


def dropped_rows(batches: Batches) -> Iterator[pa.RecordBatch]:
    """Rows of :data:`DROPPED_SCHEMA`, from rows of workers."""
    for some in _some_at_a_time(batches):
        made = []
        for _, node, subtask, position, timestamp, payload in some:
            key, value, watermark, aside = unpack(payload)
            told = (node, subtask, format_value(key), format_value(value), timestamp, watermark)
            made.append((*told, aside, positions.time_of(position)))
        yield _table(DROPPED_SCHEMA, made)


def _text_of(contents: Any) -> str | None:
    return None if contents is None else format_value(freeze(contents))


def _some_at_a_time(batches: Batches) -> Iterator[list[Row]]:
    """What the rows of workers hold, whether one thing each or blocks."""
    things = chain.from_iterable(things_in(row) for batch in batches for row in rows_in(batch))
    while some := list(islice(things, _ROWS_AT_ONCE)):
        yield some


def _table(schema: str, rows: list[tuple[Any, ...]]) -> pa.RecordBatch:
    fields = [part.split() for part in schema.split(", ")]
    arrow = pa.schema([(name, _ARROW[kind]) for name, kind in fields])
    columns = zip(*rows, strict=True) if rows else [[] for _ in arrow]
    arrays = [pa.array(column, field.type) for column, field in zip(columns, arrow, strict=True)]
    return pa.record_batch(arrays, schema=arrow)
