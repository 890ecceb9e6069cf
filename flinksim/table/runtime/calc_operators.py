"""Operators that transform single rows: calc, expand, correlate, filters of row kinds, watermarks.

Flink: the operator that ``CalcCodeGenerator`` generates, ``WatermarkAssignerOperator``,
``DropUpdateBeforeFunction``, ``StreamRecordTimestampInserter``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.transformations import WatermarkSettings
from flinksim.runtime.elements import ACTIVE, IDLE, StreamRecord, Watermark, WatermarkStatus
from flinksim.runtime.operators.stream_operator import OperatorContext, Output
from flinksim.table.runtime.change_rows import UPDATE_BEFORE, ChangeRow, Values
from flinksim.table.runtime.expressions.function_registry import Evaluator, SqlRuntimeError
from flinksim.table.runtime.sql_values import Timestamp
from flinksim.table.runtime.table_operators import TableOperator
from flinksim.trace.events import (
    PERIODIC_EMIT,
    ElementProcessed,
    GeneratorTrigger,
    StatusEmitted,
    TimestampAssigned,
    WatermarkGenerated,
)

CalcCompiler: TypeAlias = Callable[
    [Callable[[], int]], tuple[Callable[[Values], Values], Callable[[Values], bool] | None]
]
"""Function that compiles a projection and a condition, given the clock."""


class CalcOperator(TableOperator):
    """Operator that filters rows and computes columns; row kinds stay as they are.

    *compile_calc* gets the clock and returns the projection and the condition, if there is one.

    Flink: ``StreamExecCalc``, whose operator is generated.
    """

    __slots__ = ("_compile", "_condition", "_project")

    FLINK_CLASS = "StreamExecCalc"

    def __init__(self, compile_calc: CalcCompiler) -> None:
        self._compile = compile_calc

    def open(self) -> None:
        clock_ms = self.context.processing_time.current_processing_time
        self._project, self._condition = self._compile(clock_ms)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        row: ChangeRow = record.value
        values = row.values
        if self._condition is None or self._condition(values):
            self.collect(record.replace(ChangeRow(self._project(values), row.kind)))


class ExpandOperator(TableOperator):
    """Operator that emits several rows for each, one per grouping set. Flink: ``StreamExecExpand``."""

    __slots__ = ("_projections",)

    FLINK_CLASS = "StreamExecExpand"

    def __init__(self, projections: Sequence[Callable[[Values], Values]]) -> None:
        self._projections = projections

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        row: ChangeRow = record.value
        for project in self._projections:
            self.emit_row(project(row.values), row.kind)


class CorrelateOperator(TableOperator):
    """Operator that joins each row with the rows that a table function returns for it.

    With ``is_outer`` a row without results is padded with *width* nulls. Flink: ``StreamExecCorrelate``.
    """

    __slots__ = ("_condition", "_function", "_is_outer", "_width")

    FLINK_CLASS = "StreamExecCorrelate"

    def __init__(
        self,
        function: Callable[[Values], Iterable[Values]],
        condition: Callable[[Values], bool] | None,
        is_outer: bool,
        width: int,
    ) -> None:
        self._function = function
        self._condition = condition
        self._is_outer = is_outer
        self._width = width

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        row: ChangeRow = record.value
        found = False
        for result in self._function(row.values):
            if self._condition is None or self._condition(result):
                found = True
                self.emit_row(row.values + result, row.kind)
        if self._is_outer and not found:
            self.emit_row(row.values + (None,) * self._width, row.kind)


class DropUpdateBeforeOperator(TableOperator):
    """Operator that drops ``-U`` rows. Flink: ``DropUpdateBeforeFunction``."""

    __slots__ = ()

    FLINK_CLASS = "StreamFilter"

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        if record.value.kind is not UPDATE_BEFORE:
            self.collect(record)


class ConstraintEnforcer(TableOperator):
    """Operator before a sink that rejects or drops rows with nulls in ``NOT NULL`` columns.

    Flink: ``ConstraintEnforcer``.
    """

    __slots__ = ("_drops", "_names", "_positions")

    FLINK_CLASS = "ConstraintEnforcer"

    def __init__(self, positions: Sequence[int], names: Sequence[str], drops: bool) -> None:
        self._positions = positions
        self._names = names
        self._drops = drops

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        for position, name in zip(self._positions, self._names, strict=True):
            if record.value.values[position] is None:
                if self._drops:
                    return
                raise SqlRuntimeError(
                    f"Column '{name}' is NOT NULL, however, a null value is being written into it. "
                    "You can set job configuration 'table.exec.sink.not-null-enforcer'='DROP' to "
                    "suppress this exception and drop such records silently."
                )
        self.collect(record)


class StreamRecordTimestampInserter(TableOperator):
    """Operator before a sink that sets the event timestamp of a record from its rowtime column.

    Flink: ``StreamRecordTimestampInserter``.
    """

    __slots__ = ("_position",)

    FLINK_CLASS = "StreamRecordTimestampInserter"

    def __init__(self, position: int) -> None:
        self._position = position

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        value = record.value.values[self._position]
        if value is None:
            raise SqlRuntimeError(
                'NullPointerException: Cannot invoke "TimestampData.getMillisecond()", because the '
                f"rowtime column {self._position} of {record.value} is null"
            )
        record.timestamp = value.millis
        self.collect(record)


class WatermarkAssigner(TableOperator):
    """Operator that computes a watermark from each row, and emits the highest one periodically.

    It emits immediately if the watermark rises by more than the interval, always after the row.
    Watermarks from upstream are dropped, except the last one.

    Flink: ``WatermarkAssignerOperator``.
    """

    __slots__ = (
        "_delay_ms",
        "_idle_timeout_ms",
        "_interval_ms",
        "_is_idle",
        "_last_activity_ms",
        "_last_emitted",
        "_last_periodic_ms",
        "_processed",
        "_processed_at_check",
        "_rowtime",
        "_seen",
        "_strategy",
    )  # fmt: skip

    FLINK_CLASS = "WatermarkAssignerOperator"

    def __init__(self, rowtime: int, strategy: Evaluator, watermark: WatermarkSettings) -> None:
        self._rowtime = rowtime
        self._strategy = strategy
        self._delay_ms = watermark.delay_ms
        self._idle_timeout_ms = watermark.idle_timeout_ms or 0

    def setup(self, context: OperatorContext, output: Output) -> None:
        super().setup(context, output)
        self._seen = self._last_emitted = 0
        self._processed, self._processed_at_check = 0, -1
        self._is_idle = False

    def open(self) -> None:
        self._interval_ms = self.context.auto_watermark_interval_ms
        now = self.context.processing_time.current_processing_time()
        self._last_periodic_ms = self._last_activity_ms = now
        if not self.context.in_batch and (self._interval_ms > 0 or self._idle_timeout_ms > 0):
            self._register_timer(now)

    def _register_timer(self, now: int) -> None:
        self.context.processing_time.register_timer(
            now + self._compute_timer_interval(), self._on_processing_time, PERIODIC_EMIT
        )

    def _compute_timer_interval(self) -> int:
        if self._interval_ms <= 0 or self._idle_timeout_ms <= 0:
            return max(self._interval_ms, self._idle_timeout_ms)
        low, high = sorted((self._interval_ms, self._idle_timeout_ms))
        return max(low if low * 5 < high else low // 5, 1)

    def process_element(self, record: StreamRecord) -> None:
        if self.emit is not None:
            self.trace_element(record)
        self._processed += 1
        if self._is_idle:
            self._set_idle(False)
        values = record.value.values
        if values[self._rowtime] is None:
            raise SqlRuntimeError(
                "RowTime field should not be null, please convert it to a non-null long value."
            )
        if self.emit is not None:
            self.emit((TimestampAssigned, self.id, None, _to_millis(values[self._rowtime])))
        if self._delay_ms is not None:
            self._seen = max(self._seen, _to_millis(values[self._rowtime]) - self._delay_ms)
        elif (watermark := self._strategy(values)) is not None:
            self._seen = max(self._seen, _to_millis(watermark))
        self.collect(record)
        if self._seen - self._last_emitted > self._interval_ms:
            self._advance("record")

    def _advance(self, by: GeneratorTrigger) -> None:
        if self._seen > self._last_emitted and not self.context.in_batch:
            self._last_emitted = self._seen
            if self.emit is not None:
                fields = (self.id, "", self._seen, by, self._processed)
                self.emit((WatermarkGenerated, *fields, True, (), ()))
            self.forward_watermark(Watermark(self._seen))

    def _on_processing_time(self, timestamp: int) -> None:
        now = self.context.processing_time.current_processing_time()
        if self._interval_ms > 0 and self._last_periodic_ms + self._interval_ms <= now:
            self._last_periodic_ms = now
            self._advance("tick")
        if self._processed != self._processed_at_check:
            self._last_activity_ms = now
            self._processed_at_check = self._processed
        is_inactive = 0 < self._idle_timeout_ms <= now - self._last_activity_ms
        if is_inactive and not self._is_idle:
            self._set_idle(True)
        self._register_timer(now)

    def _set_idle(self, is_idle: bool) -> None:
        self._is_idle = is_idle
        if self.emit is not None:
            self.emit((StatusEmitted, self.id, is_idle))
        self.output.emit_watermark_status(IDLE if is_idle else ACTIVE)

    def process_watermark(self, watermark: Watermark) -> None:
        if watermark.timestamp == MAX_TIMESTAMP and self._seen != MAX_TIMESTAMP:
            if self._is_idle:
                self._set_idle(False)
            self._seen = MAX_TIMESTAMP
            super().process_watermark(watermark)
        elif self.emit is not None:
            self.emit((ElementProcessed, self.id, "watermark", None, watermark.timestamp))

    def process_watermark_status(self, status: WatermarkStatus) -> None:
        self._is_idle = status.is_idle
        super().process_watermark_status(status)

    @property
    def emitted_idle(self) -> bool:
        return self._is_idle


def _to_millis(value: Any) -> int:
    return value.millis if isinstance(value, Timestamp) else int(value)
