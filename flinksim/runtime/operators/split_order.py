"""Which split of a source comes next, however many there are.

Not in Flink, where readers race.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush, heapreplace

from flinksim.runtime.operators.split_reader import SplitReader


class SplitOrder:
    """The splits that have an item, those with an arrival time by that, the others by position.

    Only what is read from a split changes it; so one that is aligned with others, or reads something
    live, cannot stand here.
    """

    __slots__ = ("_readers", "_taken", "_timed", "_untimed")

    def __init__(self, readers: Iterable[SplitReader]) -> None:
        self._readers = {reader.position: reader for reader in readers}
        self._timed: list[tuple[int, int]] = []
        self._untimed: list[int] = []
        for reader in self._readers.values():
            self._put(reader)
        self._taken: SplitReader | None = None

    def took_from(self, reader: SplitReader) -> None:
        """An item was taken from *reader*, which is one of the two that :meth:`first` gave."""
        self._taken = reader

    def first(self) -> tuple[SplitReader | None, SplitReader | None]:
        """The first split with an arrival time on its next item, and the first without."""
        if self._taken is not None:
            self._put_again(self._taken)
            self._taken = None
        timed, untimed = self._timed, self._untimed
        return (
            self._readers[timed[0][1]] if timed else None,
            self._readers[untimed[0]] if untimed else None,
        )

    def _put_again(self, reader: SplitReader) -> None:
        """*reader* stands first still, by the item that was taken from it."""
        timed = self._timed
        if not timed or timed[0][1] != reader.position:
            heappop(self._untimed)
        elif reader.has_item() and reader.arrival_ms is not None:
            heapreplace(timed, (reader.arrival_ms, reader.position))  # half of a pop and a push
            return
        else:
            heappop(timed)
        self._put(reader)

    def _put(self, reader: SplitReader) -> None:
        if not reader.has_item():
            return
        if reader.arrival_ms is None:
            heappush(self._untimed, reader.position)
        else:
            heappush(self._timed, (reader.arrival_ms, reader.position))
