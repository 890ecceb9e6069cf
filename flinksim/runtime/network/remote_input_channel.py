"""The receiver's end of a channel from another TaskManager, with credits as since Flink 1.5."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from flinksim.runtime.network.buffers import EXCLUSIVE_BUFFERS_PER_CHANNEL, BufferSlice
from flinksim.runtime.network.input_channels import ChannelPlace, InputChannel, ReceivedBuffer
from flinksim.trace.events import BufferArrived, Emit, InputBuffersChanged

if TYPE_CHECKING:
    from flinksim.runtime.network.connection import Connection, CreditBasedReader
    from flinksim.runtime.network.input_gate import FloatingBuffers


class NetworkInputChannel(InputChannel):
    """A channel from another TaskManager: buffers arrive, and wait in a queue of their own.

    ``on_wire`` counts the buffers and events of this channel that are under way; ``connection`` is the
    one over which it has something to say: how much it can take.
    """

    __slots__ = ("_buffers", "_emit", "_priority_events", "connection", "floating_buffers",
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
        self._emit = emit
        self.floating_buffers = floating_buffers
        self.connection = connection
        self.on_wire = 0

    def buffer_recycled(self, is_floating: bool) -> None:
        """The task is through with a buffer of this channel."""
        raise NotImplementedError  # with credits and before them differ

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

    ``connection`` is the way back, to the sender.

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
            self.connection.send_credit_of(self)
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
