"""One logical input of a task: reads elements from its gate, one by one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from flinksim.core.ids import SubtaskId
from flinksim.runtime.elements import (
    CancelCheckpointMarker,
    CheckpointBarrier,
    Element,
    EndOfData,
    EndOfPartition,
    LatencyMarker,
    StreamRecord,
    Watermark,
    WatermarkStatus,
)
from flinksim.runtime.network.channel_state_protocol import ChannelStateSink
from flinksim.runtime.network.input_channels import InputChannel, ReceivedBuffer
from flinksim.runtime.network.input_gate import InputGate, UnionInputGate
from flinksim.runtime.network.record_serialization import compute_element_size
from flinksim.runtime.network.result_partition import describe_element
from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.buffer_debloating import InputDebloater
from flinksim.runtime.tasks.checkpointed_input_gate import CheckpointedInputGate
from flinksim.runtime.tasks.latency_markers import process_latency_marker
from flinksim.trace.event_switch import link_emit
from flinksim.trace.events import (
    ElementReceived,
    Emit,
    InputEnded,
    InputPersisted,
    RecordPartlyRead,
)

_CHECKPOINT_EVENTS = (CheckpointBarrier, CancelCheckpointMarker)
_PERSISTED_ELEMENTS = StreamRecord | Watermark | WatermarkStatus | LatencyMarker
"""Types of elements that are stored in an unaligned checkpoint whose barrier overtakes them."""


class TaskInput:
    """Reads the elements of one input and passes them to the head of the chain.

    Records go directly to the operator. Watermarks and statuses go through the valve, which decides
    what the operator receives.

    Flink: ``StreamTaskNetworkInput`` with the ``StreamTaskNetworkOutput`` of ``OneInputStreamTask``.
    """

    __slots__ = (
        "_buffer",
        "_channel",
        "_element_count",
        "_elements",
        "_emit",
        "_position",
        "_process_element",
        "_process_status",
        "_process_watermark",
        "_recovered_elements",
        "_subtask",
        "channels_with_end_of_data",
        "channels_with_end_of_partition",
        "checkpointed_gate",
        "debloater",
        "gate",
        "is_recovering",
        "number",
        "on_recovered",
        "process_latency",
        "should_drain",
        "valve",
    )  # fmt: skip

    def __init__(
        self,
        number: int,
        subtask: SubtaskId,
        gate: InputGate | UnionInputGate,
        head: StreamOperator,
        emit: Emit | None,
    ) -> None:
        self.number = number
        self.gate = gate
        self._subtask = subtask
        self._emit = link_emit(self, emit)
        self._channel: InputChannel | None = None
        self._buffer: ReceivedBuffer
        self._elements: list[Element] = []
        self._recovered_elements: deque[tuple[InputChannel, list[Element]]] = deque()
        self.is_recovering = False
        """Whether in-flight data restored from an unaligned checkpoint is still to be read."""
        self.on_recovered: Callable[[], None]
        self._position = 0
        self._element_count = 0
        self.channels_with_end_of_data = 0
        self.channels_with_end_of_partition = 0
        self.should_drain = True
        """Whether the channels ended because all input was read, not because the job stops to be resumed."""
        self.debloater: InputDebloater | None = None
        self.checkpointed_gate: CheckpointedInputGate | None = None
        self.process_latency: Callable[[LatencyMarker], None] = partial(
            process_latency_marker, head
        )
        self._process_element: Callable[[StreamRecord], None]
        self._process_watermark: Callable[[Watermark], None]
        self._process_status: Callable[[WatermarkStatus], None]
        if number == 1:
            self._process_element = head.context.wrap_handler(head.process_element2)
            self._process_watermark = head.process_watermark2
            self._process_status = head.process_watermark_status2
        else:
            self._process_element = head.context.wrap_handler(head.process_element)
            self._process_watermark = head.wrap_watermark_handler(head.process_watermark)
            self._process_status = head.process_watermark_status
        self.valve = StatusWatermarkValve(
            len(gate.channels),
            self,
            emit=emit,
            subtask=subtask,
            input_index=number,
            channel_ids=[channel.id for channel in gate.channels],
        )

    # --- output of the valve ---------------------------------------------------------------------

    def emit_watermark(self, watermark: Watermark) -> None:
        self._process_watermark(watermark)

    def emit_watermark_status(self, status: WatermarkStatus) -> None:
        self._process_status(status)

    def recover(self, channel: InputChannel, elements: list[Element]) -> None:
        """Read *elements*, which a checkpoint has stored as in-flight data of *channel*, before all else.

        The list is empty if the checkpoint contained only the beginning of a record, whose end the sender
        still has.

        Flink: ``RecoveredInputChannel``.
        """
        if not elements:
            return
        self._recovered_elements.append((channel, elements))
        self.is_recovering = True
        channel.subpartition.written_count += len(elements)

    def bypass_operator(self, on_watermark: Callable[[Watermark], None]) -> None:
        """Pass watermarks to *on_watermark* instead of to the operator, and drop everything else."""
        self._process_watermark = on_watermark
        self._process_element = self._process_status = self.process_latency = _drop

    @property
    def process_record(self) -> Callable[[StreamRecord], None]:
        """The method that gets the records of this input."""
        return self._process_element

    # --- reading ---------------------------------------------------------------------------------

    @property
    def is_available(self) -> bool:
        """Whether an element can be read now."""
        return self._position < self._element_count or self.is_recovering or self.gate.is_available

    @property
    def has_end_of_data(self) -> bool:
        """Whether every channel has announced that no record follows."""
        return self.channels_with_end_of_data == len(self.gate.channels)

    @property
    def has_end_of_partition(self) -> bool:
        """Whether every channel has ended."""
        return self.channels_with_end_of_partition == len(self.gate.channels)

    def emit_next(self) -> bool:
        """Read one element and process it.

        Return ``False`` if there was no element, or after a priority event (an unaligned barrier).
        """
        position = self._position
        if position == self._element_count:
            if not self._poll_buffer():
                return False
            position = 0
        element = self._elements[position]
        self._position = position = position + 1
        if position == self._element_count:
            self._buffer.recycle()
        channel = self._channel
        assert channel is not None
        if self._emit is not None:
            kind, value, timestamp = describe_element(element)
            self._emit(
                (
                    ElementReceived,
                    self._subtask,
                    channel.id,
                    channel.read_count,
                    kind,
                    value,
                    timestamp,
                )
            )
        channel.read_count += 1
        channel.partial_bytes = 0
        if position == self._element_count and self._buffer.partial_bytes:
            self._record_partial_read(channel, self._buffer.partial_bytes)
        self._process(element, channel)
        return True

    def process_handoff(self, element: Element, channel: InputChannel) -> None:
        """Process the next *element* of *channel*, which the sender passed directly, without a buffer."""
        channel.read_count += 1
        self._process(element, channel)

    def _process(self, element: Element, channel: InputChannel) -> None:
        kind = element.__class__
        if kind is StreamRecord:
            self._process_element(element)  # type: ignore[arg-type] # the class is checked above
        elif kind in _CHECKPOINT_EVENTS:
            self._handle_event(element, channel)
        else:
            if kind is EndOfPartition and self.checkpointed_gate is not None:
                self._handle_event(element, channel)
            self._process_other(element, channel)

    def _process_other(self, element: Element, channel: InputChannel) -> None:
        match element:
            case Watermark():
                self.valve.input_watermark(element, channel.valve_index)
            case WatermarkStatus():
                self.valve.input_watermark_status(element, channel.valve_index)
            case LatencyMarker():
                self.process_latency(element)
            case EndOfData(drain):
                self.channels_with_end_of_data += 1
                self.should_drain = self.should_drain and drain
                channel.subpartition.acknowledge_all_data_processed()
                if self.has_end_of_data:
                    self._report_end()
            case EndOfPartition():
                channel.is_finished = True
                self.channels_with_end_of_partition += 1
            case _:
                raise TypeError(f"{self._subtask} cannot process {element!r}")

    def _handle_event(self, element: Element, channel: InputChannel) -> None:
        """Handle an event in the gate, before the task. Flink: ``CheckpointedInputGate.pollNext``."""
        if self.checkpointed_gate is None:
            raise TypeError(f"{self._subtask} cannot process {element!r}")
        self.checkpointed_gate.handle_event(element, channel)

    def _report_end(self) -> None:
        if self._emit is not None:
            self._emit((InputEnded, self._subtask, self.number))

    def _poll_buffer(self) -> bool:
        """Advance to the next buffer in which an element ends.

        A buffer is recycled when its last element is taken out, before that element is processed.
        """
        if self._recovered_elements:
            self._channel, self._elements = self._recovered_elements.popleft()
            self._buffer = ReceivedBuffer(self._elements, 0, is_event=False)
            self._position, self._element_count = 0, len(self._elements)
            return True
        if self.is_recovering:  # Flink: EndOfInputChannelStateEvent
            self.is_recovering = False
            self.on_recovered()
            return False
        while (polled := self.gate.poll()) is not None:
            channel, buffer = polled
            if self.debloater is not None:
                self.debloater.throughput.incoming_data_size(buffer.bytes)
            if self.checkpointed_gate is not None:
                if buffer.has_priority:
                    self.checkpointed_gate.process_priority_event(channel, buffer)
                    return False
                if not buffer.is_event:
                    self.checkpointed_gate.add_processed_bytes(buffer.bytes)
                if channel.read_ahead_indexes:
                    channel.skip_read_ahead_events()
            if buffer.partial_bytes and not buffer.elements:
                self._record_partial_read(channel, buffer.partial_bytes)
            if buffer.elements:
                self._channel, self._buffer, self._elements = channel, buffer, buffer.elements
                self._position, self._element_count = 0, len(buffer.elements)
                return True
            buffer.recycle()
        return False

    def _record_partial_read(self, channel: InputChannel, size: int) -> None:
        """Record that the last *size* bytes of a buffer belong to an element that continues.

        Flink: ``SpillingAdaptiveSpanningRecordDeserializer``, which then returns ``PARTIAL_RECORD``.
        """
        channel.partial_bytes += size
        if self._emit is not None:
            self._emit((RecordPartlyRead, self._subtask, channel.id, channel.partial_bytes))

    def prepare_snapshot(self, checkpoint_id: int, writer: ChannelStateSink) -> None:
        """Add the rest of the buffer that is being read to *writer*.

        Flink: ``StreamTaskNetworkInput.prepareSnapshot``.
        Differs: a partly received record is not counted here; in Flink it is.
        """
        if self._channel is not None:
            left = self._elements[self._position : self._element_count]
            self._persist(checkpoint_id, writer, self._channel, left)

    def _persist(
        self,
        checkpoint_id: int,
        writer: ChannelStateSink,
        channel: InputChannel,
        elements: list[Element],
    ) -> None:
        persisted = [element for element in elements if isinstance(element, _PERSISTED_ELEMENTS)]
        if not persisted:
            return
        size = sum(_compute_size(element) for element in persisted)
        writer.add_input_data(checkpoint_id, channel.id, list(persisted), [size])
        if self._emit is not None:
            self._emit((InputPersisted, channel.id, checkpoint_id, 1, size))


def _drop(element: Element) -> None:
    """Ignore *element*."""


def _compute_size(element: StreamRecord | Watermark | WatermarkStatus | LatencyMarker) -> int:
    return compute_element_size(element.copy() if isinstance(element, StreamRecord) else element)
