"""Reader of one split of a source; it has always read one item ahead.

Flink: a split reader inside a ``SourceReader``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from flinksim.connectors.source import LiveSplit, SourceItem


class DeferredReadError:
    """Stands for an item that could not be read ahead; its error is raised when the item is taken."""

    __slots__ = ("arrival_ms", "error")

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.arrival_ms = None


def shift_items(items: Iterator[SourceItem], discovery_ms: int) -> Iterator[SourceItem]:
    """Yield *items*, which cannot be read before their split is discovered at *discovery_ms*."""
    for item in items:
        is_early = item.arrival_ms is None or item.arrival_ms < discovery_ms
        yield replace(item, arrival_ms=discovery_ms) if is_early else item


class SplitReader:
    """Reads one split of a source: has the next item, and the number of records read.

    ``arrival_ms`` is that of the next item (``None``: it can be read now), valid while
    ``has_item()``. Reading ahead never raises: an error is raised when the item in its place is
    taken, so that it is the error of the step that would have read it.

    Raises:
        ValueError: From ``take``, if the arrival times of the split go backwards.
        Exception: From ``take``, errors of the split.
    """

    __slots__ = (
        "_items",
        "_last_arrival_ms",
        "_live_split",
        "_reported_attempts",
        "arrival_ms",
        "item",
        "items_taken",
        "offset",
        "position",
        "split",
        "waits_at_end",
    )

    def __init__(
        self,
        split: str,
        position: int,
        items: Iterator[SourceItem] | LiveSplit,
        start_position: tuple[int, int] = (0, 0),
        waits_at_end: bool = False,
    ) -> None:
        self.waits_at_end = waits_at_end
        """Whether the split stays open after its last item, because more may come."""
        self.split = split
        self.position = position
        self.items_taken, self.offset = start_position
        """Items taken so far, and the records among them; a reader may start in the middle."""
        self.arrival_ms: int | None = None
        self._live_split = items if isinstance(items, LiveSplit) else None
        self._items: Iterator[SourceItem] | None = (
            None
            if isinstance(items, LiveSplit)
            else islice(items, self.items_taken, None)
            if self.items_taken
            else items
        )
        self._reported_attempts = 0
        self.item: SourceItem | DeferredReadError | None = None
        """The next item, if it has been read; ``has_item()`` reads it."""
        self._last_arrival_ms: int | None = None

    @property
    def is_live(self) -> bool:
        return self._live_split is not None

    def has_item(self) -> bool:
        """Return whether there is a next item; for a live split, such as a socket, one available now."""
        if self.item is None:
            self._prefetch()
        return self.item is not None

    def has_ended(self) -> bool:
        """Return whether no further item can come."""
        if self.has_item() or self.waits_at_end:
            return False
        return self._items is None and (self._live_split is None or self._live_split.has_ended)

    def get_new_attempts(self) -> range:
        """Return the numbers of the connections that a live split has tried to open since the last call."""
        if self._live_split is None:
            return range(0)
        found = range(self._reported_attempts + 1, self._live_split.connection_attempts + 1)
        self._reported_attempts = self._live_split.connection_attempts
        return found

    def wait(self, timeout_s: float | None) -> None:
        """Wait in real time until a live split has an item or has ended."""
        if self._live_split is not None and not self.has_item():
            self._live_split.wait(timeout_s)

    def take(self) -> SourceItem:
        """Take the next item; call only while ``has_item()``."""
        item: Any = self.item
        assert item is not None
        self.item = None
        self.items_taken += 1
        if type(item) is DeferredReadError:
            self.close()
            raise item.error
        return item  # type: ignore[no-any-return]

    def notify_read(self, item: SourceItem, processing_time_ms: int) -> None:
        """Tell a live split that *item* was read now, so that it can record its arrival time."""
        if self._live_split is not None:
            self._live_split.on_item_read(item, processing_time_ms)

    def close(self) -> None:
        """Stop reading, and let the split release its resources."""
        for items in (self._items, self._live_split):
            release = getattr(items, "close", None)
            if release is not None:
                release()
        self.item = self._items = self._live_split = None
        self.waits_at_end = False

    def _prefetch(self) -> None:
        try:
            if self._items is not None:
                item = next(self._items, None)
                if item is None:
                    self._items = None
            else:
                item = None if self._live_split is None else self._live_split.poll()
            if item is not None and item.arrival_ms != self.arrival_ms:
                self._set_arrival(item)
            self.item = item
        except Exception as error:  # raised when the item is taken, see the class
            self.item = DeferredReadError(error)
            self.arrival_ms = None

    def _set_arrival(self, item: Any) -> None:
        arrival = self.arrival_ms = item.arrival_ms
        if arrival is None:
            return
        last = self._last_arrival_ms
        if last is not None and arrival < last:
            raise ValueError(
                f"split {self.split!r}: the arrival time decreases from {last} to "
                f"{arrival} at record {self.offset} (counted from 0). Within a "
                "split, arrival_ms must not decrease"
            )
        self._last_arrival_ms = arrival
