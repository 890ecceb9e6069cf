"""What operators do in PyFlink's dialect that the recorded programs do not show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.common.time import Time
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.functions import AggregateFunction, KeyedProcessFunction
from flinksim.datastream.transformations import KeyedProcessSpec, WindowSpec
from flinksim.datastream.window import Trigger, TriggerResult, TumblingEventTimeWindows
from flinksim.datastream.window_types import (
    GlobalWindow,
    TimeWindow,
)
from flinksim.pyflink_compat.merging_window_order import (
    sort_like_pyflink_state,
    sort_like_python_set,
)
from flinksim.runtime.task_factory import TaskFactory
from flinksim.testing.harness import KeyedOneInputStreamOperatorTestHarness
from flinksim.trace import events as e
from tests.pyflink_compat.factories import JAVA, PYFLINK, PYFLINK_ONE_BY_ONE


class Chain(KeyedProcessFunction):
    """Each timer sets one a millisecond later; at 12 it is deleted again."""

    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        ctx.timer_service().register_event_time_timer(value)
        return iter(())

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[Any]:
        timers = ctx.timer_service()
        timers.register_event_time_timer(timestamp + 1)
        timers.register_event_time_timer(timestamp + 1)
        if timestamp == 12:
            timers.delete_event_time_timer(timestamp + 1)
        yield timestamp


def harness(function: Any, factory: TaskFactory) -> KeyedOneInputStreamOperatorTestHarness:
    operator = factory.create_operator(KeyedProcessSpec(function, lambda value: 0))
    made = KeyedOneInputStreamOperatorTestHarness(operator, traced=True, task_factory=factory)
    made.open()
    return made


def test_due_timers_set_by_timers_wait_one_watermark_each_and_may_be_deleted() -> None:
    chain = harness(Chain(), PYFLINK_ONE_BY_ONE)
    chain.process_element(10)
    seen = []
    for watermark in (100, 101, 102, 103):
        chain.process_watermark(watermark)
        seen.append((chain.extract_output_values(), chain.num_event_time_timers()))
    assert seen == [([10], 1), ([10, 11], 1), ([10, 11, 12], 0), ([10, 11, 12], 0)]
    assert len([event for event in chain.events if isinstance(event, e.TimerRegistered)]) == 4
    assert len([event for event in chain.events if isinstance(event, e.TimerDeleted)]) == 1


def test_in_the_dialect_of_java_they_fire_at_once() -> None:
    chain = harness(Chain(), JAVA)
    chain.process_element(10)
    chain.process_watermark(100)
    assert chain.extract_output_values() == [10, 11, 12]


def test_what_waits_behind_the_last_watermark_never_fires() -> None:
    chain = harness(Chain(), PYFLINK_ONE_BY_ONE)
    chain.process_element(10)
    chain.process_watermark(MAX_TIMESTAMP)
    assert chain.extract_output_values() == [10]
    assert chain.num_event_time_timers() == 1


def test_timers_that_are_not_due_do_not_wait() -> None:
    chain = harness(Chain(), PYFLINK_ONE_BY_ONE)
    chain.process_element(10)
    chain.process_watermark(10)
    chain.process_watermark(11)
    assert chain.extract_output_values() == [10, 11]


class Twice(Chain):
    """Each timer before 12 sets one a millisecond later, and deletes that of two later."""

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[Any]:
        timers = ctx.timer_service()
        if timestamp < 12:
            timers.register_event_time_timer(timestamp + 1)
            timers.delete_event_time_timer(timestamp + 2)
        yield timestamp


@pytest.mark.parametrize(
    ("factory", "fired"),
    [
        (JAVA, [10, 11, 12]),  # 11 is set already, and 12 is deleted by 10, then set by 11
        (PYFLINK, [10, 11, 12, 11, 12, 12]),  # rounds: 10 11 12, then 11 12, then 12
    ],
)
def test_timers_that_are_due_have_left_the_queue_before_one_of_them_fires(
    factory: TaskFactory, fired: list[int]
) -> None:
    twice = harness(Twice(), factory)
    for timestamp in (10, 11, 12):
        twice.process_element(timestamp)
    twice.process_watermark(100)
    assert twice.extract_output_values() == fired
    assert twice.num_event_time_timers() == 0


class SumIfEven(AggregateFunction):
    """The sum, or nothing if it is odd."""

    def create_accumulator(self) -> int:
        return 0

    def add(self, value: int, accumulator: int) -> int:
        return accumulator + value

    def get_result(self, accumulator: int) -> int | None:
        return None if accumulator % 2 else accumulator

    def merge(self, acc_a: int, acc_b: int) -> int:
        return acc_a + acc_b


class FireAndPurge(Trigger[Any, Any]):
    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.FIRE_AND_PURGE

    def on_event_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.CONTINUE

    def on_processing_time(self, time: int, window: Any, ctx: Any) -> TriggerResult:
        return TriggerResult.CONTINUE

    def on_merge(self, window: Any, ctx: Any) -> None:
        pass

    def clear(self, window: Any, ctx: Any) -> None:
        pass


@pytest.mark.parametrize(
    ("factory", "values", "results", "timers"),
    [
        (JAVA, (1,), [], 1),
        (JAVA, (1, 5, 2), [2], 1),
        (PYFLINK, (1,), [], 0),
        (PYFLINK, (1, 5, 2), [6, 2], 1),
    ],
)
def test_a_firing_without_anything_to_hand_on_leaves_the_element_half_done_in_pyflink(
    factory: TaskFactory, values: tuple[int, ...], results: list[int], timers: int
) -> None:
    spec = WindowSpec(
        lambda value: 0,
        TumblingEventTimeWindows.of(Time.milliseconds(10)),
        FireAndPurge(),
        pre_aggregation=SumIfEven(),
    )
    windows = KeyedOneInputStreamOperatorTestHarness(
        factory.create_operator(spec), traced=True, task_factory=factory
    )
    windows.open()
    for value in values:
        windows.process_element(value, 3)
    assert windows.extract_output_values() == results
    assert windows.num_event_time_timers() == timers


class Silent(Chain):
    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        return None


def test_a_timer_without_results_is_an_error_in_pyflink_alone() -> None:
    for factory in (JAVA, PYFLINK):
        silent = harness(Silent(), factory)
        silent.process_element(10)
        if factory is JAVA:
            silent.process_watermark(10)
            assert silent.extract_output_values() == []
        else:
            with pytest.raises(TypeError, match="not iterable: on_timer returned None"):
                silent.process_watermark(10)


def test_windows_are_put_in_order_only_if_they_are_of_time() -> None:
    times = [TimeWindow(n, n + 900) for n in (2468, 27, 540, 94)]
    for in_order in (sort_like_python_set, sort_like_pyflink_state):
        assert sorted(in_order(times)) == sorted(times)
        assert in_order([GlobalWindow.get()]) == [GlobalWindow.get()]
    assert sort_like_python_set(times) == sort_like_python_set(times[::-1])
