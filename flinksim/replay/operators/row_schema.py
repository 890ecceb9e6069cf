"""The rows that Python workers put out: one schema for records, results, firings and all else.

A worker's batches hold rows of several kinds at once, so that one pass over the records gives
everything; the job then picks the kinds apart. A row is one thing, or a block of many things of one
kind (see :mod:`flinksim.replay.operators.row_batches`).
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

import pyarrow as pa

from flinksim.replay.operators.positions import ROOT_LENGTH, Position

RowKind: TypeAlias = Literal[
    "record", "result", "firing", "dropped", "control", "reached", "survey"
]
"""``record``: for the next stage. ``control``: a watermark or status that a task put out. ``reached``:
how far a source had come. ``survey``: what a part of a log came to."""

SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("place", pa.int32()),  # edge or split of records, stream node of all else
        ("unit", pa.int32()),  # who reads a record; the subtask of all else
        ("p0", pa.int64()),
        ("p1", pa.int64()),
        ("p2", pa.int64()),
        ("path", pa.list_(pa.int64())),
        ("timestamp", pa.int64()),
        ("payload", pa.binary()),
        ("items", pa.int32()),  # how many things are in a block; null: the row is one itself
    ]
)


Row: TypeAlias = tuple[str, int, int, Position, int | None, bytes]
"""One thing: (kind, place, unit, position, timestamp, payload)."""


class KeptRow(NamedTuple):
    """A row as it is kept and sent; of a block, *position* is that of the first thing in it."""

    kind: str
    place: int
    unit: int
    position: Position
    timestamp: int | None
    payload: bytes
    items: int | None = None


_dumps, _PROTOCOL = pickle.dumps, pickle.HIGHEST_PROTOCOL
unpack = pickle.loads


def pack(value: Any) -> bytes:
    """*value* as bytes; also of classes that only the user's program knows."""
    try:
        return _dumps(value, _PROTOCOL)
    except Exception:  # a class of __main__, a lambda: by value
        from pyspark import cloudpickle

        by_value: bytes = cloudpickle.dumps(value)  # type: ignore[no-untyped-call]
        return by_value


def batch_of(rows: Iterable[KeptRow]) -> pa.RecordBatch:
    """*rows* as a record batch."""
    columns: list[Any] = list(zip(*rows, strict=True)) or [()] * len(KeptRow._fields)
    kinds, places, units, positions, timestamps, payloads, items = columns
    return pa.record_batch(
        [
            pa.array(kinds, pa.string()),
            pa.array(places, pa.int32()),
            pa.array(units, pa.int32()),
            pa.array([p[0] for p in positions], pa.int64()),
            pa.array([p[1] for p in positions], pa.int64()),
            pa.array([p[2] for p in positions], pa.int64()),
            pa.array([p[ROOT_LENGTH:] for p in positions], pa.list_(pa.int64())),
            pa.array(timestamps, pa.int64()),
            pa.array(payloads, pa.binary()),
            pa.array(items, pa.int32()),
        ],
        schema=SCHEMA,
    )


def rows_in(batch: pa.RecordBatch | pa.Table) -> Iterator[KeptRow]:
    """The rows of a record batch, or of a table."""
    columns = [column.to_pylist() for column in batch.columns]
    for kind, place, unit, p0, p1, p2, path, *rest in zip(*columns, strict=True):
        yield KeptRow(kind, place, unit, (p0, p1, p2, *(path or ())), *rest)
