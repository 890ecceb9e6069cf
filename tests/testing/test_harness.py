"""The harness itself: what it feeds, what it keeps, what it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Duration, Types, WatermarkStrategy
from flinksim.datastream.checkpointed_function import (
    CheckpointedFunction,
    FunctionInitializationContext,
    FunctionSnapshotContext,
)
from flinksim.datastream.functions import MapFunction
from flinksim.datastream.state import ListStateDescriptor
from flinksim.datastream.transformations import MapSpec, TimestampsAndWatermarksSpec
from flinksim.runtime.elements import IDLE, StreamRecord, Watermark
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import OneInputStreamOperatorTestHarness
from flinksim.testing.manual_clock import TestProcessingTimeService


class Increment(MapFunction):
    def map(self, value: Any) -> Any:
        return value + 1


def new_harness(**settings: Any) -> OneInputStreamOperatorTestHarness:
    harness = OneInputStreamOperatorTestHarness(create_operator(MapSpec(Increment())), **settings)
    harness.open()
    return harness


def test_a_record_that_is_fed_is_not_changed_and_one_that_comes_out_is_a_copy() -> None:
    harness = new_harness()
    record = StreamRecord(1, 5)
    harness.process_element(record)
    harness.process_element(record)
    assert record == StreamRecord(1, 5)
    assert harness.get_output() == [StreamRecord(2, 5), StreamRecord(2, 5)]


def test_the_output_is_kept_until_it_is_cleared() -> None:
    harness = new_harness()
    harness.process_element(1, 5)
    harness.process_watermark(6)
    assert harness.extract_output_values() == [2]
    harness.clear_output()
    harness.process_watermark(7)
    assert harness.get_output() == [Watermark(7)]


def test_the_idle_timeout_stands_still_under_backpressure() -> None:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_idleness(Duration.of_millis(100))
    operator = create_operator(TimestampsAndWatermarksSpec(strategy))
    harness = OneInputStreamOperatorTestHarness(operator, auto_watermark_interval_ms=10)
    harness.open()
    harness.set_processing_time(50)
    operator.context.backpressure.start()
    harness.set_processing_time(1050)
    operator.context.backpressure.stop()
    harness.set_processing_time(1140)  # 90 ms without backpressure
    assert harness.get_output() == []
    harness.set_processing_time(1160)
    assert harness.get_output() == [IDLE]


def test_only_a_traced_harness_keeps_events() -> None:
    for traced in (False, True):
        harness = new_harness(traced=traced)
        harness.process_element(1, 5)
        assert bool(harness.events) is traced


def test_an_operator_without_timers_says_so() -> None:
    with pytest.raises(TypeError, match="StreamMap has no timers"):
        new_harness().num_event_time_timers()


def test_callbacks_fire_in_time_order_when_the_clock_is_set() -> None:
    service = TestProcessingTimeService()
    fired: list[tuple[str, int, int]] = []

    def note(name: str) -> Any:
        return lambda at: fired.append((name, at, service.current_processing_time()))

    service.register_timer(5, note("five"), "")
    service.register_timer(3, note("three"), "")
    service.register_timer(4, note("cancelled"), "").cancel()
    service.register_timer(9, note("nine"), "")
    service.set_current_time(7)
    assert fired == [("three", 3, 7), ("five", 5, 7)]
    service.register_timer(1, note("past"), "")
    assert len(fired) == 2
    service.fire_due()
    assert fired[2:] == [("past", 1, 7)]


class Counting(MapFunction, CheckpointedFunction):
    """Numbers its records, and goes on where it was."""

    def __init__(self) -> None:
        self.count = 0

    def initialize_state(self, context: FunctionInitializationContext) -> None:
        descriptor = ListStateDescriptor("count", Types.INT())
        self.state = context.get_operator_state_store().get_list_state(descriptor)
        self.count = sum(self.state.get())
        self.was_restored = context.is_restored()

    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        self.state.update([self.count])

    def map(self, value: Any) -> Any:
        self.count += 1
        return (value, self.count)


def test_a_function_of_its_own_state_begins_with_what_another_harness_had() -> None:
    first, second = Counting(), Counting()
    one = OneInputStreamOperatorTestHarness(create_operator(MapSpec(first)))
    one.open()
    one.process_element("a", 1)
    snapshot = one.snapshot()
    one.process_element("b", 2)  # is not in it
    other = OneInputStreamOperatorTestHarness(create_operator(MapSpec(second)))
    other.initialize_state(snapshot)
    other.open()
    other.process_element("c", 3)
    assert other.extract_output_values() == [("c", 2)]
    assert (first.was_restored, second.was_restored) == (False, True)
