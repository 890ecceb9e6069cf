"""What the facts do not show: user-written generators, old assigners, errors and the trace."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common.time import Duration
from flinksim.common.watermark_strategy import (
    AssignerWithPeriodicWatermarks,
    AssignerWithPunctuatedWatermarks,
    Watermark,
    WatermarkGenerator,
    WatermarkOutput,
    WatermarkStrategy,
)
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.runtime.elements import IDLE, MAX_WATERMARK, StreamRecord
from flinksim.runtime.elements import Watermark as StreamWatermark
from flinksim.runtime.operators.timestamps_and_watermarks import (
    TimestampsAndPeriodicWatermarksOperator,
    TimestampsAndPunctuatedWatermarksOperator,
    TimestampsAndWatermarksOperator,
)
from flinksim.trace.events import (
    ElementProcessed,
    IdlenessCountdownChanged,
    StatusEmitted,
    TimestampAssigned,
    WatermarkEmitted,
    WatermarkGenerated,
)
from tests.runtime.operators.manual_context import ManualContext

O1 = OperatorId("o1/0")


def second(value: Any, record_timestamp: int) -> Any:
    return value[1]


def by_value(strategy: WatermarkStrategy) -> TimestampsAndWatermarksOperator:
    return TimestampsAndWatermarksOperator(strategy.with_timestamp_assigner(second))


class EveryEvent(WatermarkGenerator):
    """Punctuated: a watermark with each event."""

    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        output.emit_watermark(Watermark(event_timestamp))

    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        pass


def test_a_punctuated_watermark_comes_right_behind_its_record() -> None:
    operator = by_value(WatermarkStrategy.for_generator(lambda context: EveryEvent()))
    context = ManualContext(operator)

    for timestamp in (5, 3, 8):
        operator.process_element(StreamRecord(("a", timestamp)))

    assert context.output.take() == [
        ["r", ("a", 5), 5],
        ["w", 5],
        ["r", ("a", 3), 3],
        ["r", ("a", 8), 8],
        ["w", 8],
    ]


def test_the_first_periodic_watermark_comes_one_interval_after_open() -> None:
    operator = by_value(WatermarkStrategy.for_monotonous_timestamps())
    context = ManualContext(operator, auto_watermark_interval_ms=50, now=1_000)
    operator.process_element(StreamRecord(("a", 7)))
    context.output.take()

    context.time.advance_to(1_049)
    assert context.output.take() == []
    context.time.advance_to(1_050)
    assert context.output.take() == [["w", 6]]
    assert context.time.waiting == [1_100]


def test_an_interval_of_zero_leaves_only_the_final_watermarks() -> None:
    operator = by_value(WatermarkStrategy.for_monotonous_timestamps())
    context = ManualContext(operator, auto_watermark_interval_ms=0)
    operator.process_element(StreamRecord(("a", 7)))

    context.time.advance_to(10_000)
    assert context.time.waiting == []
    operator.process_watermark(MAX_WATERMARK)
    operator.finish()

    assert context.output.take() == [["r", ("a", 7), 7], ["w", MAX_TIMESTAMP]]


def test_the_trace_follows_a_record_its_timestamp_and_the_watermarks() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_idleness(Duration.of_millis(100))
    operator = by_value(strategy)
    context = ManualContext(operator)

    operator.process_element(StreamRecord(("a", 7)))
    assert context.facts() == [
        ElementProcessed(O1, "record", ("a", 7), None),
        TimestampAssigned(O1, None, 7),
    ]
    context.time.advance_to(200)
    assert context.facts() == [
        WatermarkGenerated(O1, "", 6, "tick", 1, True, (), ()),
        WatermarkEmitted(O1, 6),
    ]
    context.time.advance_to(400)
    assert context.facts() == [IdlenessCountdownChanged(O1, "", 500)]
    context.time.advance_to(600)
    assert context.facts() == [StatusEmitted(O1, True)]
    assert operator.emitted_idle
    operator.process_watermark(StreamWatermark(99))
    operator.process_watermark_status(IDLE)
    assert context.facts() == [
        ElementProcessed(O1, "watermark", None, 99),
        ElementProcessed(O1, "idle", None, None),
    ]
    operator.process_watermark(MAX_WATERMARK)
    assert context.facts() == [
        ElementProcessed(O1, "watermark", None, MAX_TIMESTAMP),
        StatusEmitted(O1, False),
        WatermarkEmitted(O1, MAX_TIMESTAMP),
    ]
    assert operator.emitted_watermark == MAX_TIMESTAMP


def test_without_an_assigner_a_record_keeps_its_timestamp() -> None:
    operator = TimestampsAndWatermarksOperator(WatermarkStrategy.no_watermarks())
    context = ManualContext(operator)

    operator.process_element(StreamRecord("a", 7))
    operator.process_element(StreamRecord("b"))

    assert context.output.take() == [["r", "a", 7], ["r", "b", MIN_TIMESTAMP]]
    assert context.facts(TimestampAssigned) == [TimestampAssigned(O1, None, MIN_TIMESTAMP)]


@pytest.mark.parametrize("timestamp", [None, 1.5, "7"])
def test_a_timestamp_that_is_no_whole_number_is_named(timestamp: Any) -> None:
    operator = by_value(WatermarkStrategy.no_watermarks())
    ManualContext(operator)

    with pytest.raises(
        TypeError, match=r"extract_timestamp\(\('a', .*\), ...\) returned .* as int"
    ):
        operator.process_element(StreamRecord(("a", timestamp)))


def test_a_generator_that_puts_out_something_else_is_told_so() -> None:
    class Wrong(EveryEvent):
        def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
            output.emit_watermark(event_timestamp)  # type: ignore[arg-type]

    operator = by_value(WatermarkStrategy.for_generator(lambda context: Wrong()))
    ManualContext(operator)

    with pytest.raises(
        TypeError, match=r"emit_watermark: expected a Watermark\(timestamp\).*found 7"
    ):
        operator.process_element(StreamRecord(("a", 7)))


class OldPeriodic(AssignerWithPeriodicWatermarks):
    def __init__(self) -> None:
        self.greatest: int | None = None

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        timestamp: int = value[1]
        self.greatest = max(timestamp, self.greatest or timestamp)
        return timestamp

    def get_current_watermark(self) -> int | None:
        return None if self.greatest is None else self.greatest - 1


def test_an_old_periodic_assigner_is_asked_each_interval() -> None:
    operator = TimestampsAndPeriodicWatermarksOperator(OldPeriodic())
    context = ManualContext(operator)

    context.time.advance_to(200)
    operator.process_element(StreamRecord(("a", 7)))
    operator.process_element(StreamRecord(("b", 5)))
    context.time.advance_to(400)
    context.time.advance_to(600)
    operator.process_watermark(StreamWatermark(50))
    operator.process_element(StreamRecord(("c", 9)))
    operator.process_watermark(MAX_WATERMARK)
    operator.finish()

    assert context.output.take() == [
        ["r", ("a", 7), 7],
        ["r", ("b", 5), 5],
        ["w", 6],
        ["r", ("c", 9), 9],
        ["w", MAX_TIMESTAMP],
    ]


class OldPunctuated(AssignerWithPunctuatedWatermarks):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        timestamp: int = value[1]
        return timestamp

    def check_and_get_next_watermark(self, last_value: Any, extracted_timestamp: int) -> int | None:
        return extracted_timestamp if last_value[0] == "mark" else None


def test_an_old_punctuated_assigner_is_asked_after_each_record() -> None:
    operator = TimestampsAndPunctuatedWatermarksOperator(OldPunctuated())
    context = ManualContext(operator)

    for value in (("a", 7), ("mark", 8), ("mark", 2)):
        operator.process_element(StreamRecord(value))

    assert context.output.take() == [
        ["r", ("a", 7), 7],
        ["r", ("mark", 8), 8],
        ["w", 8],
        ["r", ("mark", 2), 2],
    ]
