"""The order in which a source reads its splits, for any number of splits.

Not in Flink, where readers race.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush, heapreplace

from flinksim.runtime.operators.split_reader import SplitReader


class SplitOrder:
    """The splits that have an item: those with an arrival time by that, the others by position.

    Only reading from a split changes the order. So sources with watermark alignment or live input
    do not use it.
    """

    __slots__ = ("_bits", "_positions", "_readers", "_timed", "_untimed")

    def __init__(self, readers: Iterable[SplitReader]) -> None:
        self._readers = {reader.position: reader for reader in readers}
        self._bits = max(self._readers).bit_length()
        self._positions = (1 << self._bits) - 1
        # arrival and position packed into one number, because a heap compares numbers faster than pairs
        self._timed: list[int] = []
        self._untimed: list[int] = []
        for reader in self._readers.values():
            self._put(reader)

    def first(self) -> tuple[SplitReader | None, SplitReader | None]:
        """Return the first split whose next item has an arrival time, and the first without."""
        timed, untimed = self._timed, self._untimed
        return (
            self._readers[timed[0] & self._positions] if timed else None,
            self._readers[untimed[0]] if untimed else None,
        )

    def first_after(self, reader: SplitReader) -> tuple[SplitReader | None, SplitReader | None]:
        """Return the first two like :meth:`first`, after an item of *reader* was taken.

        The reader must be one of the two that were first before.
        """
        timed = self._timed
        if not timed or timed[0] & self._positions != reader.position:
            heappop(self._untimed)
        elif reader.item is not None and reader.arrival_ms is not None:
            # cheaper than a pop and a push
            heapreplace(timed, reader.arrival_ms << self._bits | reader.position)
            if not self._untimed:
                return self._readers[timed[0] & self._positions], None
            return self.first()
        else:
            heappop(timed)
        self._put(reader)
        return self.first()

    def _put(self, reader: SplitReader) -> None:
        if not reader.has_item():
            return
        if reader.arrival_ms is None:
            heappush(self._untimed, reader.position)
        else:
            heappush(self._timed, reader.arrival_ms << self._bits | reader.position)
