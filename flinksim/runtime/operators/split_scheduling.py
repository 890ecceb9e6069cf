"""The order in which a source reads its splits, for any number of splits.

Not in Flink, where readers race.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush, heapreplace

from flinksim.runtime.operators.split_reader import SplitReader


class SplitScheduler:
    """The splits that have an item: sorted by arrival time, those without one by position.

    Only reading from a split changes the order. So sources with watermark alignment or live input
    do not use it.
    """

    __slots__ = ("_position_bits", "_position_mask", "_readers", "_timed_heap", "_untimed_heap")

    def __init__(self, readers: Iterable[SplitReader]) -> None:
        self._readers = {reader.position: reader for reader in readers}
        self._position_bits = max(self._readers).bit_length()
        self._position_mask = (1 << self._position_bits) - 1
        # arrival and position packed into one number, because a heap compares numbers faster than pairs
        self._timed_heap: list[int] = []
        self._untimed_heap: list[int] = []
        for reader in self._readers.values():
            self._push(reader)

    def peek(self) -> tuple[SplitReader | None, SplitReader | None]:
        """Return the first split whose next item has an arrival time, and the first without."""
        timed, untimed = self._timed_heap, self._untimed_heap
        return (
            self._readers[timed[0] & self._position_mask] if timed else None,
            self._readers[untimed[0]] if untimed else None,
        )

    def advance(self, reader: SplitReader) -> tuple[SplitReader | None, SplitReader | None]:
        """Return the same two splits as :meth:`peek`, after an item of *reader* was taken.

        *reader* must be one of the two that :meth:`peek` returned before.
        """
        timed = self._timed_heap
        if not timed or timed[0] & self._position_mask != reader.position:
            heappop(self._untimed_heap)
        elif reader.item is not None and reader.arrival_ms is not None:
            # cheaper than a pop and a push
            heapreplace(timed, reader.arrival_ms << self._position_bits | reader.position)
            if not self._untimed_heap:
                return self._readers[timed[0] & self._position_mask], None
            return self.peek()
        else:
            heappop(timed)
        self._push(reader)
        return self.peek()

    def _push(self, reader: SplitReader) -> None:
        if not reader.has_item():
            return
        if reader.arrival_ms is None:
            heappush(self._untimed_heap, reader.position)
        else:
            heappush(self._timed_heap, reader.arrival_ms << self._position_bits | reader.position)
