"""Operators of process functions with one input.

They never drop a late record. Results of ``process_element`` get the record's timestamp (or none).
Results of ``on_timer`` get the timestamp of an event-time timer; those of a processing-time timer
have none.

Flink: ``ProcessOperator``, ``KeyedProcessOperator``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.java.timer_heap import InternalTimer
from flinksim.core.java.timestamps import MIN_TIMESTAMP, to_timestamp, to_user_timestamp
from flinksim.datastream.functions import KeyedProcessFunction, ProcessFunction
from flinksim.datastream.time_domain import TimeDomain
from flinksim.datastream.timerservice import TimerService
from flinksim.datastream.transformations import KeySelector
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.internal_timer_service import InternalTimerService
from flinksim.runtime.operators.keyed_operator import TimerOperator
from flinksim.runtime.operators.stream_operator import (
    OperatorContext,
    Output,
    StreamOperator,
    UserFunctionOperator,
)
from flinksim.runtime.state.namespaces import VOID_NAMESPACE
from flinksim.trace.events import ElementProcessed, OperatorWatermarkAdvanced

_KEY_BY_HINT = "Call key_by() first, and use the keyed form of the process function."
_NO_TIMERS_MESSAGE = f"Register timers is only supported on a keyed stream. {_KEY_BY_HINT}"
_NO_TIMER_DELETION_MESSAGE = f"Deleting timers is only supported on a keyed streams. {_KEY_BY_HINT}"


class UnkeyedTimerService(TimerService):
    """Timer service of a non-keyed stream: reads the time of an operator, but sets no timers.

    Raises:
        NotImplementedError: If a timer is set or deleted; the text is Flink's.
    """

    def __init__(self, operator: StreamOperator) -> None:
        self._operator = operator

    def current_processing_time(self) -> int:
        return self._operator.context.processing_time.current_processing_time()

    def current_watermark(self) -> int:
        return self._operator.current_watermark

    def register_processing_time_timer(self, timestamp: int) -> None:
        raise NotImplementedError(_NO_TIMERS_MESSAGE)

    def register_event_time_timer(self, timestamp: int) -> None:
        raise NotImplementedError(_NO_TIMERS_MESSAGE)

    def delete_processing_time_timer(self, timestamp: int) -> None:
        raise NotImplementedError(_NO_TIMER_DELETION_MESSAGE)

    def delete_event_time_timer(self, timestamp: int) -> None:
        raise NotImplementedError(_NO_TIMER_DELETION_MESSAGE)


class SimpleTimerService(TimerService):
    """The timer service of a user function: sets and deletes timers of the current key.

    Flink: ``SimpleTimerService``.
    """

    def __init__(
        self,
        timers: InternalTimerService,
        convert_timestamp: Callable[[Any, str], int] = to_timestamp,
    ) -> None:
        self._timers = timers
        self._convert_timestamp = convert_timestamp

    def current_processing_time(self) -> int:
        return self._timers.current_processing_time()

    def current_watermark(self) -> int:
        return self._timers.current_watermark

    def register_processing_time_timer(self, timestamp: int) -> None:
        time = self._convert_timestamp(timestamp, "register_processing_time_timer(timestamp)")
        self._timers.register_processing_time_timer(VOID_NAMESPACE, time)

    def register_event_time_timer(self, timestamp: int) -> None:
        time = self._convert_timestamp(timestamp, "register_event_time_timer(timestamp)")
        self._timers.register_event_time_timer(VOID_NAMESPACE, time)

    def delete_processing_time_timer(self, timestamp: int) -> None:
        time = self._convert_timestamp(timestamp, "delete_processing_time_timer(timestamp)")
        self._timers.delete_processing_time_timer(VOID_NAMESPACE, time)

    def delete_event_time_timer(self, timestamp: int) -> None:
        time = self._convert_timestamp(timestamp, "delete_event_time_timer(timestamp)")
        self._timers.delete_event_time_timer(VOID_NAMESPACE, time)


class _UnkeyedContext(ProcessFunction.Context):
    def __init__(self, timer_service: TimerService) -> None:
        self._timer_service = timer_service
        self.element_timestamp: int | None = None

    def timer_service(self) -> TimerService:
        return self._timer_service

    def timestamp(self) -> int:
        return to_user_timestamp(self.element_timestamp)


class ProcessOperator(UserFunctionOperator):
    """Operator of a process function on a non-keyed stream: no state, no timers."""

    __slots__ = ("_function_context", "_process", "_watermark")

    FLINK_CLASS = "ProcessOperator"

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._watermark = MIN_TIMESTAMP
        self._function_context = _UnkeyedContext(UnkeyedTimerService(self))

    def bind_watermark_source(self, operator: StreamOperator) -> None:
        """Let the function's context return the watermark of *operator*, with which PyFlink fuses it."""
        self._function_context = _UnkeyedContext(UnkeyedTimerService(operator))

    def open(self) -> None:
        super().open()
        self._process: Callable[..., Any] = self.function.process_element

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._function_context.element_timestamp = record.timestamp
        self.emit_results(self._process(record.value, self._function_context), record.timestamp)

    def process_watermark(self, watermark: Watermark) -> None:
        before, self._watermark = self._watermark, watermark.timestamp
        if self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))
            if before != watermark.timestamp:
                self.emit((OperatorWatermarkAdvanced, self.id, before, watermark.timestamp))
        self.forward_watermark(watermark)

    @property
    def current_watermark(self) -> int:
        return self._watermark


class KeyedContext:
    """Context of keyed process functions for the current element or timer.

    One object serves all calls; as in Flink it is valid during the call only.
    """

    def __init__(self, operator: TimerOperator) -> None:
        self._backend = operator.backend
        self._timer_service = SimpleTimerService(
            operator.timer_service, operator.context.convert_timestamp
        )
        self.element_timestamp: int | None = None
        self.domain = TimeDomain.EVENT_TIME

    def get_current_key(self) -> Any:
        return self._backend.current_key

    def timer_service(self) -> TimerService:
        return self._timer_service

    def timestamp(self) -> int:
        return to_user_timestamp(self.element_timestamp)

    def time_domain(self) -> TimeDomain:
        return self.domain


class _KeyedProcessContext(KeyedContext, KeyedProcessFunction.OnTimerContext):
    """Context that a ``KeyedProcessFunction`` gets for each element or timer."""


class TimerFunctionOperator(TimerOperator):
    """Operator that calls ``on_timer`` of its function when a timer fires."""

    __slots__ = ("function_context",)

    CONTEXT_CLASS: type[KeyedContext] = _KeyedProcessContext

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.function_context = self.CONTEXT_CLASS(self)

    def on_event_time(self, timer: InternalTimer) -> None:
        self._on_timer(timer, TimeDomain.EVENT_TIME, timer.timestamp)

    def on_processing_time(self, timer: InternalTimer) -> None:
        self._on_timer(timer, TimeDomain.PROCESSING_TIME, None)

    def _on_timer(
        self, timer: InternalTimer, domain: TimeDomain, output_timestamp: int | None
    ) -> None:
        context = self.function_context
        context.element_timestamp = timer.timestamp
        context.domain = domain
        self.emit_results(self._call_on_timer(timer), output_timestamp)

    def _call_on_timer(self, timer: InternalTimer) -> Any:
        return self.function.on_timer(timer.timestamp, self.function_context)


class KeyedProcessOperator(TimerFunctionOperator):
    """Operator that calls a ``KeyedProcessFunction``, with keyed state and timers."""

    __slots__ = ("_key_selector", "_process")

    FLINK_CLASS = "KeyedProcessOperator"

    def __init__(self, function: Any, key_selector: KeySelector) -> None:
        super().__init__(function)
        self._key_selector = key_selector

    def open(self) -> None:
        super().open()
        self._process: Callable[..., Any] = self.function.process_element

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self.set_current_key(self._key_selector(record.value))
        self.function_context.element_timestamp = record.timestamp
        self.emit_results(self._process(record.value, self.function_context), record.timestamp)
