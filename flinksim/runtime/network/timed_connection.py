"""A connection with latency and limited bandwidth, on which messages may have to wait."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from flinksim.runtime.network.buffers import BufferSlice
from flinksim.runtime.network.connection import Connection, SubpartitionReader
from flinksim.runtime.network.remote_input_channel import RemoteInputChannel
from flinksim.runtime.network.timed_link import TimedLink
from flinksim.runtime.network.uncredited_input_channel import UncreditedInputChannel
from flinksim.runtime.scheduler_actors import RunnableSet
from flinksim.trace.events import Emit


class TimedConnection(Connection):
    """A connection on which messages take time, or wait until the receiver can accept them.

    One turn puts one message on the link, or takes one off at the other end. Messages that have arrived
    go first. The receiver of a channel without credit may have no buffer for such a message. Then
    nothing more is received until it has one, and once the link is full nothing is sent.

    Flink: as :class:`Connection`; before credits ``PartitionRequestClientHandler`` of Flink 1.4,
    which stops reading the socket, and Netty's write buffer water mark.
    """

    __slots__ = ("_is_reading_stopped", "_link")

    def __init__(
        self, name: str, runnable: RunnableSet, emit: Emit | None, link: TimedLink
    ) -> None:
        super().__init__(name, runnable, emit)
        self._link = link
        self._is_reading_stopped = False
        link.on_change = self._update_runnable

    def enqueue(self, reader: SubpartitionReader) -> None:
        if not reader.is_registered and reader.is_available:
            reader.is_registered = True
            self._readers.append(reader)
            self._update_runnable()

    def announce_credit(self, channel: RemoteInputChannel) -> None:
        super().announce_credit(channel)
        self._update_runnable()

    def resume_consumption(self, channel: RemoteInputChannel) -> None:
        super().resume_consumption(channel)
        self._update_runnable()

    def resume_reading(self) -> None:
        self._is_reading_stopped = False
        self._update_runnable()

    def remove_channels(self, channels: Container[Any]) -> None:
        super().remove_channels(channels)
        self._link.remove_channels(channels)
        self.resume_reading()

    def describe(self) -> str:
        if self._can_receive():
            message = self._link.peek()
            if message.is_resumption:
                return f"deliver that {message.channel.id} resumes"
            what = "credit" if message.slice_ is None else "a buffer"
            return f"deliver {what} of {message.channel.id}"
        return super().describe()

    def step(self) -> None:
        self.turns += 1
        if self._can_receive():
            self._receive_message()
        elif self._outbound_messages:
            self._send_outbound()
        elif self._readers and self._link.is_writable:
            self._send_buffer(self._readers.popleft())
        self._update_runnable()

    def _can_receive(self) -> bool:
        return self._link.has_arrived and not self._is_reading_stopped

    def _update_runnable(self) -> None:
        """Tell the scheduler whether a message can be moved now; if not, the link calls when it can."""
        wire = self._link
        wants_to_send = bool(self._readers) and not self._outbound_messages
        if self._can_receive() or self._outbound_messages or (wants_to_send and wire.is_writable):
            self._runnable.mask |= self.bit
        else:
            self._runnable.mask &= ~self.bit
            wire.schedule_change(wants_to_send)

    def _transfer_credit(self, channel: RemoteInputChannel, credit: int) -> None:
        self._link.send(channel, None, credit)

    def _transfer_resumption(self, channel: RemoteInputChannel) -> None:
        self._link.send(channel, None, 0, is_resumption=True)

    def _transfer_buffer(
        self,
        channel: RemoteInputChannel | UncreditedInputChannel,
        slice_: BufferSlice,
        backlog: int,
    ) -> None:
        self._link.send(channel, slice_, backlog)

    def _receive_message(self) -> None:
        message = self._link.peek()
        channel = message.channel
        slice_ = message.slice_
        if slice_ is None:
            assert isinstance(channel, RemoteInputChannel)
            self._link.pop()
            if message.is_resumption:
                self._deliver_resumption(channel)
            else:
                self._deliver_credit(channel, message.credit_or_backlog)
            return
        if isinstance(channel, UncreditedInputChannel) and not channel.try_reserve_buffer(slice_):
            self._is_reading_stopped = True
            return
        self._link.pop()
        channel.buffers_in_transit -= 1
        if isinstance(channel, UncreditedInputChannel):
            channel.on_buffer(slice_)
        else:
            assert isinstance(channel, RemoteInputChannel)
            channel.on_buffer(slice_, message.credit_or_backlog)
