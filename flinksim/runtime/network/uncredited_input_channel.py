"""Input channels from another TaskManager without credit, as before Flink 1.5."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flinksim.runtime.network.buffers import BufferSlice
from flinksim.runtime.network.input_channels import ChannelLocation
from flinksim.runtime.network.remote_input_channel import NetworkInputChannel
from flinksim.trace.events import Emit, ReadingResumed, ReadingStopped

if TYPE_CHECKING:
    from flinksim.runtime.network.connection import Connection, SubpartitionReader
    from flinksim.runtime.network.input_gate import FloatingBuffers


class UncreditedInputChannel(NetworkInputChannel):
    """Receives whatever the sender sends, as long as the gate's pool has a buffer for it.

    If the pool is empty, the whole ``connection`` is not read until a buffer is free. The messages of
    all other channels on it wait too. A sender that paused after an aligned barrier resumes without a
    message.

    Flink 1.4: ``RemoteInputChannel`` with the buffer listener of ``PartitionRequestClientHandler``.
    Differs: there a sender does not pause after a barrier; the receiver spills what it sends to disk.
    """

    __slots__ = ("_has_reserved_buffer", "has_stopped_reading", "reader")

    def __init__(
        self,
        location: ChannelLocation,
        floating_buffers: FloatingBuffers,
        connection: Connection,
        emit: Emit | None,
    ) -> None:
        super().__init__(location, floating_buffers, connection, emit)
        self._has_reserved_buffer = False
        self.has_stopped_reading = False
        self.reader: SubpartitionReader | None = None

    def try_reserve_buffer(self, slice_: BufferSlice) -> bool:
        """Reserve a buffer for *slice_*; if none is free, the next free one is reserved for it.

        Returns:
            Whether the slice can be received now.
        """
        if slice_.is_event or self._has_reserved_buffer:
            return True
        if self.floating_buffers.request():
            self._has_reserved_buffer = True
            return True
        self.has_stopped_reading = True
        self.floating_buffers.add_buffer_listener(self)
        if self._emit is not None:
            self._emit((ReadingStopped, self.id))
        return False

    def on_buffer(self, slice_: BufferSlice) -> None:
        """Handle a buffer or event from the network, for which a buffer is reserved."""
        if not slice_.is_event:
            assert self._has_reserved_buffer, f"{self.id} has no buffer for incoming data"
            self._has_reserved_buffer = False
        if self._enqueue_buffer(slice_, is_floating=True):
            self.gate.enqueue_priority(self)
        else:
            self.gate.enqueue(self)

    def offer_floating_buffer(self) -> bool:
        """Reserve the free buffer for the waiting message and resume reading the connection."""
        self._has_reserved_buffer = True
        self.has_stopped_reading = False
        if self._emit is not None:
            self._emit((ReadingResumed, self.id))
        self.connection.resume_reading()
        return True

    def on_buffer_recycled(self, is_floating: bool) -> None:
        self.floating_buffers.recycle()
