"""Many records, results or firings in one row: what is put out one by one travels by the thousand.

Each value is packed by itself, at the moment at which it is put out, so that what a function does to
it later is not seen. The packed values of one kind, for one reader, become one row: Spark spreads,
sorts and keeps some rows of a hundred kilobytes in place of thousands of small ones. Blocks come to
their reader by the position of their first record; blocks that overlap are merged here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import repeat

import pyarrow as pa

from flinksim.replay.operators.positions import Position
from flinksim.replay.operators.row_schema import KeptRow, Row, RowKind, batch_of, pack, unpack

BYTES_PER_BATCH = 2 << 20
_BYTES_OF_A_PLACE = 150
"""About what a record takes in a buffer besides its value."""


class _Block:
    __slots__ = ("payloads", "positions", "timestamps")

    def __init__(self) -> None:
        self.positions: list[Position] = []
        self.timestamps: list[int | None] = []
        self.payloads: list[bytes] = []


class BlockBuffer:
    """Collects things one by one, and gives them as blocks.

    ``lane`` is set by whoever adds: within a lane positions should go up, so that the blocks of a lane
    do not overlap, and their reader needs to hold no more than one of each.
    """

    def __init__(self, bytes_per_batch: int = BYTES_PER_BATCH) -> None:
        self.lane = 0
        self._blocks: dict[tuple[RowKind, int, int, int], _Block] = {}
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
        """Add one thing."""
        address = (kind, place, unit, self.lane)
        block = self._blocks.get(address)
        if block is None:
            block = self._blocks[address] = _Block()
        block.positions.append(position)
        block.timestamps.append(timestamp)
        block.payloads.append(payload)
        self._bytes_left -= len(payload) + _BYTES_OF_A_PLACE
        if self._bytes_left < 0:
            self.is_full = True

    def take(self) -> pa.RecordBatch:
        """All blocks so far; the buffer is empty afterwards."""
        rows = [
            KeptRow(
                kind, place, unit, min(block.positions), None,
                pack((block.positions, block.timestamps, block.payloads)), len(block.positions),
            )
            for (kind, place, unit, _), block in self._blocks.items()
        ]  # fmt: skip
        self._blocks.clear()
        self._bytes_left = self._bytes_per_batch
        self.is_full = False
        return batch_of(rows)

    def __len__(self) -> int:
        return len(self._blocks)


def things_in(row: KeptRow) -> Iterable[Row]:
    """What a row holds: the things of a block, or itself."""
    if row.items is None:
        return [row[:-1]]
    positions, timestamps, payloads = unpack(row.payload)
    kinds, places, units = repeat(row.kind), repeat(row.place), repeat(row.unit)
    return zip(kinds, places, units, positions, timestamps, payloads)  # noqa: B905  # endless


def in_order(rows: Iterable[KeptRow]) -> Iterator[list[Row]]:
    """What *rows* hold, by position, some at a time; *rows* come by the position of their first.

    Holds what overlaps, and about as much again.
    """
    held: list[Row] = []
    bytes_left = BYTES_PER_BATCH
    for row in rows:
        if bytes_left <= 0:
            held.sort(key=position_of)
            # A later row has nothing before its first.
            come = bisect_left(held, row.position, key=position_of)
            yield held[:come]
            del held[:come]
            bytes_left = max(BYTES_PER_BATCH, sum(map(_bytes_of, held)))
        held += things_in(row)
        bytes_left -= len(row.payload)
    held.sort(key=position_of)
    yield held


def position_of(row: Row | KeptRow) -> Position:
    """Where a row stands in the run."""
    return row[3]


def _bytes_of(row: Row) -> int:
    return len(row[5]) + _BYTES_OF_A_PLACE
