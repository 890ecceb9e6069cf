"""Map, flat map, filter, map partition, the running reduce, and the sink."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from flinksim.connectors.sink import Sink, SinkContext, SinkWriter
from flinksim.datastream.functions import (
    FilterFunction,
    FlatMapFunction,
    MapFunction,
    ReduceFunction,
    RuntimeContext,
)
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.transformations import (
    FilterSpec,
    FlatMapSpec,
    MapPartitionSpec,
    MapSpec,
    OperatorSpec,
    ReduceSpec,
    SinkSpec,
)
from flinksim.runtime.elements import ACTIVE, IDLE, StreamRecord, Watermark
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import OneInputStreamOperatorTestHarness
from flinksim.trace import events as e


def harness_of(spec: OperatorSpec, **settings: Any) -> OneInputStreamOperatorTestHarness:
    harness = OneInputStreamOperatorTestHarness(create_operator(spec), traced=True, **settings)
    harness.open()
    return harness


class Double(MapFunction):
    def map(self, value: Any) -> Any:
        return value * 2


def test_a_map_keeps_the_timestamp() -> None:
    harness = harness_of(MapSpec(Double()))
    harness.process_element(1, 5)
    harness.process_element(2)
    assert harness.get_output() == [StreamRecord(2, 5), StreamRecord(4, None)]


def test_watermarks_and_statuses_pass_through() -> None:
    harness = harness_of(MapSpec(Double()))
    harness.process_watermark(7)
    harness.process_watermark_status(IDLE)
    harness.process_watermark_status(ACTIVE)
    assert harness.get_output() == [Watermark(7), IDLE, ACTIVE]
    assert harness.events == [
        e.ElementProcessed(harness.operator.id, "watermark", None, 7),
        e.WatermarkEmitted(harness.operator.id, 7),
        e.ElementProcessed(harness.operator.id, "idle", None, None),
        e.ElementProcessed(harness.operator.id, "active", None, None),
    ]


class Letters(FlatMapFunction):
    def flat_map(self, value: Any) -> Iterator[Any] | None:
        if value is None:
            return None
        return iter(value)


def test_a_flat_map_puts_out_any_number() -> None:
    harness = harness_of(FlatMapSpec(Letters()))
    for word in ("ab", "", "c"):
        harness.process_element(word, 3)
    assert harness.get_output() == [StreamRecord(letter, 3) for letter in "abc"]


def test_a_flat_map_that_gives_none_is_refused_as_in_pyflink() -> None:
    harness = harness_of(FlatMapSpec(Letters()))
    with pytest.raises(TypeError, match=r"'NoneType' object is not iterable.*an empty list"):
        harness.process_element(None)
    assert harness.get_output() == []


SIDE = OutputTag("side")


class ToSide(FlatMapFunction):
    def flat_map(self, value: Any) -> Iterator[Any]:
        yield SIDE, value
        yield (value, value)


def test_a_yielded_tag_and_value_goes_to_the_side_output() -> None:
    harness = harness_of(FlatMapSpec(ToSide()))
    harness.process_element(1, 3)
    assert harness.get_output() == [StreamRecord((1, 1), 3)]
    assert harness.get_side_output(SIDE) == [StreamRecord(1, 3)]


class Even(FilterFunction):
    def filter(self, value: Any) -> bool:
        return bool(value % 2 == 0)


def test_a_filter_lets_pass_or_drop_and_tells_the_drop() -> None:
    harness = harness_of(FilterSpec(Even()))
    for number in range(4):
        harness.process_element(number, number)
    assert harness.extract_output_values() == [0, 2]
    assert sum(isinstance(event, e.RecordFiltered) for event in harness.events) == 2


class Concat(ReduceFunction):
    def reduce(self, value1: Any, value2: Any) -> Any:
        return (value1[0], value1[1] + value2[1])


def test_a_running_reduce_puts_out_every_step_of_each_key() -> None:
    harness = harness_of(ReduceSpec(Concat(), lambda element: element[0]))
    for timestamp, (key, text) in enumerate(["ax", "by", "az"]):
        harness.process_element((key, text), timestamp)
    assert harness.get_output() == [
        StreamRecord(("a", "x"), 0), StreamRecord(("b", "y"), 1), StreamRecord(("a", "xz"), 2),
    ]  # fmt: skip
    told = [event.value for event in harness.events if isinstance(event, e.StateUpdated)]
    assert told == [("a", "x"), ("b", "y"), ("a", "xz")]


class Count:
    def open(self, runtime_context: RuntimeContext) -> None:
        pass

    def close(self) -> None:
        pass

    def map_partition(self, values: Iterable[Any]) -> Iterator[Any]:
        yield len(list(values))


def test_a_map_partition_waits_for_the_end_of_the_input() -> None:
    harness = harness_of(MapPartitionSpec(Count()))
    for number in range(3):
        harness.process_element(number, number)
    assert harness.get_output() == []
    harness.end_input()
    assert harness.get_output() == [StreamRecord(3, None)]


class Life(MapFunction):
    def __init__(self) -> None:
        self.seen: list[Any] = []

    def open(self, runtime_context: RuntimeContext) -> None:
        self.seen += [
            runtime_context.get_task_name_with_subtasks(),
            runtime_context.get_index_of_this_subtask(),
            runtime_context.get_number_of_parallel_subtasks(),
            runtime_context.get_max_number_of_parallel_subtasks(),
            runtime_context.get_attempt_number(),
            runtime_context.get_job_parameter("x", "default"),
        ]
        counter = runtime_context.get_metrics_group().counter("seen")
        counter.inc(2)
        assert runtime_context.get_metrics_group().counter("seen").get_count() == 2

    def map(self, value: Any) -> Any:
        return value

    def close(self) -> None:
        self.seen.append("closed")


def test_a_function_is_opened_with_its_surroundings_and_closed() -> None:
    function = Life()
    harness = harness_of(MapSpec(function), parallelism=2, subtask_index=1, name="Map")
    harness.close()
    assert function.seen == ["Map (2/2)#0", 1, 2, 128, 0, "default", "closed"]


def test_state_without_keys_is_refused_with_flinks_words() -> None:
    class Stateful(MapFunction):
        def open(self, runtime_context: RuntimeContext) -> None:
            runtime_context.get_state(ValueStateDescriptor("x", Types.LONG()))

        def map(self, value: Any) -> Any:
            return value

    from flinksim.common.typeinfo import Types
    from flinksim.datastream.state import ValueStateDescriptor

    with pytest.raises(RuntimeError, match="Keyed state can only be used on a 'keyed stream'"):
        harness_of(MapSpec(Stateful()))


class Lines(Sink):
    def __init__(self) -> None:
        self.lines: list[str] = []

    def create_writer(self, context: SinkContext) -> SinkWriter:
        return LineWriter(self.lines, context)


class LineWriter(SinkWriter):
    def __init__(self, lines: list[str], context: SinkContext) -> None:
        self.lines = lines
        self.context = context

    def write(self, value: Any, timestamp: int | None) -> str:
        line = f"{self.context.subtask_index + 1}> {value}"
        self.lines.append(line)
        return line

    def close(self) -> None:
        self.lines.append("closed")


def test_a_sink_writes_each_record_and_tells_the_line() -> None:
    sink = Lines()
    harness = harness_of(SinkSpec(sink), parallelism=4, subtask_index=3)
    harness.process_element(("a", 1), 9)
    harness.close()
    assert sink.lines == ["4> ('a', 1)", "closed"]
    assert harness.events[-1] == e.ResultWritten(harness.operator.id, "4> ('a', 1)", ("a", 1), 9)
    assert harness.operator.results_written == 1
    assert harness.get_output() == []


def test_a_sink_that_was_never_opened_can_be_closed() -> None:
    harness = OneInputStreamOperatorTestHarness(create_operator(SinkSpec(Lines())))
    harness.close()
    assert harness.get_output() == []
