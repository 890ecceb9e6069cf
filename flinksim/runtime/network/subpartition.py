"""The subpartition: the queue of buffers, at the sender, for one channel."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Protocol

from flinksim.core.ids import ChannelId
from flinksim.runtime.elements import CheckpointBarrier, Element
from flinksim.runtime.network.buffers import (
    BufferSlice,
    LocalBufferPool,
    NetworkBuffer,
    create_event_buffer,
)
from flinksim.runtime.network.channel_state_protocol import ChannelStateSink, PendingOutputState
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import (
    BufferQueued,
    ChannelFlushed,
    Emit,
    EmptyBufferDropped,
    OutputBarrierTimedOut,
    OutputPersisted,
)


class SubpartitionView(Protocol):
    """The reader of a subpartition: a local channel, or the sender's end of a remote one."""

    def notify_data_available(self) -> None: ...
    def notify_priority_event(self) -> None: ...


class DirectHandoffProtocol(Protocol):
    """What a subpartition uses to pass elements directly to the next task, without buffers.

    See :mod:`flinksim.runtime.tasks.direct_handoff`.
    """

    def try_handoff(
        self, subpartition: PipelinedSubpartition, element: Element, size: int
    ) -> bool: ...
    def fall_back(self) -> None: ...


class PipelinedSubpartition:
    """The queue of buffers for one channel; the last buffer may still be written.

    - Its reader is notified when the first buffer is finished, or when a flush makes the unfinished
      buffer readable.
    - The backlog counts the buffers that are ready to send: not the last one, unless a flush was
      requested or the last element is an event. Events never count.
    - An aligned barrier blocks the subpartition once it is read, until the receiver resumes it. Only a
      priority event can be read meanwhile; its reader polls for one only while it has no credit.
    - An unaligned barrier goes to the front. The data that it overtakes, the unread part of every
      buffer, is passed to the ``channel_state_writer`` for the checkpoint. It also stays in the queue.
    - For a barrier that may time out, the overtaken data is reported later. It is empty if the barrier
      is read in order. If the barrier times out before, it goes to the front as an unaligned one.

    Flink: ``PipelinedSubpartition`` and the unicast part of ``BufferWritingResultPartition``.
    """

    __slots__ = (
        "_buffers",
        "_buffers_in_backlog",
        "_emit",
        "_flush_requested",
        "_open_buffer",
        "_pending_output_state",
        "_pool",
        "_priority_event_count",
        "channel",
        "channel_state_writer",
        "desired_buffer_bytes",
        "direct_handoff",
        "flush_always",
        "index",
        "is_blocked",
        "is_data_processed",
        "is_finished",
        "on_blocked",
        "on_data_processed",
        "view",
        "written_count",
    )  # fmt: skip

    def __init__(
        self, index: int, channel: ChannelId, pool: LocalBufferPool, emit: Emit | None = None
    ) -> None:
        self.index = index
        self.channel = channel
        self._pool = pool
        self._emit = link_emit(self, emit)
        self._buffers: deque[NetworkBuffer] = deque()
        self._open_buffer: NetworkBuffer | None = None
        self._buffers_in_backlog = 0
        self._priority_event_count = 0
        self._flush_requested = False
        self.is_blocked = False
        self.is_finished = False
        self.flush_always = False
        self.desired_buffer_bytes: int | None = None
        self.written_count = 0
        self.is_data_processed = False
        self.on_data_processed: Callable[[], None] | None = None
        self.view: SubpartitionView | None = None
        self.on_blocked: Callable[[PipelinedSubpartition, Element, int], None] | None = None
        self.channel_state_writer: ChannelStateSink | None = None
        self._pending_output_state: PendingOutputState | None = None
        self.direct_handoff: DirectHandoffProtocol | None = None

    # --- writer side ---------------------------------------------------------------------------

    def write(self, element: Element, size: int) -> None:
        """Write one element of *size* bytes; it may span several buffers."""
        handoff = self.direct_handoff
        if handoff is not None and handoff.try_handoff(self, element, size):
            return
        self.written_count += 1
        buffer = self._open_buffer
        if buffer is not None and buffer.written_bytes + size < buffer.capacity:
            buffer.written_bytes += size
            buffer.unread_elements.append(element)
        else:
            self.write_continuation(element, size)
        if self.flush_always:
            self.flush()

    def try_bypass(self, size: int) -> bool:
        """Count an element as written and read without a buffer, if nothing is queued and it would fit.

        Returns:
            Whether the element was counted.
        """
        buffer = self._open_buffer
        if buffer is None or buffer.read_bytes != buffer.written_bytes or len(self._buffers) != 1:
            return False
        if self.is_blocked:
            return False
        written = buffer.written_bytes + size
        if written >= buffer.capacity:
            return False
        buffer.written_bytes = buffer.read_bytes = written
        self.written_count += 1
        return True

    def undo_bypass(self, element: Element, size: int) -> None:
        """Write *element* into a buffer after all, although :meth:`try_bypass` has counted it."""
        buffer = self._open_buffer
        assert buffer is not None
        buffer.written_bytes -= size
        buffer.read_bytes -= size
        self.written_count -= 1
        self.write(element, size)

    def write_continuation(self, element: Element, size: int) -> None:
        """Write the last *size* bytes of *element*, into as many buffers as needed.

        If no buffer is left, call ``on_blocked``, which has to call this method again with its
        arguments.
        """
        buffer = self._open_buffer
        while True:
            if buffer is None:
                buffer = self._pool.request(self)
                if buffer is None:
                    assert self.on_blocked is not None, f"no buffers are left for {self.channel}"
                    self.on_blocked(self, element, size)
                    return
                if self.desired_buffer_bytes is not None:
                    buffer.capacity = min(buffer.capacity, self.desired_buffer_bytes)
                self._open_buffer = buffer
                self.add_buffer(buffer)
            room = buffer.capacity - buffer.written_bytes
            if size <= room:
                break
            buffer.written_bytes = buffer.capacity
            buffer.partial_bytes = room
            size -= room
            self.finish_buffer()
            buffer = None
        buffer.written_bytes += size
        buffer.unread_elements.append(element)
        if size == room:
            self.finish_buffer()

    def write_event(self, event: Element) -> None:
        """Add an event, which has a buffer of its own and is readable immediately."""
        if self.direct_handoff is not None:
            self.direct_handoff.fall_back()
        self.written_count += 1
        self.finish_buffer()
        number = self.written_count - 1
        if isinstance(event, CheckpointBarrier):
            if event.is_unaligned:
                self._overtake(event, number)
                return
            if event.options.is_timeoutable and self.channel_state_writer is not None:
                self._cancel_pending_output_state()
                self._pending_output_state = PendingOutputState(
                    event, self.channel_state_writer, self.channel
                )
        self.add_buffer(create_event_buffer(event, self, number))

    def finish(self) -> None:
        """Mark the subpartition as finished: nothing follows."""
        self.is_finished = True

    def flush(self) -> None:
        """Let the reader read the unfinished buffer as well."""
        buffers = self._buffers
        if not buffers or self._flush_requested:
            return
        unfinished_has_data = len(buffers) == 1 and buffers[0].has_unread_bytes
        self._flush_requested = len(buffers) > 1 or unfinished_has_data
        if unfinished_has_data and not self.is_blocked:
            if self._emit is not None:
                self._emit((ChannelFlushed, self.channel))
            self._notify_data_available()

    def finish_buffer(self) -> None:
        """Mark the buffer that is being written as finished; the next element starts a new one."""
        if self._open_buffer is not None:
            self._open_buffer.is_finished = True
            self._open_buffer = None

    def add_buffer(self, buffer: NetworkBuffer) -> None:
        """Add *buffer* at the end of the queue."""
        self._buffers.append(buffer)
        if not buffer.is_event:
            self._buffers_in_backlog += 1
        if self._emit is not None:
            self._emit((BufferQueued, self.channel, len(self._buffers)))
        if (
            not self._flush_requested
            and not self.is_blocked
            and self._count_finished_buffers() == 1
        ):
            self._notify_data_available()

    def _overtake(self, barrier: CheckpointBarrier, number: int) -> None:
        """Put *barrier* before all queued data, and store the overtaken data in the checkpoint."""
        overtaken = self._collect_data_buffers(len(self._buffers))
        self._add_priority_event(create_event_buffer(barrier, self, number))
        if overtaken and self.channel_state_writer is not None:
            self.channel_state_writer.add_output_data(
                barrier.checkpoint_id, self.channel, *_collect_unread(overtaken)
            )
        if self._emit is not None:
            self._emit((BufferQueued, self.channel, len(self._buffers)))
        self._report_overtaken(barrier.checkpoint_id, overtaken)
        self._notify_priority_event()
        if (
            not self._flush_requested
            and not self.is_blocked
            and self._count_finished_buffers() == 1
        ):
            self._notify_data_available()

    def aligned_barrier_timeout(self, checkpoint_id: int) -> None:
        """Make the aligned barrier of that checkpoint unaligned, if it still waits in this queue."""
        pending = self._pending_output_state
        if pending is None or pending.barrier.checkpoint_id != checkpoint_id:
            return
        position = next(
            position
            for position, buffer in enumerate(self._buffers)
            if buffer.is_event and buffer.unread_elements[0] is pending.barrier
        )
        number = self._buffers[position].element_index
        overtaken = self._collect_data_buffers(position)
        del self._buffers[position]
        self._add_priority_event(create_event_buffer(pending.barrier.as_unaligned(), self, number))
        self._pending_output_state = None
        pending.complete(*_collect_unread(overtaken))
        if self._emit is not None:
            self._emit((OutputBarrierTimedOut, self.channel, checkpoint_id))
        self._report_overtaken(checkpoint_id, overtaken)
        self._notify_priority_event()

    def abort_checkpoint(self, checkpoint_id: int) -> None:
        """Discard in-flight data that was to be stored in the checkpoint, because it is aborted."""
        if (
            self._pending_output_state is not None
            and self._pending_output_state.barrier.checkpoint_id == checkpoint_id
        ):
            self._cancel_pending_output_state()

    def _cancel_pending_output_state(self) -> None:
        if self._pending_output_state is not None:
            self._pending_output_state.cancel()
            self._pending_output_state = None

    def _collect_data_buffers(self, end: int) -> list[NetworkBuffer]:
        """Return the data buffers between the priority events and position *end*."""
        return [b for b in islice(self._buffers, self._priority_event_count, end) if not b.is_event]

    def _add_priority_event(self, event: NetworkBuffer) -> None:
        self._buffers.insert(self._priority_event_count, event)
        self._priority_event_count += 1

    def _report_overtaken(self, checkpoint_id: int, overtaken: list[NetworkBuffer]) -> None:
        if self._emit is not None and overtaken:
            size = sum(buffer.unread_bytes for buffer in overtaken)
            self._emit((OutputPersisted, self.channel, checkpoint_id, len(overtaken), size))

    def _notify_priority_event(self) -> None:
        if self._priority_event_count == 1 and self.view is not None:
            self.view.notify_priority_event()

    def _notify_data_available(self) -> None:
        if self.view is not None:
            self.view.notify_data_available()

    # --- reader side ---------------------------------------------------------------------------

    def poll(self) -> BufferSlice | None:
        """Return the part of the first buffer that can be read now, or ``None``."""
        buffers = self._buffers
        if self.is_blocked and not self._priority_event_count:
            return None
        if not buffers:
            self._flush_requested = False
        dropped = False
        while buffers:
            buffer = buffers[0]
            slice_ = buffer.take_slice()
            if len(buffers) == 1:
                self._flush_requested = False
            if buffer.is_finished:
                buffers.popleft()
                if not buffer.is_event:
                    self._buffers_in_backlog -= 1
                elif self._priority_event_count:
                    self._priority_event_count -= 1
                buffer.leave_queue()
            if slice_.bytes:
                if slice_.is_event and slice_.blocks_upstream:
                    self.is_blocked = True
                    if (
                        self._pending_output_state is not None
                        and slice_.elements[0] is self._pending_output_state.barrier
                    ):
                        self._pending_output_state.complete([], [])
                        self._pending_output_state = None
                return slice_
            slice_.recycle()
            if not buffer.is_finished:
                break
            dropped = True
        if dropped and self._emit is not None:
            self._emit((EmptyBufferDropped, self.channel, len(buffers)))
        return None

    def acknowledge_all_data_processed(self) -> None:
        """Record that the receiver has processed all records of this channel. As in Flink."""
        self.is_data_processed = True
        if self.on_data_processed is not None:
            self.on_data_processed()

    def resume_consumption(self) -> None:
        """Let the queue be read again, because the receiver has aligned the barrier that blocked it."""
        self.is_blocked = False
        if self.is_data_available:
            self._notify_data_available()

    @property
    def is_data_available(self) -> bool:
        """Whether :meth:`poll` would return something."""
        return not self.is_blocked and (self._flush_requested or self._count_finished_buffers() > 0)

    @property
    def next_is_event(self) -> bool:
        """Whether the first in the queue is an event (such as a barrier), which needs no credit."""
        return bool(self._buffers) and self._buffers[0].is_event

    @property
    def next_has_priority(self) -> bool:
        """Whether the first in the queue is a priority event that may be read now."""
        return self._priority_event_count > 0 and not self.is_blocked

    @property
    def queued_buffers(self) -> int:
        """Number of buffers and events in the queue, including the buffer that is being written."""
        return len(self._buffers)

    @property
    def backlog(self) -> int:
        """Number of queued buffers that are ready to send, as announced to the receiver."""
        buffers = self._buffers
        if self.is_blocked or not buffers:
            return 0
        if self._flush_requested or self.is_finished or buffers[-1].is_event:
            return self._buffers_in_backlog
        return max(self._buffers_in_backlog - 1, 0)

    def _count_finished_buffers(self) -> int:
        count = len(self._buffers)
        if count == 1:
            return 1 if self._buffers[0].is_known_finished else 0
        return count - 1 if count else 0


def _collect_unread(buffers: Sequence[NetworkBuffer]) -> tuple[list[Element], list[int]]:
    """Collect the unread elements that end in *buffers*, and the unread bytes of each buffer."""
    elements = [element for buffer in buffers for element in buffer.unread_elements]
    return elements, [buffer.unread_bytes for buffer in buffers]
