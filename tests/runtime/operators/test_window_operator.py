"""Stories about windows that the recorded facts do not tell: what is traced, and the odd cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from flinksim.common.time import Time
from flinksim.common.typeinfo import Types
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.functions import (
    AllWindowFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    ReduceFunction,
    WindowFunction,
)
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.state import ValueStateDescriptor
from flinksim.datastream.transformations import WindowSpec
from flinksim.datastream.window import (
    CountEvictor,
    CountSlidingWindowAssigner,
    CountTrigger,
    CountTumblingWindowAssigner,
    DeltaTrigger,
    EventTimeSessionWindows,
    EventTimeTrigger,
    GlobalWindows,
    ProcessingTimeoutTrigger,
    PurgingTrigger,
    SlidingEventTimeWindows,
    SlidingProcessingTimeWindows,
    TimeWindow,
    TriggerResult,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
    WindowAssigner,
)
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.testing.harness import KeyedOneInputStreamOperatorTestHarness
from flinksim.trace import events as e

TEN = Time.milliseconds(10)


class Sum(ReduceFunction):
    def reduce(self, value1: Any, value2: Any) -> Any:
        return (value1[0], value1[1] + value2[1])


def harness_of(
    assigner: WindowAssigner[Any, Any],
    *,
    reduce: Any = None,
    function: Any = None,
    keyed: bool = True,
    **settings: Any,
) -> KeyedOneInputStreamOperatorTestHarness:
    spec = WindowSpec(
        key_selector=(lambda element: element[0]) if keyed else None,
        assigner=assigner,
        pre_aggregation=reduce or (Sum() if function is None else None),
        window_function=function,
        **settings,
    )
    harness = KeyedOneInputStreamOperatorTestHarness(create_operator(spec), traced=True)
    harness.open()
    return harness


def events_of(harness: KeyedOneInputStreamOperatorTestHarness, kind: type[Any]) -> list[Any]:
    return [event for event in harness.events if isinstance(event, kind)]


# --- what a firing is called -----------------------------------------------------------------------


def test_firings_are_early_then_on_time_then_late() -> None:
    harness = harness_of(
        TumblingEventTimeWindows.of(TEN), trigger=CountOrEnd(2), allowed_lateness_ms=100
    )
    harness.process_element(("a", 1), 1)
    harness.process_element(("a", 2), 2)
    harness.process_watermark(9)
    harness.process_element(("a", 3), 3)
    kinds = [
        (fired.kind, fired.count, fired.contents) for fired in events_of(harness, e.WindowFired)
    ]
    assert kinds == [
        ("early", 2, ("a", 3)),
        ("on time", 2, ("a", 3)),
        ("late", 3, ("a", 6)),
    ]


class CountOrEnd(EventTimeTrigger):
    """Fires at so many elements and at the end of the window."""

    def __init__(self, count: int) -> None:
        self._count = CountTrigger.of(count)

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> Any:
        at_end = super().on_element(element, timestamp, window, ctx)
        return (
            at_end if at_end.is_fire() else self._count.on_element(element, timestamp, window, ctx)
        )


def test_the_first_firing_is_on_time_even_if_its_element_is_late() -> None:
    harness = harness_of(TumblingEventTimeWindows.of(TEN), allowed_lateness_ms=5)
    harness.process_watermark(10)
    harness.process_element(("a", 1), 1)
    assert [fired.kind for fired in events_of(harness, e.WindowFired)] == ["on time"]


def test_a_late_merge_into_a_fired_session_fires_late_or_on_time_by_its_end() -> None:
    harness = harness_of(EventTimeSessionWindows.with_gap(TEN), allowed_lateness_ms=100)
    harness.process_element(("a", 1), 5)
    harness.process_watermark(20)
    harness.process_element(("a", 1), 3)  # [3,15): ends as before
    harness.process_element(("a", 1), 8)  # [3,18): ends later, but in the past
    fired = [(f.kind, f.window, f.count) for f in events_of(harness, e.WindowFired)]
    assert fired == [("on time", (5, 15), 1), ("late", (3, 15), 2), ("on time", (3, 18), 3)]


def test_a_late_record_that_joins_an_open_session_is_not_also_dropped() -> None:
    harness = harness_of(EventTimeSessionWindows.with_gap(TEN))
    for timestamp in (5, 14, 20):
        harness.process_element(("a", 1), timestamp)
    harness.process_watermark(16)
    harness.process_element(("a", 1), 8)
    assert events_of(harness, e.LateRecordDropped) == []
    assert harness.operator.panes() == {("a", (5, 30)): 4}
    harness.process_element(("b", 1), 3)  # no session of b is open
    assert [event.key for event in events_of(harness, e.LateRecordDropped)] == ["b"]


# --- panes -----------------------------------------------------------------------------------------


def test_a_purged_pane_stays_open_and_empty_until_its_cleanup() -> None:
    harness = harness_of(
        TumblingEventTimeWindows.of(TEN),
        trigger=PurgingTrigger.of(EventTimeTrigger.create()),
        allowed_lateness_ms=5,
    )
    harness.process_element(("a", 1), 1)
    assert harness.operator.panes() == {("a", (0, 10)): 1}
    harness.process_watermark(9)
    assert harness.operator.panes() == {("a", (0, 10)): 0}
    harness.process_watermark(14)
    assert harness.operator.panes() == {}
    assert [event.reason for event in events_of(harness, e.WindowCleared)] == ["purged", "cleanup"]
    assert harness.num_event_time_timers() == 0


def test_merged_panes_count_the_elements_of_all() -> None:
    harness = harness_of(EventTimeSessionWindows.with_gap(TEN))
    for timestamp in (0, 2, 15, 9):
        harness.process_element(("a", 1), timestamp)
    assert harness.operator.panes() == {("a", (0, 25)): 4}
    merged = events_of(harness, e.WindowsMerged)
    assert [(m.value, m.window, sorted(m.merged), m.result, m.count) for m in merged] == [
        (("a", 1), (2, 12), [(0, 10)], (0, 12), 1),
        (("a", 1), (9, 19), [(0, 12), (15, 25)], (0, 25), 3),
    ]


def test_evicted_elements_are_told_and_no_longer_counted() -> None:
    harness = harness_of(
        GlobalWindows.create(), trigger=CountTrigger.of(3), evictor=CountEvictor.of(2)
    )
    for number in range(3):
        harness.process_element(("a", number), number)
    assert harness.operator.panes() == {("a", "GlobalWindow"): 2}
    assert [(f.evicted, f.count) for f in events_of(harness, e.ElementsEvicted)] == [(1, 2)]
    fired = events_of(harness, e.WindowFired)
    assert [(f.count, f.contents) for f in fired] == [(2, (("a", 1), ("a", 2)))]
    assert harness.extract_output_values() == [("a", 3)]


def test_keys_of_different_types_have_panes_of_their_own() -> None:
    harness = harness_of(TumblingEventTimeWindows.of(TEN))
    for key in (1, True, 1.0, 1):
        harness.process_element((key, 1), 1)
    harness.process_watermark(9)
    results = harness.extract_output_values()
    assert sorted((repr(key), count) for key, count in results) == [
        ("1", 2),
        ("1.0", 1),
        ("True", 1),
    ]


# --- late records ----------------------------------------------------------------------------------


def test_a_late_record_is_told_with_its_window_and_counted() -> None:
    tag = OutputTag("late")
    harness = harness_of(TumblingEventTimeWindows.of(TEN), late_output_tag=tag)
    harness.process_watermark(9)
    harness.process_element(("a", 1), 9)
    assert events_of(harness, e.WindowSkippedAsLate) == [
        e.WindowSkippedAsLate(harness.operator.id, "a", (0, 10), 9, 9)
    ]
    assert events_of(harness, e.LateRecordDropped) == [
        e.LateRecordDropped(harness.operator.id, "a", ("a", 1), 9, ((0, 10),), 9, 9, True)
    ]
    assert harness.get_side_output(tag) == [StreamRecord(("a", 1), 9)]
    assert harness.get_output() == [Watermark(9)]
    assert harness.operator.late_records == 1
    assert harness.operator.panes() == {}


def test_without_a_late_output_the_record_is_gone() -> None:
    harness = harness_of(TumblingEventTimeWindows.of(TEN))
    harness.process_watermark(9)
    harness.process_element(("a", 1), 0)
    assert [event.side_output for event in events_of(harness, e.LateRecordDropped)] == [False]
    assert harness.output.all_elements == [(None, Watermark(9))]


def test_a_record_in_a_gap_of_processing_time_windows_is_never_late() -> None:
    tag = OutputTag("late")
    gaps = SlidingProcessingTimeWindows.of(Time.milliseconds(1), TEN)
    harness = harness_of(gaps, late_output_tag=tag)
    harness.set_processing_time(5)
    harness.process_watermark(100)
    harness.process_element(("a", 1), 5)
    assert harness.get_side_output(tag) == []
    assert harness.operator.late_records == 0
    assert harness.operator.panes() == {}


def test_an_endless_lateness_never_cleans_up() -> None:
    harness = harness_of(TumblingEventTimeWindows.of(TEN), allowed_lateness_ms=(1 << 63) - 1)
    harness.process_element(("a", 1), 1)
    harness.process_watermark(1 << 62)
    harness.process_element(("a", 1), 2)
    assert harness.operator.panes() == {("a", (0, 10)): 2}
    assert harness.num_event_time_timers() == 0
    assert harness.operator.late_records == 0


# --- the order of facts ----------------------------------------------------------------------------


def test_a_record_leaves_its_events_in_the_order_in_which_they_became_true() -> None:
    harness = harness_of(TumblingEventTimeWindows.of(TEN))
    harness.process_element(("a", 1), 1)
    assert [type(event).__name__ for event in harness.events] == [
        "ElementProcessed", "KeySelected", "WindowAssigned", "StateUpdated", "TimerRegistered",
        "TriggerEvaluated",
    ]  # fmt: skip
    harness.events.clear()
    harness.process_watermark(9)
    assert [type(event).__name__ for event in harness.events] == [
        "ElementProcessed", "OperatorWatermarkAdvanced", "KeySelected", "TimerFired",
        "TriggerEvaluated", "WindowFired", "WindowCleared", "StateCleared", "TriggerCleared",
        "WatermarkEmitted",
    ]  # fmt: skip


# --- functions -------------------------------------------------------------------------------------


class Everything(ProcessWindowFunction[Any, Any, Any, Any]):
    """Counts firings per window and per key, and tells all that its context knows."""

    def __init__(self) -> None:
        self.life: list[str] = []

    def open(self, runtime_context: Any) -> None:
        self.life.append(f"open {runtime_context.get_task_name_with_subtasks()}")

    def close(self) -> None:
        self.life.append("close")

    def process(
        self, key: Any, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]
    ) -> Iterator[Any]:
        counts = []
        for store in (context.window_state(), context.global_state()):
            state = store.get_state(ValueStateDescriptor("firings", Types.LONG()))
            state.update((state.value() or 0) + 1)
            counts.append(state.value())
        yield (key, context.window(), counts, context.current_watermark(),
               context.current_processing_time())  # fmt: skip

    def clear(self, context: ProcessWindowFunction.Context[Any]) -> None:
        context.window_state().get_state(ValueStateDescriptor("firings", Types.LONG())).clear()
        self.life.append(f"clear {context.window()}")


def test_a_process_window_function_has_state_of_its_window_and_of_its_key() -> None:
    function = Everything()
    harness = harness_of(TumblingEventTimeWindows.of(TEN), function=function, allowed_lateness_ms=5)
    harness.set_processing_time(77)
    harness.process_element(("a", 1), 1)
    harness.process_watermark(9)
    harness.process_element(("a", 2), 2)
    harness.process_element(("a", 3), 11)
    harness.process_watermark(19)
    harness.close()
    assert harness.extract_output_values() == [
        ("a", (0, 10), [1, 1], 9, 77),
        ("a", (0, 10), [2, 2], 9, 77),
        ("a", (10, 20), [1, 3], 19, 77),
    ]
    assert function.life == [
        "open operator (1/1)#0", "clear TimeWindow(start=0, end=10)", "close",
    ]  # fmt: skip


def test_per_window_state_is_refused_for_merging_windows_with_flinks_words() -> None:
    harness = harness_of(EventTimeSessionWindows.with_gap(TEN), function=Everything())
    harness.process_element(("a", 1), 1)
    with pytest.raises(
        NotImplementedError, match=r"Per-window state is not allowed when using merging windows."
    ):
        harness.process_watermark(99)


class Applied(WindowFunction[Any, Any, Any, Any]):
    def apply(self, key: Any, window: Any, inputs: Iterable[Any]) -> Any:
        return [(key, window.start, list(inputs))]


class AppliedToAll(AllWindowFunction[Any, Any, Any]):
    def apply(self, window: Any, inputs: Iterable[Any]) -> Any:
        return [(window.start, list(inputs))]


class ProcessedAll(ProcessAllWindowFunction[Any, Any, Any]):
    def process(self, context: Any, elements: Iterable[Any]) -> Any:
        return [(context.window().end, list(elements))]


@pytest.mark.parametrize(
    ("function", "keyed", "result"),
    [
        (Applied(), True, ("a", 0, [("a", 1), ("a", 2)])),
        (AppliedToAll(), False, (0, [("a", 1), ("a", 2)])),
        (ProcessedAll(), False, (10, [("a", 1), ("a", 2)])),
    ],
)
@pytest.mark.parametrize("reduced", [False, True])
def test_all_kinds_of_window_function_are_called(
    function: Any, keyed: bool, result: tuple[Any, ...], reduced: bool
) -> None:
    harness = harness_of(
        TumblingEventTimeWindows.of(TEN), function=function, keyed=keyed,
        reduce=Sum() if reduced else None,
    )  # fmt: skip
    harness.process_element(("a", 1), 1)
    harness.process_element(("a", 2), 2)
    harness.process_watermark(9)
    if reduced:
        result = (*result[:-1], [("a", 3)])
    assert harness.get_output() == [StreamRecord(result, 9), Watermark(9)]


def test_windows_over_all_have_the_key_0() -> None:
    harness = harness_of(TumblingEventTimeWindows.of(TEN), keyed=False)
    harness.process_element(("a", 1), 1)
    harness.process_element(("b", 2), 2)
    assert harness.operator.panes() == {(0, (0, 10)): 2}
    harness.process_watermark(9)
    assert harness.extract_output_values() == [("a", 3)]


def test_what_is_no_window_function_is_refused() -> None:
    with pytest.raises(TypeError, match="expected a ProcessWindowFunction"):
        harness_of(TumblingEventTimeWindows.of(TEN), function=len)


class Wrong(ProcessWindowFunction[Any, Any, Any, Any]):
    def process(self, key: Any, context: Any, elements: Iterable[Any]) -> Any:
        return 5


def test_a_result_that_is_not_iterable_is_refused() -> None:
    harness = harness_of(TumblingEventTimeWindows.of(TEN), function=Wrong())
    harness.process_element(("a", 1), 1)
    with pytest.raises(
        TypeError, match=r"must yield its results or return an iterable .* returned 5"
    ):
        harness.process_watermark(9)


# --- count windows, processing time, errors --------------------------------------------------------


def test_tumbling_count_windows_hold_so_many_elements_of_a_key() -> None:
    harness = harness_of(CountTumblingWindowAssigner.of(2))
    for key in "aabab":
        harness.process_element((key, 1), None)
    assert harness.extract_output_values() == [("a", 2), ("b", 2)]


def test_sliding_count_windows_overlap() -> None:
    harness = harness_of(CountSlidingWindowAssigner.of(3, 2), function=Applied2())
    for number in range(1, 8):
        harness.process_element(("a", number), None)
    assert harness.extract_output_values() == [[1, 2, 3], [3, 4, 5], [5, 6, 7]]


class Applied2(WindowFunction[Any, Any, Any, Any]):
    def apply(self, key: Any, window: Any, inputs: Iterable[Any]) -> Any:
        yield [number for _, number in inputs]


def test_processing_time_firings_are_on_time_by_the_clock() -> None:
    harness = harness_of(TumblingProcessingTimeWindows.of(TEN))
    harness.process_element(("a", 1), None)
    assert harness.num_processing_time_timers() == 1
    harness.set_processing_time(9)
    assert [fired.kind for fired in events_of(harness, e.WindowFired)] == ["on time"]
    assert harness.get_output() == [StreamRecord(("a", 1), 9)]
    assert harness.num_processing_time_timers() == 0


@pytest.mark.parametrize(
    "trigger",
    [
        DeltaTrigger.of(1.0, lambda a, b: 0.0),
        ProcessingTimeoutTrigger.of(CountTrigger.of(2), TEN),
        PurgingTrigger.of(DeltaTrigger.of(1.0, lambda a, b: 0.0)),
    ],
    ids=str,
)
def test_a_trigger_that_cannot_merge_is_refused_for_sessions(trigger: Any) -> None:
    with pytest.raises(
        NotImplementedError,
        match=r"^A merging window assigner cannot be used with a trigger that does not support",
    ):
        harness_of(EventTimeSessionWindows.with_gap(TEN), trigger=trigger)


def test_a_merge_that_ends_in_the_past_is_refused_with_flinks_words() -> None:
    class Shrinking(EventTimeSessionWindows):
        def merge_windows(self, windows: Any, callback: Any) -> None:
            windows = list(windows)
            if len(windows) > 1:
                callback.merge(windows, TimeWindow(0, 5))

    harness = harness_of(Shrinking(10))
    harness.process_element(("a", 1), 0)
    harness.process_watermark(8)
    with pytest.raises(
        NotImplementedError,
        match=r"^The end timestamp of an event-time window cannot become earlier than the current "
        r"watermark by merging. Current watermark: 8 window: TimeWindow\(start=0, end=5\)$",
    ):
        harness.process_element(("a", 1), 5)


def test_a_merge_at_the_end_of_time_wraps_with_its_lateness() -> None:
    """Flink adds the lateness to the end of what is merged, here past the last of all times."""
    last = (1 << 63) - 1
    late = harness_of(EventTimeSessionWindows.with_gap(TEN), allowed_lateness_ms=100)
    late.process_element(("a", 1), last - 50)
    late.process_watermark(-(1 << 63) + 1000)
    with pytest.raises(NotImplementedError, match="cannot become earlier than the current"):
        late.process_element(("a", 1), last - 45)
    punctual = harness_of(EventTimeSessionWindows.with_gap(TEN), allowed_lateness_ms=30)
    punctual.process_element(("a", 1), last - 50)
    punctual.process_watermark(-(1 << 63) + 1000)
    punctual.process_element(("a", 1), last - 45)


def test_a_window_that_is_cleared_is_named_though_another_one_fired_last() -> None:
    function = Everything()
    harness = harness_of(
        TumblingEventTimeWindows.of(TEN), function=function, allowed_lateness_ms=20
    )
    for timestamp in (1, 11, 21):
        harness.process_element(("a", timestamp), timestamp)
    harness.process_watermark(28)  # the first two have fired
    harness.process_watermark(29)  # the third fires, and the first is over
    harness.process_watermark(49)
    harness.close()
    assert function.life[1:-1] == [
        f"clear TimeWindow(start={start}, end={start + 10})" for start in (0, 10, 20)
    ]
    assert [value[1:3] for value in harness.extract_output_values()] == [
        ((0, 10), [1, 1]), ((10, 20), [1, 2]), ((20, 30), [1, 3]),
    ]  # fmt: skip


class Cleared(ProcessWindowFunction[Any, Any, Any, Any]):
    """Remembers which windows were over."""

    def __init__(self) -> None:
        self.cleared: list[Any] = []

    def process(
        self, key: Any, context: ProcessWindowFunction.Context[Any], elements: Iterable[Any]
    ) -> Iterator[Any]:
        yield (key, context.window(), len(list(elements)))

    def clear(self, context: ProcessWindowFunction.Context[Any]) -> None:
        self.cleared.append(context.window())


def test_a_session_is_cleared_by_its_whole_window_not_by_the_one_that_keeps_its_state() -> None:
    function = Cleared()
    harness = harness_of(
        EventTimeSessionWindows.with_gap(TEN), function=function, allowed_lateness_ms=50
    )
    for timestamp in (1, 8, 15):
        harness.process_element(("a", timestamp), timestamp)
    harness.process_element(("b", 40), 40)
    harness.process_watermark(60)  # both have fired, that of "b" last
    assert function.cleared == []
    harness.process_watermark(24 + 50)
    assert function.cleared == [TimeWindow(1, 25)]
    harness.process_watermark(49 + 50)
    assert function.cleared == [TimeWindow(1, 25), TimeWindow(40, 50)]
    assert harness.extract_output_values() == [("a", (1, 25), 3), ("b", (40, 50), 1)]


def test_what_is_inside_is_told_by_key_and_window_and_so_is_its_end() -> None:
    harness = harness_of(SlidingEventTimeWindows.of(Time.milliseconds(20), TEN))
    harness.process_element(("a", 1), 11)
    harness.process_element(("a", 2), 21)
    harness.process_element(("b", 5), 11)
    assert isinstance(harness.operator, WindowOperator)
    panes = {("a", (0, 20)): 1, ("a", (10, 30)): 2, ("a", (20, 40)): 1,
             ("b", (0, 20)): 1, ("b", (10, 30)): 1}  # fmt: skip
    assert dict(harness.operator.panes()) == panes
    contents = {
        (key, window): value
        for (_, _, key, window), value in harness.operator.freeze_keyed_states().items()
    }
    assert contents == {
        ("a", (0, 20)): ("a", 1), ("a", (10, 30)): ("a", 3), ("a", (20, 40)): ("a", 2),
        ("b", (0, 20)): ("b", 5), ("b", (10, 30)): ("b", 5),
    }  # fmt: skip
    harness.process_watermark(29)
    cleared = events_of(harness, e.WindowCleared)
    assert sorted((event.key, event.window, event.reason) for event in cleared) == [
        ("a", (0, 20), "cleanup"), ("a", (10, 30), "cleanup"),
        ("b", (0, 20), "cleanup"), ("b", (10, 30), "cleanup"),
    ]  # fmt: skip
    assert list(harness.operator.panes()) == [("a", (20, 40))]


def clocks_of(harness: KeyedOneInputStreamOperatorTestHarness) -> list[tuple[str, str]]:
    return [(fired.clock, fired.kind) for fired in events_of(harness, e.WindowFired)]


def test_a_firing_names_the_clock_that_made_it() -> None:
    by_watermark = harness_of(TumblingEventTimeWindows.of(TEN), allowed_lateness_ms=100)
    for timestamp in (1, 11):
        by_watermark.process_element(("a", 1), timestamp)
    by_watermark.process_watermark(9)
    by_watermark.process_element(("a", 1), 2)
    by_watermark.process_watermark(MAX_TIMESTAMP)
    assert clocks_of(by_watermark) == [
        ("watermark", "on time"), ("record", "late"), ("end of input", "on time"),
    ]  # fmt: skip

    by_clock = harness_of(TumblingProcessingTimeWindows.of(TEN))
    by_clock.process_element(("a", 1), 1)
    by_clock.set_processing_time(20)
    assert clocks_of(by_clock) == [("processing time", "on time")]

    by_count = harness_of(GlobalWindows.create(), trigger=PurgingTrigger.of(CountTrigger.of(2)))
    for number in range(2):
        by_count.process_element(("a", number), number)
    assert clocks_of(by_count) == [("count", "early")]


def test_a_record_that_is_late_for_several_windows_names_them_all() -> None:
    harness = harness_of(SlidingEventTimeWindows.of(TEN, Time.milliseconds(5)))
    harness.process_watermark(30)
    harness.process_element(("a", 1), 7)
    (drop,) = events_of(harness, e.LateRecordDropped)
    assert (sorted(drop.windows), drop.cleanup_time) == ([(0, 10), (5, 15)], 14)


@pytest.mark.parametrize(
    "assigner", [TumblingEventTimeWindows.of(TEN), EventTimeSessionWindows.with_gap(TEN)]
)
def test_a_window_that_fires_for_an_element_is_cleaned_up_at_its_end(assigner: Any) -> None:
    harness = harness_of(assigner, trigger=FiresForEach())
    harness.process_element(("a", 1), 0)
    assert harness.extract_output_values() == [("a", 1)]
    assert harness.num_event_time_timers() == 1
    harness.process_watermark(9)
    assert [event.reason for event in events_of(harness, e.WindowCleared)] == ["cleanup"]
    assert isinstance(harness.operator, WindowOperator)
    assert not harness.operator.panes()
    assert harness.num_event_time_timers() == 0


class FiresForEach(EventTimeTrigger):
    """For each element, and never again."""

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> Any:
        return TriggerResult.FIRE

    def on_event_time(self, time: int, window: Any, ctx: Any) -> Any:
        return TriggerResult.CONTINUE


def test_a_record_is_told_with_the_session_it_came_into_and_where_that_is_kept() -> None:
    harness = sessions()
    for timestamp in (8, 1):
        harness.process_element(("a", timestamp), timestamp)
    told = [
        (event.window, event.state_window, event.count)
        for event in events_of(harness, e.WindowAssigned)
    ]
    assert told == [((8, 18), (8, 18), 1), ((1, 18), (8, 18), 2)]


class FiresOnceMore(EventTimeTrigger):
    """Has a timer left when its window has gone."""

    def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> Any:
        ctx.register_event_time_timer(window.max_timestamp() + 100)
        return super().on_element(element, timestamp, window, ctx)

    def on_event_time(self, time: int, window: Any, ctx: Any) -> Any:
        return TriggerResult.FIRE_AND_PURGE


def test_a_trigger_that_fires_for_a_window_that_has_gone_fires_nothing() -> None:
    harness = harness_of(TumblingEventTimeWindows.of(TEN), trigger=FiresOnceMore())
    harness.process_element(("a", 1), 1)
    harness.process_watermark(200)
    assert harness.extract_output_values() == [("a", 1)]
    assert [event.window for event in events_of(harness, e.WindowFired)] == [(0, 10)]
    results = [event.result for event in events_of(harness, e.TriggerEvaluated)]
    assert results.count("FIRE_AND_PURGE") == 2, "it was asked"


# --- checkpoints -----------------------------------------------------------------------------------


def begun_again(
    harness: KeyedOneInputStreamOperatorTestHarness, like: WindowOperator
) -> KeyedOneInputStreamOperatorTestHarness:
    again = KeyedOneInputStreamOperatorTestHarness(like, traced=True)
    again.initialize_state(harness.snapshot())
    again.open()
    return again


def sessions() -> KeyedOneInputStreamOperatorTestHarness:
    return harness_of(EventTimeSessionWindows.with_gap(TEN))


def test_what_an_operator_begins_with_is_told_by_key_window_and_where_it_is_kept() -> None:
    before = sessions()
    for key, timestamp in (("a", 8), ("a", 1), ("b", 30)):
        before.process_element((key, timestamp), timestamp)
    operator = sessions().operator
    assert isinstance(operator, WindowOperator)
    again = begun_again(before, operator)
    panes = {
        (event.operator, event.key, event.window, event.count, event.state_window)
        for event in events_of(again, e.PaneRestored)
    }
    assert panes == {("o1/0", "a", (1, 18), 2, (8, 18)), ("o1/0", "b", (30, 40), 1, (30, 40))}
    contents = {
        (event.operator, event.state, event.key, event.namespace, event.value)
        for event in events_of(again, e.StateRestored)
        if event.state == "window-contents"
    }
    assert contents == {
        ("o1/0", "window-contents", "a", (8, 18), ("a", 9)),
        ("o1/0", "window-contents", "b", (30, 40), ("b", 30)),
    }
    assert operator.freeze_state_windows() == {("a", (1, 18)): (8, 18), ("b", (30, 40)): (30, 40)}
    again.process_element(("a", 20), 17)
    again.process_watermark(50)
    assert again.extract_output_values() == [("a", 29), ("b", 30)]


def test_what_a_timer_purges_is_told_with_the_window_that_keeps_it() -> None:
    harness = harness_of(
        EventTimeSessionWindows.with_gap(TEN), trigger=PurgingTrigger.of(EventTimeTrigger.create()),
        allowed_lateness_ms=20,
    )  # fmt: skip
    for timestamp in (8, 1):
        harness.process_element(("a", timestamp), timestamp)
    harness.process_watermark(17)
    (purged,) = events_of(harness, e.WindowCleared)
    assert (purged.window, purged.state_window, purged.reason) == ((1, 18), (8, 18), "purged")
    (cleared,) = events_of(harness, e.StateCleared)
    assert (cleared.state, cleared.key, cleared.namespace) == ("window-contents", "a", (8, 18))
    assert isinstance(harness.operator, WindowOperator)
    assert dict(harness.operator.panes()) == {("a", (1, 18)): 0}
