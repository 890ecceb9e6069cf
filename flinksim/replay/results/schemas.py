"""Schemas of a job's tables, and the worker functions that build the tables.

The tables are results, firings, dropped records, watermarks and rejected rows. They are the same
whichever engine runs the job.

Not in Flink.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias

import pyarrow as pa

from flinksim.replay.operators import positions
from flinksim.replay.operators.row_batches import iterate_items
from flinksim.replay.operators.row_schema import Row, iterate_rows, unpack
from flinksim.replay.results.result_types import (
    NONE_TYPE,
    TEXT_TYPE,
    ValueType,
    build_array,
    infer_common_type,
    join_types,
    to_arrow_type,
)

Batches: TypeAlias = Iterable[pa.RecordBatch]
ColumnKinds: TypeAlias = dict[str, str]
"""Columns of a table by name: an Arrow type, ``time``, or ``value`` for a value of the program."""

RESULTS: ColumnKinds = {
    "operator": "int32", "subtask": "int32", "value": "value", "timestamp": "time", "time": "time",
}  # fmt: skip
FIRINGS: ColumnKinds = {
    "operator": "int32", "subtask": "int32", "key": "value", "window_start": "time",
    "window_end": "time", "kind": "string", "count": "int64", "contents": "value",
    "watermark": "time", "time": "time",
}  # fmt: skip
DROPPED: ColumnKinds = {
    "operator": "int32", "subtask": "int32", "key": "value", "value": "value", "timestamp": "time",
    "watermark": "time", "side_output": "bool", "time": "time",
}  # fmt: skip
WATERMARKS: ColumnKinds = {
    "vertex": "string", "subtask": "int32", "input": "int32", "time": "time", "watermark": "time",
    "idle": "bool",
}  # fmt: skip
REJECTS: ColumnKinds = {"file": "string", "line": "int64", "text": "string", "reason": "string"}

WORKER_TABLES = {"result": RESULTS, "firing": FIRINGS, "dropped": DROPPED}
"""Columns of the table for each kind of rows that workers emit.

The rows are those of :mod:`flinksim.replay.operators.row_schema`.
"""

ColumnTypes: TypeAlias = dict[str, ValueType]
"""Types of a table's value columns, by name."""

AS_TEXT: ColumnTypes = {"key": TEXT_TYPE, "value": TEXT_TYPE, "contents": TEXT_TYPE}

INFERRED_TYPES_SCHEMA = pa.schema([("types", pa.binary())])
_ROWS_PER_BATCH = 10_000


def list_value_columns(kinds: ColumnKinds) -> list[str]:
    """List the columns whose cells are values of the program."""
    return [name for name, kind in kinds.items() if kind == "value"]


def build_schema(kinds: ColumnKinds, types: Mapping[str, pa.DataType]) -> pa.Schema:
    """Build the Arrow schema of a table, given the types of its value columns.

    Times are epoch milliseconds.
    """
    return pa.schema([
        (name, types[name] if kind == "value" else _KIND_TYPES.get(kind) or kind)
        for name, kind in kinds.items()
    ])  # fmt: skip


def build_table_schema(kind: str, types: ColumnTypes) -> pa.Schema:
    """Build the Arrow schema of the table of results, firings or dropped records (*kind*)."""
    return build_schema(
        WORKER_TABLES[kind], {name: to_arrow_type(own) for name, own in types.items()}
    )


_KIND_TYPES = {"time": pa.int64()}


def build_table_batches(
    batches: Batches, kind: str, types: ColumnTypes
) -> Iterator[pa.RecordBatch]:
    """Convert the rows that workers emitted to batches of the table of one *kind*."""
    columns, unpack_row = WORKER_TABLES[kind], _UNPACKERS[kind]
    for items in _iterate_item_lists(batches):
        yield build_row_batch(columns, types, list(map(unpack_row, items)))


def infer_value_types(batches: Batches, kind: str) -> Iterator[pa.RecordBatch]:
    """Infer the types of the value columns from a part of the rows that workers emitted.

    Returns one row with the pickled types.
    """
    columns, unpack_row = WORKER_TABLES[kind], _UNPACKERS[kind]
    places = {name: list(columns).index(name) for name in list_value_columns(columns)}
    types = dict.fromkeys(places, NONE_TYPE)
    for items in _iterate_item_lists(batches):
        rows = list(map(unpack_row, items))
        for name, place in places.items():
            types[name] = join_types([types[name], infer_common_type(row[place] for row in rows)])
    yield pa.record_batch(
        [pa.array([pickle.dumps(types)], pa.binary())], schema=INFERRED_TYPES_SCHEMA
    )


def _unpack_result(row: Row) -> tuple[Any, ...]:
    _, node, subtask, position, timestamp, payload = row
    return node, subtask, unpack(payload), timestamp, positions.get_time_ms(position)


def _unpack_firing(row: Row) -> tuple[Any, ...]:
    _, node, subtask, position, _, payload = row
    key, window, kind, count, contents, watermark = unpack(payload)
    start, end = window if isinstance(window, tuple) else (None, None)
    time = positions.get_time_ms(position)
    return node, subtask, key, start, end, kind, count, contents, watermark, time


def _unpack_dropped(row: Row) -> tuple[Any, ...]:
    _, node, subtask, position, timestamp, payload = row
    key, value, watermark, to_side_output = unpack(payload)
    time = positions.get_time_ms(position)
    return node, subtask, key, value, timestamp, watermark, to_side_output, time


_UNPACKERS: dict[str, Callable[[Row], tuple[Any, ...]]] = {
    "result": _unpack_result, "firing": _unpack_firing, "dropped": _unpack_dropped,
}  # fmt: skip


def _iterate_item_lists(batches: Batches) -> Iterator[list[Row]]:
    """Iterate over the items in rows that workers emitted, as lists; a row has one item or many."""
    items = chain.from_iterable(
        iterate_items(row) for batch in batches for row in iterate_rows(batch)
    )
    while chunk := list(islice(items, _ROWS_PER_BATCH)):
        yield chunk


def build_row_batch(
    kinds: ColumnKinds, types: ColumnTypes, rows: Sequence[tuple[Any, ...]]
) -> pa.RecordBatch:
    """Build a record batch from the *rows* of a table."""
    schema = build_schema(kinds, {name: to_arrow_type(own) for name, own in types.items()})
    columns = zip(*rows, strict=True) if rows else [[] for _ in schema]
    arrays = [
        build_array(column, types[field.name])
        if kinds[field.name] == "value"
        else pa.array(column, field.type)
        for column, field in zip(columns, schema, strict=True)
    ]
    return pa.record_batch(arrays, schema=schema)
