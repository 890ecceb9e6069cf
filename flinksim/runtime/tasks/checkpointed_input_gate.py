"""The gate of an input of a task with checkpoints: events go to the barrier handler."""

from __future__ import annotations

from collections.abc import Callable

from flinksim.core.ids import SubtaskId
from flinksim.runtime.checkpoint.barriers.checkpoint_barrier_handler import (
    CheckpointBarrierHandler,
)
from flinksim.runtime.elements import (
    CancelCheckpointMarker,
    CheckpointBarrier,
    Element,
    EndOfPartition,
    EventAnnouncement,
)
from flinksim.runtime.network.input_channels import InputChannel, ReceivedBuffer
from flinksim.runtime.network.input_gate import InputGate, UnionInputGate
from flinksim.runtime.network.result_partition import describe_element
from flinksim.runtime.tasks.task_mailbox import RejectedExecutionError
from flinksim.trace.events import (
    BarrierAnnounced,
    BarrierReceived,
    CancellationReceived,
    ElementReceived,
    Emit,
)

PRIORITY_EVENT_MAIL = "process priority event"


class CheckpointedInputGate:
    """Passes barriers, announcements and cancellations of one input to the task's barrier *handler*.

    A priority event is read at the task's next turn: an urgent mail reads it, even between two elements
    of a buffer.

    Flink: ``CheckpointedInputGate``.
    """

    __slots__ = (
        "_awaits_priority_event",
        "_emit",
        "_gate",
        "_handler",
        "_submit_urgent_mail",
        "_subtask",
    )  # fmt: skip

    def __init__(
        self,
        subtask: SubtaskId,
        gate: InputGate | UnionInputGate,
        handler: CheckpointBarrierHandler,
        submit_urgent_mail: Callable[[str, Callable[[], None]], None],
        emit: Emit | None,
    ) -> None:
        self._subtask = subtask
        self._gate = gate
        self._handler = handler
        self._submit_urgent_mail = submit_urgent_mail
        self._emit = emit
        self._awaits_priority_event = True
        gate.on_priority = self._on_priority_event

    def add_processed_bytes(self, count: int) -> None:
        """Add *count* bytes, those of a buffer that was read, to the bytes processed during alignment."""
        self._handler.add_processed_bytes(count)

    # --- priority events -------------------------------------------------------------------------

    def _on_priority_event(self) -> None:
        if not self._awaits_priority_event:
            return
        self._awaits_priority_event = False
        try:
            self._submit_urgent_mail(PRIORITY_EVENT_MAIL, self.process_priority_events)
        except RejectedExecutionError:
            pass  # the task has ended

    def process_priority_events(self) -> None:
        """Read all available priority events; the task may have read them already."""
        while self._gate.has_priority_event:
            polled = self._gate.poll()
            if polled is None:
                break
            self.process_priority_event(*polled)
        self._awaits_priority_event = True
        if self._gate.has_priority_event:
            self._on_priority_event()

    def process_priority_event(self, channel: InputChannel, buffer: ReceivedBuffer) -> None:
        """Process the priority event in *buffer*, which was read from *channel*."""
        event = buffer.elements[0]
        buffer.recycle()
        if isinstance(event, EventAnnouncement):
            barrier = event.announced_event
            if self._emit is not None:
                self._emit((BarrierAnnounced, self._subtask, channel.id, barrier.checkpoint_id))
            self._handler.process_barrier_announcement(
                barrier, event.sequence_number, channel.index
            )
            return
        assert isinstance(event, CheckpointBarrier), f"{event} overtakes"
        overtaken = buffer.element_index - channel.read_count
        if channel.mark_event_read(buffer.element_index) and self._emit is not None:
            self._emit(
                (
                    ElementReceived,
                    self._subtask,
                    channel.id,
                    buffer.element_index,
                    *describe_element(event),
                )
            )
        self._process_barrier(event, channel, buffer.element_index, overtaken)

    # --- events in order -------------------------------------------------------------------------

    def handle_event(self, event: Element, channel: InputChannel) -> None:
        """Handle *event*, which was read from *channel* in order."""
        match event:
            case CheckpointBarrier():
                self._process_barrier(event, channel, channel.read_count - 1, 0)
            case CancelCheckpointMarker():
                if self._emit is not None:
                    self._emit(
                        (CancellationReceived, self._subtask, channel.id, event.checkpoint_id)
                    )
                self._handler.process_cancellation_barrier(event, channel.index)
            case EndOfPartition():
                self._handler.process_end_of_partition(channel.index)
            case _:
                raise TypeError(f"{self._subtask} cannot process {event!r}")

    def _process_barrier(
        self, barrier: CheckpointBarrier, channel: InputChannel, element_index: int, overtaken: int
    ) -> None:
        if self._emit is not None:
            self._emit(
                (
                    BarrierReceived,
                    self._subtask,
                    channel.id,
                    barrier.checkpoint_id,
                    barrier.options.alignment.value,
                    element_index,
                    overtaken,
                )
            )
        self._handler.process_barrier(barrier, channel.index)
