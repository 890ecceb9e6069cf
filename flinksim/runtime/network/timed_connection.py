"""A connection with latency and limited bandwidth, on which messages may have to wait."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from flinksim.runtime.network.buffers import BufferSlice
from flinksim.runtime.network.connection import Connection, Reader
from flinksim.runtime.network.remote_input_channel import RemoteInputChannel
from flinksim.runtime.network.timed_link import Wire
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

    __slots__ = ("_reading_stopped", "_wire")

    def __init__(self, name: str, runnable: RunnableSet, emit: Emit | None, wire: Wire) -> None:
        super().__init__(name, runnable, emit)
        self._wire = wire
        self._reading_stopped = False
        wire.on_change = self._settle

    def enqueue(self, reader: Reader) -> None:
        if not reader.registered and reader.available:
            reader.registered = True
            self._readers.append(reader)
            self._settle()

    def send_credit_of(self, channel: RemoteInputChannel) -> None:
        super().send_credit_of(channel)
        self._settle()

    def send_resumption_of(self, channel: RemoteInputChannel) -> None:
        super().send_resumption_of(channel)
        self._settle()

    def go_on_reading(self) -> None:
        self._reading_stopped = False
        self._settle()

    def forget(self, channels: Container[Any]) -> None:
        super().forget(channels)
        self._wire.forget(channels)
        self.go_on_reading()

    def describe(self) -> str:
        if self._can_take_off():
            message = self._wire.first()
            if message.resumes:
                return f"deliver that {message.channel.id} resumes"
            what = "credit" if message.slice_ is None else "a buffer"
            return f"deliver {what} of {message.channel.id}"
        return super().describe()

    def step(self) -> None:
        self.turns += 1
        if self._can_take_off():
            self._take_off()
        elif self._outbound:
            self._send_outbound()
        elif self._readers and self._wire.is_writable:
            self._send_buffer(self._readers.popleft())
        self._settle()

    def _can_take_off(self) -> bool:
        return self._wire.has_arrived and not self._reading_stopped

    def _settle(self) -> None:
        """Be runnable while something can be done now; otherwise let the link call when it can."""
        wire = self._wire
        wants_to_send = bool(self._readers) and not self._outbound
        if self._can_take_off() or self._outbound or (wants_to_send and wire.is_writable):
            self._runnable.mask |= self.bit
        else:
            self._runnable.mask &= ~self.bit
            wire.expect_change(wants_to_send)

    def _transfer_credit(self, channel: RemoteInputChannel, credit: int) -> None:
        self._wire.put(channel, None, credit)

    def _transfer_resumption(self, channel: RemoteInputChannel) -> None:
        self._wire.put(channel, None, 0, resumes=True)

    def _transfer_buffer(
        self,
        channel: RemoteInputChannel | UncreditedInputChannel,
        slice_: BufferSlice,
        backlog: int,
    ) -> None:
        self._wire.put(channel, slice_, backlog)

    def _take_off(self) -> None:
        message = self._wire.first()
        channel = message.channel
        slice_ = message.slice_
        if slice_ is None:
            assert isinstance(channel, RemoteInputChannel)
            self._wire.take_first()
            if message.resumes:
                self._deliver_resumption(channel)
            else:
                self._deliver_credit(channel, message.number)
            return
        if isinstance(channel, UncreditedInputChannel) and not channel.has_room_for(slice_):
            self._reading_stopped = True
            return
        self._wire.take_first()
        channel.on_wire -= 1
        if isinstance(channel, UncreditedInputChannel):
            channel.on_buffer(slice_)
        else:
            assert isinstance(channel, RemoteInputChannel)
            channel.on_buffer(slice_, message.number)
