"""Input channels from another TaskManager, with credit-based flow control (since Flink 1.5)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from flinksim.runtime.checkpoint.checkpoint_exception import (
    CheckpointException,
    CheckpointFailureReason,
)
from flinksim.runtime.elements import CheckpointBarrier, EventAnnouncement
from flinksim.runtime.network.buffers import EXCLUSIVE_BUFFERS_PER_CHANNEL, BufferSlice
from flinksim.runtime.network.input_channels import ChannelLocation, InputChannel, ReceivedBuffer
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import BufferArrived, Emit, InputBuffersChanged

if TYPE_CHECKING:
    from flinksim.runtime.network.channel_state_persister import ChannelStatePersister
    from flinksim.runtime.network.connection import Connection, CreditBasedReader
    from flinksim.runtime.network.input_gate import FloatingBuffers


class NetworkInputChannel(InputChannel):
    """A channel from another TaskManager: buffers arrive and are queued at the receiver.

    ``buffers_in_transit`` counts the buffers and events of this channel that were sent and have not
    arrived. ``connection`` carries the messages of this channel to its sender.
    """

    __slots__ = (
        "_announcement_count",
        "_buffers",
        "_emit",
        "_last_barrier_id",
        "_last_barrier_sequence_number",
        "_next_sequence_number",
        "_priority_event_count",
        "buffers_in_transit",
        "connection",
        "floating_buffers",
    )

    def __init__(
        self,
        location: ChannelLocation,
        floating_buffers: FloatingBuffers,
        connection: Connection,
        emit: Emit | None,
    ) -> None:
        super().__init__(location)
        self._buffers: deque[ReceivedBuffer] = deque()
        self._priority_event_count = 0
        self._announcement_count = 0
        self._next_sequence_number = 0
        self._last_barrier_id: int | None = None
        self._last_barrier_sequence_number = 0
        self._emit = link_emit(self, emit)
        self.floating_buffers = floating_buffers
        self.connection = connection
        self.buffers_in_transit = 0

    def on_buffer_recycled(self, is_floating: bool) -> None:
        """Take back a buffer of this channel that the task has processed."""
        raise NotImplementedError  # depends on whether there is credit

    def _enqueue_buffer(self, slice_: BufferSlice, is_floating: bool) -> bool:
        """Queue *slice_* for the task; return whether it is the first available priority event."""
        is_event = slice_.is_event
        received = ReceivedBuffer(slice_.elements, slice_.bytes, is_event, self, is_floating)
        received.partial_bytes = slice_.partial_bytes
        received.sequence_number = self._next_sequence_number
        self._next_sequence_number += 1
        is_first_priority_event = False
        if is_event:
            received.element_index = slice_.element_index
        if is_event and slice_.has_priority:
            is_first_priority_event = self._enqueue_priority_event(received)
        else:
            self._buffers.append(received)
            if is_event and slice_.requires_announcement:
                self._announcement_count += 1
                is_first_priority_event = self._enqueue_priority_event(
                    _create_announcement(received)
                )
        if self.persister is not None:
            self._record_barrier(received, self.persister)
        if self._emit is not None:
            self._emit((BufferArrived, self.id, self.received_buffers, self.buffers_in_transit))
        return is_first_priority_event

    def _enqueue_priority_event(self, event: ReceivedBuffer) -> bool:
        """Queue *event* before all buffers but after other priority events; return whether it is first."""
        event.has_priority = True
        self._buffers.insert(self._priority_event_count, event)
        self._priority_event_count += 1
        return self._priority_event_count == 1

    def poll(self) -> ReceivedBuffer | None:
        if not self._buffers:
            return None
        buffer = self._buffers.popleft()
        if self._priority_event_count:
            self._priority_event_count -= 1
            if buffer.is_announcement:
                self._announcement_count -= 1
        return buffer

    def count_overtaken_buffers(self, buffer: ReceivedBuffer) -> int:
        if not buffer.has_priority:
            return 0
        return sum(
            other.sequence_number < buffer.sequence_number
            for other in self._buffers
            if not other.is_announcement
        )

    # --- checkpoints -----------------------------------------------------------------------------

    def _record_barrier(self, received: ReceivedBuffer, persister: ChannelStatePersister) -> None:
        """Store the position of the newest barrier in the queue.

        When the task starts the checkpoint, the buffers before it are in-flight data.
        """
        barrier_id = persister.on_buffer(received)
        if barrier_id is not None and (
            self._last_barrier_id is None or barrier_id > self._last_barrier_id
        ):
            self._last_barrier_id = barrier_id
            self._last_barrier_sequence_number = received.sequence_number

    def convert_to_priority_event(self, sequence_number: int) -> None:
        position = next(
            position
            for position, buffer in enumerate(self._buffers)
            if buffer.sequence_number == sequence_number and not buffer.is_announcement
        )
        buffer = self._buffers[position]
        if buffer.has_priority:
            raise RuntimeError(f"the barrier in {self.id} has already overtaken")
        del self._buffers[position]
        if self._enqueue_priority_event(buffer):
            self.gate.enqueue_priority(self)

    def checkpoint_started(self, barrier: CheckpointBarrier) -> None:
        if self.persister is None:
            return
        newest = self._last_barrier_id
        if newest is not None and barrier.checkpoint_id < newest:
            raise CheckpointException(
                CheckpointFailureReason.CHECKPOINT_SUBSUMED,
                f"Sequence number for checkpoint {barrier.checkpoint_id} is not known (it was likely "
                f"been overwritten by a newer checkpoint {newest})",
            )
        if newest is not None and barrier.checkpoint_id > newest:
            self._last_barrier_id = None
        self.persister.start_persisting(barrier.checkpoint_id, self._collect_inflight_buffers())

    def _collect_inflight_buffers(self) -> list[ReceivedBuffer]:
        """Collect the queued buffers before this channel's barrier, or all if it has not arrived."""
        data_buffers = list(self._buffers)[self._priority_event_count :]
        return [
            buffer
            for buffer in data_buffers
            if not buffer.is_event
            and (
                self._last_barrier_id is None
                or buffer.sequence_number < self._last_barrier_sequence_number
            )
        ]

    def checkpoint_stopped(self, checkpoint_id: int) -> None:
        super().checkpoint_stopped(checkpoint_id)
        if self._last_barrier_id == checkpoint_id:
            self._last_barrier_id = None

    @property
    def has_more(self) -> bool:
        return bool(self._buffers)

    @property
    def has_priority_event(self) -> bool:
        return self._priority_event_count > 0

    @property
    def received_buffers(self) -> int:
        return len(self._buffers) - self._announcement_count


class RemoteInputChannel(NetworkInputChannel):
    """A channel from another TaskManager, with credit-based flow control.

    - An incoming buffer uses a floating buffer first, else an exclusive one. Events use none.
    - The sender's backlog, which comes with each buffer, gives the number of buffers required: backlog
      + exclusive. The channel requests floating buffers for the difference; if none is free, it waits.
    - Each buffer gained is one credit, announced to the sender with the next message.
    - A recycled exclusive buffer that is not needed releases a floating buffer instead.
    - A priority event precedes all queued buffers, and its channel precedes the other channels.

    ``connection`` leads back to the sender.

    Flink: ``RemoteInputChannel`` with its ``BufferManager``.
    """

    __slots__ = (
        "credit_in_transit",
        "exclusive_count",
        "floating_count",
        "is_waiting",
        "reader",
        "required_count",
        "unannounced_credit",
    )

    def __init__(
        self,
        location: ChannelLocation,
        floating_buffers: FloatingBuffers,
        connection: Connection,
        emit: Emit | None,
    ) -> None:
        super().__init__(location, floating_buffers, connection, emit)
        self.exclusive_count = EXCLUSIVE_BUFFERS_PER_CHANNEL
        self.floating_count = 0
        self.required_count = 0
        self.unannounced_credit = 0
        self.credit_in_transit = 0
        self.is_waiting = False
        self.reader: CreditBasedReader | None = None

    def on_buffer(self, slice_: BufferSlice, backlog: int) -> None:
        """Handle a buffer or event from the network, with the sender's *backlog*."""
        is_floating = False
        if not slice_.is_event:
            is_floating = self._take_buffer()
        if self._enqueue_buffer(slice_, is_floating):
            self.gate.enqueue_priority(self)
        elif not self.is_enqueued:
            self.gate.enqueue(self)
        self.on_sender_backlog(backlog)

    def _take_buffer(self) -> bool:
        if self.floating_count:
            self.floating_count -= 1
            return True
        assert self.exclusive_count > 0, (
            f"{self.id} received a buffer without granting credit for it"
        )
        self.exclusive_count -= 1
        return False

    def on_sender_backlog(self, backlog: int) -> None:
        """Request floating buffers for the *backlog*, the number of buffers that wait at the sender."""
        self.required_count = backlog + EXCLUSIVE_BUFFERS_PER_CHANNEL
        if self.exclusive_count + self.floating_count < self.required_count and not self.is_waiting:
            self._add_credit(self._request_floating_buffers())
        if self._emit is not None:
            self._report_buffers()

    def offer_floating_buffer(self) -> bool:
        """Offer a floating buffer to this waiting channel; return whether it was taken."""
        self.is_waiting = False
        taken = self.exclusive_count + self.floating_count < self.required_count
        if taken:
            self.floating_count += 1
            self._add_credit(1 + self._request_floating_buffers())
        if self._emit is not None:
            self._report_buffers()
        return taken

    def _request_floating_buffers(self) -> int:
        """Take the required floating buffers, wait if there are too few; return how many were taken."""
        gained = 0
        while self.exclusive_count + self.floating_count < self.required_count:
            if not self.floating_buffers.request():
                self.is_waiting = True
                self.floating_buffers.add_buffer_listener(self)
                break
            self.floating_count += 1
            gained += 1
        return gained

    def on_buffer_recycled(self, is_floating: bool) -> None:
        if is_floating:
            self.floating_buffers.recycle()
        else:
            self.on_exclusive_buffer_recycled()

    def on_exclusive_buffer_recycled(self) -> None:
        """Take back an exclusive buffer: it is one more credit, or it releases a floating buffer."""
        self.exclusive_count += 1
        releases_floating = (
            self.floating_count > 0
            and self.exclusive_count + self.floating_count > self.required_count
        )
        if releases_floating:
            self.floating_count -= 1
        else:
            self._add_credit(1)
        if self._emit is not None:
            self._report_buffers()
        if releases_floating:
            self.floating_buffers.recycle()

    def _add_credit(self, credit: int) -> None:
        if not credit:
            return
        if not self.unannounced_credit:
            self.connection.announce_credit(self)
        self.unannounced_credit += credit

    def resume_consumption(self) -> None:
        self.connection.resume_consumption(self)

    def take_unannounced_credit(self) -> int:
        """Return the credit that the sender does not know yet, for a message to it, and reset it to 0."""
        credit, self.unannounced_credit = self.unannounced_credit, 0
        return credit

    def _report_buffers(self) -> None:
        assert self._emit is not None
        self._emit(
            (
                InputBuffersChanged,
                self.id,
                self.exclusive_count,
                self.floating_count,
                self.required_count,
                self.unannounced_credit,
                self.is_waiting,
            )
        )


def _create_announcement(received: ReceivedBuffer) -> ReceivedBuffer:
    """Create the announcement of a queued barrier that may time out; *received* holds the barrier."""
    barrier = received.elements[0]
    assert isinstance(barrier, CheckpointBarrier)
    announcement = ReceivedBuffer(
        [EventAnnouncement(barrier, received.sequence_number)], received.bytes, True
    )
    announcement.sequence_number = received.sequence_number
    return announcement
