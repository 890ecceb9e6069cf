"""Network buffers and the pool a result partition takes them from."""

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
    """Whoever gets a buffer back that nobody uses any more. Flink: ``BufferRecycler``."""

    def recycle(self, buffer: NetworkBuffer) -> None: ...


class NetworkBuffer:
    """A memory segment of a sender that elements are written into and read from in slices.

    ``pending`` are the elements that ended in it and were not read yet; its last ``partial`` bytes
    are of one that goes on in the next buffer. The reader learns only by
    reading that the writer has finished the buffer (``known_finished``).

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
        """Everything written and not yet read."""
        slice_ = BufferSlice(self, self.pending, self.written - self.read)
        slice_.partial = self.partial
        self.partial = 0
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


def event_buffer(event: Element, subpartition: Any, number: int = 0) -> NetworkBuffer:
    """*event* as a buffer of its own; it belongs to no pool and costs no credit.

    *number* counts it among the elements of its channel, as it may overtake some.
    """
    buffer = NetworkBuffer(0, None, subpartition)
    buffer.pending.append(event)
    buffer.written = event_size(event)
    buffer.finished = buffer.known_finished = buffer.is_event = True
    buffer.number = number
    return buffer


def event_size(event: Element) -> int:
    """What *event* takes on the network, in bytes. Flink: ``EventSerializer``."""
    if isinstance(event, CheckpointBarrier):
        return 38
    if isinstance(event, CancelCheckpointMarker):
        return 12
    return 5 if isinstance(event, EndOfData) else 4


class BufferSlice:
    """Part of a buffer on its way to a reader: the elements that end in it, and ``partial`` bytes.

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
        """Of an event, its number among the elements of its channel."""
        return self._buffer.number

    @property
    def has_priority(self) -> bool:
        """Whether it overtakes what waits: an unaligned barrier."""
        event = self.elements[0]
        return isinstance(event, CheckpointBarrier) and event.is_unaligned

    @property
    def blocks_upstream(self) -> bool:
        """Whether the sender stops after it until it is told to go on: an aligned barrier."""
        if not self.is_event:
            return False
        event = self.elements[0]
        return isinstance(event, CheckpointBarrier) and event.options.needs_alignment

    @property
    def requires_announcement(self) -> bool:
        """Whether it is an aligned barrier that may time out while it waits."""
        event = self.elements[0]
        return isinstance(event, CheckpointBarrier) and event.options.is_timeoutable

    def recycle(self) -> None:
        """The reader is through with it."""
        self._buffer.slice_recycled()


class LocalBufferPool:
    """The buffers of one result partition.

    - It is *available* while a segment is left and no subpartition holds ``max_per_subpartition``.
      That is asked before the next input.
    - A record in progress may go on past that, with up to ``max_overdraft`` buffers more.
    - If those are used up too, ``request`` gives none: the task is blocked in the middle of a record
      until the pool is available again.

    Of the TaskManager's buffers at least ``required`` and at most ``maximum`` are this pool's, at the
    moment ``size``.

    Flink: ``LocalBufferPool``.
    Differs: an overdraft buffer is granted only if it is nobody's share, where Flink's could be that
    of another pool, which then has to wait for it.
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
        """Have *count* buffers; before any is taken."""
        self.size = count

    def take_over(self, before: LocalBufferPool) -> None:
        """Have the buffers of *before*, whose task is gone."""
        self.size = before.size
        self.spare = before.spare
        if self.spare is not None:
            self.spare.free += max(0, before.in_use - before.size)
            before.spare = None

    @property
    def available(self) -> bool:
        return self.in_use < self.size and not self._full_subpartitions

    def request(self, subpartition: Any) -> NetworkBuffer | None:
        """A buffer for *subpartition* (which has an ``index``); ``None`` if none is left at all."""
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
        """*buffer* is free again."""
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
    """The buffers of a TaskManager that are no pool's share, to be taken as overdraft."""

    __slots__ = ("free",)

    def __init__(self, free: int) -> None:
        self.free = free

    def take(self) -> bool:
        """One of them; ``False`` if none is free."""
        if not self.free:
            return False
        self.free -= 1
        return True

    def give_back(self) -> None:
        self.free += 1
