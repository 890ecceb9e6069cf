"""Queues of the elements that are in flight in an asynchronous operator.

Flink: ``org.apache.flink.streaming.api.operators.async.queue``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Any

from flinksim.runtime.elements import StreamRecord, Watermark


class QueueEntry:
    """An element of the queue: a record with the results of its call, or a watermark.

    ``emit`` emits the results or the watermark.

    ``results`` is ``None`` until a record is completed. ``run_in_call`` runs a function as part of the
    call that brought the element, if that call waits for room.

    Flink: ``StreamElementQueueEntry``.
    """

    __slots__ = ("element", "emit", "results", "run_in_call", "segment")

    def __init__(
        self, element: StreamRecord | Watermark, emit: Callable[[QueueEntry], None]
    ) -> None:
        self.element = element
        self.emit = emit
        self.results: list[Any] | None = [] if isinstance(element, Watermark) else None
        self.segment: _Segment | None = None
        self.run_in_call: Callable[[Callable[[], None]], None] | None = None

    @property
    def is_done(self) -> bool:
        return self.results is not None


class StreamElementQueue(ABC):
    """Queue that decides the order of emission. ``len`` counts the elements that were not emitted."""

    @abstractmethod
    def put(self, entry: QueueEntry) -> None:
        """Append *entry*."""

    @abstractmethod
    def complete(self, entry: QueueEntry) -> None:
        """Mark *entry* as completed; its results must be set before."""

    @abstractmethod
    def pop_completed(self) -> QueueEntry | None:
        """Remove and return the next entry that may be emitted; ``None`` if none may."""

    @property
    @abstractmethod
    def has_completed(self) -> bool:
        """Whether there is an entry that may be emitted."""

    @abstractmethod
    def elements(self) -> list[StreamRecord | Watermark]:
        """Return the elements that were not emitted. Flink: ``values``."""

    @abstractmethod
    def __len__(self) -> int: ...


class OrderedStreamElementQueue(StreamElementQueue):
    """Queue that emits entries in the order in which they came."""

    def __init__(self) -> None:
        self._entries: deque[QueueEntry] = deque()

    def put(self, entry: QueueEntry) -> None:
        self._entries.append(entry)

    def complete(self, entry: QueueEntry) -> None:
        pass

    def pop_completed(self) -> QueueEntry | None:
        return self._entries.popleft() if self.has_completed else None

    @property
    def has_completed(self) -> bool:
        return bool(self._entries) and self._entries[0].is_done

    def elements(self) -> list[StreamRecord | Watermark]:
        return [entry.element for entry in self._entries]

    def __len__(self) -> int:
        return len(self._entries)


class _Segment:
    """Entries of the unordered queue between two watermarks, which may overtake each other.

    A watermark is a segment of its own.
    """

    __slots__ = ("completed", "incomplete", "is_watermark")

    @property
    def entries(self) -> list[QueueEntry]:
        """The incomplete entries, then the completed ones."""
        return [*self.incomplete, *self.completed]

    def __init__(self, is_watermark: bool) -> None:
        self.is_watermark = is_watermark
        self.incomplete: dict[QueueEntry, None] = {}
        self.completed: deque[QueueEntry] = deque()


class UnorderedStreamElementQueue(StreamElementQueue):
    """Queue that emits entries when they are completed, but never past a watermark."""

    def __init__(self) -> None:
        self._segments: deque[_Segment] = deque()
        self._size = 0

    def put(self, entry: QueueEntry) -> None:
        self._size += 1
        if isinstance(entry.element, Watermark):
            segment = _Segment(is_watermark=True)
            self._segments.append(segment)
            segment.completed.append(entry)
            return
        if not self._segments or self._segments[-1].is_watermark:
            self._segments.append(_Segment(is_watermark=False))
        segment = self._segments[-1]
        segment.incomplete[entry] = None
        entry.segment = segment

    def complete(self, entry: QueueEntry) -> None:
        segment = entry.segment
        assert segment is not None, "watermarks are complete from the start"
        del segment.incomplete[entry]
        segment.completed.append(entry)

    def pop_completed(self) -> QueueEntry | None:
        if not self.has_completed:
            return None
        self._size -= 1
        return self._segments[0].completed.popleft()

    @property
    def has_completed(self) -> bool:
        while self._segments and not self._segments[0].completed:
            if self._segments[0].incomplete:
                return False
            self._segments.popleft()
        return bool(self._segments)

    def elements(self) -> list[StreamRecord | Watermark]:
        return [entry.element for segment in self._segments for entry in segment.entries]

    def __len__(self) -> int:
        return self._size
