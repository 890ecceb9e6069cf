"""The network between two TaskManagers in one direction; each turn moves one message."""

from __future__ import annotations

from collections import deque
from collections.abc import Container
from typing import Any

from flinksim.runtime.network.buffers import EXCLUSIVE_BUFFERS_PER_CHANNEL, BufferSlice
from flinksim.runtime.network.remote_input_channel import RemoteInputChannel
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.runtime.network.uncredited_input_channel import UncreditedInputChannel
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import (
    BufferSent,
    ConsumptionResumed,
    CreditAnnounced,
    CreditChanged,
    Emit,
    ResumptionSent,
)


class SubpartitionReader:
    """Reads a subpartition for sending it to another TaskManager, without regard to credit.

    Flink 1.4: ``SequenceNumberingViewReader``.
    """

    __slots__ = ("channel", "connection", "credit", "is_registered", "needs_credit", "subpartition")

    def __init__(
        self,
        subpartition: PipelinedSubpartition,
        channel: RemoteInputChannel | UncreditedInputChannel,
        connection: Connection,
    ) -> None:
        self.subpartition = subpartition
        self.channel = channel
        self.connection = connection
        self.credit = 0
        self.needs_credit = False
        self.is_registered = False
        subpartition.view = self

    @property
    def is_available(self) -> bool:
        return self.subpartition.is_data_available

    def notify_data_available(self) -> None:
        self.connection.enqueue(self)

    def notify_priority_event(self) -> None:
        self.connection.enqueue(self)


class UncreditedReader(SubpartitionReader):
    """The sender's end of a channel without credit-based flow control, as in Flink up to 1.4."""

    __slots__ = ()

    def __init__(
        self,
        subpartition: PipelinedSubpartition,
        channel: UncreditedInputChannel,
        connection: Connection,
    ) -> None:
        super().__init__(subpartition, channel, connection)
        channel.reader = self


class CreditBasedReader(SubpartitionReader):
    """The sender's end of a remote channel with credit: the number of buffers the receiver can accept.

    Every buffer costs one credit, an event costs none. With credit 0 only an event can be sent, and
    then the reader does not check whether the subpartition is blocked.

    Flink: ``CreditBasedSequenceNumberingViewReader``.
    """

    __slots__ = ()

    def __init__(
        self,
        subpartition: PipelinedSubpartition,
        channel: RemoteInputChannel,
        connection: Connection,
    ) -> None:
        super().__init__(subpartition, channel, connection)
        self.credit = EXCLUSIVE_BUFFERS_PER_CHANNEL
        self.needs_credit = True
        channel.reader = self

    @property
    def is_available(self) -> bool:
        if self.credit:
            return self.subpartition.is_data_available
        return self.subpartition.next_is_event


class Connection:
    """Everything sent from one TaskManager to another: buffers of its channels, and credit.

    Channels are served round robin. Messages to senders go first: credit, and permission to resume
    after a barrier. One turn moves one message, which arrives in the same turn.

    Flink: ``PartitionRequestQueue`` and ``CreditBasedPartitionRequestClientHandler`` over one TCP
    connection.
    """

    __slots__ = ("_emit", "_outbound_messages", "_readers", "_runnable", "actor_id", "bit",
                 "turns")  # fmt: skip

    def __init__(self, name: str, runnable: RunnableSet, emit: Emit | None) -> None:
        self.actor_id = name
        self.bit = 0
        self.turns = 0
        self._runnable = runnable
        self._emit = link_emit(self, emit)
        self._readers: deque[SubpartitionReader] = deque()
        self._outbound_messages: deque[tuple[RemoteInputChannel, bool]] = deque()
        """Channels with a message for their sender: ``True`` to resume after a barrier, ``False`` for credit."""

    def enqueue(self, reader: SubpartitionReader) -> None:
        """Register *reader* for sending if it has something to send."""
        if not reader.is_registered and reader.is_available:
            reader.is_registered = True
            self._readers.append(reader)
            self._runnable.mask |= self.bit

    def announce_credit(self, channel: RemoteInputChannel) -> None:
        """Send the new credit of *channel* to the channel's sender, which is at the other end."""
        self._enqueue_message((channel, False))

    def resume_consumption(self, channel: RemoteInputChannel) -> None:
        """Tell the sender of *channel*, which is at the other end, to continue after its aligned barrier."""
        self._enqueue_message((channel, True))

    def _enqueue_message(self, message: tuple[RemoteInputChannel, bool]) -> None:
        self._outbound_messages.append(message)
        self._runnable.mask |= self.bit

    def resume_reading(self) -> None:
        """Read on, because the receiver now has a buffer for the message that it could not accept."""
        self._runnable.mask |= self.bit

    def remove_channels(self, channels: Container[Any]) -> None:
        """Drop all messages of *channels*, whose tasks have ended."""
        self._readers = deque(one for one in self._readers if one.channel not in channels)
        self._outbound_messages = deque(
            one for one in self._outbound_messages if one[0] not in channels
        )
        if not self._outbound_messages and not self._readers:
            self._runnable.mask &= ~self.bit

    def describe(self) -> str:
        if self._outbound_messages:
            channel, resumes = self._outbound_messages[0]
            return f"{'resume' if resumes else 'announce credit of'} {channel.id}"
        return f"send a buffer of {self._readers[0].channel.id}"

    def step(self) -> None:
        self.turns += 1
        if self._outbound_messages:
            self._send_outbound()
        elif self._readers:
            self._send_buffer(self._readers.popleft())
        if not self._outbound_messages and not self._readers:
            self._runnable.mask &= ~self.bit

    def _send_outbound(self) -> None:
        channel, resumes = self._outbound_messages.popleft()
        if resumes:
            self._send_resumption(channel)
        else:
            self._send_credit(channel)

    def _send_resumption(self, channel: RemoteInputChannel) -> None:
        if self._emit is not None:
            self._emit((ResumptionSent, channel.id))
        self._transfer_resumption(channel)

    def _deliver_resumption(self, channel: RemoteInputChannel) -> None:
        reader = channel.reader
        assert reader is not None
        if self._emit is not None:
            self._emit((ConsumptionResumed, channel.id))
        reader.subpartition.resume_consumption()
        reader.connection.enqueue(reader)

    _transfer_resumption = _deliver_resumption

    def _send_credit(self, channel: RemoteInputChannel) -> None:
        credit = channel.take_unannounced_credit()
        channel.credit_in_transit += credit
        if self._emit is not None:
            self._emit((CreditAnnounced, channel.id, credit, channel.credit_in_transit))
        self._transfer_credit(channel, credit)

    def _deliver_credit(self, channel: RemoteInputChannel, credit: int) -> None:
        reader = channel.reader
        assert reader is not None
        channel.credit_in_transit -= credit
        before = reader.credit
        reader.credit += credit
        if self._emit is not None:
            under_way = channel.credit_in_transit
            self._emit((CreditChanged, channel.id, before, reader.credit, under_way))
        reader.connection.enqueue(reader)

    _transfer_credit = _deliver_credit

    def _send_buffer(self, reader: SubpartitionReader) -> None:
        reader.is_registered = False
        subpartition = reader.subpartition
        slice_ = subpartition.poll()
        if slice_ is None:
            return
        channel = reader.channel
        if not slice_.is_event and reader.needs_credit:
            reader.credit -= 1
            assert reader.credit >= 0, f"{channel.id} sent a buffer without credit"
        backlog = subpartition.backlog
        channel.buffers_in_transit += 1
        if self._emit is not None:
            self._emit(
                (
                    BufferSent,
                    channel.id,
                    slice_.bytes,
                    subpartition.queued_buffers,
                    backlog,
                    reader.credit,
                    channel.buffers_in_transit,
                )
            )
        self.enqueue(reader)
        slice_.recycle()  # the bytes are on the network, so the sender's memory is free again
        self._transfer_buffer(channel, slice_, backlog)

    def _transfer_buffer(
        self,
        channel: RemoteInputChannel | UncreditedInputChannel,
        slice_: BufferSlice,
        backlog: int,
    ) -> None:
        assert isinstance(channel, RemoteInputChannel)
        channel.buffers_in_transit -= 1
        channel.on_buffer(slice_, backlog)
