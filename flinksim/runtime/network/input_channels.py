"""The receiver's end of a channel: within a TaskManager, or across the network.

Across the network it works with credits, as since Flink 1.5, or without, as before.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from flinksim.common.ids import ChannelId
from flinksim.runtime.elements import Element
from flinksim.runtime.network.buffers import EXCLUSIVE_BUFFERS_PER_CHANNEL, BufferSlice
from flinksim.runtime.network.subpartition import PipelinedSubpartition
from flinksim.trace.events import (
    BufferArrived,
    Emit,
    InputBuffersChanged,
    ReadingResumed,
    ReadingStopped,
)

if TYPE_CHECKING:
    from flinksim.runtime.network.connection import Connection, CreditBasedReader, Reader
    from flinksim.runtime.network.input_gate import FloatingBuffers, InputGate


class ReceivedBuffer:
    """A buffer that the task reads, with what has to be done when it is through."""

    __slots__ = ("_channel", "_is_floating", "_slice", "bytes", "elements", "is_event")

    def __init__(
        self,
        elements: list[Element],
        size: int,
        is_event: bool,
        channel: NetworkInputChannel | None = None,
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
    """What all kinds have: a place in the gate, and the number of elements read so far.

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
    def has_priority_event(self) -> bool:
        """Whether a priority event is the next thing to read."""
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

    def notify_priority_event(self) -> None:
        self.gate.enqueue_first(self)

    def poll(self) -> ReceivedBuffer | None:
        slice_ = self.subpartition.poll()
        if slice_ is None:
            return None
        return ReceivedBuffer(slice_.elements, slice_.bytes, slice_.is_event, slice_=slice_)

    @property
    def has_more(self) -> bool:
        return self.subpartition.is_data_available

    @property
    def has_priority_event(self) -> bool:
        return self.subpartition.next_has_priority


class NetworkInputChannel(InputChannel):
    """A channel from another TaskManager: buffers arrive, and wait in a queue of their own.

    ``on_wire`` counts the buffers and events of this channel that are under way.
    """

    __slots__ = ("_buffers", "_emit", "_priority_events", "floating_buffers", "on_wire")

    def __init__(
        self,
        channel: ChannelId,
        index: int,
        input_index: int,
        valve_index: int,
        gate: InputGate,
        subpartition: PipelinedSubpartition,
        floating_buffers: FloatingBuffers,
        emit: Emit | None,
    ) -> None:
        super().__init__(channel, index, input_index, valve_index, gate, subpartition)
        self._buffers: deque[ReceivedBuffer] = deque()
        self._priority_events = 0
        self._emit = emit
        self.floating_buffers = floating_buffers
        self.on_wire = 0

    def buffer_recycled(self, is_floating: bool) -> None:
        """The task is through with a buffer of this channel."""
        raise NotImplementedError

    def _add(self, slice_: BufferSlice, is_floating: bool) -> bool:
        """Let *slice_* wait to be read; whether it is now the first priority event."""
        is_event = slice_.is_event
        received = ReceivedBuffer(slice_.elements, slice_.bytes, is_event, self, is_floating)
        is_first_priority_event = False
        if is_event and slice_.has_priority:
            self._buffers.insert(self._priority_events, received)
            self._priority_events += 1
            is_first_priority_event = self._priority_events == 1
        else:
            self._buffers.append(received)
        if self._emit is not None:
            self._emit(BufferArrived(self.id, len(self._buffers), self.on_wire))
        return is_first_priority_event

    def poll(self) -> ReceivedBuffer | None:
        if not self._buffers:
            return None
        if self._priority_events:
            self._priority_events -= 1
        return self._buffers.popleft()

    @property
    def has_more(self) -> bool:
        return bool(self._buffers)

    @property
    def has_priority_event(self) -> bool:
        return self._priority_events > 0

    @property
    def received(self) -> int:
        return len(self._buffers)


class RemoteInputChannel(NetworkInputChannel):
    """Receives buffers that its credit allowed the sender to send.

    - A buffer that comes in takes a floating buffer first, else an exclusive one. Events take none.
    - The backlog that came with it says how many more are wanted: backlog + exclusive. Floating
      buffers are taken for the difference while there are any; then the channel waits for one.
    - Each buffer gained is one credit, announced to the sender with the next message.
    - A recycled exclusive buffer that is not needed sets a floating one free instead.
    - A priority event goes before all that waits, and its channel before the other channels.

    Flink: ``RemoteInputChannel`` with its ``BufferManager``.
    """

    __slots__ = ("back_connection", "credit_under_way", "exclusive", "floating", "reader",
                 "required", "unannounced", "waiting")  # fmt: skip

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
        super().__init__(
            channel, index, input_index, valve_index, gate, subpartition, floating_buffers, emit
        )
        self.back_connection = back_connection
        self.exclusive = EXCLUSIVE_BUFFERS_PER_CHANNEL
        self.floating = 0
        self.required = 0
        self.unannounced = 0
        self.credit_under_way = 0
        self.waiting = False
        self.reader: CreditBasedReader | None = None

    def on_buffer(self, slice_: BufferSlice, backlog: int) -> None:
        """A buffer or event came over the network, with the sender's *backlog*."""
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
        """Ask for as many floating buffers as the sender could use."""
        self.required = backlog + EXCLUSIVE_BUFFERS_PER_CHANNEL
        if self.exclusive + self.floating < self.required and not self.waiting:
            self._announce(self._take_floating_buffers())
        if self._emit is not None:
            self._report()

    def offer_floating_buffer(self) -> bool:
        """A floating buffer came free while this channel waited; whether it was taken."""
        self.waiting = False
        taken = self.exclusive + self.floating < self.required
        if taken:
            self.floating += 1
            self._announce(1 + self._take_floating_buffers())
        if self._emit is not None:
            self._report()
        return taken

    def _take_floating_buffers(self) -> int:
        """As many as are wanted; if there are too few, wait for the next. How many were taken."""
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
            return
        self.exclusive += 1
        sets_one_free = self.floating > 0 and self.exclusive + self.floating > self.required
        if sets_one_free:
            self.floating -= 1
        else:
            self._announce(1)
        if self._emit is not None:
            self._report()
        if sets_one_free:
            self.floating_buffers.give_back()

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

    def _report(self) -> None:
        assert self._emit is not None
        self._emit(
            InputBuffersChanged(
                self.id,
                self.exclusive,
                self.floating,
                self.required,
                self.unannounced,
                self.waiting,
            )
        )


class UncreditedInputChannel(NetworkInputChannel):
    """Receives what the sender happens to send, as long as the gate's pool has a buffer for it.

    If it has none, the whole connection is not read any more, until one comes free: the messages
    of all other channels on it wait too.

    Flink 1.4: ``RemoteInputChannel`` with the buffer listener of ``PartitionRequestClientHandler``.
    """

    __slots__ = ("_has_reserved", "connection", "reader", "stops_reading")

    def __init__(
        self,
        channel: ChannelId,
        index: int,
        input_index: int,
        valve_index: int,
        gate: InputGate,
        subpartition: PipelinedSubpartition,
        floating_buffers: FloatingBuffers,
        connection: Connection,
        emit: Emit | None,
    ) -> None:
        super().__init__(
            channel, index, input_index, valve_index, gate, subpartition, floating_buffers, emit
        )
        self.connection = connection
        self._has_reserved = False
        self.stops_reading = False
        self.reader: Reader | None = None

    def has_room_for(self, slice_: BufferSlice) -> bool:
        """Whether there is a buffer for *slice_*; if not, the next that comes free is kept for it."""
        if slice_.is_event or self._has_reserved:
            return True
        if self.floating_buffers.take():
            self._has_reserved = True
            return True
        self.stops_reading = True
        self.floating_buffers.wait_for_one(self)
        if self._emit is not None:
            self._emit(ReadingStopped(self.id))
        return False

    def on_buffer(self, slice_: BufferSlice) -> None:
        """A buffer or event came over the network; there is room for it."""
        if not slice_.is_event:
            assert self._has_reserved, f"{self.id} has no buffer for what came in"
            self._has_reserved = False
        self._add(slice_, is_floating=True)
        self.gate.enqueue(self)

    def offer_floating_buffer(self) -> bool:
        """A buffer came free while the connection waited for one; it is kept for what waits."""
        self._has_reserved = True
        self.stops_reading = False
        if self._emit is not None:
            self._emit(ReadingResumed(self.id))
        self.connection.go_on_reading()
        return True

    def buffer_recycled(self, is_floating: bool) -> None:
        self.floating_buffers.give_back()
