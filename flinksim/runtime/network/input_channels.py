"""The receiver's end of a channel: what all kinds have, and the one within a TaskManager."""

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
    """A buffer that the task reads, with what has to be done when it is through.

    Its last ``partial`` bytes are of an element that goes on in the next buffer.
    A priority event goes before what waits. ``number`` counts an event among the elements of its
    channel; ``sequence_number`` counts a buffer among those that came over the network.
    """

    __slots__ = ("_channel", "_is_floating", "_slice", "bytes", "elements", "has_priority",
                 "is_event", "number", "partial", "sequence_number")  # fmt: skip

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
        self.partial = 0
        self.number = 0
        self.sequence_number = 0

    @property
    def is_announcement(self) -> bool:
        """Whether it only tells of a barrier that waits."""
        return self.is_event and isinstance(self.elements[0], EventAnnouncement)

    def recycle(self) -> None:
        """Give the memory back."""
        if self._slice is not None:
            self._slice.recycle()
        elif self._channel is not None and not self.is_event:
            self._channel.buffer_recycled(self._is_floating)


@dataclass(frozen=True, slots=True)
class ChannelPlace:
    """Where a channel stands.

    ``index`` counts over all channels of the task, ``valve_index`` over those of its logical input,
    ``input_index``. ``gate`` is that of its edge, ``subpartition`` what it reads.
    """

    id: ChannelId
    index: int
    input_index: int
    valve_index: int
    gate: InputGate
    subpartition: PipelinedSubpartition


class InputChannel:
    """What all kinds have: a place, and the number of elements read so far.

    ``partial`` are the bytes of an element whose rest has not been read.
    ``read_ahead`` are the numbers of events that were read before what they had overtaken.
    ``persister`` is there if the job's checkpoints may be unaligned.

    Flink: ``InputChannel``.
    """

    __slots__ = ("enqueued", "gate", "id", "index", "input_index", "is_finished", "partial",
                 "persister", "read", "read_ahead", "subpartition", "valve_index")  # fmt: skip

    def __init__(self, place: ChannelPlace) -> None:
        self.id = place.id
        self.index = place.index
        self.input_index = place.input_index
        self.valve_index = place.valve_index
        self.gate = place.gate
        self.subpartition = place.subpartition
        self.enqueued = False
        self.is_finished = False
        self.read = 0
        self.partial = 0
        self.read_ahead: list[int] = []
        self.persister: ChannelStatePersister | None = None

    def poll(self) -> ReceivedBuffer | None:
        raise NotImplementedError  # local and remote channels differ

    @property
    def has_more(self) -> bool:
        raise NotImplementedError  # local and remote channels differ

    @property
    def has_priority_event(self) -> bool:
        """Whether a priority event is the next thing to read."""
        raise NotImplementedError  # local and remote channels differ

    @property
    def received(self) -> int:
        """Buffers that wait at the receiver."""
        return 0

    def waiting_before(self, buffer: ReceivedBuffer) -> int:
        """How many buffers that arrived before *buffer* wait still, as it has overtaken them."""
        return 0

    # --- checkpoints -----------------------------------------------------------------------------

    def event_is_read(self, number: int) -> bool:
        """The event of that *number* is read; whether it is its turn, as nothing was overtaken."""
        if number == self.read:
            self.read += 1
            return True
        self.read_ahead.append(number)
        return False

    def skip_read_ahead(self) -> None:
        """Count the events that have been read already, now that it would be their turn."""
        while self.read in self.read_ahead:
            self.read_ahead.remove(self.read)
            self.read += 1

    def resume_consumption(self) -> None:
        """The sender, which stopped behind an aligned barrier, may go on."""
        self.subpartition.resume()

    def convert_to_priority_event(self, sequence_number: int) -> None:
        """The barrier that waits as buffer *sequence_number* goes before all else.

        Nothing is announced within a TaskManager.
        """

    def checkpoint_started(self, barrier: CheckpointBarrier) -> None:
        """Keep what is in flight, up to this channel's barrier.

        Raises: CheckpointException if a newer barrier has come in already.
        """
        if self.persister is not None:
            self.persister.start_persisting(barrier.checkpoint_id, [])

    def checkpoint_stopped(self, checkpoint_id: int) -> None:
        """Keep nothing more of what is in flight."""
        if self.persister is not None:
            self.persister.stop_persisting(checkpoint_id)


class LocalInputChannel(InputChannel):
    """Reads the producer's own buffers: no copy, no credit; only the producer's pool limits.

    Flink: ``LocalInputChannel``.
    """

    __slots__ = ()

    def __init__(self, place: ChannelPlace) -> None:
        super().__init__(place)
        place.subpartition.view = self

    def notify_data_available(self) -> None:
        self.gate.enqueue(self)

    def notify_priority_event(self) -> None:
        self.gate.enqueue_first(self)

    def poll(self) -> ReceivedBuffer | None:
        slice_ = self.subpartition.poll()
        if slice_ is None:
            return None
        buffer = ReceivedBuffer(slice_.elements, slice_.bytes, slice_.is_event, slice_=slice_)
        buffer.partial = slice_.partial
        if buffer.is_event:
            buffer.number = slice_.number
            buffer.has_priority = slice_.has_priority
        if self.persister is not None:
            self.persister.buffer_came(buffer)
        return buffer

    @property
    def has_more(self) -> bool:
        return self.subpartition.is_data_available

    @property
    def has_priority_event(self) -> bool:
        return self.subpartition.next_has_priority
