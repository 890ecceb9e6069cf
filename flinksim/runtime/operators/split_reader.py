"""Reads one split of a source, always one item ahead.

Flink: a split reader inside a ``SourceReader``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from flinksim.connectors.source import LiveSplit, SourceItem


class ReadError:
    """Stands in the place of an item that could not be read; raised when it is taken."""

    __slots__ = ("arrival_ms", "error")

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.arrival_ms = None


class SplitReader:
    """The next item of a split, and how many records were read.

    ``arrival_ms`` is that of the next item (``None``: it can be read at once), valid while
    ``has_item()``. Looking ahead never raises: an error while reading comes out when the item in
    its place is taken, so that it is the error of the step that would have read it.

    Errors, from ``take``: what the split raises; ``ValueError`` if its arrival times go backwards.
    """

    __slots__ = ("_items", "_last_arrival", "_live", "_told", "arrival_ms", "item", "offset",
                 "position", "split", "taken")  # fmt: skip

    def __init__(
        self,
        split: str,
        position: int,
        items: Iterator[SourceItem] | LiveSplit,
        begin_at: tuple[int, int] = (0, 0),
    ) -> None:
        self.split = split
        self.position = position
        self.taken, self.offset = begin_at
        """Items taken so far, and the records among them; a reader may begin in the middle."""
        self.arrival_ms: int | None = None
        self._live = items if isinstance(items, LiveSplit) else None
        self._items: Iterator[SourceItem] | None = (
            None
            if isinstance(items, LiveSplit)
            else islice(items, self.taken, None)
            if self.taken
            else items
        )
        self._told = 0
        self.item: SourceItem | ReadError | None = None
        """The next item, if it has been read; ``has_item()`` reads it."""
        self._last_arrival: int | None = None

    @property
    def is_live(self) -> bool:
        return self._live is not None

    def has_item(self) -> bool:
        """Whether there is a next item (for a live split: now)."""
        if self.item is None:
            self._read_ahead()
        return self.item is not None

    def has_ended(self) -> bool:
        """Whether no item can come any more."""
        if self.has_item():
            return False
        return self._items is None and (self._live is None or self._live.ended)

    def new_attempts(self) -> range:
        """The connections that a live split has made since this was asked last, by their number."""
        if self._live is None:
            return range(0)
        found = range(self._told + 1, self._live.attempts + 1)
        self._told = self._live.attempts
        return found

    def wait(self, timeout_s: float | None) -> None:
        """For a live split: wait in real time until there is something, or it has ended."""
        if self._live is not None and not self.has_item():
            self._live.wait(timeout_s)

    def take(self) -> SourceItem:
        """The next item; call only while ``has_item()``."""
        item: Any = self.item
        assert item is not None
        self.item = None
        self.taken += 1
        if type(item) is ReadError:
            self.close()
            raise item.error
        return item  # type: ignore[no-any-return]

    def tell_read(self, item: SourceItem, processing_time_ms: int) -> None:
        """Tell a live split that *item* was read now; it may keep a recording."""
        if self._live is not None:
            self._live.was_read(item, processing_time_ms)

    def close(self) -> None:
        """Read nothing more, and let the split release what it holds."""
        for items in (self._items, self._live):
            release = getattr(items, "close", None)
            if release is not None:
                release()
        self.item = self._items = self._live = None

    def _read_ahead(self) -> None:
        try:
            if self._items is not None:
                item = next(self._items, None)
                if item is None:
                    self._items = None
            else:
                item = None if self._live is None else self._live.poll()
            if item is not None and item.arrival_ms != self.arrival_ms:
                self._take_arrival_of(item)
            self.item = item
        except Exception as error:  # raised in its turn, see the class
            self.item = ReadError(error)
            self.arrival_ms = None

    def _take_arrival_of(self, item: Any) -> None:
        arrival = self.arrival_ms = item.arrival_ms
        if arrival is None:
            return
        last = self._last_arrival
        if last is not None and arrival < last:
            raise ValueError(
                f"split {self.split!r}: the arrival time goes backwards, from {last} to {arrival} "
                f"at record {self.offset} (counted from 0); within a split arrival_ms may only grow"
            )
        self._last_arrival = arrival
