"""The receiver's end of a channel: within a TaskManager, or across the network with credits."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from flinksim.common.ids import ChannelId
from flinksim.runtime.elements import Element
from flinksim.runtime.network.buffers import EXCLUSIVE_BUFFERS_PER_CHANNEL, BufferSlice
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.trace.events import BufferArrived, Emit

if TYPE_CHECKING:
    from flinksim.runtime.network.connection import Connection, CreditBasedReader
    from flinksim.runtime.network.input_gate import FloatingBuffers, InputGate


class ReceivedBuffer:
    """A buffer that the task reads, with what has to be done when it is through."""

    __slots__ = ("_channel", "_is_floating", "_slice", "bytes", "elements", "is_event")

    def __init__(
        self,
        elements: list[Element],
        size: int,
        is_event: bool,
        channel: RemoteInputChannel | None = None,
        is_floating: bool = False,
        slice_: BufferSlice | None = None,
    ) -> None:
        self.elements = elements
        self.bytes = size
        self.is_event = is_event
        self._channel = channel
        self._is_floating = is_floating
        self._slice = slice_

    def recycle(self) -> None:
        """Give the memory back."""
        if self._slice is not None:
            self._slice.recycle()
        elif self._channel is not None and not self.is_event:
            self._channel.buffer_recycled(self._is_floating)


class InputChannel:
    """What both kinds have: a place in the gate, and the number of elements read so far.

    ``index`` counts over all channels of the task, ``valve_index`` over those of its logical input.
    Flink: ``InputChannel``.
    """

    __slots__ = ("enqueued", "gate", "id", "index", "input_index", "read", "subpartition",
                 "valve_index")  # fmt: skip

    def __init__(
        self,
        channel: ChannelId,
        index: int,
        input_index: int,
        valve_index: int,
        gate: InputGate,
        subpartition: PipelinedSubpartition,
    ) -> None:
        self.id = channel
        self.index = index
        self.input_index = input_index
        self.valve_index = valve_index
        self.gate = gate
        self.enqueued = False
        self.read = 0
        self.subpartition = subpartition

    def poll(self) -> ReceivedBuffer | None:
        raise NotImplementedError

    @property
    def has_more(self) -> bool:
        raise NotImplementedError

    @property
    def received(self) -> int:
        """Buffers that wait at the receiver."""
        return 0


class LocalInputChannel(InputChannel):
    """Reads the producer's own buffers: no copy, no credit; only the producer's pool limits.

    Flink: ``LocalInputChannel``.
    """

    __slots__ = ()

    def __init__(
        self,
        channel: ChannelId,
        index: int,
        input_index: int,
        valve_index: int,
        gate: InputGate,
        subpartition: PipelinedSubpartition,
    ) -> None:
        super().__init__(channel, index, input_index, valve_index, gate, subpartition)
        subpartition.view = self

    def notify_data_available(self) -> None:
        self.gate.enqueue(self)

    def poll(self) -> ReceivedBuffer | None:
        slice_ = self.subpartition.poll()
        if slice_ is None:
            return None
        return ReceivedBuffer(slice_.elements, slice_.bytes, slice_.is_event, slice_=slice_)

    @property
    def has_more(self) -> bool:
        return self.subpartition.is_data_available


class RemoteInputChannel(InputChannel):
    """Receives buffers that its credit allowed the sender to send.

    - A buffer that comes in takes a floating buffer first, else an exclusive one.
    - The backlog that came with it says how many more are wanted: backlog + exclusive. Floating
      buffers are taken for the difference while there are any; then the channel waits for one.
    - Each buffer gained is one credit, announced to the sender with the next message.
    - A recycled exclusive buffer that is not needed sets a floating one free instead.

    Flink: ``RemoteInputChannel`` with its ``BufferManager``.
    """

    __slots__ = (
        "_buffers",
        "_emit",
        "back_connection",
        "exclusive",
        "floating",
        "floating_buffers",
        "reader",
        "required",
        "unannounced",
        "waiting",
    )  # fmt: skip

    def __init__(
        self,
        channel: ChannelId,
        index: int,
        input_index: int,
        valve_index: int,
        gate: InputGate,
        subpartition: PipelinedSubpartition,
        floating_buffers: FloatingBuffers,
        back_connection: Connection,
        emit: Emit | None,
    ) -> None:
        super().__init__(channel, index, input_index, valve_index, gate, subpartition)
        self._buffers: deque[ReceivedBuffer] = deque()
        self.floating_buffers = floating_buffers
        self.back_connection = back_connection
        self._emit = emit
        self.exclusive = EXCLUSIVE_BUFFERS_PER_CHANNEL
        self.floating = 0
        self.required = 0
        self.unannounced = 0
        self.waiting = False
        self.reader: CreditBasedReader | None = None

    def on_buffer(self, slice_: BufferSlice, backlog: int, on_wire: int) -> None:
        """A buffer or event came over the network, with the sender's *backlog*."""
        is_floating = False
        if not slice_.is_event:
            is_floating = self._take_buffer()
        self._buffers.append(
            ReceivedBuffer(slice_.elements, slice_.bytes, slice_.is_event, self, is_floating)
        )
        if self._emit is not None:
            self._emit(BufferArrived(self.id, len(self._buffers), on_wire))
        self.on_sender_backlog(backlog)
        self.gate.enqueue(self)

    def _take_buffer(self) -> bool:
        if self.floating:
            self.floating -= 1
            return True
        assert self.exclusive > 0, f"{self.id} received a buffer that it gave no credit for"
        self.exclusive -= 1
        return False

    def on_sender_backlog(self, backlog: int) -> None:
        """Ask for as many floating buffers as the sender could use."""
        self.required = backlog + EXCLUSIVE_BUFFERS_PER_CHANNEL
        gained = 0
        while self.exclusive + self.floating < self.required and not self.waiting:
            if self.floating_buffers.take():
                self.floating += 1
                gained += 1
            else:
                self.waiting = True
                self.floating_buffers.wait_for_one(self)
        self._announce(gained)

    def offer_floating_buffer(self) -> bool:
        """A floating buffer came free while this channel waited; whether it was taken."""
        self.waiting = False
        if self.exclusive + self.floating >= self.required:
            return False
        self.floating += 1
        gained = 1
        while self.exclusive + self.floating < self.required:
            if self.floating_buffers.take():
                self.floating += 1
                gained += 1
            else:
                self.waiting = True
                self.floating_buffers.wait_for_one(self)
                break
        self._announce(gained)
        return True

    def buffer_recycled(self, is_floating: bool) -> None:
        """The task is through with a buffer of this channel."""
        if is_floating:
            self.floating_buffers.give_back()
            return
        self.exclusive += 1
        if self.exclusive + self.floating > self.required and self.floating:
            self.floating -= 1
            self.floating_buffers.give_back()
        else:
            self._announce(1)

    def _announce(self, credit: int) -> None:
        if not credit:
            return
        if not self.unannounced:
            self.back_connection.send_credit_of(self)
        self.unannounced += credit

    def take_unannounced_credit(self) -> int:
        """The credit that goes into the message being written."""
        credit, self.unannounced = self.unannounced, 0
        return credit

    def poll(self) -> ReceivedBuffer | None:
        return self._buffers.popleft() if self._buffers else None

    @property
    def has_more(self) -> bool:
        return bool(self._buffers)

    @property
    def received(self) -> int:
        return len(self._buffers)
