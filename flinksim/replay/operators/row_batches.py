"""Blocks of many records, results or firings that are stored and shuffled as one row.

Each value is serialized when it is emitted, so that later changes by a function are not visible.
The values of one kind for one reader become one row. Spark shuffles, sorts and stores a few rows of
a hundred kilobytes instead of thousands of small ones. Blocks reach their reader in the order of
their first positions; blocks whose ranges of positions overlap are merged here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import repeat

import pyarrow as pa

from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.row_schema import Row, RowKind, WorkerRow, build_batch, pack, unpack

BYTES_PER_BATCH = 2 << 20
_RECORD_OVERHEAD_BYTES = 150
"""Approximate size in bytes of a buffered record besides its serialized value."""


class _RowBatch:
    __slots__ = ("payloads", "positions", "timestamps")

    def __init__(self) -> None:
        self.positions: list[Position] = []
        self.timestamps: list[int | None] = []
        self.payloads: list[bytes] = []


class RowBatchBuilder:
    """Collects items of several kinds in blocks and builds record batches with one row per block.

    A lane is a sequence of items whose positions increase, such as those of one split. The caller sets
    ``lane``. Then the blocks of a lane do not overlap, and their reader holds only one block of each
    lane in memory.
    """

    def __init__(self, bytes_per_batch: int = BYTES_PER_BATCH) -> None:
        self.lane = 0
        self._blocks: dict[tuple[RowKind, int, int, int], _RowBatch] = {}
        self._bytes_left = self._bytes_per_batch = bytes_per_batch
        self.is_full = False

    def add(
        self,
        kind: RowKind,
        place: int,
        unit: int,
        position: Position,
        timestamp: int | None,
        payload: bytes,
    ) -> None:
        """Add one item to the block of its kind, place, unit and lane."""
        address = (kind, place, unit, self.lane)
        block = self._blocks.get(address)
        if block is None:
            block = self._blocks[address] = _RowBatch()
        block.positions.append(position)
        block.timestamps.append(timestamp)
        block.payloads.append(payload)
        self._bytes_left -= len(payload) + _RECORD_OVERHEAD_BYTES
        if self._bytes_left < 0:
            self.is_full = True

    def flush(self) -> pa.RecordBatch:
        """Return all blocks as a record batch and clear the buffer."""
        rows = [
            WorkerRow(
                kind, place, unit, min(block.positions), None,
                pack((block.positions, block.timestamps, block.payloads)), len(block.positions),
            )
            for (kind, place, unit, _), block in self._blocks.items()
        ]  # fmt: skip
        self._blocks.clear()
        self._bytes_left = self._bytes_per_batch
        self.is_full = False
        return build_batch(rows)

    def __len__(self) -> int:
        return len(self._blocks)


def iterate_items(row: WorkerRow) -> Iterable[Row]:
    """Iterate over the items of a row: those of its block, or the row itself if it is a single item."""
    if row.item_count is None:
        return [row[:-1]]
    positions, timestamps, payloads = unpack(row.payload)
    kinds, places, units = repeat(row.kind), repeat(row.place), repeat(row.unit)
    return zip(kinds, places, units, positions, timestamps, payloads)  # noqa: B905  # endless


def merge_ordered(rows: Iterable[WorkerRow]) -> Iterator[list[Row]]:
    """Merge the items of *rows* by position and yield them in lists.

    *rows* must be ordered by the position of their first items. Items are held in memory as long as a
    later row may have an earlier item, and about as much again.
    """
    pending: list[Row] = []
    bytes_left = BYTES_PER_BATCH
    for row in rows:
        if bytes_left <= 0:
            pending.sort(key=get_position)
            # A later row has no item before its first position.
            ready_count = bisect_left(pending, row.position, key=get_position)
            yield pending[:ready_count]
            del pending[:ready_count]
            bytes_left = max(BYTES_PER_BATCH, sum(map(_estimate_bytes, pending)))
        pending += iterate_items(row)
        bytes_left -= len(row.payload)
    pending.sort(key=get_position)
    yield pending


def get_position(row: Row | WorkerRow) -> Position:
    """Return the position of an item in the run, or that of the first item of a block."""
    return row[3]


def _estimate_bytes(row: Row) -> int:
    return len(row[5]) + _RECORD_OVERHEAD_BYTES
