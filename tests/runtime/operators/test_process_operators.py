"""Process functions with one and two inputs, broadcast state, and the interval join."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.common.typeinfo import Types
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream.functions import (
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoMapFunction,
    CoProcessFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    ProcessFunction,
    RuntimeContext,
)
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.transformations import (
    BroadcastProcessSpec,
    CoFlatMapSpec,
    CoMapSpec,
    CoProcessSpec,
    IntervalJoinSpec,
    KeyedBroadcastProcessSpec,
    KeyedCoProcessSpec,
    KeyedProcessSpec,
    OperatorSpec,
    ProcessSpec,
)
from flinksim.runtime.elements import ACTIVE, IDLE, StreamRecord, Watermark
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import (
    KeyedOneInputStreamOperatorTestHarness,
    KeyedTwoInputStreamOperatorTestHarness,
)
from flinksim.trace import events as e

COUNT = ValueStateDescriptor("count", Types.LONG())
RULES = MapStateDescriptor("rules", Types.STRING(), Types.LONG())


def first(element: Any) -> Any:
    return element[0]


def one_input(spec: OperatorSpec) -> KeyedOneInputStreamOperatorTestHarness:
    harness = KeyedOneInputStreamOperatorTestHarness(create_operator(spec), traced=True)
    harness.open()
    return harness


def two_inputs(spec: OperatorSpec) -> KeyedTwoInputStreamOperatorTestHarness:
    harness = KeyedTwoInputStreamOperatorTestHarness(create_operator(spec), traced=True)
    harness.open()
    return harness


# --- one input -------------------------------------------------------------------------------------


class Tell(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Iterator[Any]:
        timers = ctx.timer_service()
        yield (value, ctx.timestamp(), timers.current_watermark(), timers.current_processing_time())


def test_a_process_function_is_told_the_time() -> None:
    harness = one_input(ProcessSpec(Tell()))
    harness.set_processing_time(3)
    harness.process_watermark(10)
    harness.process_element("a", 5)
    harness.process_element("b")
    assert harness.get_output() == [
        Watermark(10),
        StreamRecord(("a", 5, 10, 3), 5),
        StreamRecord(("b", MIN_TIMESTAMP, 10, 3), None),
    ]
    assert harness.get_current_watermark() == 10


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("register_event_time_timer", "Register timers is only supported on a keyed stream."),
        ("register_processing_time_timer", "Register timers is only supported on a keyed stream."),
        ("delete_event_time_timer", "Deleting timers is only supported on a keyed streams."),
        ("delete_processing_time_timer", "Deleting timers is only supported on a keyed streams."),
    ],
)
def test_timers_without_keys_are_refused_with_flinks_words(method: str, words: str) -> None:
    class Timing(ProcessFunction):
        def process_element(self, value: Any, ctx: ProcessFunction.Context) -> None:
            getattr(ctx.timer_service(), method)(1)

    with pytest.raises(NotImplementedError, match=words):
        one_input(ProcessSpec(Timing())).process_element("a", 1)


class CountPerKey(KeyedProcessFunction):
    """Counts per key and tells the count ten after the last element."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self.count = runtime_context.get_state(COUNT)

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        self.count.update((self.count.value() or 0) + 1)
        if ctx.timestamp() > 10:
            ctx.timer_service().delete_event_time_timer(ctx.timestamp() - 1)
        ctx.timer_service().register_event_time_timer(ctx.timestamp() + 10)

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield (ctx.get_current_key(), self.count.value())
        self.count.clear()


def test_state_and_timers_belong_to_the_key() -> None:
    harness = one_input(KeyedProcessSpec(CountPerKey(), first))
    harness.process_element(("a",), 1)
    harness.process_element(("b",), 1)
    harness.process_element(("a",), 2)
    assert harness.num_event_time_timers() == 3
    harness.process_element(("a",), 12)
    assert harness.num_event_time_timers() == 3  # one was deleted, one registered
    harness.process_watermark(20)
    assert harness.get_output() == [
        StreamRecord(("b", 1), 11), StreamRecord(("a", 3), 12), Watermark(20),
    ]  # fmt: skip
    timers = [f for f in harness.events if isinstance(f, e.TimerDeleted | e.TimerFired)]
    assert [(type(f).__name__, f.key, f.timestamp) for f in timers] == [
        ("TimerDeleted", "a", 11), ("TimerFired", "b", 11), ("TimerFired", "a", 12),
    ]  # fmt: skip
    assert list(harness.operator.timers()) == [("event", "a", "", 22)]


# --- two inputs ------------------------------------------------------------------------------------


class Name(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return ("one", value)

    def map2(self, value: Any) -> Any:
        return ("two", value)


def test_a_co_map_knows_its_inputs_apart() -> None:
    harness = two_inputs(CoMapSpec(Name()))
    harness.process_element1("a", 1)
    harness.process_element2("b", 2)
    assert harness.get_output() == [StreamRecord(("one", "a"), 1), StreamRecord(("two", "b"), 2)]


class Repeat(CoFlatMapFunction):
    def flat_map1(self, value: Any) -> Any:
        return [value, value]

    def flat_map2(self, value: Any) -> None:
        return None


def test_a_co_flat_map_puts_out_any_number() -> None:
    harness = two_inputs(CoFlatMapSpec(Repeat()))
    harness.process_element1("a", 1)
    harness.process_element2("b", 2)
    assert harness.get_output() == [StreamRecord("a", 1), StreamRecord("a", 1)]


def test_the_watermark_of_two_inputs_is_the_lesser() -> None:
    harness = two_inputs(CoMapSpec(Name()))
    harness.process_watermark1(5)
    harness.process_watermark2(3)
    harness.process_watermark2(9)
    harness.process_watermark_status1(IDLE)
    harness.process_watermark_status2(IDLE)
    harness.process_watermark_status2(ACTIVE)
    assert harness.get_output() == [Watermark(3), Watermark(5), Watermark(9), IDLE, ACTIVE]
    advanced = [f.after for f in harness.events if isinstance(f, e.OperatorWatermarkAdvanced)]
    assert advanced == [3, 5, 9]
    assert harness.get_current_watermark() == 9


class TellBoth(CoProcessFunction):
    def process_element1(self, value: Any, ctx: CoProcessFunction.Context) -> Iterator[Any]:
        yield (1, ctx.timestamp(), ctx.timer_service().current_watermark())

    def process_element2(self, value: Any, ctx: CoProcessFunction.Context) -> Iterator[Any]:
        yield (2, ctx.timestamp(), ctx.timer_service().current_watermark())


def test_a_co_process_function_is_told_the_combined_watermark() -> None:
    harness = two_inputs(CoProcessSpec(TellBoth()))
    harness.process_both_watermarks(4)
    harness.process_watermark1(7)
    harness.process_element1("a", 8)
    harness.process_element2("b")
    assert harness.extract_output_values() == [(1, 8, 4), (2, MIN_TIMESTAMP, 4)]


class Shared(KeyedCoProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self.count = runtime_context.get_state(COUNT)

    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> None:
        self.count.update((self.count.value() or 0) + 1)
        ctx.timer_service().register_event_time_timer(9)

    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        yield (ctx.get_current_key(), self.count.value())

    def on_timer(self, timestamp: int, ctx: KeyedCoProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield ("timer", ctx.get_current_key(), self.count.value())


def test_two_keyed_inputs_share_state_and_timers() -> None:
    harness = two_inputs(KeyedCoProcessSpec(Shared(), first, lambda element: element[1]))
    harness.process_element1(("a", 1), 1)
    harness.process_element2((2, "a"), 2)
    harness.process_element2((2, "b"), 2)
    harness.process_both_watermarks(9)
    assert harness.extract_output_values() == [("a", 1), ("b", None), ("timer", "a", 1)]
    assert harness.num_event_time_timers() == 0


# --- broadcast -------------------------------------------------------------------------------------


class Apply(BroadcastProcessFunction[Any, Any, Any]):
    def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        yield (value, ctx.get_broadcast_state(RULES).get(value), ctx.timestamp())

    def process_broadcast_element(self, value: Any, ctx: Any) -> None:
        ctx.get_broadcast_state(RULES).put(*value)


def test_the_broadcast_side_writes_what_the_other_side_reads() -> None:
    harness = two_inputs(BroadcastProcessSpec(Apply(), (RULES,)))
    harness.process_element1("x", 1)
    harness.process_element2(("x", 5), 2)
    harness.process_element1("x", 3)
    assert harness.extract_output_values() == [("x", None, 1), ("x", 5, 3)]
    kinds = (e.StateEntryPut, e.StateEntryRead)
    told = [f for f in harness.events if isinstance(f, kinds)]
    assert [(type(f), f.state, f.key, f.entry, f.value) for f in told] == [
        (e.StateEntryRead, "rules", None, "x", None),
        (e.StateEntryPut, "rules", None, "x", 5),
        (e.StateEntryRead, "rules", None, "x", 5),
    ]


def test_writing_from_the_other_side_is_refused() -> None:
    class Cheating(Apply):
        def process_element(self, value: Any, ctx: Any) -> Any:
            ctx.get_broadcast_state(RULES).put(value, 1)

    with pytest.raises(AttributeError, match=r"read-only in process_element .* it has no put\."):
        two_inputs(BroadcastProcessSpec(Cheating(), (RULES,))).process_element1("x", 1)


def test_the_other_side_gets_a_state_without_methods_that_change_it() -> None:
    class Asking(Apply):
        def process_element(self, value: Any, ctx: Any) -> Iterator[Any]:
            state = ctx.get_broadcast_state(RULES)
            yield [hasattr(state, name) for name in ("put", "put_all", "remove", "get", "other")]

    harness = two_inputs(BroadcastProcessSpec(Asking(), (RULES,)))
    harness.process_element1("x", 1)
    assert harness.extract_output_values() == [[False, False, False, True, False]]


def test_writing_through_a_handle_kept_from_the_broadcast_side_is_refused() -> None:
    class Keeping(Apply):
        def process_broadcast_element(self, value: Any, ctx: Any) -> None:
            self.kept = ctx.get_broadcast_state(RULES)
            self.kept.put(*value)

        def process_element(self, value: Any, ctx: Any) -> Any:
            self.kept.put(value, 1)

    harness = two_inputs(BroadcastProcessSpec(Keeping(), (RULES,)))
    harness.process_element2(("x", 5), 2)
    with pytest.raises(RuntimeError, match="can be changed only in process_broadcast_element"):
        harness.process_element1("x", 1)


def test_a_state_that_was_not_broadcast_is_refused_with_flinks_words() -> None:
    harness = two_inputs(BroadcastProcessSpec(Apply(), ()))
    with pytest.raises(ValueError, match=r"The requested state does not exist\. Check for typos"):
        harness.process_element1("x", 1)


class KeyedApply(KeyedBroadcastProcessFunction[Any, Any, Any, Any]):
    def open(self, runtime_context: RuntimeContext) -> None:
        self.count = runtime_context.get_state(COUNT)

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.count.update((self.count.value() or 0) + 1)
        ctx.timer_service().register_event_time_timer(value[1])
        rule = ctx.get_broadcast_state(RULES).get("x")
        return [(ctx.get_current_key(), rule, ctx.current_watermark())]

    def process_broadcast_element(self, value: Any, ctx: Any) -> Iterator[Any]:
        ctx.get_broadcast_state(RULES).put(*value)
        found: list[Any] = []
        ctx.apply_to_keyed_state(COUNT, lambda key, state: found.append((key, state.value())))
        yield sorted(found)

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[Any]:
        rule = ctx.get_broadcast_state(RULES).get("x")
        yield ("timer", ctx.get_current_key(), timestamp, rule, ctx.time_domain().name)


def test_a_keyed_broadcast_function_has_timers_state_and_rules() -> None:
    harness = two_inputs(KeyedBroadcastProcessSpec(KeyedApply(), first, (RULES,)))
    harness.process_element1(("a", 10), 1)
    harness.process_element1(("b", 20), 1)
    harness.process_element2(("x", 7), 2)
    harness.process_both_watermarks(15)
    assert harness.get_output() == [
        StreamRecord(("a", None, -(1 << 63)), 1),
        StreamRecord(("b", None, -(1 << 63)), 1),
        StreamRecord([("a", 1), ("b", 1)], 2),
        StreamRecord(("timer", "a", 10, 7, "EVENT_TIME"), 10),
        Watermark(15),
    ]
    assert harness.num_event_time_timers() == 1


# --- interval join ---------------------------------------------------------------------------------

LATE_LEFT, LATE_RIGHT = OutputTag("late left"), OutputTag("late right")


class Pair:
    def open(self, runtime_context: RuntimeContext) -> None:
        pass

    def close(self) -> None:
        pass

    def process_element(self, left: Any, right: Any, ctx: Any) -> Iterator[Any]:
        yield (left[1], right[1], ctx.get_left_timestamp(), ctx.get_right_timestamp(),
               ctx.get_timestamp())  # fmt: skip


def interval_join(lower: int, upper: int) -> KeyedTwoInputStreamOperatorTestHarness:
    return two_inputs(IntervalJoinSpec(Pair(), first, first, lower, upper, LATE_LEFT, LATE_RIGHT))


def test_an_interval_join_pairs_what_lies_within_the_bounds_included() -> None:
    harness = interval_join(-2, 3)
    harness.process_element1(("a", "l"), 10)
    for timestamp in (7, 8, 13, 14):
        harness.process_element2(("a", f"r{timestamp}"), timestamp)
    harness.process_element2(("b", "other key"), 10)
    assert harness.get_output() == [
        StreamRecord(("l", "r8", 10, 8, 10), 10), StreamRecord(("l", "r13", 10, 13, 13), 13),
    ]  # fmt: skip
    harness.process_element1(("a", "m"), 11)
    assert harness.extract_output_values()[2:] == [
        ("m", "r13", 11, 13, 13), ("m", "r14", 11, 14, 14),
    ]  # fmt: skip


def test_an_element_is_forgotten_when_no_partner_can_come() -> None:
    harness = interval_join(-2, 3)
    harness.process_element1(("a", "l"), 10)
    harness.process_element2(("a", "r"), 20)
    assert sorted(t[2:] for t in harness.operator.timers()) == [
        ("CLEANUP_LEFT", 13), ("CLEANUP_RIGHT", 22),
    ]  # fmt: skip
    harness.process_both_watermarks(13)
    assert [name for _, name, _, _ in harness.operator.freeze_keyed_states()] == ["RIGHT_BUFFER"]  # type: ignore[attr-defined]
    harness.process_both_watermarks(22)
    assert harness.operator.freeze_keyed_states() == {}  # type: ignore[attr-defined]


def test_an_element_older_than_the_watermark_is_late_for_the_join() -> None:
    harness = interval_join(-2, 3)
    harness.process_both_watermarks(10)
    harness.process_element1(("a", "l"), 9)
    harness.process_element2(("a", "r"), 9)
    harness.process_element2(("a", "r"), 10)
    assert harness.get_side_output(LATE_LEFT) == [StreamRecord(("a", "l"), 9)]
    assert harness.get_side_output(LATE_RIGHT) == [StreamRecord(("a", "r"), 9)]
    assert harness.get_output() == [Watermark(10)]
    assert harness.operator.late_records == 2


def test_an_interval_join_needs_timestamps() -> None:
    with pytest.raises(ValueError, match="Elements used in interval stream joins need to have"):
        interval_join(-2, 3).process_element1(("a", "l"))
