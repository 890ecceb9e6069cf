"""Network buffers and the pool a result partition takes them from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.runtime.elements import Element

DEFAULT_SEGMENT_BYTES = 32 * 1024
EXCLUSIVE_BUFFERS_PER_CHANNEL = 2
FLOATING_BUFFERS_PER_GATE = 8
MAX_BUFFERS_PER_SUBPARTITION = 10


class NetworkBuffer:
    """A memory segment of a sender that elements are written into and read from in slices.

    ``pending`` are the elements that ended in it and were not read yet. The reader learns only by
    reading that the writer has finished the buffer (``known_finished``).

    Flink: ``BufferBuilder`` and ``BufferConsumer`` over one ``MemorySegment``.
    """

    __slots__ = ("capacity", "finished", "is_event", "known_finished", "pending", "pool", "queued",
                 "read", "slices_out", "subpartition", "written")  # fmt: skip

    def __init__(self, capacity: int, pool: LocalBufferPool | None, subpartition: Any) -> None:
        self.capacity = capacity
        self.pool = pool
        self.subpartition = subpartition
        self.pending: list[Element] = []
        self.written = 0
        self.read = 0
        self.finished = False
        self.known_finished = False
        self.is_event = False
        self.queued = True
        self.slices_out = 0

    @property
    def has_unread_bytes(self) -> bool:
        return self.written > self.read

    def take_slice(self) -> BufferSlice:
        """Everything written and not yet read."""
        slice_ = BufferSlice(self, self.pending, self.written - self.read)
        self.pending = []
        self.read = self.written
        self.known_finished = self.finished
        self.slices_out += 1
        return slice_

    def leave_queue(self) -> None:
        """The subpartition is through with it."""
        self.queued = False
        self._recycle_if_unused()

    def slice_recycled(self) -> None:
        self.slices_out -= 1
        self._recycle_if_unused()

    def _recycle_if_unused(self) -> None:
        if not self.queued and not self.slices_out and self.pool is not None:
            self.pool.recycle(self)


def event_buffer(event: Element, subpartition: Any) -> NetworkBuffer:
    """*event* as a buffer of its own; it belongs to no pool and costs no credit."""
    buffer = NetworkBuffer(0, None, subpartition)
    buffer.pending.append(event)
    buffer.written = EVENT_BYTES
    buffer.finished = buffer.known_finished = buffer.is_event = True
    return buffer


EVENT_BYTES = 8
"""What an event takes on the network; it never costs a credit."""


class BufferSlice:
    """Part of a buffer on its way to a reader: the elements that end in it.

    Flink: ``ReadOnlySlicedNetworkBuffer``.
    """

    __slots__ = ("_buffer", "bytes", "elements", "is_event")

    def __init__(self, buffer: NetworkBuffer, elements: list[Element], size: int) -> None:
        self._buffer = buffer
        self.elements = elements
        self.bytes = size
        self.is_event = buffer.is_event

    def recycle(self) -> None:
        """The reader is through with it."""
        self._buffer.slice_recycled()


class LocalBufferPool:
    """The buffers of one result partition.

    It is *available* while a segment is left and no subpartition holds ``max_per_subpartition``.
    That is asked before the next input; a record in progress may take overdraft buffers.

    Flink: ``LocalBufferPool``.
    Differs: overdraft is not limited to 20, where Flink would block the thread.
    """

    __slots__ = ("_full_subpartitions", "capacity", "held", "in_use", "max_buffers",
                 "max_per_subpartition", "on_available", "on_change")  # fmt: skip

    def __init__(
        self,
        max_buffers: int,
        capacity: int = DEFAULT_SEGMENT_BYTES,
        max_per_subpartition: int = MAX_BUFFERS_PER_SUBPARTITION,
    ) -> None:
        self.max_buffers = max_buffers
        self.max_per_subpartition = max_per_subpartition
        self.capacity = capacity
        self.in_use = 0
        self.held: dict[int, int] = {}
        self._full_subpartitions = 0
        self.on_available: Callable[[], None] | None = None
        self.on_change: Callable[[int], None] | None = None

    @property
    def available(self) -> bool:
        return self.in_use < self.max_buffers and not self._full_subpartitions

    def request(self, subpartition: Any) -> NetworkBuffer:
        """A buffer for *subpartition* (which has an ``index``)."""
        self.in_use += 1
        index = subpartition.index
        held = self.held.get(index, 0) + 1
        self.held[index] = held
        if held == self.max_per_subpartition:
            self._full_subpartitions += 1
        if self.on_change is not None:
            self.on_change(1)
        return NetworkBuffer(self.capacity, self, subpartition)

    def recycle(self, buffer: NetworkBuffer) -> None:
        """*buffer* is free again."""
        was_available = self.available
        self.in_use -= 1
        index = buffer.subpartition.index
        held = self.held[index] - 1
        self.held[index] = held
        if held == self.max_per_subpartition - 1:
            self._full_subpartitions -= 1
        if self.on_change is not None:
            self.on_change(-1)
        if not was_available and self.available and self.on_available is not None:
            self.on_available()
