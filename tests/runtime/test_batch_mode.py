"""In batch mode a keyed operator is done with one key before it sees the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.common import Configuration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.datastream import (
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    ProcessWindowFunction,
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
)
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.window import EventTimeSessionWindows, TumblingEventTimeWindows

PAIR = Types.TUPLE([Types.STRING(), Types.LONG()])
DATA = [("b", 5), ("a", 13), ("b", 1), ("a", 9), ("cc", 2), ("b", 23), ("a", 1)]


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def environment(dialect: str = "java") -> StreamExecutionEnvironment:
    options = Configuration().set_string("flinksim.dialect", dialect)
    env = StreamExecutionEnvironment.get_execution_environment(options)
    env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    return env


def collected(stream: Any) -> list[Any]:
    with stream.execute_and_collect() as results:
        return list(results)


def timed(env: StreamExecutionEnvironment) -> Any:
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
    return env.from_collection(DATA, PAIR).assign_timestamps_and_watermarks(strategy)


class Timers(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.INT()))

    def process_element(self, value: Any, ctx: Any) -> Iterator[str]:
        self.count.update((self.count.value() or 0) + 1)
        timers = ctx.timer_service()
        timers.register_event_time_timer(1000 - value[1])
        timers.register_processing_time_timer(timers.current_processing_time() + 10**9)
        yield f"{value[0]}{value[1]}"

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[str]:
        domain = ctx.time_domain().name[0]
        if domain == "P":
            ctx.timer_service().register_event_time_timer(5)  # Java drops it
        at = timestamp if domain == "E" else ""
        yield f"{domain}{at} of {ctx.get_current_key()} after {self.count.value()}"


@pytest.mark.parametrize("dialect", ["java", "pyflink"])
def test_values_come_by_key_and_time_and_all_timers_of_a_key_before_the_next(dialect: str) -> None:
    stream = timed(environment(dialect)).key_by(lambda value: value[0], Types.STRING())

    def of_on_timer(key: str, count: int) -> list[str]:
        return [f"E5 of {key} after {count}"] if dialect == "pyflink" else []

    assert collected(stream.process(Timers(), Types.STRING())) == [
        "a1", "a9", "a13", "E987 of a after 3", "E991 of a after 3", "E999 of a after 3",
        "P of a after 3", *of_on_timer("a", 3),
        "b1", "b5", "b23", "E977 of b after 3", "E995 of b after 3", "E999 of b after 3",
        "P of b after 3", *of_on_timer("b", 3),
        "cc2", "E998 of cc after 1", "P of cc after 1", *of_on_timer("cc", 1),
    ]  # fmt: skip


def test_pyflink_drops_timers_of_on_timer_with_bundles_of_one() -> None:
    env = environment("pyflink")
    env.configure(Configuration().set_string("python.fn-execution.bundle.size", "1"))
    stream = timed(env).key_by(lambda value: value[0], Types.STRING())
    lines = collected(stream.process(Timers(), Types.STRING()))
    assert not [line for line in lines if line.startswith("E5 ")]


class Contents(ProcessWindowFunction[Any, Any, Any, Any]):
    def process(self, key: str, context: Any, elements: Any) -> Iterator[str]:
        yield f"{key}@{context.window().start}: {[value[1] for value in elements]}"


def test_windows_of_a_key_fire_before_the_next_key_and_nothing_is_late() -> None:
    stream = timed(environment()).key_by(lambda value: value[0], Types.STRING())
    tumbling = stream.window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    assert collected(tumbling.process(Contents(), Types.STRING())) == [
        "a@0: [1, 9]", "a@10: [13]", "b@0: [1, 5]", "b@20: [23]", "cc@0: [2]",
    ]  # fmt: skip
    sessions = stream.window(EventTimeSessionWindows.with_gap(Time.milliseconds(5)))
    assert collected(sessions.process(Contents(), Types.STRING())) == [
        "a@1: [1]", "a@9: [9, 13]", "b@1: [1, 5]", "b@23: [23]", "cc@2: [2]",
    ]  # fmt: skip


class Sides(KeyedCoProcessFunction):
    def process_element1(self, value: Any, ctx: Any) -> Iterator[str]:
        yield f"1:{value}"

    def process_element2(self, value: Any, ctx: Any) -> Iterator[str]:
        yield f"2:{value}"


def merged(one: list[str], other: list[str]) -> list[Any]:
    env = environment()
    streams = [
        env.from_collection(values, Types.STRING()).key_by(lambda v: v[0], Types.STRING())
        for values in (one, other)
    ]
    return collected(streams[0].connect(streams[1]).process(Sides(), Types.STRING()))


def test_two_keyed_inputs_are_merged_key_by_key_and_take_turns() -> None:
    assert merged(["b1", "a1", "b2", "c1"], ["a2", "b3", "d1", "a3"]) == [
        "1:a1", "2:a2", "2:a3", "1:b1", "2:b3", "1:b2", "1:c1", "2:d1",
    ]  # fmt: skip


def test_the_first_of_two_inputs_begins() -> None:
    assert merged(["a1", "a2", "a3"], ["a4"]) == ["1:a1", "2:a4", "1:a2", "1:a3"]
    assert merged([], ["a4"]) == ["2:a4"]


RULES = MapStateDescriptor("rules", Types.STRING(), Types.INT())


class Ruled(KeyedBroadcastProcessFunction[Any, Any, Any, Any]):
    def process_element(self, value: Any, ctx: Any) -> Iterator[str]:
        yield f"{value} {ctx.get_broadcast_state(RULES).get(value)}"

    def process_broadcast_element(self, value: Any, ctx: Any) -> Iterator[str]:
        ctx.get_broadcast_state(RULES).put(*value)
        yield f"rule {value[0]}"


def test_the_broadcast_side_comes_first() -> None:
    env = environment()
    values = env.from_collection(["b", "a", "b"], Types.STRING())
    rules = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))
    keyed = values.key_by(lambda value: value, Types.STRING())
    connected = keyed.connect(rules.broadcast(RULES))
    assert collected(connected.process(Ruled(), Types.STRING())) == [
        "rule a", "rule b", "a 1", "b 2", "b 2",
    ]  # fmt: skip


def test_parallelism_that_nobody_fixed_is_one_where_there_is_little_data(
    capsys: pytest.CaptureFixture[str],
) -> None:
    env = environment()
    env.set_parallelism(2)
    numbers = env.from_collection([1, 2, 3], Types.INT())
    numbers.map(lambda number: number, Types.INT()).print()
    env.execute()
    assert capsys.readouterr().out == "1\n2\n3\n"
    numbers.map(lambda number: number, Types.INT()).set_parallelism(2).print()
    env.execute()
    assert sorted(capsys.readouterr().out.split()) == ["1", "1>", "1>", "2", "2>", "3"]


# --- without sorted inputs --------------------------------------------------------------------------


class Sums(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.sum = runtime_context.get_state(ValueStateDescriptor("sum", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Iterator[str]:
        ctx.timer_service().register_event_time_timer(0)
        self.sum.update((self.sum.value() or 0) + value[1])
        yield f"{value[0]} {self.sum.value()}"

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[str]:
        yield f"{ctx.get_current_key()} has {self.sum.value()}"


def sums(**options: str) -> list[str]:
    env = environment()
    for name in options:
        env.configuration.set_string(f"execution.{name.replace('_', '-')}.enabled", "false")
    keyed = env.from_collection(DATA, PAIR).key_by(lambda value: value[0], Types.STRING())
    return collected(keyed.process(Sums(), Types.STRING()))


def test_unsorted_records_come_as_they_are_and_timers_at_the_end() -> None:
    assert sums(sorted_inputs="off", batch_state_backend="off") == [
        "b 5", "a 13", "b 6", "a 22", "cc 2", "b 29", "a 23",
        "b has 29", "cc has 2", "a has 23",
    ]  # fmt: skip # the heap's order of timers that are due at one time


def test_sorted_records_may_have_the_state_of_all_keys() -> None:
    by_key = ["a 13", "a 22", "a 23", "b 5", "b 6", "b 29", "cc 2"]
    assert sums(batch_state_backend="off") == [*by_key, "a has 23", "cc has 2", "b has 29"]
    assert sums()[:4] == ["a 13", "a 22", "a 23", "a has 23"]


def test_the_state_of_one_key_at_a_time_needs_sorted_records() -> None:
    with pytest.raises(RuntimeError, match="Batch state backend requires the sorted inputs"):
        sums(sorted_inputs="off")


# --- large results ----------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["ALL_EXCHANGES_BLOCKING", "ALL_EXCHANGES_HYBRID_FULL"])
def test_a_blocking_partition_holds_more_than_its_buffers(mode: str) -> None:
    env = environment()
    env.configuration.set_string("execution.batch-shuffle-mode", mode)
    texts = [(f"{number % 3}", number) for number in range(20_000)]  # more than 10 buffers of 32 KB
    keyed = env.from_collection(texts, PAIR).key_by(lambda value: value[0], Types.STRING())
    result = keyed.reduce(lambda left, right: (left[0], max(left[1], right[1])))
    assert sorted(collected(result)) == [("0", 19_998), ("1", 19_999), ("2", 19_997)]
