"""Base classes of operators with keyed state and timers.

Flink: the keyed half of ``AbstractStreamOperator``: ``setKeyContextElement``,
``StreamOperatorStateHandler``, ``InternalTimeServiceManager``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.runtime.elements import Watermark
from flinksim.runtime.operators.internal_timer_service import (
    InternalTimerService,
)
from flinksim.runtime.operators.runtime_context import StreamingRuntimeContext
from flinksim.runtime.operators.stream_operator import (
    OperatorContext,
    Output,
    UserFunctionOperator,
)
from flinksim.runtime.state.heap_keyed_state_backend import HeapKeyedStateBackend
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.trace.events import ElementProcessed
from flinksim.trace.values import Value


class KeyedOperator(UserFunctionOperator):
    """Operator whose state belongs to the key of the current record."""

    __slots__ = ("backend",)

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.backend: HeapKeyedStateBackend = context.create_keyed_state_backend(
            context.key_group_range,
            context.max_parallelism,
            context.operator_id,
            context.emit,
            context.processing_time.current_processing_time,
            context.key_hash,
            context.key_type,
        )

    def set_current_key(self, key: Any) -> None:
        """Select *key* for all following accesses to state and timers."""
        self.backend.set_current_key(key)

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        super().snapshot_state(snapshot)
        self.backend.snapshot(snapshot)

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        super().initialize_state(snapshot)
        self.backend.restore(snapshot)

    def parts(self) -> Iterable[Any]:
        return (self.backend,)

    def runtime_context(self) -> StreamingRuntimeContext:
        return StreamingRuntimeContext(self.context, self.backend)

    def freeze_keyed_states(self) -> dict[tuple[int, str, Value, Value], Value]:
        """Return a copy of all keyed state in the form of trace events.

        The form is that of ``HeapKeyedStateBackend.freeze_states``.
        """
        return self.backend.freeze_states()


@dataclass(frozen=True, slots=True)
class _TimerTarget:
    """The functions that a timer service calls for due event-time and processing-time timers.

    They are wrapped if a PyFlink worker runs the operator.
    """

    on_event_time: Callable[[InternalTimer], None]
    on_processing_time: Callable[[InternalTimer], None]


class TimerOperator(KeyedOperator):
    """Keyed operator with timers; its event time is the one that its timer service has reached."""

    __slots__ = ("timer_service",)

    TIMER_SERVICE_NAME = "user-timers"

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.timer_service = self._create_timer_service()

    def _create_timer_service(self) -> InternalTimerService:
        wrap_handler = self.context.wrap_handler
        timer_target = _TimerTarget(
            wrap_handler(self.on_event_time), wrap_handler(self.on_processing_time)
        )
        create = self.context.create_timer_service or InternalTimerService
        timer_service = create(
            self.TIMER_SERVICE_NAME, self.backend, self.context.processing_time, timer_target
        )
        if not self.context.in_batch:  # batch mode has no clock
            timer_service.defer_while_yielding = self.context.defer_while_yielding
        return timer_service

    def process_watermark(self, watermark: Watermark) -> None:
        if self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))
        self.advance_to(watermark.timestamp)
        self.forward_watermark(watermark)

    def advance_to(self, timestamp: int) -> None:
        """Set event time to *timestamp* and fire the event-time timers that are due."""
        self.timer_service.advance_watermark(timestamp)

    def snapshot_state(self, snapshot: OperatorSnapshot) -> None:
        super().snapshot_state(snapshot)
        self.timer_service.snapshot(snapshot)

    def initialize_state(self, snapshot: OperatorSnapshot) -> None:
        super().initialize_state(snapshot)
        self.timer_service.restore(snapshot)

    def parts(self) -> Iterable[Any]:
        return (self.backend, self.timer_service)

    def on_event_time(self, timer: InternalTimer) -> None:
        raise NotImplementedError  # only operators that set timers implement it

    def on_processing_time(self, timer: InternalTimer) -> None:
        raise NotImplementedError  # only operators that set timers implement it

    @property
    def current_watermark(self) -> int:
        return self.timer_service.current_watermark

    def timers(self) -> Iterable[tuple[str, Value, Value, int]]:
        return self.timer_service.freeze_timers()

    def num_event_time_timers(self) -> int:
        return self.timer_service.num_event_time_timers()

    def num_processing_time_timers(self) -> int:
        return self.timer_service.num_processing_time_timers()
