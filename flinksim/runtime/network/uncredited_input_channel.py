"""The receiver's end of a channel from another TaskManager, without credits as before Flink 1.5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flinksim.runtime.network.buffers import BufferSlice
from flinksim.runtime.network.input_channels import ChannelPlace
from flinksim.runtime.network.remote_input_channel import NetworkInputChannel
from flinksim.trace.events import Emit, ReadingResumed, ReadingStopped

if TYPE_CHECKING:
    from flinksim.runtime.network.connection import Connection, Reader
    from flinksim.runtime.network.input_gate import FloatingBuffers


class UncreditedInputChannel(NetworkInputChannel):
    """Receives what the sender happens to send, as long as the gate's pool has a buffer for it.

    If it has none, the whole connection is not read any more, until one comes free: the messages
    of all other channels on it wait too. ``connection`` is the one that it comes over.

    A sender that stopped behind an aligned barrier goes on without a message.

    Flink 1.4: ``RemoteInputChannel`` with the buffer listener of ``PartitionRequestClientHandler``.
    Differs: there a sender does not stop behind a barrier; the receiver keeps what it sends on disk.
    """

    __slots__ = ("_has_reserved", "reader", "stops_reading")

    def __init__(
        self,
        place: ChannelPlace,
        floating_buffers: FloatingBuffers,
        connection: Connection,
        emit: Emit | None,
    ) -> None:
        super().__init__(place, floating_buffers, connection, emit)
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
            self._emit((ReadingStopped, self.id))
        return False

    def on_buffer(self, slice_: BufferSlice) -> None:
        """A buffer or event came over the network; there is room for it."""
        if not slice_.is_event:
            assert self._has_reserved, f"{self.id} has no buffer for what came in"
            self._has_reserved = False
        if self._add(slice_, is_floating=True):
            self.gate.enqueue_first(self)
        else:
            self.gate.enqueue(self)

    def offer_floating_buffer(self) -> bool:
        """A buffer came free while the connection waited for one; it is kept for what waits."""
        self._has_reserved = True
        self.stops_reading = False
        if self._emit is not None:
            self._emit((ReadingResumed, self.id))
        self.connection.go_on_reading()
        return True

    def buffer_recycled(self, is_floating: bool) -> None:
        self.floating_buffers.give_back()
