"""Operators with two inputs.

The operator's watermark is the minimum of its two inputs. An idle input does not count. An input
that becomes active again counts immediately, with its old watermark.

Flink: ``CoStreamMap``, ``CoStreamFlatMap``, ``CoProcessOperator``, ``KeyedCoProcessOperator``; the
two-input half of ``AbstractStreamOperator``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.core.java.timestamps import MIN_TIMESTAMP, to_user_timestamp
from flinksim.datastream.functions import CoProcessFunction, KeyedCoProcessFunction
from flinksim.datastream.transformations import KeySelector
from flinksim.runtime.elements import StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.combined_watermark_status import CombinedWatermarkStatus
from flinksim.runtime.operators.process_operators import (
    KeyedContext,
    TimerFunctionOperator,
    UnkeyedTimerService,
)
from flinksim.runtime.operators.stream_operator import (
    OperatorContext,
    Output,
    StreamOperator,
    UserFunctionOperator,
)
from flinksim.trace.events import ElementProcessed, OperatorInputChanged, OperatorWatermarkAdvanced


class TwoInputWatermarks(StreamOperator):
    """Mixin that combines the watermarks and statuses of two inputs.

    The operator class has a slot ``combined`` and the method ``advance_to``. Flink:
    ``TwoInputStreamOperator``.
    """

    __slots__ = ()

    combined: CombinedWatermarkStatus

    def advance_to(self, timestamp: int) -> None:
        """Set the operator's own watermark to *timestamp*."""
        raise NotImplementedError  # each operator has its own

    def process_watermark(self, watermark: Watermark) -> None:
        self._process_input_watermark(0, watermark)

    def process_watermark2(self, watermark: Watermark) -> None:
        self._process_input_watermark(1, watermark)

    def process_watermark_status(self, status: WatermarkStatus) -> None:
        self._process_input_status(0, status)

    def process_watermark_status2(self, status: WatermarkStatus) -> None:
        self._process_input_status(1, status)

    def wrap_watermark_handler(
        self, handler: Callable[[Watermark], None]
    ) -> Callable[[Watermark], None]:
        return handler  # only the combined watermark may have to wait

    def _process_input_watermark(self, number: int, watermark: Watermark) -> None:
        if self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))
        before = self._get_input_state(number)
        advanced = self.combined.update_watermark(number, watermark.timestamp)
        self._report_input_change(number, before)
        if advanced:
            self._advance()

    def _process_input_status(self, number: int, status: WatermarkStatus) -> None:
        if self.emit is not None:
            self.emit(
                (ElementProcessed, self.id, "idle" if status.is_idle else "active", None, None)
            )
        was_idle = self.combined.is_idle
        before = self._get_input_state(number)
        advanced = self.combined.update_status(number, status.is_idle)
        self._report_input_change(number, before)
        if advanced:
            self._advance()
        if was_idle != self.combined.is_idle:
            self.output.emit_watermark_status(status)

    def _get_input_state(self, number: int) -> tuple[int, bool]:
        partial = self.combined.inputs[number]
        return partial.watermark, partial.is_idle

    def _report_input_change(self, number: int, before: tuple[int, bool]) -> None:
        now = self._get_input_state(number)
        if self.emit is None or now == before:
            return
        holds = [
            not each.is_idle and (other.is_idle or each.watermark <= other.watermark)
            for each, other in zip(self.combined.inputs, self.combined.inputs[::-1], strict=True)
        ]
        other = 1 - number
        self.emit((OperatorInputChanged, self.id, number, other, *now, holds[number], holds[other]))

    def _advance(self) -> None:
        self.context.wrap_watermark_handler(self._advance_and_forward)(
            Watermark(self.combined.watermark)
        )

    def _advance_and_forward(self, watermark: Watermark) -> None:
        self.advance_to(watermark.timestamp)
        self.forward_watermark(watermark)


class UnkeyedTwoInputOperator(TwoInputWatermarks, UserFunctionOperator):
    """Base class of two-input operators without keys."""

    __slots__ = ("_watermark", "combined")

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.combined = CombinedWatermarkStatus(2)
        self._watermark = MIN_TIMESTAMP

    def advance_to(self, timestamp: int) -> None:
        before, self._watermark = self._watermark, timestamp
        if self.emit is not None:
            self.emit((OperatorWatermarkAdvanced, self.id, before, timestamp))

    @property
    def current_watermark(self) -> int:
        return self._watermark


class KeyedTwoInputOperator(TwoInputWatermarks, TimerFunctionOperator):
    """Base class of two-input operators with shared keyed state and timers."""

    __slots__ = ("combined",)

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self.combined = CombinedWatermarkStatus(2)

    def advance_to(self, timestamp: int) -> None:
        TimerFunctionOperator.advance_to(self, timestamp)


class CoStreamMap(UnkeyedTwoInputOperator):
    """Operator that calls ``map1`` or ``map2`` for each record of its two inputs.

    The result gets the timestamp of the record; for ``None`` nothing is emitted.

    Differs: Java's operator emits ``null``; here PyFlink's rule applies.
    """

    __slots__ = ()

    FLINK_CLASS = "CoStreamMap"

    def process_element(self, record: StreamRecord) -> None:
        self._process(record, self.function.map1)

    def process_element2(self, record: StreamRecord) -> None:
        self._process(record, self.function.map2)

    def _process(self, record: StreamRecord, function: Callable[[Any], Any]) -> None:
        if self.emit is not None:
            self.trace_element(record)
        record.value = function(record.value)
        if record.value is not None:
            self.collect(record)


class CoStreamFlatMap(UnkeyedTwoInputOperator):
    """Operator that calls ``flat_map1`` or ``flat_map2`` for each record of its two inputs.

    All results of a record get its timestamp.
    """

    __slots__ = ()

    FLINK_CLASS = "CoStreamFlatMap"

    def process_element(self, record: StreamRecord) -> None:
        self._process(record, self.function.flat_map1)

    def process_element2(self, record: StreamRecord) -> None:
        self._process(record, self.function.flat_map2)

    def _process(self, record: StreamRecord, function: Callable[[Any], Any]) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self.emit_results(function(record.value), record.timestamp)


class _CoProcessContext(CoProcessFunction.Context):
    def __init__(self, operator: CoProcessOperator) -> None:
        self._timer_service = UnkeyedTimerService(operator)
        self.element_timestamp: int | None = None

    def timer_service(self) -> UnkeyedTimerService:
        return self._timer_service

    def timestamp(self) -> int:
        return to_user_timestamp(self.element_timestamp)


class CoProcessOperator(UnkeyedTwoInputOperator):
    """Operator that calls a ``CoProcessFunction`` on non-keyed streams: no keyed state, no timers."""

    __slots__ = ("_function_context",)

    FLINK_CLASS = "CoProcessOperator"

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._function_context = _CoProcessContext(self)

    def process_element(self, record: StreamRecord) -> None:
        self._process(record, self.function.process_element1)

    def process_element2(self, record: StreamRecord) -> None:
        self._process(record, self.function.process_element2)

    def _process(self, record: StreamRecord, function: Callable[..., Any]) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._function_context.element_timestamp = record.timestamp
        self.emit_results(function(record.value, self._function_context), record.timestamp)


class _KeyedCoProcessContext(KeyedContext, KeyedCoProcessFunction.OnTimerContext):
    """Context that a ``KeyedCoProcessFunction`` gets for each element or timer."""


class KeyedCoProcessOperator(KeyedTwoInputOperator):
    """Operator that calls a ``KeyedCoProcessFunction``; its two inputs share keyed state and timers."""

    __slots__ = ("_key_selector1", "_key_selector2")

    FLINK_CLASS = "KeyedCoProcessOperator"
    CONTEXT_CLASS = _KeyedCoProcessContext

    def __init__(
        self, function: Any, key_selector1: KeySelector, key_selector2: KeySelector
    ) -> None:
        super().__init__(function)
        self._key_selector1 = key_selector1
        self._key_selector2 = key_selector2

    def process_element(self, record: StreamRecord) -> None:
        self._process(record, self._key_selector1, self.function.process_element1)

    def process_element2(self, record: StreamRecord) -> None:
        self._process(record, self._key_selector2, self.function.process_element2)

    def _process(
        self, record: StreamRecord, key_selector: KeySelector, function: Callable[..., Any]
    ) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self.set_current_key(key_selector(record.value))
        self.function_context.element_timestamp = record.timestamp
        self.emit_results(function(record.value, self.function_context), record.timestamp)
