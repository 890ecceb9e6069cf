from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Configuration, Duration, Time, Types
from flinksim.datastream import (
    AggregateFunction,
    KeyedStream,
    OutputTag,
    ProcessWindowFunction,
    StreamExecutionEnvironment,
    WindowFunction,
)
from flinksim.datastream.functions import AllWindowFunction, ProcessAllWindowFunction
from flinksim.datastream.transformations import WindowSpec
from flinksim.datastream.window import (
    CountEvictor,
    CountTrigger,
    DeltaTrigger,
    EventTimeSessionWindows,
    GlobalWindows,
    PurgingTrigger,
    TumblingEventTimeWindows,
)

PAIR = Types.TUPLE([Types.STRING(), Types.INT()])
TEN_SECONDS = TumblingEventTimeWindows.of(Duration.of_seconds(10))


class Mean(AggregateFunction):
    def create_accumulator(self) -> Any:
        return (0, 0)

    def add(self, value: Any, accumulator: Any) -> Any:
        return (accumulator[0] + value[1], accumulator[1] + 1)

    def get_result(self, accumulator: Any) -> Any:
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return (acc_a[0] + acc_b[0], acc_a[1] + acc_b[1])


class PerWindow(ProcessWindowFunction[Any, Any, Any, Any]):
    def process(self, key: Any, context: Any, elements: Any) -> Any:
        return elements


class Apply(WindowFunction[Any, Any, Any, Any]):
    def apply(self, key: Any, window: Any, inputs: Any) -> Any:
        return inputs


class PerAllWindow(ProcessAllWindowFunction[Any, Any, Any]):
    def process(self, context: Any, elements: Any) -> Any:
        return elements


class ApplyAll(AllWindowFunction[Any, Any, Any]):
    def apply(self, window: Any, inputs: Any) -> Any:
        return inputs


@pytest.fixture
def keyed() -> KeyedStream:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    return env.from_collection([("a", 1)], PAIR).key_by(lambda value: value[0])


def spec_of(stream: Any) -> WindowSpec:
    spec = stream.transformation.spec
    assert isinstance(spec, WindowSpec)
    return spec


def test_everything_that_was_said_of_a_window_is_in_its_spec(keyed: KeyedStream) -> None:
    tag = OutputTag("late")
    trigger, evictor = CountTrigger.of(3), CountEvictor.of(2)
    result = (
        keyed.window(TEN_SECONDS)
        .trigger(trigger)
        .evictor(evictor)
        .allowed_lateness(5000)
        .side_output_late_data(tag)
        .process(PerWindow())
    )
    spec = spec_of(result)
    assert spec.key_selector is keyed.key_selector
    assert (spec.assigner, spec.trigger, spec.evictor) == (TEN_SECONDS, trigger, evictor)
    assert (spec.allowed_lateness_ms, spec.late_output_tag) == (5000, tag)
    assert spec.pre_aggregation is None
    assert isinstance(spec.window_function, PerWindow)


def test_without_a_trigger_the_assigners_own_is_left_to_the_operator(keyed: KeyedStream) -> None:
    spec = spec_of(keyed.window(TEN_SECONDS).sum(1))
    assert (spec.trigger, spec.evictor, spec.allowed_lateness_ms) == (None, None, 0)


def test_the_names_and_descriptions_are_flinks(keyed: KeyedStream) -> None:
    window = "Window(TumblingEventTimeWindows(10000), EventTimeTrigger, "
    for result, functions in (
        (keyed.window(TEN_SECONDS).sum(1), "SumAggregator, PassThroughWindowFunction)"),
        (keyed.window(TEN_SECONDS).min(1), "ComparableAggregator, PassThroughWindowFunction)"),
        (keyed.window(TEN_SECONDS).max_by(1), "ComparableAggregator, PassThroughWindowFunction)"),
        (keyed.window(TEN_SECONDS).aggregate(Mean()), "Mean, PassThroughWindowFunction)"),
        (keyed.window(TEN_SECONDS).aggregate(Mean(), PerWindow()), "Mean, PerWindow)"),
        (keyed.window(TEN_SECONDS).reduce(lambda a, b: a, Apply()), "<lambda>, Apply)"),
        (keyed.window(TEN_SECONDS).apply(Apply()), "Apply)"),
    ):
        assert result.transformation.name == "TumblingEventTimeWindows"
        assert result.transformation.description == window + functions


def test_aggregates_keep_the_type_and_functions_have_their_own(keyed: KeyedStream) -> None:
    assert keyed.window(TEN_SECONDS).sum(1).get_type() == PAIR
    assert keyed.window(TEN_SECONDS).reduce(lambda a, b: a).get_type() == PAIR
    assert keyed.window(TEN_SECONDS).process(PerWindow(), Types.INT()).get_type() == Types.INT()
    assert keyed.window(TEN_SECONDS).get_input_type() == PAIR


def test_count_windows_are_global_windows_with_flinks_triggers(keyed: KeyedStream) -> None:
    tumbling = spec_of(keyed.count_window(5).sum(1))
    assert isinstance(tumbling.assigner, GlobalWindows)
    assert isinstance(tumbling.trigger, PurgingTrigger)
    assert tumbling.evictor is None
    sliding = spec_of(keyed.count_window(5, 2).sum(1))
    assert isinstance(sliding.trigger, CountTrigger)
    assert isinstance(sliding.evictor, CountEvictor)
    with pytest.raises(ValueError, match="a size of at least 1"):
        keyed.count_window(0)


def test_windows_over_all_run_in_one_subtask(keyed: KeyedStream) -> None:
    stream = keyed.sum(1)
    result = stream.window_all(TEN_SECONDS).sum(1)
    assert spec_of(result).key_selector is None
    assert (result.transformation.parallelism, result.transformation.max_parallelism) == (1, 1)
    assert result.transformation.name == "TumblingEventTimeWindows"
    with pytest.raises(ValueError, match="non parallel operator must be 1"):
        result.set_parallelism(2)
    by_function = stream.window_all(TEN_SECONDS).process(PerAllWindow())
    assert by_function.transformation.name.startswith(
        "TriggerWindow(TumblingEventTimeWindows(10000)"
    )
    assert by_function.transformation.description is None
    spec_of(stream.window_all(TEN_SECONDS).apply(ApplyAll()))
    spec_of(stream.count_window_all(3).reduce(lambda a, b: a))


def test_lateness_is_milliseconds_or_a_length_of_time(keyed: KeyedStream) -> None:
    for lateness in (5000, Time.seconds(5), Duration.of_seconds(5)):
        spec = spec_of(keyed.window(TEN_SECONDS).allowed_lateness(lateness).sum(1))
        assert spec.allowed_lateness_ms == 5000
    with pytest.raises(ValueError, match="The allowed lateness cannot be negative"):
        keyed.window(TEN_SECONDS).allowed_lateness(-1)
    with pytest.raises(TypeError, match=r"allowed_lateness\(time_ms\).*found '5 s'"):
        keyed.window(TEN_SECONDS).allowed_lateness("5 s")


def test_merging_windows_need_a_trigger_that_merges(keyed: KeyedStream) -> None:
    sessions = keyed.window(EventTimeSessionWindows.with_gap(Time.seconds(1)))
    with pytest.raises(TypeError, match="A merging window assigner cannot be used with a trigger"):
        sessions.trigger(DeltaTrigger.of(1.0, lambda old, new: 0.0))
    sessions.trigger(CountTrigger.of(2))


def test_what_fits_no_window_is_refused(keyed: KeyedStream) -> None:
    windows = keyed.window(TEN_SECONDS)
    for call, message in (
        (lambda: keyed.window(10), "A WindowAssigner such as"),
        (lambda: keyed.window(TumblingEventTimeWindows), "Create an object of it"),
        (lambda: windows.trigger(5), "A Trigger is required"),
        (lambda: windows.evictor(5), "An Evictor is required"),
        (lambda: windows.side_output_late_data("late"), "an OutputTag is required"),
        (lambda: windows.process(PerAllWindow()), "should be a ProcessWindowFunction"),
        (lambda: windows.apply(ApplyAll()), "should be a WindowFunction"),
        (lambda: windows.reduce(lambda a, b: a, 3), "WindowFunction or ProcessWindowFunction"),
        (lambda: windows.aggregate(lambda a, b: a), "An AggregateFunction is required"),
        (lambda: windows.reduce(lambda a: a), "called with 2 arguments"),
        (lambda: windows.sum(1.5), "must be of int or str type"),
        (lambda: keyed.window_all(TEN_SECONDS).process(PerWindow()), "ProcessAllWindowFunction"),
    ):
        with pytest.raises(TypeError, match=message):
            call()  # type: ignore[no-untyped-call]


def test_windows_over_all_are_parallel_in_pyflink_alone() -> None:
    for dialect, parallelism in (("java", 1), ("pyflink", 2)):
        options = Configuration().set_string("flinksim.dialect", dialect)
        env = StreamExecutionEnvironment.get_execution_environment(options)
        env.set_parallelism(2)
        windows = env.from_collection([1]).window_all(GlobalWindows.create())
        assert windows.reduce(lambda a, b: a).transformation.parallelism == parallelism
