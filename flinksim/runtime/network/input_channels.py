"""The receiver's end of a channel: what all kinds have, and the one within a TaskManager."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flinksim.common.ids import ChannelId
from flinksim.runtime.elements import Element
from flinksim.runtime.network.buffers import BufferSlice
from flinksim.runtime.network.subpartition import PipelinedSubpartition

if TYPE_CHECKING:
    from flinksim.runtime.network.input_gate import InputGate
    from flinksim.runtime.network.remote_input_channel import NetworkInputChannel


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

    Flink: ``InputChannel``.
    """

    __slots__ = ("enqueued", "gate", "id", "index", "input_index", "read", "subpartition",
                 "valve_index")  # fmt: skip

    def __init__(self, place: ChannelPlace) -> None:
        self.id = place.id
        self.index = place.index
        self.input_index = place.input_index
        self.valve_index = place.valve_index
        self.gate = place.gate
        self.subpartition = place.subpartition
        self.enqueued = False
        self.read = 0

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
        return ReceivedBuffer(slice_.elements, slice_.bytes, slice_.is_event, slice_=slice_)

    @property
    def has_more(self) -> bool:
        return self.subpartition.is_data_available

    @property
    def has_priority_event(self) -> bool:
        return self.subpartition.next_has_priority
