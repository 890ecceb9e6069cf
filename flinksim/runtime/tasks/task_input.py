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
from flinksim.runtime.network.channel_state_protocol import ChannelStateWriter
from flinksim.runtime.network.input_channels import InputChannel, ReceivedBuffer
from flinksim.runtime.network.input_gate import InputGate, UnionInputGate
from flinksim.runtime.network.result_partition import describe_element
from flinksim.runtime.network.serialization import element_size
from flinksim.runtime.network.status_watermark_valve import StatusWatermarkValve
from flinksim.runtime.operators.stream_operator import StreamOperator
from flinksim.runtime.tasks.buffer_debloating import InputDebloating
from flinksim.runtime.tasks.checkpointed_input_gate import CheckpointedInputGate
from flinksim.runtime.tasks.latency_markers import process_latency_marker
from flinksim.trace.events import (
    ElementReceived,
    Emit,
    InputEnded,
    InputPersisted,
    RecordPartlyRead,
)

_OF_CHECKPOINTS = (CheckpointBarrier, CancelCheckpointMarker)
_KEPT = StreamRecord | Watermark | WatermarkStatus | LatencyMarker
"""Elements that become part of a checkpoint whose barrier overtakes them."""


class TaskInput:
    """Reads the elements of one input and passes them to the head of the chain.

    Records go directly to the operator. Watermarks and statuses go through the valve, which decides
    what the operator receives.

    Flink: ``StreamTaskNetworkInput`` with the ``StreamTaskNetworkOutput`` of ``OneInputStreamTask``.
    """

    __slots__ = (
        "_buffer",
        "_channel",
        "_count",
        "_elements",
        "_emit",
        "_position",
        "_process_element",
        "_process_status",
        "_process_watermark",
        "_recovered",
        "_subtask",
        "channels_with_end_of_data",
        "channels_with_end_of_partition",
        "checkpointed",
        "debloating",
        "drains",
        "gate",
        "number",
        "on_recovered",
        "process_latency",
        "recovers",
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
        self._emit = emit
        self._channel: InputChannel | None = None
        self._buffer: ReceivedBuffer
        self._elements: list[Element] = []
        self._recovered: deque[tuple[InputChannel, list[Element]]] = deque()
        self.recovers = False
        """Whether recovered in-flight data, or its end, is still to be read."""
        self.on_recovered: Callable[[], None]
        self._position = 0
        self._count = 0
        self.channels_with_end_of_data = 0
        self.channels_with_end_of_partition = 0
        self.drains = True
        """Whether its channels ended because the input did, not because the job is stopped."""
        self.debloating: InputDebloating | None = None
        self.checkpointed: CheckpointedInputGate | None = None
        self.process_latency: Callable[[LatencyMarker], None] = partial(
            process_latency_marker, head
        )
        self._process_element: Callable[[StreamRecord], None]
        self._process_watermark: Callable[[Watermark], None]
        self._process_status: Callable[[WatermarkStatus], None]
        if number == 1:
            self._process_element = head.context.guarded(head.process_element2)
            self._process_watermark = head.process_watermark2
            self._process_status = head.process_watermark_status2
        else:
            self._process_element = head.context.guarded(head.process_element)
            self._process_watermark = head.holding(head.process_watermark)
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
        """Read *elements*, the in-flight data of *channel* in a checkpoint, before all else.

        There are none if the checkpoint contained only the beginning of a record, whose end is at the
        sender.

        Flink: ``RecoveredInputChannel``.
        """
        if not elements:
            return
        self._recovered.append((channel, elements))
        self.recovers = True
        channel.subpartition.written += len(elements)

    def pass_by(self, take_watermark: Callable[[Watermark], None]) -> None:
        """Bypass the operator: pass watermarks to *take_watermark* and drop everything else."""
        self._process_watermark = take_watermark
        self._process_element = self._process_status = self.process_latency = _drop

    # --- reading ---------------------------------------------------------------------------------

    @property
    def available(self) -> bool:
        """Whether an element can be read now."""
        return self._position < self._count or self.recovers or self.gate.available

    @property
    def has_end_of_data(self) -> bool:
        """Whether every channel has announced that no record follows."""
        return self.channels_with_end_of_data == len(self.gate.channels)

    @property
    def has_end_of_partition(self) -> bool:
        """Whether every channel has ended."""
        return self.channels_with_end_of_partition == len(self.gate.channels)

    def emit_next(self) -> bool:
        """Read one element and process it; return ``False`` without one, or after a priority event."""
        position = self._position
        if position == self._count:
            if not self._next_buffer():
                return False
            position = 0
        element = self._elements[position]
        self._position = position = position + 1
        if position == self._count:
            self._buffer.recycle()
        channel = self._channel
        assert channel is not None
        if self._emit is not None:
            kind, value, timestamp = describe_element(element)
            self._emit(
                (ElementReceived, self._subtask, channel.id, channel.read, kind, value, timestamp)
            )
        channel.read += 1
        channel.partial = 0
        if position == self._count and self._buffer.partial:
            self._read_part(channel, self._buffer.partial)
        self._process(element, channel)
        return True

    def take(self, element: Element, channel: InputChannel) -> None:
        """Process *element*, the next one of *channel*, which was handed off directly."""
        channel.read += 1
        self._process(element, channel)

    def _process(self, element: Element, channel: InputChannel) -> None:
        kind = element.__class__
        if kind is StreamRecord:
            self._process_element(element)  # type: ignore[arg-type] # the class is checked above
        elif kind in _OF_CHECKPOINTS:
            self._handle_event(element, channel)
        else:
            if kind is EndOfPartition and self.checkpointed is not None:
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
                self.drains = self.drains and drain
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
        if self.checkpointed is None:
            raise TypeError(f"{self._subtask} cannot process {element!r}")
        self.checkpointed.handle_event(element, channel)

    def _report_end(self) -> None:
        if self._emit is not None:
            self._emit((InputEnded, self._subtask, self.number))

    def _next_buffer(self) -> bool:
        """Advance to the next buffer in which an element ends.

        A buffer is recycled when its last element is taken out, before that element is processed.
        """
        if self._recovered:
            self._channel, self._elements = self._recovered.popleft()
            self._buffer = ReceivedBuffer(self._elements, 0, is_event=False)
            self._position, self._count = 0, len(self._elements)
            return True
        if self.recovers:  # Flink: EndOfInputChannelStateEvent
            self.recovers = False
            self.on_recovered()
            return False
        while (polled := self.gate.poll()) is not None:
            channel, buffer = polled
            if self.debloating is not None:
                self.debloating.throughput.incoming(buffer.bytes)
            if self.checkpointed is not None:
                if buffer.has_priority:
                    self.checkpointed.process_priority_event(channel, buffer)
                    return False
                if not buffer.is_event:
                    self.checkpointed.add_processed_bytes(buffer.bytes)
                if channel.read_ahead:
                    channel.skip_read_ahead()
            if buffer.partial and not buffer.elements:
                self._read_part(channel, buffer.partial)
            if buffer.elements:
                self._channel, self._buffer, self._elements = channel, buffer, buffer.elements
                self._position, self._count = 0, len(buffer.elements)
                return True
            buffer.recycle()
        return False

    def _read_part(self, channel: InputChannel, size: int) -> None:
        """Record that the last *size* bytes of a buffer belong to an element that continues.

        Flink: ``SpillingAdaptiveSpanningRecordDeserializer``, which then returns ``PARTIAL_RECORD``.
        """
        channel.partial += size
        if self._emit is not None:
            self._emit((RecordPartlyRead, self._subtask, channel.id, channel.partial))

    def prepare_snapshot(self, checkpoint_id: int, writer: ChannelStateWriter) -> None:
        """Add the rest of the buffer that is being read to *writer*.

        Flink: ``StreamTaskNetworkInput.prepareSnapshot``.
        Differs: a partly received record is not counted here; in Flink it is.
        """
        if self._channel is not None:
            left = self._elements[self._position : self._count]
            self._persist(checkpoint_id, writer, self._channel, left)

    def _persist(
        self,
        checkpoint_id: int,
        writer: ChannelStateWriter,
        channel: InputChannel,
        elements: list[Element],
    ) -> None:
        persisted = [element for element in elements if isinstance(element, _KEPT)]
        if not persisted:
            return
        size = sum(_size_of(element) for element in persisted)
        writer.add_input_data(checkpoint_id, channel.id, list(persisted), [size])
        if self._emit is not None:
            self._emit((InputPersisted, channel.id, checkpoint_id, 1, size))


def _drop(element: Element) -> None:
    """Drop *element*."""


def _size_of(element: StreamRecord | Watermark | WatermarkStatus | LatencyMarker) -> int:
    return element_size(element.copy() if isinstance(element, StreamRecord) else element)
