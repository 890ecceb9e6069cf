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
from flinksim.runtime.network.input_channels import ChannelPlace, InputChannel, ReceivedBuffer
from flinksim.trace.events import BufferArrived, Emit, InputBuffersChanged

if TYPE_CHECKING:
    from flinksim.runtime.network.channel_state_persister import ChannelStatePersister
    from flinksim.runtime.network.connection import Connection, CreditBasedReader
    from flinksim.runtime.network.input_gate import FloatingBuffers


class NetworkInputChannel(InputChannel):
    """A channel from another TaskManager: buffers arrive and are queued at the receiver.

    ``on_wire`` counts the buffers and events of this channel that were sent and have not arrived.
    ``connection`` carries the messages of this channel to its sender.
    """

    __slots__ = ("_announcements", "_arrived", "_barrier_id", "_barrier_sequence_number", "_buffers",
                 "_emit", "_priority_events", "connection", "floating_buffers",
                 "on_wire")  # fmt: skip

    def __init__(
        self,
        place: ChannelPlace,
        floating_buffers: FloatingBuffers,
        connection: Connection,
        emit: Emit | None,
    ) -> None:
        super().__init__(place)
        self._buffers: deque[ReceivedBuffer] = deque()
        self._priority_events = 0
        self._announcements = 0
        self._arrived = 0
        self._barrier_id: int | None = None
        self._barrier_sequence_number = 0
        self._emit = emit
        self.floating_buffers = floating_buffers
        self.connection = connection
        self.on_wire = 0

    def buffer_recycled(self, is_floating: bool) -> None:
        """Take back a buffer of this channel that the task has processed."""
        raise NotImplementedError  # depends on whether there is credit

    def _add(self, slice_: BufferSlice, is_floating: bool) -> bool:
        """Queue *slice_* for reading; return whether it made the first priority event available."""
        is_event = slice_.is_event
        received = ReceivedBuffer(slice_.elements, slice_.bytes, is_event, self, is_floating)
        received.partial = slice_.partial
        received.sequence_number = self._arrived
        self._arrived += 1
        is_first_priority_event = False
        if is_event:
            received.number = slice_.number
        if is_event and slice_.has_priority:
            is_first_priority_event = self._add_first(received)
        else:
            self._buffers.append(received)
            if is_event and slice_.requires_announcement:
                self._announcements += 1
                is_first_priority_event = self._add_first(_announcement_of(received))
        if self.persister is not None:
            self._note_barrier(received, self.persister)
        if self._emit is not None:
            self._emit((BufferArrived, self.id, self.received, self.on_wire))
        return is_first_priority_event

    def _add_first(self, event: ReceivedBuffer) -> bool:
        """Queue *event* after other priority events, before all else; return whether it is first."""
        event.has_priority = True
        self._buffers.insert(self._priority_events, event)
        self._priority_events += 1
        return self._priority_events == 1

    def poll(self) -> ReceivedBuffer | None:
        if not self._buffers:
            return None
        buffer = self._buffers.popleft()
        if self._priority_events:
            self._priority_events -= 1
            if buffer.is_announcement:
                self._announcements -= 1
        return buffer

    def waiting_before(self, buffer: ReceivedBuffer) -> int:
        if not buffer.has_priority:
            return 0
        return sum(
            other.sequence_number < buffer.sequence_number
            for other in self._buffers
            if not other.is_announcement
        )

    # --- checkpoints -----------------------------------------------------------------------------

    def _note_barrier(self, received: ReceivedBuffer, persister: ChannelStatePersister) -> None:
        """Record the position of the newest barrier, for when the task starts its checkpoint."""
        barrier_id = persister.buffer_came(received)
        if barrier_id is not None and (self._barrier_id is None or barrier_id > self._barrier_id):
            self._barrier_id = barrier_id
            self._barrier_sequence_number = received.sequence_number

    def convert_to_priority_event(self, sequence_number: int) -> None:
        position = next(
            position
            for position, buffer in enumerate(self._buffers)
            if buffer.sequence_number == sequence_number and not buffer.is_announcement
        )
        buffer = self._buffers[position]
        if buffer.has_priority:
            raise RuntimeError(f"the barrier in {self.id} has overtaken already")
        del self._buffers[position]
        if self._add_first(buffer):
            self.gate.enqueue_first(self)

    def checkpoint_started(self, barrier: CheckpointBarrier) -> None:
        if self.persister is None:
            return
        newest = self._barrier_id
        if newest is not None and barrier.checkpoint_id < newest:
            raise CheckpointException(
                CheckpointFailureReason.CHECKPOINT_SUBSUMED,
                f"Sequence number for checkpoint {barrier.checkpoint_id} is not known (it was likely "
                f"been overwritten by a newer checkpoint {newest})",
            )
        if newest is not None and barrier.checkpoint_id > newest:
            self._barrier_id = None
        self.persister.start_persisting(barrier.checkpoint_id, self._overtaken())

    def _overtaken(self) -> list[ReceivedBuffer]:
        """Collect the queued buffers before this channel's barrier, or all if it has not arrived."""
        data_buffers = list(self._buffers)[self._priority_events :]
        return [
            buffer
            for buffer in data_buffers
            if not buffer.is_event
            and (self._barrier_id is None or buffer.sequence_number < self._barrier_sequence_number)
        ]

    def checkpoint_stopped(self, checkpoint_id: int) -> None:
        super().checkpoint_stopped(checkpoint_id)
        if self._barrier_id == checkpoint_id:
            self._barrier_id = None

    @property
    def has_more(self) -> bool:
        return bool(self._buffers)

    @property
    def has_priority_event(self) -> bool:
        return self._priority_events > 0

    @property
    def received(self) -> int:
        return len(self._buffers) - self._announcements


class RemoteInputChannel(NetworkInputChannel):
    """Receives the buffers for which it has granted credit.

    - An incoming buffer uses a floating buffer first, else an exclusive one. Events use none.
    - The sender's backlog, which comes with each buffer, gives the number of buffers required: backlog
      + exclusive. The channel requests floating buffers for the difference; if none is free, it waits.
    - Each buffer gained is one credit, announced to the sender with the next message.
    - A recycled exclusive buffer that is not needed releases a floating buffer instead.
    - A priority event precedes all queued buffers, and its channel precedes the other channels.

    ``connection`` leads back to the sender.

    Flink: ``RemoteInputChannel`` with its ``BufferManager``.
    """

    __slots__ = ("credit_under_way", "exclusive", "floating", "reader", "required", "unannounced",
                 "waiting")  # fmt: skip

    def __init__(
        self,
        place: ChannelPlace,
        floating_buffers: FloatingBuffers,
        connection: Connection,
        emit: Emit | None,
    ) -> None:
        super().__init__(place, floating_buffers, connection, emit)
        self.exclusive = EXCLUSIVE_BUFFERS_PER_CHANNEL
        self.floating = 0
        self.required = 0
        self.unannounced = 0
        self.credit_under_way = 0
        self.waiting = False
        self.reader: CreditBasedReader | None = None

    def on_buffer(self, slice_: BufferSlice, backlog: int) -> None:
        """Handle a buffer or event from the network, with the sender's *backlog*."""
        is_floating = False
        if not slice_.is_event:
            is_floating = self._take_buffer()
        if self._add(slice_, is_floating):
            self.gate.enqueue_first(self)
        elif not self.enqueued:
            self.gate.enqueue(self)
        self.on_sender_backlog(backlog)

    def _take_buffer(self) -> bool:
        if self.floating:
            self.floating -= 1
            return True
        assert self.exclusive > 0, f"{self.id} received a buffer that it gave no credit for"
        self.exclusive -= 1
        return False

    def on_sender_backlog(self, backlog: int) -> None:
        """Request as many floating buffers as the sender can use."""
        self.required = backlog + EXCLUSIVE_BUFFERS_PER_CHANNEL
        if self.exclusive + self.floating < self.required and not self.waiting:
            self._announce(self._take_floating_buffers())
        if self._emit is not None:
            self._report()

    def offer_floating_buffer(self) -> bool:
        """Offer a floating buffer to this waiting channel; return whether it was taken."""
        self.waiting = False
        taken = self.exclusive + self.floating < self.required
        if taken:
            self.floating += 1
            self._announce(1 + self._take_floating_buffers())
        if self._emit is not None:
            self._report()
        return taken

    def _take_floating_buffers(self) -> int:
        """Take the required floating buffers, wait if there are too few; return how many were taken."""
        gained = 0
        while self.exclusive + self.floating < self.required:
            if not self.floating_buffers.take():
                self.waiting = True
                self.floating_buffers.wait_for_one(self)
                break
            self.floating += 1
            gained += 1
        return gained

    def buffer_recycled(self, is_floating: bool) -> None:
        if is_floating:
            self.floating_buffers.give_back()
        else:
            self.exclusive_buffer_recycled()

    def exclusive_buffer_recycled(self) -> None:
        """Take back an exclusive buffer: it is one more credit, or it releases a floating buffer."""
        self.exclusive += 1
        releases_floating = self.floating > 0 and self.exclusive + self.floating > self.required
        if releases_floating:
            self.floating -= 1
        else:
            self._announce(1)
        if self._emit is not None:
            self._report()
        if releases_floating:
            self.floating_buffers.give_back()

    def _announce(self, credit: int) -> None:
        if not credit:
            return
        if not self.unannounced:
            self.connection.send_credit_of(self)
        self.unannounced += credit

    def resume_consumption(self) -> None:
        self.connection.send_resumption_of(self)

    def take_unannounced_credit(self) -> int:
        """Return the credit for the message being written, and reset it."""
        credit, self.unannounced = self.unannounced, 0
        return credit

    def _report(self) -> None:
        assert self._emit is not None
        self._emit(
            (
                InputBuffersChanged,
                self.id,
                self.exclusive,
                self.floating,
                self.required,
                self.unannounced,
                self.waiting,
            )
        )


def _announcement_of(received: ReceivedBuffer) -> ReceivedBuffer:
    """Create the announcement of the barrier in *received*, which is queued."""
    barrier = received.elements[0]
    assert isinstance(barrier, CheckpointBarrier)
    announcement = ReceivedBuffer(
        [EventAnnouncement(barrier, received.sequence_number)], received.bytes, True
    )
    announcement.sequence_number = received.sequence_number
    return announcement
