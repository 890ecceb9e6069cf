"""Windows, triggers and evictors where the recorded facts are silent."""

from __future__ import annotations

import copy
import pickle
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flinksim.common.time import Duration, Time
from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream import window as w
from flinksim.datastream.duration_args import to_milliseconds
from flinksim.datastream.window_types import sort_like_java_hash_set


def windows(*pairs: tuple[int, int]) -> list[w.TimeWindow]:
    return [w.TimeWindow(*pair) for pair in pairs]


# --- windows ---------------------------------------------------------------------------------------


def test_a_time_window_is_a_value() -> None:
    window = w.TimeWindow(5, 15)
    assert (window.start, window.end, window.max_timestamp()) == (5, 15, 14)
    assert window == w.TimeWindow(5, 15) != w.TimeWindow(5, 16)
    assert {window: 1}[w.TimeWindow(5, 15)] == 1
    assert sorted(windows((5, 6), (1, 9), (5, 5))) == windows((1, 9), (5, 5), (5, 6))
    assert copy.deepcopy(window) == pickle.loads(pickle.dumps(window)) == window
    assert type(copy.deepcopy(window)) is w.TimeWindow
    assert repr(window) == "TimeWindow(start=5, end=15)"


@pytest.mark.parametrize(("other", "touches"), [((0, 4), False), ((0, 5), True), ((15, 20), True),
                                                ((16, 20), False), ((7, 8), True)])  # fmt: skip
def test_windows_that_touch_intersect(other: tuple[int, int], touches: bool) -> None:
    assert w.TimeWindow(5, 15).intersects(w.TimeWindow(*other)) is touches
    assert w.TimeWindow(*other).intersects(w.TimeWindow(5, 15)) is touches


def test_a_cover_is_around_both() -> None:
    assert w.TimeWindow(5, 15).cover(w.TimeWindow(0, 7)) == w.TimeWindow(0, 15)


@pytest.mark.parametrize("kind", [w.SlidingEventTimeWindows, w.CumulativeEventTimeWindows])
def test_an_element_has_ten_million_windows_and_no_more(kind: Any) -> None:
    kind.of(Time.seconds(10_000), Time.milliseconds(1))
    with pytest.raises(ValueError, match=r"parameters must satisfy size / .* <= 10000000$"):
        kind.of(Time.milliseconds(10_000_001), Time.milliseconds(1))


def test_the_other_windows_never_end() -> None:
    assert w.GlobalWindow.get().max_timestamp() == w.CountWindow(3).max_timestamp() == MAX_TIMESTAMP
    assert w.GlobalWindow.get() == w.GlobalWindow()
    assert w.CountWindow(3) == w.CountWindow(3) != w.CountWindow(4)
    assert str(w.CountWindow(3)) == "CountWindow(id=3)"


@pytest.mark.parametrize(
    ("serializer", "window", "size"),
    [
        (w.TimeWindowSerializer(), w.TimeWindow(-1, 10), 16),
        (w.CountWindowSerializer(), w.CountWindow(7), 8),
        (w.GlobalWindowSerializer(), w.GlobalWindow.get(), 1),
    ],
)
def test_a_window_is_read_as_it_was_written(serializer: Any, window: Any, size: int) -> None:
    stream = BytesIO()
    serializer.serialize(window, stream)
    assert len(stream.getvalue()) == size
    assert serializer.deserialize(BytesIO(stream.getvalue())) == window


# windows as they were added, and as java.util.HashSet of Java 17 iterates over them
HASH_SETS: list[tuple[list[tuple[int, int]], list[tuple[int, int]]]] = [
    (
        [(264, 271), (-56, -54), (154, 156), (149, 150)],
        [(264, 271), (149, 150), (154, 156), (-56, -54)],
    ),
    (
        [(-100, -93), (208, 216), (-5, 0), (61, 62)],
        [(208, 216), (-100, -93), (-5, 0), (61, 62)],
    ),
    (
        [(179, 187), (224, 225), (151, 160), (-96, -89), (100, 104)],
        [(100, 104), (224, 225), (-96, -89), (179, 187), (151, 160)],
    ),
    (
        [(23, 24), (179, 180), (35, 38), (118, 122)],
        [(179, 180), (118, 122), (23, 24), (35, 38)],
    ),
    (
        [(3, 7), (-35, -33), (-42, -34), (-82, -78), (136, 137), (252, 253), (197, 206),
         (298, 307), (17, 21), (-55, -47), (225, 231), (142, 150), (-90, -82), (68, 75),
         (122, 131), (-82, -79), (259, 262), (133, 135), (276, 277), (-97, -89), (243, 248),
         (273, 274), (149, 154), (267, 268), (181, 186), (145, 147)],
        [(273, 274), (3, 7), (-90, -82), (259, 262), (136, 137), (252, 253), (-82, -79),
         (243, 248), (-82, -78), (181, 186), (-97, -89), (149, 154), (68, 75), (276, 277),
         (197, 206), (-35, -33), (133, 135), (267, 268), (298, 307), (225, 231), (-55, -47),
         (122, 131), (142, 150), (145, 147), (-42, -34), (17, 21)],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("added", "iterated"), HASH_SETS)
def test_windows_iterate_in_the_order_of_javas_hash_set(
    added: list[tuple[int, int]], iterated: list[tuple[int, int]]
) -> None:
    assert sort_like_java_hash_set(windows(*added)) == windows(*iterated)


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(1, 9)), unique=True, max_size=40))
def test_no_window_is_lost_in_the_hash_set(pairs: list[tuple[int, int]]) -> None:
    given_windows = windows(*((start, start + size) for start, size in pairs))
    ordered = sort_like_java_hash_set(given_windows)
    assert sorted(ordered) == sorted(given_windows)


# --- assigners -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("duration", "ms"),
    [(Time.seconds(2), 2000), (Duration.of_millis(5), 5), (timedelta(minutes=1), 60_000)],
)
def test_a_length_of_time_has_many_forms(duration: Any, ms: int) -> None:
    assert to_milliseconds(duration, "size") == ms
    assert str(w.TumblingEventTimeWindows.of(duration)) == f"TumblingEventTimeWindows({ms})"


def test_a_plain_number_is_no_length_of_time() -> None:
    with pytest.raises(TypeError, match=r"gap.*: expected a duration such as Time\.seconds\(10\)"):
        to_milliseconds(10, "gap")  # type: ignore[arg-type]


class Context(w.WindowAssigner.WindowAssignerContext):
    def __init__(self, now: int, subtask: int) -> None:
        self.now = now
        self.subtask = subtask

    def get_current_processing_time(self) -> int:
        return self.now

    def get_runtime_context(self) -> Any:
        return self

    def get_index_of_this_subtask(self) -> int:
        return self.subtask


def test_a_random_stagger_is_the_same_for_the_same_subtask() -> None:
    def start(subtask: int) -> int:
        assigner = w.TumblingEventTimeWindows.of(
            Time.seconds(10), window_stagger=w.WindowStagger.RANDOM
        )
        (window,) = assigner.assign_windows("x", 50_000, Context(0, subtask))
        assert window.end - window.start == 10_000
        assert window.start <= 50_000 < window.end
        return int(window.start)

    assert start(0) == start(0)
    assert start(0) != start(1)


def test_a_gap_extractor_may_be_an_object_or_a_callable() -> None:
    class Extractor(w.SessionWindowTimeGapExtractor):
        def extract(self, element: Any) -> int:
            return int(element) * 2

    for extractor, end in ((Extractor(), 6), (lambda element: element, 3)):
        assigner = w.EventTimeSessionWindows.with_dynamic_gap(extractor)
        assert list(assigner.assign_windows(3, 0, Context(0, 0))) == windows((0, end))


# --- triggers and evictors -------------------------------------------------------------------------


def test_a_trigger_of_ones_own_does_not_merge_unless_it_says_so() -> None:
    class Own(w.Trigger[Any, Any]):
        def on_element(self, element: Any, timestamp: int, window: Any, ctx: Any) -> Any:
            return w.TriggerResult.CONTINUE

        def on_processing_time(self, time: int, window: Any, ctx: Any) -> Any:
            return w.TriggerResult.CONTINUE

        def on_event_time(self, time: int, window: Any, ctx: Any) -> Any:
            return w.TriggerResult.CONTINUE

        def clear(self, window: Any, ctx: Any) -> None:
            pass

    assert not Own().can_merge()
    assert str(Own()) == "Own()"
    context: Any = None
    with pytest.raises(NotImplementedError, match=r"This trigger does not support merging."):
        Own().on_merge(None, context)


@pytest.mark.parametrize(
    ("result", "fires", "purges"),
    [("CONTINUE", False, False), ("FIRE", True, False), ("PURGE", False, True),
     ("FIRE_AND_PURGE", True, True)],
)  # fmt: skip
def test_a_result_says_what_happens(result: str, fires: bool, purges: bool) -> None:
    assert w.TriggerResult[result].is_fire() is fires
    assert w.TriggerResult[result].is_purge() is purges


def test_a_delta_function_must_be_callable() -> None:
    with pytest.raises(TypeError, match="A delta function is a callable with two arguments"):
        w.DeltaTrigger.of(1.0, 5)


def test_the_name_of_a_lambda_has_no_address() -> None:
    assert str(w.DeltaTrigger.of(1, lambda a, b: 0.0)) == "DeltaTrigger(<lambda>, 1.0)"


def elements(*timestamps: int | None) -> list[w.TimestampedValue]:
    return [w.TimestampedValue(i, timestamp) for i, timestamp in enumerate(timestamps)]


def evicted(evictor: w.Evictor, given_elements: list[w.TimestampedValue]) -> list[Any]:
    context: Any = None
    evictor.evict_before(given_elements, len(given_elements), None, context)
    return [element.value for element in given_elements]


def test_a_time_evictor_wraps_where_java_does() -> None:
    begin = -(1 << 63)
    for size, left in ((9, [0, 1]), (10, [])):
        old = elements(begin + 5, begin + 9)
        assert evicted(w.TimeEvictor.of(Time.milliseconds(size)), old) == left


def test_a_time_evictor_leaves_elements_without_timestamps_alone() -> None:
    assert evicted(w.TimeEvictor.of(Time.milliseconds(1)), elements(None, 5, 1)) == [0, 1, 2]


def test_a_time_evictor_wants_all_timestamps_if_the_first_has_one() -> None:
    with pytest.raises(RuntimeError, match=r"Record has no timestamp. Is the time characteristic"):
        evicted(w.TimeEvictor.of(Time.milliseconds(1)), elements(5, None))


@pytest.mark.parametrize(
    "evictor",
    [w.CountEvictor.of(0), w.TimeEvictor.of(Time.milliseconds(1)), w.DeltaEvictor.of(0, max)],
    ids=lambda evictor: type(evictor).__name__,
)
def test_evictors_bear_an_empty_pane(evictor: w.Evictor) -> None:
    assert evicted(evictor, []) == []
