"""A harness around a function: fed, looked at, stopped and begun again."""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.common import Types
from flinksim.datastream.functions import (
    BroadcastProcessFunction,
    CoProcessFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    KeySelector,
    ProcessFunction,
)
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.transformations import KeyedProcessSpec, MapSpec
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.runtime.state.snapshot_model import OperatorSnapshot
from flinksim.testing.harness import (
    KeyedOneInputStreamOperatorTestHarness,
    OneInputStreamOperatorTestHarness,
)
from flinksim.testing.process_function_test_harnesses import ProcessFunctionTestHarnesses

ODD = OutputTag("odd", Types.INT())


class Quiet(KeyedProcessFunction):
    """Counts per key; when nothing came for ten milliseconds, tells the count."""

    def open(self, runtime_context: Any) -> None:
        self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.INT()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.count.update((self.count.value() or 0) + 1)
        ctx.timer_service().register_event_time_timer(ctx.timestamp() + 10)

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield ctx.get_current_key(), self.count.value()


def first(value: Any) -> Any:
    return value[0]


def test_a_keyed_function_with_state_and_timers() -> None:
    harness = ProcessFunctionTestHarnesses.for_keyed_process_function(Quiet(), first)
    harness.process_element(("a", 1), 1)
    harness.process_element(("b", 1), 5)
    assert harness.num_event_time_timers() == 2
    harness.process_watermark(12)
    assert harness.get_output() == [StreamRecord(("a", 1), 11), Watermark(12)]
    assert harness.num_event_time_timers() == 1


def test_a_key_selector_may_be_an_object() -> None:
    class First(KeySelector):
        def get_key(self, value: Any) -> Any:
            return value[0]

    harness = ProcessFunctionTestHarnesses.for_keyed_process_function(Quiet(), First())
    harness.process_element(("a", 1), 1)
    harness.process_watermark(99)
    assert harness.extract_output_values() == [("a", 1)]
    with pytest.raises(TypeError, match="expected a KeySelector"):
        ProcessFunctionTestHarnesses.for_keyed_process_function(Quiet(), "name")


def test_side_outputs_are_kept_apart() -> None:
    class Split(ProcessFunction):
        def process_element(self, value: Any, ctx: Any) -> Any:
            yield (ODD, value) if value % 2 else value

    harness = ProcessFunctionTestHarnesses.for_process_function(Split())
    for value in range(4):
        harness.process_element(value, 0)
    assert harness.extract_output_values() == [0, 2]
    assert harness.get_side_output(ODD) == [StreamRecord(1, 0), StreamRecord(3, 0)]


def test_two_inputs_share_state_only_with_keys() -> None:
    class Names(CoProcessFunction):
        def process_element1(self, value: Any, ctx: Any) -> Any:
            yield f"left {value}"

        def process_element2(self, value: Any, ctx: Any) -> Any:
            yield f"right {value}"

    class Pairs(KeyedCoProcessFunction):
        def open(self, runtime_context: Any) -> None:
            self.left = runtime_context.get_state(ValueStateDescriptor("left", Types.INT()))

        def process_element1(self, value: Any, ctx: Any) -> Any:
            self.left.update(value[1])

        def process_element2(self, value: Any, ctx: Any) -> Any:
            yield ctx.get_current_key(), self.left.value(), value[1]

    plain = ProcessFunctionTestHarnesses.for_co_process_function(Names())
    plain.process_element1(1, 0)
    plain.process_element2(2, 0)
    assert plain.extract_output_values() == ["left 1", "right 2"]
    keyed = ProcessFunctionTestHarnesses.for_keyed_co_process_function(Pairs(), first, first)
    keyed.process_element1(("a", 1), 0)
    keyed.process_element2(("a", 2), 0)
    keyed.process_element2(("b", 3), 0)
    keyed.process_both_watermarks(7)
    assert keyed.extract_output_values() == [("a", 1, 2), ("b", None, 3)]
    assert keyed.get_current_watermark() == 7


def test_the_second_input_may_be_broadcast() -> None:
    rules = MapStateDescriptor("rules", Types.STRING(), Types.STRING())

    class Rules(BroadcastProcessFunction):
        def process_element(self, value: Any, ctx: Any) -> Any:
            yield ctx.get_broadcast_state(rules).get(value)

        def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
            ctx.get_broadcast_state(rules).put(*value)

    class KeyedRules(KeyedBroadcastProcessFunction):
        def process_element(self, value: Any, ctx: Any) -> Any:
            yield ctx.get_current_key(), ctx.get_broadcast_state(rules).get(value)

        def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
            ctx.get_broadcast_state(rules).put(*value)

    plain = ProcessFunctionTestHarnesses.for_broadcast_process_function(Rules(), rules)
    keyed = ProcessFunctionTestHarnesses.for_keyed_broadcast_process_function(
        KeyedRules(), first, rules
    )
    for harness in (plain, keyed):
        harness.process_element2(("abc", "rule"), 0)
        harness.process_element1("abc", 0)
    assert plain.extract_output_values() == ["rule"]
    assert keyed.extract_output_values() == [("a", "rule")]


# --- stopped and begun again ---------------------------------------------------------------------


def restored(snapshot: OperatorSnapshot, **settings: Any) -> KeyedOneInputStreamOperatorTestHarness:
    harness = KeyedOneInputStreamOperatorTestHarness(
        create_operator(KeyedProcessSpec(Quiet(), first)), **settings
    )
    harness.initialize_state(snapshot)
    harness.open()
    return harness


def test_a_restored_operator_goes_on_with_state_and_timers() -> None:
    before = ProcessFunctionTestHarnesses.for_keyed_process_function(Quiet(), first)
    before.process_element(("a", 1), 1)
    snapshot = before.snapshot()
    before.process_element(("a", 1), 2)
    after = restored(snapshot)
    assert after.num_event_time_timers() == 1
    after.process_element(("a", 1), 1)
    after.process_watermark(11)
    assert after.extract_output_values() == [("a", 2)]


def test_a_snapshot_can_be_restored_by_two_subtasks_and_by_one_again() -> None:
    before = ProcessFunctionTestHarnesses.for_keyed_process_function(
        Quiet(), first, max_parallelism=128
    )
    for key in "abcdef":
        before.process_element((key, 1), 1)
    halves = [
        restored(before.snapshot(), max_parallelism=128, parallelism=2, subtask_index=i)
        for i in range(2)
    ]
    together = halves[0].snapshot() + halves[1].snapshot()
    for half in halves:
        half.process_watermark(99)
    keys = [{key for key, _ in half.extract_output_values()} for half in halves]
    assert keys[0] | keys[1] == set("abcdef")
    assert not keys[0] & keys[1]
    assert all(keys)
    assert restored(together, max_parallelism=128).num_event_time_timers() == 6


def test_an_operator_without_state_has_an_empty_snapshot() -> None:
    harness = OneInputStreamOperatorTestHarness(create_operator(MapSpec(object())))
    assert harness.snapshot().is_empty
