"""Network buffers and the buffer pool of a result partition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from flinksim.runtime.elements import (
    CancelCheckpointMarker,
    CheckpointBarrier,
    Element,
    EndOfData,
)

DEFAULT_SEGMENT_BYTES = 32 * 1024
EXCLUSIVE_BUFFERS_PER_CHANNEL = 2
FLOATING_BUFFERS_PER_GATE = 8
MAX_BUFFERS_PER_SUBPARTITION = 10
MAX_OVERDRAFT_BUFFERS = 20


class Recycler(Protocol):
    """A pool that takes back a buffer that is no longer used. Flink: ``BufferRecycler``."""

    def recycle(self, buffer: NetworkBuffer) -> None: ...


class NetworkBuffer:
    """A memory segment of a sender: elements are written into it and read from it in slices.

    ``pending`` has the elements that end in this buffer and are not read yet. The last ``partial``
    bytes belong to an element that continues in the next buffer. ``known_finished`` is set when a
    reader notices that the writer has finished the buffer; it can only notice this by reading.

    Flink: ``BufferBuilder`` and ``BufferConsumer`` over one ``MemorySegment``.
    """

    __slots__ = ("capacity", "finished", "is_event", "known_finished", "number", "partial", "pending",
                 "pool", "queued", "read", "slices_out", "subpartition", "written")  # fmt: skip
    number: int

    def __init__(self, capacity: int, pool: Recycler | None, subpartition: Any) -> None:
        self.capacity = capacity
        self.pool = pool
        self.subpartition = subpartition
        self.pending: list[Element] = []
        self.written = 0
        self.partial = 0
        self.read = 0
        self.finished = False
        self.known_finished = False
        self.is_event = False
        self.queued = True
        self.slices_out = 0

    @property
    def has_unread_bytes(self) -> bool:
        return self.written > self.read

    @property
    def unread_bytes(self) -> int:
        return self.written - self.read

    def take_slice(self) -> BufferSlice:
        """Take everything that is written and not read yet."""
        slice_ = BufferSlice(self, self.pending, self.written - self.read)
        slice_.partial = self.partial
        self.partial = 0
        self.pending = []
        self.read = self.written
        self.known_finished = self.finished
        self.slices_out += 1
        return slice_

    def leave_queue(self) -> None:
        """Mark the buffer as removed from the queue of its subpartition."""
        self.queued = False
        self._recycle_if_unused()

    def slice_recycled(self) -> None:
        self.slices_out -= 1
        self._recycle_if_unused()

    def _recycle_if_unused(self) -> None:
        if not self.queued and not self.slices_out and self.pool is not None:
            self.pool.recycle(self)


def event_buffer(event: Element, subpartition: Any, number: int = 0) -> NetworkBuffer:
    """Create a buffer that holds only *event*; it belongs to no pool and costs no credit.

    Args:
        event: The event.
        subpartition: The subpartition that will queue the buffer.
        number: Index of the event among the elements of its channel, because it may overtake some.
    """
    buffer = NetworkBuffer(0, None, subpartition)
    buffer.pending.append(event)
    buffer.written = event_size(event)
    buffer.finished = buffer.known_finished = buffer.is_event = True
    buffer.number = number
    return buffer


def event_size(event: Element) -> int:
    """Compute the size of *event* on the network, in bytes. Flink: ``EventSerializer``."""
    if isinstance(event, CheckpointBarrier):
        return 38
    if isinstance(event, CancelCheckpointMarker):
        return 12
    return 5 if isinstance(event, EndOfData) else 4


class BufferSlice:
    """A part of a buffer passed to a reader: elements that end in it, and ``partial`` bytes.

    Flink: ``ReadOnlySlicedNetworkBuffer`` with its ``Buffer.DataType``.
    """

    __slots__ = ("_buffer", "bytes", "elements", "is_event", "partial")

    def __init__(self, buffer: NetworkBuffer, elements: list[Element], size: int) -> None:
        self._buffer = buffer
        self.elements = elements
        self.bytes = size
        self.partial = 0
        self.is_event = buffer.is_event

    @property
    def number(self) -> int:
        """Index of an event among the elements of its channel; only events have one."""
        return self._buffer.number

    @property
    def has_priority(self) -> bool:
        """Whether it overtakes queued buffers: an unaligned barrier."""
        event = self.elements[0]
        return isinstance(event, CheckpointBarrier) and event.is_unaligned

    @property
    def blocks_upstream(self) -> bool:
        """Whether the sender pauses after it until the receiver resumes it: an aligned barrier."""
        if not self.is_event:
            return False
        event = self.elements[0]
        return isinstance(event, CheckpointBarrier) and event.options.needs_alignment

    @property
    def requires_announcement(self) -> bool:
        """Whether it is an aligned barrier that may time out while it is queued."""
        event = self.elements[0]
        return isinstance(event, CheckpointBarrier) and event.options.is_timeoutable

    def recycle(self) -> None:
        """Release the slice after the reader has processed it."""
        self._buffer.slice_recycled()


class LocalBufferPool:
    """The buffer pool of one result partition.

    - It is *available* while a buffer is free and no subpartition holds ``max_per_subpartition``. The
      task checks this before it reads the next input.
    - A record that is being written may exceed this, by up to ``max_overdraft`` buffers.
    - If these are used up too, ``request`` returns ``None``. The task is then blocked in the middle of
      a record until the pool is available again.

    The pool owns ``size`` buffers of the TaskManager: at least ``required``, at most ``maximum``.

    Flink: ``LocalBufferPool``.
    Differs: an overdraft buffer is granted only if it belongs to no pool's share. In Flink it may
    belong to the share of another pool, which then has to wait for it.
    """

    __slots__ = ("_full_subpartitions", "capacity", "held", "in_use", "max_overdraft",
                 "max_per_subpartition", "maximum", "on_available", "on_change", "required", "size",
                 "spare")  # fmt: skip

    def __init__(
        self,
        maximum: int,
        capacity: int = DEFAULT_SEGMENT_BYTES,
        max_per_subpartition: int = MAX_BUFFERS_PER_SUBPARTITION,
        required: int = 1,
        max_overdraft: int = MAX_OVERDRAFT_BUFFERS,
    ) -> None:
        self.required = required
        self.maximum = maximum
        self.size = maximum
        self.max_per_subpartition = max_per_subpartition
        self.max_overdraft = max_overdraft
        self.capacity = capacity
        self.in_use = 0
        self.held: dict[int, int] = {}
        self.spare: SpareBuffers | None = None
        self._full_subpartitions = 0
        self.on_available: Callable[[], None] | None = None
        self.on_change: Callable[[int], None] | None = None

    def set_number_of_buffers(self, count: int) -> None:
        """Set the size of the pool; only before any buffer is requested."""
        self.size = count

    def take_over(self, before: LocalBufferPool) -> None:
        """Take over the buffers of *before*, the pool of a task that has ended."""
        self.size = before.size
        self.spare = before.spare
        if self.spare is not None:
            self.spare.free += max(0, before.in_use - before.size)
            before.spare = None

    @property
    def available(self) -> bool:
        return self.in_use < self.size and not self._full_subpartitions

    def request(self, subpartition: Any) -> NetworkBuffer | None:
        """Request a buffer for *subpartition*, which has an ``index``; return ``None`` without one."""
        if self.in_use >= self.size and not self._take_overdraft():
            return None
        self.in_use += 1
        index = subpartition.index
        held = self.held.get(index, 0) + 1
        self.held[index] = held
        if held == self.max_per_subpartition:
            self._full_subpartitions += 1
        if self.on_change is not None:
            self.on_change(1)
        return NetworkBuffer(self.capacity, self, subpartition)

    def _take_overdraft(self) -> bool:
        if self.in_use - self.size >= self.max_overdraft:
            return False
        return self.spare is None or self.spare.take()

    def recycle(self, buffer: NetworkBuffer) -> None:
        """Return *buffer* to the pool."""
        was_available = self.available
        if self.in_use > self.size and self.spare is not None:
            self.spare.give_back()
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


class SpareBuffers:
    """The buffers of a TaskManager that belong to no pool's share; they can be used as overdraft."""

    __slots__ = ("free",)

    def __init__(self, free: int) -> None:
        self.free = free

    def take(self) -> bool:
        """Take one buffer; return ``False`` if none is free."""
        if not self.free:
            return False
        self.free -= 1
        return True

    def give_back(self) -> None:
        self.free += 1
