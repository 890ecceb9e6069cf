"""Schema of the rows that Python workers emit: records, results, firings and all else.

A worker's batches hold rows of several kinds, so that one pass over the records produces
everything. The job then filters by kind. A row is a single item (a record, a result ...), or a block
of many items of one kind (see :mod:`flinksim.replay.operators.row_batches`).
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
"""Kind of a row that a worker emits.

``record``: a record for the next stage. ``control``: a watermark or watermark status that a task
emitted. ``result``: a record that a sink received. ``firing``: a window firing. ``dropped``: a
dropped late record. ``reached``: maximum timestamps of a source's records per tick, from which its
watermarks are computed. ``survey``: summary of a part of a log.
"""

SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("place", pa.int32()),  # Edge or split of records, stream node of other kinds.
        ("unit", pa.int32()),  # Unit that reads a record; subtask of other kinds.
        ("p0", pa.int64()),
        ("p1", pa.int64()),
        ("p2", pa.int64()),
        ("path", pa.list_(pa.int64())),
        ("timestamp", pa.int64()),
        ("payload", pa.binary()),
        ("items", pa.int32()),  # Number of items in a block; null: a single item.
    ]
)


Row: TypeAlias = tuple[str, int, int, Position, int | None, bytes]
"""One item: (kind, place, unit, position, timestamp, payload)."""


class WorkerRow(NamedTuple):
    """A row as it is stored and sent between workers: a single item, or a block of items of one kind.

    For a block, *position* is that of its first item and *payload* contains all items.
    """

    kind: str
    place: int
    unit: int
    position: Position
    timestamp: int | None
    payload: bytes
    item_count: int | None = None


_dumps, _PROTOCOL = pickle.dumps, pickle.HIGHEST_PROTOCOL
unpack = pickle.loads


def pack(value: Any) -> bytes:
    """Serialize *value*; instances of classes of the user's program carry the definition of the class."""
    try:
        return _dumps(value, _PROTOCOL)
    except Exception:  # Classes of __main__ and lambdas need cloudpickle.
        from pyspark import cloudpickle

        by_value: bytes = cloudpickle.dumps(value)  # type: ignore[no-untyped-call]
        return by_value


def build_batch(rows: Iterable[WorkerRow]) -> pa.RecordBatch:
    """Build a record batch of *rows*."""
    columns: list[Any] = list(zip(*rows, strict=True)) or [()] * len(WorkerRow._fields)
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


def iterate_rows(batch: pa.RecordBatch | pa.Table) -> Iterator[WorkerRow]:
    """Iterate over the rows of a record batch or table."""
    columns = [column.to_pylist() for column in batch.columns]
    for kind, place, unit, p0, p1, p2, path, *rest in zip(*columns, strict=True):
        yield WorkerRow(kind, place, unit, (p0, p1, p2, *(path or ())), *rest)
