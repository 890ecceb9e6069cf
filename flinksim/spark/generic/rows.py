"""The rows that Python workers put out: one schema for records, results, firings and all else.

A worker's batches hold rows of several kinds at once, so that one pass over the records gives
everything; the job then picks the kinds apart.
"""

from __future__ import annotations

import pickle
from typing import Any, Literal, TypeAlias

import pyarrow as pa
from pyspark import cloudpickle

from flinksim.spark.generic.positions import ROOT_LENGTH, Position

RowKind: TypeAlias = Literal[
    "record", "result", "firing", "dropped", "control", "reached", "survey"
]
"""``record``: for the next stage. ``control``: a watermark or status that a task put out. ``reached``:
how far the timestamps of a unit had come by a tick. ``survey``: what a part of a log came to."""

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
    ]
)
SPARK_SCHEMA = (
    "kind string, place int, unit int, p0 bigint, p1 bigint, p2 bigint, path array<bigint>, "
    "timestamp bigint, payload binary"
)
POSITION_COLUMNS = ("p0", "p1", "p2", "path")


def pack(value: Any) -> bytes:
    """*value* as bytes; also of classes that only the user's program knows."""
    try:
        return pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except Exception:  # a class of __main__, a lambda: by value
        by_value: bytes = cloudpickle.dumps(value)  # type: ignore[no-untyped-call]
        return by_value


unpack = pickle.loads


class RowBuffer:
    """Collects rows, and gives them as record batches."""

    def __init__(self, rows_per_batch: int = 20_000) -> None:
        self._rows_per_batch = rows_per_batch
        self._kinds: list[str] = []
        self._places: list[int] = []
        self._units: list[int] = []
        self._positions: list[Position] = []
        self._timestamps: list[int | None] = []
        self._payloads: list[bytes] = []

    def add(
        self,
        kind: RowKind,
        place: int,
        unit: int,
        position: Position,
        timestamp: int | None,
        payload: bytes,
    ) -> None:
        """Add one row."""
        self._kinds.append(kind)
        self._places.append(place)
        self._units.append(unit)
        self._positions.append(position)
        self._timestamps.append(timestamp)
        self._payloads.append(payload)

    @property
    def is_full(self) -> bool:
        return len(self._kinds) >= self._rows_per_batch

    def take(self) -> pa.RecordBatch:
        """All rows so far; the buffer is empty afterwards."""
        positions = self._positions
        batch = pa.record_batch(
            [
                pa.array(self._kinds, pa.string()),
                pa.array(self._places, pa.int32()),
                pa.array(self._units, pa.int32()),
                pa.array([p[0] for p in positions], pa.int64()),
                pa.array([p[1] for p in positions], pa.int64()),
                pa.array([p[2] for p in positions], pa.int64()),
                pa.array([p[ROOT_LENGTH:] for p in positions], pa.list_(pa.int64())),
                pa.array(self._timestamps, pa.int64()),
                pa.array(self._payloads, pa.binary()),
            ],
            schema=SCHEMA,
        )
        for column in (
            self._kinds, self._places, self._units, positions, self._timestamps, self._payloads,
        ):  # fmt: skip
            column.clear()
        return batch

    def __len__(self) -> int:
        return len(self._kinds)
