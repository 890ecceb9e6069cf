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


class BufferRecycler(Protocol):
    """A pool that takes back a buffer that is no longer used. Flink: ``BufferRecycler``."""

    def recycle(self, buffer: NetworkBuffer) -> None: ...


class NetworkBuffer:
    """A memory segment of a sender: elements are written into it and read from it in slices.

    ``unread_elements`` has the elements that end in this buffer and are not read yet. The last
    ``partial_bytes`` bytes belong to an element that continues in the next buffer.
    ``is_known_finished`` is set when a reader notices that the writer has finished the buffer; it can
    only notice this by reading.

    Flink: ``BufferBuilder`` and ``BufferConsumer`` over one ``MemorySegment``.
    """

    __slots__ = (
        "capacity",
        "element_index",
        "is_event",
        "is_finished",
        "is_known_finished",
        "is_queued",
        "outstanding_slices",
        "partial_bytes",
        "pool",
        "read_bytes",
        "subpartition",
        "unread_elements",
        "written_bytes",
    )
    element_index: int

    def __init__(self, capacity: int, pool: BufferRecycler | None, subpartition: Any) -> None:
        self.capacity = capacity
        self.pool = pool
        self.subpartition = subpartition
        self.unread_elements: list[Element] = []
        self.written_bytes = 0
        self.partial_bytes = 0
        self.read_bytes = 0
        self.is_finished = False
        self.is_known_finished = False
        self.is_event = False
        self.is_queued = True
        self.outstanding_slices = 0

    @property
    def has_unread_bytes(self) -> bool:
        return self.written_bytes > self.read_bytes

    @property
    def unread_bytes(self) -> int:
        return self.written_bytes - self.read_bytes

    def take_slice(self) -> BufferSlice:
        """Return a slice with everything that is written to this buffer and not read yet."""
        slice_ = BufferSlice(self, self.unread_elements, self.written_bytes - self.read_bytes)
        slice_.partial_bytes = self.partial_bytes
        self.partial_bytes = 0
        self.unread_elements = []
        self.read_bytes = self.written_bytes
        self.is_known_finished = self.is_finished
        self.outstanding_slices += 1
        return slice_

    def leave_queue(self) -> None:
        """Mark the buffer as removed from the queue of its subpartition."""
        self.is_queued = False
        self._recycle_if_unused()

    def on_slice_recycled(self) -> None:
        self.outstanding_slices -= 1
        self._recycle_if_unused()

    def _recycle_if_unused(self) -> None:
        if not self.is_queued and not self.outstanding_slices and self.pool is not None:
            self.pool.recycle(self)


def create_event_buffer(event: Element, subpartition: Any, element_index: int = 0) -> NetworkBuffer:
    """Create a buffer that holds only *event*; it belongs to no pool and costs no credit.

    Args:
        event: The event.
        subpartition: The subpartition that will queue the buffer.
        element_index: Index of the event among the elements of its channel, because it may overtake
            some.
    """
    buffer = NetworkBuffer(0, None, subpartition)
    buffer.unread_elements.append(event)
    buffer.written_bytes = compute_event_size(event)
    buffer.is_finished = buffer.is_known_finished = buffer.is_event = True
    buffer.element_index = element_index
    return buffer


def compute_event_size(event: Element) -> int:
    """Compute the size of *event* on the network, in bytes. Flink: ``EventSerializer``."""
    if isinstance(event, CheckpointBarrier):
        return 38
    if isinstance(event, CancelCheckpointMarker):
        return 12
    return 5 if isinstance(event, EndOfData) else 4


class BufferSlice:
    """The part of a buffer that a reader gets: the elements that end in it.

    Its last ``partial_bytes`` bytes belong to an element that continues in the next buffer.

    Flink: ``ReadOnlySlicedNetworkBuffer`` with its ``Buffer.DataType``.
    """

    __slots__ = ("_buffer", "bytes", "elements", "is_event", "partial_bytes")

    def __init__(self, buffer: NetworkBuffer, elements: list[Element], size: int) -> None:
        self._buffer = buffer
        self.elements = elements
        self.bytes = size
        self.partial_bytes = 0
        self.is_event = buffer.is_event

    @property
    def element_index(self) -> int:
        """Index of an event among the elements of its channel; only events have one."""
        return self._buffer.element_index

    @property
    def has_priority(self) -> bool:
        """Whether this is an event that overtakes queued buffers: an unaligned barrier."""
        event = self.elements[0]
        return isinstance(event, CheckpointBarrier) and event.is_unaligned

    @property
    def blocks_upstream(self) -> bool:
        """Whether the sender pauses after this slice until the receiver resumes it: an aligned barrier."""
        if not self.is_event:
            return False
        event = self.elements[0]
        return isinstance(event, CheckpointBarrier) and event.options.needs_alignment

    @property
    def requires_announcement(self) -> bool:
        """Whether this is an aligned barrier that may time out, and become unaligned, while it is queued."""
        event = self.elements[0]
        return isinstance(event, CheckpointBarrier) and event.options.is_timeoutable

    def recycle(self) -> None:
        """Release the slice after the reader has processed it."""
        self._buffer.on_slice_recycled()


class LocalBufferPool:
    """The buffer pool of one result partition.

    - It is *available* while a buffer is free and no subpartition holds ``max_per_subpartition``. The
      task checks this before it reads the next input.
    - A record that is being written may exceed this, by up to ``max_overdraft`` buffers.
    - If these are used up too, ``request`` returns ``None``. The task is then blocked in the middle of
      a record until the pool is available again.

    The pool owns ``size`` buffers of the TaskManager: at least ``required``, at most ``maximum``.

    A pool that ``spills`` is always available: it writes to a file what its buffers cannot hold. This is
    the pool of a blocking partition, which nobody reads before it is finished.

    Flink: ``LocalBufferPool``; ``SortMergeResultPartition`` spills.
    Differs: an overdraft buffer is granted only if it belongs to no pool's share. In Flink it may
    belong to the share of another pool, which then has to wait for it.
    """

    __slots__ = (
        "_full_subpartitions",
        "buffers_per_subpartition",
        "capacity",
        "in_use",
        "max_overdraft",
        "max_per_subpartition",
        "maximum",
        "on_available",
        "on_change",
        "overdraft_buffers",
        "required",
        "size",
        "spills",
    )

    def __init__(
        self,
        maximum: int,
        capacity: int = DEFAULT_SEGMENT_BYTES,
        max_per_subpartition: int = MAX_BUFFERS_PER_SUBPARTITION,
        required: int = 1,
        max_overdraft: int = MAX_OVERDRAFT_BUFFERS,
        spills: bool = False,
    ) -> None:
        self.spills = spills
        self.required = required
        self.maximum = maximum
        self.size = maximum
        self.max_per_subpartition = max_per_subpartition
        self.max_overdraft = max_overdraft
        self.capacity = capacity
        self.in_use = 0
        self.buffers_per_subpartition: dict[int, int] = {}
        self.overdraft_buffers: OverdraftBuffers | None = None
        self._full_subpartitions = 0
        self.on_available: Callable[[], None] | None = None
        self.on_change: Callable[[int], None] | None = None

    def set_number_of_buffers(self, count: int) -> None:
        """Set the size of the pool; only before any buffer is requested."""
        self.size = count

    def take_over(self, predecessor: LocalBufferPool) -> None:
        """Take over the buffers of *predecessor*, the pool of the same task before its restart."""
        self.size = predecessor.size
        self.overdraft_buffers = predecessor.overdraft_buffers
        if self.overdraft_buffers is not None:
            self.overdraft_buffers.free += max(0, predecessor.in_use - predecessor.size)
            predecessor.overdraft_buffers = None

    @property
    def is_available(self) -> bool:
        return self.spills or (self.in_use < self.size and not self._full_subpartitions)

    def request(self, subpartition: Any) -> NetworkBuffer | None:
        """Request a buffer for *subpartition*; return ``None`` if there is none."""
        if self.in_use >= self.size and self.spills:
            return NetworkBuffer(self.capacity, None, subpartition)
        if self.in_use >= self.size and not self._take_overdraft():
            return None
        self.in_use += 1
        index = subpartition.index
        held = self.buffers_per_subpartition.get(index, 0) + 1
        self.buffers_per_subpartition[index] = held
        if held == self.max_per_subpartition:
            self._full_subpartitions += 1
        if self.on_change is not None:
            self.on_change(1)
        return NetworkBuffer(self.capacity, self, subpartition)

    def _take_overdraft(self) -> bool:
        if self.in_use - self.size >= self.max_overdraft:
            return False
        return self.overdraft_buffers is None or self.overdraft_buffers.request()

    def recycle(self, buffer: NetworkBuffer) -> None:
        """Return *buffer* to the pool."""
        was_available = self.is_available
        if self.in_use > self.size and self.overdraft_buffers is not None:
            self.overdraft_buffers.recycle()
        self.in_use -= 1
        index = buffer.subpartition.index
        held = self.buffers_per_subpartition[index] - 1
        self.buffers_per_subpartition[index] = held
        if held == self.max_per_subpartition - 1:
            self._full_subpartitions -= 1
        if self.on_change is not None:
            self.on_change(-1)
        if not was_available and self.is_available and self.on_available is not None:
            self.on_available()


class OverdraftBuffers:
    """The buffers of a TaskManager that belong to no pool's share; they can be used as overdraft."""

    __slots__ = ("free",)

    def __init__(self, free: int) -> None:
        self.free = free

    def request(self) -> bool:
        """Take one buffer; return ``False`` if none is free."""
        if not self.free:
            return False
        self.free -= 1
        return True

    def recycle(self) -> None:
        self.free += 1
