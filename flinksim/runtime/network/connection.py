"""The network between two TaskManagers, in one direction: an actor that moves one message a turn."""

from __future__ import annotations

from collections import deque

from flinksim.runtime.actors import RunnableSet
from flinksim.runtime.network.buffers import EXCLUSIVE_BUFFERS_PER_CHANNEL
from flinksim.runtime.network.input_channels import RemoteInputChannel
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.trace.events import BufferSent, CreditAnnounced, CreditChanged, Emit


class CreditBasedReader:
    """The sender's end of a remote channel: it knows how many buffers the receiver has room for.

    Every buffer costs one credit, an event none; so with credit 0 it can go on only with an event.

    Flink: ``CreditBasedSequenceNumberingViewReader``.
    """

    __slots__ = ("channel", "connection", "credit", "registered", "subpartition")

    def __init__(
        self,
        subpartition: PipelinedSubpartition,
        channel: RemoteInputChannel,
        connection: Connection,
    ) -> None:
        self.subpartition = subpartition
        self.channel = channel
        self.connection = connection
        self.credit = EXCLUSIVE_BUFFERS_PER_CHANNEL
        self.registered = False
        subpartition.view = self
        channel.reader = self

    @property
    def available(self) -> bool:
        if self.credit:
            return self.subpartition.is_data_available
        return self.subpartition.next_is_event

    def notify_data_available(self) -> None:
        self.connection.enqueue(self)


class Connection:
    """All that goes from one TaskManager to another: buffers of its channels in turn, and credit.

    Credit messages go first. One turn moves one message, which arrives in the same turn.

    Flink: ``PartitionRequestQueue`` and ``CreditBasedPartitionRequestClientHandler`` over one TCP
    connection.
    """

    __slots__ = ("_credits", "_emit", "_readers", "_runnable", "actor_id", "bit",
                 "turns")  # fmt: skip

    def __init__(self, name: str, runnable: RunnableSet, emit: Emit | None) -> None:
        self.actor_id = name
        self.bit = 0
        self.turns = 0
        self._runnable = runnable
        self._emit = emit
        self._readers: deque[CreditBasedReader] = deque()
        self._credits: deque[RemoteInputChannel] = deque()

    def enqueue(self, reader: CreditBasedReader) -> None:
        """*reader* may have something to send."""
        if not reader.registered and reader.available:
            reader.registered = True
            self._readers.append(reader)
            self._runnable.mask |= self.bit

    def send_credit_of(self, channel: RemoteInputChannel) -> None:
        """Tell the sender of *channel*, at the other end, about new credit."""
        self._credits.append(channel)
        self._runnable.mask |= self.bit

    def describe(self) -> str:
        if self._credits:
            return f"announce credit of {self._credits[0].id}"
        return f"send a buffer of {self._readers[0].channel.id}"

    def step(self) -> None:
        self.turns += 1
        if self._credits:
            self._announce_credit(self._credits.popleft())
        elif self._readers:
            self._send_buffer(self._readers.popleft())
        if not self._credits and not self._readers:
            self._runnable.mask &= ~self.bit

    def _announce_credit(self, channel: RemoteInputChannel) -> None:
        credit = channel.take_unannounced_credit()
        reader = channel.reader
        assert reader is not None
        before = reader.credit
        reader.credit += credit
        if self._emit is not None:
            self._emit(CreditAnnounced(channel.id, credit))
            self._emit(CreditChanged(channel.id, before, reader.credit))
        reader.connection.enqueue(reader)

    def _send_buffer(self, reader: CreditBasedReader) -> None:
        reader.registered = False
        subpartition = reader.subpartition
        slice_ = subpartition.poll()
        if slice_ is None:
            return
        if not slice_.is_event:
            reader.credit -= 1
            assert reader.credit >= 0, f"{reader.channel.id} sent a buffer without credit"
        backlog = subpartition.backlog
        if self._emit is not None:
            self._emit(
                BufferSent(
                    reader.channel.id, slice_.bytes, subpartition.queued, backlog, reader.credit, 1
                )
            )
        self.enqueue(reader)
        slice_.recycle()  # its bytes are on the network; the sender's memory is free again
        reader.channel.on_buffer(slice_, backlog, 0)
