"""What PyFlink's ``test_window`` exercises: windows of every kind, with every kind of function."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from pyflink.common import Configuration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner, Watermark, WatermarkGenerator
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import (
    AggregateFunction,
    AllWindowFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    WindowFunction,
)
from pyflink.datastream.output_tag import OutputTag
from pyflink.datastream.window import (
    ContinuousEventTimeTrigger,
    CountSlidingWindowAssigner,
    CountTrigger,
    CountTumblingWindowAssigner,
    EventTimeSessionWindows,
    EventTimeTrigger,
    GlobalWindows,
    PurgingTrigger,
    SessionWindowTimeGapExtractor,
    SlidingEventTimeWindows,
    TimeWindow,
    Trigger,
    TriggerResult,
    TumblingEventTimeWindows,
)

PAIR = Types.TUPLE([Types.STRING(), Types.INT()])
HI = [("hi", n) for n in (1, 2, 3, 4, 8, 9, 15)]


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp) -> int:
        return value[1]


class CountElements(ProcessWindowFunction[tuple, tuple, str, TimeWindow]):
    def process(
        self, key: str, context: ProcessWindowFunction.Context, elements: Iterable[tuple]
    ) -> Iterable[tuple]:
        window = context.window()
        return [(key, window.start, window.end, len(list(elements)))]

    def clear(self, context: ProcessWindowFunction.Context) -> None:
        pass


class SumFirst(WindowFunction):
    def apply(self, key, window, inputs):
        return [(key, sum(element[0] for element in inputs))]


class Total(AggregateFunction):
    def create_accumulator(self):
        return 0

    def add(self, value, accumulator):
        return accumulator + value[1]

    def get_result(self, accumulator):
        return accumulator

    def merge(self, acc_a, acc_b):
        return acc_a + acc_b


@pytest.fixture
def env():
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    return env


def timed(env, values=HI):
    env.set_parallelism(1)  # with more, nobody promises in which order values meet
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(SecondField())
    return env.from_collection(values, type_info=PAIR).assign_timestamps_and_watermarks(strategy)


def keyed(env, values=HI):
    return timed(env, values).key_by(lambda value: value[0], key_type=Types.STRING())


@pytest.mark.parametrize(
    ("assigner", "windows"),
    [
        (
            TumblingEventTimeWindows.of(Time.milliseconds(5)),
            [("hi", 0, 5, 4), ("hi", 5, 10, 2), ("hi", 15, 20, 1)],
        ),
        (
            SlidingEventTimeWindows.of(Time.milliseconds(10), Time.milliseconds(5)),
            [("hi", -5, 5, 4), ("hi", 0, 10, 6), ("hi", 5, 15, 2), ("hi", 10, 20, 1),
             ("hi", 15, 25, 1)],
        ),
        (
            EventTimeSessionWindows.with_gap(Time.milliseconds(5)),
            [("hi", 1, 14, 6), ("hi", 15, 20, 1)],
        ),
    ],
    ids=["tumbling", "sliding", "session"],
)  # fmt: skip
def test_every_assigner_gives_its_windows(env, assigner, windows):
    stream = keyed(env).window(assigner).process(CountElements())
    assert sorted(stream.execute_and_collect()) == windows


def test_a_gap_can_depend_on_the_element(env):
    class Gap(SessionWindowTimeGapExtractor):
        def extract(self, element) -> int:
            return element[1]

    stream = keyed(env, [("hi", 1), ("hi", 2), ("hi", 3), ("hi", 9), ("hi", 15)]).window(
        EventTimeSessionWindows.with_dynamic_gap(Gap())
    )
    assert sorted(stream.process(CountElements()).execute_and_collect()) == [
        ("hi", 1, 6, 3), ("hi", 9, 30, 2),
    ]  # fmt: skip


def test_windows_by_count(env):
    values = [(n, "odd" if n % 2 else "even") for n in range(1, 8)]
    stream = env.from_collection(values, type_info=Types.TUPLE([Types.INT(), Types.STRING()]))
    by_name = stream.key_by(lambda value: value[1])
    assert sorted(by_name.count_window(3).apply(SumFirst()).execute_and_collect()) == [
        ("even", 12), ("odd", 9),
    ]  # fmt: skip
    sliding = by_name.window(CountSlidingWindowAssigner(2, 1)).apply(SumFirst())
    assert sorted(sliding.execute_and_collect()) == [
        ("even", 6), ("even", 10), ("odd", 4), ("odd", 8), ("odd", 12),
    ]  # fmt: skip


def test_reduce_and_aggregate_alone_and_before_a_process_function(env):
    windows = keyed(env).window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    reduced = windows.reduce(lambda a, b: (b[0], a[1] + b[1]), output_type=PAIR)
    assert sorted(reduced.execute_and_collect()) == [("hi", 15), ("hi", 27)]
    counted = windows.aggregate(
        Total(), window_function=CountElements(), accumulator_type=Types.INT()
    )
    assert sorted(counted.execute_and_collect()) == [("hi", 0, 10, 1), ("hi", 10, 20, 1)]
    assert sorted(windows.aggregate(Total()).execute_and_collect()) == [15, 27]


def test_windows_over_all_values(env):
    class Span(ProcessAllWindowFunction):
        def process(self, context, elements):
            yield context.window().end, len(list(elements))

    class Sum(AllWindowFunction):
        def apply(self, window, inputs):
            yield sum(value[1] for value in inputs)

    windows = timed(env).window_all(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    assert sorted(windows.process(Span()).execute_and_collect()) == [(10, 6), (20, 1)]
    assert sorted(windows.apply(Sum()).execute_and_collect()) == [15, 27]
    counts = timed(env).window_all(CountTumblingWindowAssigner.of(3)).apply(Sum())
    assert sorted(counts.execute_and_collect()) == [6, 21]


def test_late_values_have_an_output_of_their_own():
    configuration = Configuration()  # in larger bundles the watermark waits, and nothing is late
    configuration.set_integer("python.fn-execution.bundle.size", 1)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    late = OutputTag("late", Types.TUPLE([Types.STRING(), Types.INT()]))  # not PAIR: it is pickled
    values = [("a", 1), ("a", 20), ("a", 2), ("a", 21)]

    class Punctual(TimestampAssigner):
        def extract_timestamp(self, value, record_timestamp):
            return value[1]

    class PerElement(WatermarkGenerator):
        def on_event(self, event, event_timestamp, output):
            output.emit_watermark(Watermark(event_timestamp))

        def on_periodic_emit(self, output):
            pass

    strategy = WatermarkStrategy.for_generator(lambda context: PerElement())
    stream = env.from_collection(values, type_info=PAIR).assign_timestamps_and_watermarks(
        strategy.with_timestamp_assigner(Punctual())
    )
    result = (
        stream.key_by(lambda value: value[0])
        .window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
        .side_output_late_data(late)
        .process(CountElements())
    )
    assert list(result.get_side_output(late).execute_and_collect()) == [("a", 2)]


def test_triggers_by_count_by_time_and_purging(env):
    windows = keyed(env).window(GlobalWindows.create())
    reduce = {"output_type": PAIR}
    kept = windows.trigger(CountTrigger.of(2)).reduce(lambda a, b: (a[0], a[1] + b[1]), **reduce)
    assert sorted(kept.execute_and_collect()) == [("hi", 3), ("hi", 10), ("hi", 27)]
    purged = windows.trigger(PurgingTrigger.of(CountTrigger.of(2))).reduce(
        lambda a, b: (a[0], a[1] + b[1]), **reduce
    )
    assert sorted(purged.execute_and_collect()) == [("hi", 3), ("hi", 7), ("hi", 17)]
    continuous = (
        keyed(env)
        .window(TumblingEventTimeWindows.of(Time.milliseconds(20)))
        .trigger(ContinuousEventTimeTrigger.of(Time.milliseconds(10)))
        .process(CountElements())
    )
    assert sorted(continuous.execute_and_collect()) == [("hi", 0, 20, 7)] * 2
    explicit = (
        keyed(env)
        .window(TumblingEventTimeWindows.of(Time.milliseconds(20)))
        .trigger(EventTimeTrigger.create())
        .process(CountElements())
    )
    assert list(explicit.execute_and_collect()) == [("hi", 0, 20, 7)]


def test_a_trigger_of_the_user(env):
    class OnBigNumbers(Trigger):
        def on_element(self, element, timestamp, window, ctx):
            return TriggerResult.FIRE_AND_PURGE if element[1] > 7 else TriggerResult.CONTINUE

        def on_processing_time(self, time, window, ctx):
            return TriggerResult.CONTINUE

        def on_event_time(self, time, window, ctx):
            return TriggerResult.CONTINUE

        def on_merge(self, window, ctx):
            pass

        def clear(self, window, ctx):
            pass

    windows = keyed(env).window(TumblingEventTimeWindows.of(Time.milliseconds(100)))
    fired = windows.trigger(OnBigNumbers()).process(CountElements())
    assert sorted(fired.execute_and_collect()) == [
        ("hi", 0, 100, 1), ("hi", 0, 100, 1), ("hi", 0, 100, 5),
    ]  # fmt: skip


def test_state_of_a_window_and_of_its_key(env):
    from pyflink.datastream.state import ValueStateDescriptor

    firings = ValueStateDescriptor("firings", Types.INT())
    total = ValueStateDescriptor("total", Types.INT())

    class Numbered(ProcessWindowFunction):
        def process(self, key, context, elements):
            mine = context.window_state().get_state(firings)
            all_ = context.global_state().get_state(total)
            mine.update((mine.value() or 0) + 1)
            all_.update((all_.value() or 0) + 1)
            yield mine.value(), all_.value()

        def clear(self, context):
            context.window_state().get_state(firings).clear()

    env.set_parallelism(1)
    stream = keyed(env).window(TumblingEventTimeWindows.of(Time.milliseconds(5)))
    assert list(stream.process(Numbered()).execute_and_collect()) == [(1, 1), (1, 2), (1, 3)]
