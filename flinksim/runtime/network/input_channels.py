"""Input channels: the receiver's end of a channel, and the channel within one TaskManager."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flinksim.core.ids import ChannelId
from flinksim.runtime.elements import CheckpointBarrier, Element, EventAnnouncement
from flinksim.runtime.network.buffers import BufferSlice
from flinksim.runtime.network.subpartition import PipelinedSubpartition

if TYPE_CHECKING:
    from flinksim.runtime.network.channel_state_persister import ChannelStatePersister
    from flinksim.runtime.network.input_gate import InputGate
    from flinksim.runtime.network.remote_input_channel import NetworkInputChannel


class ReceivedBuffer:
    """A buffer at the receiver that the task reads.

    Its last ``partial_bytes`` bytes belong to an element that continues in the next buffer. A priority
    event precedes queued buffers. ``element_index`` is the index of an event among the elements of its
    channel; ``sequence_number`` counts the buffers that arrived over the network.
    """

    __slots__ = (
        "_channel",
        "_is_floating",
        "_slice",
        "bytes",
        "element_index",
        "elements",
        "has_priority",
        "is_event",
        "partial_bytes",
        "sequence_number",
    )  # fmt: skip

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
        self.has_priority = False
        self.partial_bytes = 0
        self.element_index = 0
        self.sequence_number = 0

    @property
    def is_announcement(self) -> bool:
        """Whether this is no data, but the announcement of a barrier that is still queued."""
        return self.is_event and isinstance(self.elements[0], EventAnnouncement)

    def recycle(self) -> None:
        """Return the buffer to its pool, because the task has read it."""
        if self._slice is not None:
            self._slice.recycle()
        elif self._channel is not None and not self.is_event:
            self._channel.on_buffer_recycled(self._is_floating)


@dataclass(frozen=True, slots=True)
class ChannelLocation:
    """The position of an input channel in its task.

    ``index`` counts all channels of the task; ``valve_index`` counts those of its logical input,
    ``input_index``. ``gate`` is the gate of its edge, ``subpartition`` the one that it reads.
    """

    id: ChannelId
    index: int
    input_index: int
    valve_index: int
    gate: InputGate
    subpartition: PipelinedSubpartition


class InputChannel:
    """Base class of input channels: the position in the task, and the number of elements read so far.

    ``partial_bytes`` counts the bytes of an element whose rest is not read yet. ``read_ahead_indexes``
    has the indexes of events that were read before elements they had overtaken. ``persister`` is set if
    checkpoints of the job may be unaligned.

    Flink: ``InputChannel``.
    """

    __slots__ = (
        "gate",
        "id",
        "index",
        "input_index",
        "is_enqueued",
        "is_finished",
        "partial_bytes",
        "persister",
        "read_ahead_indexes",
        "read_count",
        "subpartition",
        "valve_index",
    )

    def __init__(self, location: ChannelLocation) -> None:
        self.id = location.id
        self.index = location.index
        self.input_index = location.input_index
        self.valve_index = location.valve_index
        self.gate = location.gate
        self.subpartition = location.subpartition
        self.is_enqueued = False
        self.is_finished = False
        self.read_count = 0
        self.partial_bytes = 0
        self.read_ahead_indexes: list[int] = []
        self.persister: ChannelStatePersister | None = None

    def poll(self) -> ReceivedBuffer | None:
        raise NotImplementedError  # local and remote channels differ

    @property
    def has_more(self) -> bool:
        raise NotImplementedError  # local and remote channels differ

    @property
    def has_priority_event(self) -> bool:
        """Whether the next buffer to read is a priority event, such as an unaligned barrier."""
        raise NotImplementedError  # local and remote channels differ

    @property
    def received_buffers(self) -> int:
        """Number of buffers queued at the receiver."""
        return 0

    def count_overtaken_buffers(self, buffer: ReceivedBuffer) -> int:
        """Count the queued buffers that arrived before *buffer*, a barrier that has overtaken them."""
        return 0

    # --- checkpoints -----------------------------------------------------------------------------

    def mark_event_read(self, element_index: int) -> bool:
        """Record that event *element_index* is read; return whether it was next in order."""
        if element_index == self.read_count:
            self.read_count += 1
            return True
        self.read_ahead_indexes.append(element_index)
        return False

    def skip_read_ahead_events(self) -> None:
        """Advance the element count past events that were read before elements they had overtaken."""
        while self.read_count in self.read_ahead_indexes:
            self.read_ahead_indexes.remove(self.read_count)
            self.read_count += 1

    def resume_consumption(self) -> None:
        """Let the sender, which paused after an aligned barrier, resume."""
        self.subpartition.resume_consumption()

    def convert_to_priority_event(self, sequence_number: int) -> None:
        """Move the barrier that is queued as buffer *sequence_number* before all other buffers.

        Within a TaskManager nothing is announced, so there is nothing to do.
        """

    def checkpoint_started(self, barrier: CheckpointBarrier) -> None:
        """Start to persist in-flight data, up to the barrier of this channel.

        Raises:
            CheckpointException: If the barrier of a newer checkpoint was already received.
        """
        if self.persister is not None:
            self.persister.start_persisting(barrier.checkpoint_id, [])

    def checkpoint_stopped(self, checkpoint_id: int) -> None:
        """Stop persisting in-flight data."""
        if self.persister is not None:
            self.persister.stop_persisting(checkpoint_id)


class LocalInputChannel(InputChannel):
    """Reads the buffers of a producer in the same TaskManager: no copy and no credit.

    Only the producer's pool limits the data in flight.

    Flink: ``LocalInputChannel``.
    """

    __slots__ = ()

    def __init__(self, location: ChannelLocation) -> None:
        super().__init__(location)
        location.subpartition.view = self

    def notify_data_available(self) -> None:
        self.gate.enqueue(self)

    def notify_priority_event(self) -> None:
        self.gate.enqueue_priority(self)

    def poll(self) -> ReceivedBuffer | None:
        slice_ = self.subpartition.poll()
        if slice_ is None:
            return None
        buffer = ReceivedBuffer(slice_.elements, slice_.bytes, slice_.is_event, slice_=slice_)
        buffer.partial_bytes = slice_.partial_bytes
        if buffer.is_event:
            buffer.element_index = slice_.element_index
            buffer.has_priority = slice_.has_priority
        if self.persister is not None:
            self.persister.on_buffer(buffer)
        return buffer

    @property
    def has_more(self) -> bool:
        return self.subpartition.is_data_available

    @property
    def has_priority_event(self) -> bool:
        return self.subpartition.next_has_priority
