"""Schemas of a job's tables, and the worker functions that build the tables.

The tables are the same for all backends.

Not in Flink.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, TypeAlias

import pyarrow as pa

from flinksim.replay.operators import positions
from flinksim.replay.operators.row_batches import things_in
from flinksim.replay.operators.row_schema import Row, rows_in, unpack
from flinksim.replay.results.type_inference import (
    NOTHING,
    TEXT,
    ValueType,
    array_of,
    arrow_type,
    joined,
    type_of_all,
)

Batches: TypeAlias = Iterable[pa.RecordBatch]
Kinds: TypeAlias = dict[str, str]
"""Columns of a table: an Arrow type, a ``time``, or a ``value`` of the program."""

RESULTS: Kinds = {
    "operator": "int32", "subtask": "int32", "value": "value", "timestamp": "time", "time": "time",
}  # fmt: skip
FIRINGS: Kinds = {
    "operator": "int32", "subtask": "int32", "key": "value", "window_start": "time",
    "window_end": "time", "kind": "string", "count": "int64", "contents": "value",
    "watermark": "time", "time": "time",
}  # fmt: skip
DROPPED: Kinds = {
    "operator": "int32", "subtask": "int32", "key": "value", "value": "value", "timestamp": "time",
    "watermark": "time", "side_output": "bool", "time": "time",
}  # fmt: skip
WATERMARKS: Kinds = {
    "vertex": "string", "subtask": "int32", "input": "int32", "time": "time", "watermark": "time",
    "idle": "bool",
}  # fmt: skip
REJECTS: Kinds = {"file": "string", "line": "int64", "text": "string", "reason": "string"}

OF_WORKERS = {"result": RESULTS, "firing": FIRINGS, "dropped": DROPPED}
"""Table by the kind of worker rows (:mod:`flinksim.replay.operators.row_schema`)."""

Types: TypeAlias = dict[str, ValueType]
"""Types of the value columns."""

AS_TEXT: Types = {"key": TEXT, "value": TEXT, "contents": TEXT}

FOUND_TYPES = pa.schema([("types", pa.binary())])
_ROWS_AT_ONCE = 10_000


def values_in(kinds: Kinds) -> list[str]:
    """List the columns that hold values of the program."""
    return [name for name, kind in kinds.items() if kind == "value"]


def worker_schema(kinds: Kinds, types: Mapping[str, pa.DataType]) -> pa.Schema:
    """Build the Arrow schema of a table with these value *types*; times are epoch milliseconds."""
    return pa.schema([
        (name, types[name] if kind == "value" else _WIDE.get(kind) or kind)
        for name, kind in kinds.items()
    ])  # fmt: skip


def table_schema(kind: str, types: Types) -> pa.Schema:
    """Build the Arrow schema of the table of one *kind* of worker rows."""
    return worker_schema(OF_WORKERS[kind], {name: arrow_type(own) for name, own in types.items()})


_WIDE = {"time": pa.int64()}


def table_rows(batches: Batches, kind: str, types: Types) -> Iterator[pa.RecordBatch]:
    """Build batches of the table of one *kind* of worker rows."""
    columns, unpack_row = OF_WORKERS[kind], _TELL[kind]
    for items in _some_at_a_time(batches):
        yield batch_of_rows(columns, types, list(map(unpack_row, items)))


def value_types(batches: Batches, kind: str) -> Iterator[pa.RecordBatch]:
    """Infer the value types of a part of such a table; returns one row with pickled types."""
    columns, unpack_row = OF_WORKERS[kind], _TELL[kind]
    places = {name: list(columns).index(name) for name in values_in(columns)}
    types = dict.fromkeys(places, NOTHING)
    for items in _some_at_a_time(batches):
        rows = list(map(unpack_row, items))
        for name, place in places.items():
            types[name] = joined([types[name], type_of_all(row[place] for row in rows)])
    yield pa.record_batch([pa.array([pickle.dumps(types)], pa.binary())], schema=FOUND_TYPES)


def _result(row: Row) -> tuple[Any, ...]:
    _, node, subtask, position, timestamp, payload = row
    return node, subtask, unpack(payload), timestamp, positions.time_of(position)


def _firing(row: Row) -> tuple[Any, ...]:
    _, node, subtask, position, _, payload = row
    key, window, kind, count, contents, watermark = unpack(payload)
    start, end = window if isinstance(window, tuple) else (None, None)
    time = positions.time_of(position)
    return node, subtask, key, start, end, kind, count, contents, watermark, time


def _dropped(row: Row) -> tuple[Any, ...]:
    _, node, subtask, position, timestamp, payload = row
    key, value, watermark, to_side_output = unpack(payload)
    time = positions.time_of(position)
    return node, subtask, key, value, timestamp, watermark, to_side_output, time


_TELL: dict[str, Callable[[Row], tuple[Any, ...]]] = {
    "result": _result, "firing": _firing, "dropped": _dropped,
}  # fmt: skip


def _some_at_a_time(batches: Batches) -> Iterator[list[Row]]:
    """Iterate over lists of the items in worker rows, single or in blocks."""
    items = chain.from_iterable(things_in(row) for batch in batches for row in rows_in(batch))
    while chunk := list(islice(items, _ROWS_AT_ONCE)):
        yield chunk


def batch_of_rows(kinds: Kinds, types: Types, rows: Sequence[tuple[Any, ...]]) -> pa.RecordBatch:
    """Build a record batch from rows of a table."""
    schema = worker_schema(kinds, {name: arrow_type(own) for name, own in types.items()})
    columns = zip(*rows, strict=True) if rows else [[] for _ in schema]
    arrays = [
        array_of(column, types[field.name])
        if kinds[field.name] == "value"
        else pa.array(column, field.type)
        for column, field in zip(columns, schema, strict=True)
    ]
    return pa.record_batch(arrays, schema=schema)
