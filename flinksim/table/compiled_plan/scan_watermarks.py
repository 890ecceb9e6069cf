"""Watermarks that a scan generates for each split of its source.

Flink: ``WatermarkPushDownSpec``, ``GeneratedWatermarkGeneratorSupplier``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flinksim.common.time import Duration
from flinksim.common.watermark_generators import (
    BoundedRowtimeWatermarks,
    Watermark,
    WatermarkGenerator,
    WatermarkOutput,
)
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.table.compiled_plan.option_values import parse_iso_duration_ms
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.runtime.expressions.function_registry import Evaluator
from flinksim.table.runtime.expressions.rex_compiler import ExpressionContext, compile_rex
from flinksim.table.runtime.sql_values import Timestamp


def build_watermark_strategy(
    ability: Mapping[str, Any], context: ExpressionContext
) -> WatermarkStrategy:
    """Build the strategy of a source from the ability ``WatermarkPushDown`` of its scan."""
    expression = ability["watermarkExpr"]
    params = ability.get("watermarkParams") or {}
    rowtime, delay_ms = split_delay(expression)
    rowtime = ability.get("rowtimeExpr", rowtime)
    emits_on_event = params.get("emitStrategy") == "ON_EVENT"
    if delay_ms is None or emits_on_event:
        evaluate = compile_rex(expression, context)
        strategy = WatermarkStrategy.for_generator(
            lambda _: RowWatermarks(evaluate, emits_on_event)
        )
    else:
        delay = Duration.of_millis(delay_ms)
        strategy = WatermarkStrategy.for_generator(lambda _: BoundedRowtimeWatermarks(delay))
    if group := params.get("alignGroupName"):
        drift, interval = (
            Duration.of_millis(parse_iso_duration_ms(params[name]))
            for name in ("alignMaxDrift", "alignUpdateInterval")
        )
        strategy = strategy.with_watermark_alignment(group, drift, interval)
    own = params.get("sourceIdleTimeout", -1)
    idle_ms = own if own >= 0 else ability.get("idleTimeoutMillis", -1)
    if idle_ms > 0:
        strategy = strategy.with_idleness(Duration.of_millis(idle_ms))
    return strategy.with_timestamp_assigner(_build_assigner(compile_rex(rowtime, context)))


def split_delay(expression: Mapping[str, Any]) -> tuple[Mapping[str, Any], int | None]:
    """Split a watermark into its rowtime and its delay in ms; ``None`` if it is no fixed delay."""
    if expression.get("kind") == "INPUT_REF":
        return expression, 0
    operands = expression.get("operands", ())
    if expression.get("internalName", "").startswith("$-$") and len(operands) == 2:
        rowtime, interval = operands
        type_ = str(interval.get("type"))
        is_fixed = type_.startswith("INTERVAL") and not re.search("YEAR|MONTH", type_)
        if interval.get("kind") == "LITERAL" and is_fixed:
            return rowtime, int(interval["value"])
    return expression, None


def _build_assigner(evaluate: Evaluator) -> Any:
    def extract(row: ChangeRow, record_timestamp: int) -> int:
        value = evaluate(row.values)
        return record_timestamp if value is None else to_millis(value)

    return extract


def to_millis(value: Any) -> int:
    """Return a timestamp of SQL in epoch milliseconds."""
    return value.millis if isinstance(value, Timestamp) else int(value)


class RowWatermarks(WatermarkGenerator):
    """Watermarks that an expression computes from each row."""

    def __init__(self, evaluate: Evaluator, emits_on_event: bool) -> None:
        self._evaluate = evaluate
        self._emits_on_event = emits_on_event
        self._current = MIN_TIMESTAMP

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        watermark = self._evaluate(event.values)
        if watermark is not None:
            self._current = to_millis(watermark)
            if self._emits_on_event:
                output.emit_watermark(Watermark(self._current))

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        if not self._emits_on_event:
            output.emit_watermark(Watermark(self._current))
