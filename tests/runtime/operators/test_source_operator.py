from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flinksim.common.time import Duration
from flinksim.common.watermark_strategy import WatermarkStrategy
from flinksim.connectors.source import (
    LiveSplit,
    Source,
    SourceEndOfInput,
    SourceItem,
    SourceRecord,
    SourceStatus,
    SourceWatermark,
)
from flinksim.core.ids import OperatorId
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream.transformations import SourceSpec
from flinksim.runtime.live_view import build_operator_state
from flinksim.runtime.operators.source_operator import SourceOperator
from flinksim.trace.events import (
    SourceFinished,
    SourceRecordRead,
    SplitAssigned,
    SplitReleased,
    SplitStatusChanged,
    TimestampAssigned,
    TraceEvent,
    WatermarkEmitted,
)
from flinksim.trace.state.job_state import JobView, OperatorView, apply_events
from tests.runtime.operators.manual_context import ManualContext

O1 = OperatorId("o1/0")
Items = Sequence[SourceItem | Exception]


class ListSource(Source):
    """Splits given as lists; an exception in one is raised while it is read."""

    def __init__(self, *splits: Items, bounded: bool = True) -> None:
        self.items = {f"s{number}": items for number, items in enumerate(splits)}
        self.bounded = bounded

    def splits(self, parallelism: int) -> Sequence[str]:
        return list(self.items)

    def open_split(self, split: str) -> Iterator[SourceItem]:
        for item in self.items[split]:
            if isinstance(item, Exception):
                raise item
            yield item


class LineSource(Source):
    def __init__(self, split: LiveSplit) -> None:
        self.split = split

    def splits(self, parallelism: int) -> Sequence[str]:
        return ["socket"]

    def open_split(self, split: str) -> LiveSplit:
        return self.split


class Lines(LiveSplit):
    def __init__(self) -> None:
        self.lines: list[str] = []
        self.is_over = False

    def poll(self) -> SourceItem | None:
        return SourceRecord(self.lines.pop(0)) if self.lines else None

    def wait(self, timeout_s: float | None) -> None:
        self.lines.append("waited for")

    @property
    def has_ended(self) -> bool:
        return self.is_over and not self.lines


def records(*timestamps: int, arrival_ms: int | None = None) -> list[SourceItem]:
    return [SourceRecord(f"r{t}", t, arrival_ms) for t in timestamps]


def bounded(milliseconds: int = 0) -> WatermarkStrategy:
    return WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(milliseconds))


def opened(
    source: Source,
    strategy: WatermarkStrategy | None = None,
    *,
    legacy: bool = False,
    **context: Any,
) -> tuple[SourceOperator, ManualContext]:
    operator = SourceOperator(SourceSpec(source, strategy, legacy))
    return operator, ManualContext(operator, **context)


def drain(operator: SourceOperator) -> list[str]:
    statuses: list[str] = []
    while not statuses or statuses[-1] == "MORE_AVAILABLE":
        statuses.append(operator.emit_next())
    return statuses


# --- reading -------------------------------------------------------------------------------------


def test_each_call_reads_one_item_and_the_end_is_a_call_of_its_own() -> None:
    operator, context = opened(ListSource(records(1, 2)))

    assert operator.find_next_arrival() == (0, 0)
    assert operator.emit_next() == "MORE_AVAILABLE"
    assert context.output.take() == [["r", "r1", 1]]
    assert not operator.has_input_ended
    assert operator.emit_next() == "MORE_AVAILABLE"
    assert context.output.take() == [["r", "r2", 2]]
    assert operator.has_input_ended
    assert operator.find_next_arrival() is None
    assert operator.emit_next() == "END_OF_INPUT"
    operator.end_input()

    assert context.output.take() == [["w", MAX_TIMESTAMP]]


def test_a_subtask_reads_every_nth_split() -> None:
    source = ListSource(records(0), records(1), records(2), records(3), records(4))
    operator, context = opened(source, subtask_index=1, parallelism=2)

    assert drain(operator)[-1] == "END_OF_INPUT"

    assert context.output.take() == [["r", "r1", 1], ["r", "r3", 3]]


def test_a_record_waits_for_its_arrival() -> None:
    source = ListSource([SourceRecord("a", 1, 100), SourceRecord("b", 2, 300)])
    operator, context = opened(source)

    assert operator.find_next_arrival() == (100, 0)
    assert operator.emit_next() == "NOTHING_AVAILABLE"
    assert context.output.take() == []
    context.time.advance_to(100)
    assert operator.emit_next() == "NOTHING_AVAILABLE"
    assert context.output.take() == [["r", "a", 1]]
    assert operator.find_next_arrival() == (300, 0)


arrivals = st.lists(
    st.lists(st.one_of(st.none(), st.integers(0, 20)), max_size=6).map(
        lambda ms: sorted(ms, key=lambda m: -1 if m is None else m)
    ),
    min_size=1,
    max_size=4,
)


@given(arrivals)
def test_the_next_item_is_the_first_to_arrive_and_among_those_of_the_first_split(
    splits: list[list[int | None]],
) -> None:
    source = ListSource(*[[SourceRecord((n, ms), 0, ms) for ms in s] for n, s in enumerate(splits)])
    operator, context = opened(source)
    waiting = [list(s) for s in splits]

    for now in range(21):
        context.time.advance_to(now)
        while True:
            heads = [(now if s[0] is None else s[0], n) for n, s in enumerate(waiting) if s]
            assert operator.find_next_arrival() == (min(heads) if heads else None)
            if not heads or min(heads)[0] > now:
                break
            position = min(heads)[1]
            operator.emit_next()
            expected = (position, waiting[position].pop(0))
            assert context.output.take() == [["r", expected, 0]]

    assert operator.has_input_ended


def test_an_error_while_reading_is_the_error_of_the_step_that_reads_the_item() -> None:
    operator, context = opened(ListSource([*records(1), ValueError("line 2 is broken")]))

    assert operator.emit_next() == "MORE_AVAILABLE"
    assert context.output.take() == [["r", "r1", 1]]
    with pytest.raises(ValueError, match="line 2 is broken"):
        operator.emit_next()


def test_arrival_times_that_go_backwards_are_refused() -> None:
    operator, _ = opened(ListSource([SourceRecord("a", 1, 7), SourceRecord("b", 2, 5)]), now=9)
    operator.emit_next()

    with pytest.raises(ValueError, match="'s0': the arrival time decreases from 7 to 5"):
        operator.emit_next()


def test_a_split_may_stay_open_after_its_last_record() -> None:
    operator, context = opened(ListSource([*records(1), SourceEndOfInput(500)]))

    assert operator.emit_next() == "NOTHING_AVAILABLE"
    assert not operator.has_input_ended
    assert operator.find_next_arrival() == (500, 0)
    context.time.advance_to(500)
    assert drain(operator) == ["MORE_AVAILABLE", "END_OF_INPUT"]


def test_a_live_split_is_read_as_its_items_come() -> None:
    lines = Lines()
    operator, context = opened(LineSource(lines), legacy=True)

    assert operator.has_live_splits
    assert operator.find_next_arrival() is None
    assert operator.emit_next() == "NOTHING_AVAILABLE"
    lines.lines.append("hello")
    assert operator.find_next_arrival() == (0, 0)
    assert operator.emit_next() == "NOTHING_AVAILABLE"
    assert context.output.take() == [["r", "hello", None]]
    operator.wait_for_live_input(1.0)
    assert operator.emit_next() == "NOTHING_AVAILABLE"
    assert context.output.take() == [["r", "waited for", None]]
    lines.is_over = True
    assert operator.has_input_ended
    assert operator.emit_next() == "END_OF_INPUT"


def test_a_subtask_without_splits_ends_only_if_the_source_is_bounded() -> None:
    finite, _ = opened(ListSource(records(1)), subtask_index=1, parallelism=2)
    endless, _ = opened(ListSource(records(1), bounded=False), subtask_index=1, parallelism=2)

    assert finite.has_input_ended
    assert finite.emit_next() == "END_OF_INPUT"
    assert not endless.has_input_ended
    assert endless.emit_next() == "NOTHING_AVAILABLE"
    assert endless.find_next_arrival() is None


# --- timestamps and watermarks -------------------------------------------------------------------


def test_the_least_watermark_of_the_splits_goes_out_each_interval() -> None:
    source = ListSource(
        [*records(10, 50), SourceEndOfInput(10_000)], [*records(20, 30), SourceEndOfInput(10_000)]
    )
    operator, context = opened(source, bounded(5), auto_watermark_interval_ms=100)

    drain(operator)
    assert [out[0] for out in context.output.take()] == ["r"] * 4
    context.time.advance_to(100)

    assert context.output.take() == [["w", 24]]
    assert operator.split_outputs()[0].partial.watermark == 44
    assert operator.emitted_watermark == 24
    context.time.advance_to(200)
    assert context.output.take() == []


def test_a_split_without_a_record_holds_the_others_back_until_it_ends() -> None:
    source = ListSource([*records(10), SourceEndOfInput(10_000)], [SourceEndOfInput(150)])
    operator, context = opened(source, bounded(), auto_watermark_interval_ms=100)
    drain(operator)
    context.output.take()

    context.time.advance_to(100)
    assert context.output.take() == []
    context.time.advance_to(150)
    operator.emit_next()
    assert context.output.take() == []  # taking a split away recomputes nothing by itself
    context.time.advance_to(200)
    assert context.output.take() == [["w", 9]]


def test_a_quiet_split_is_left_out_after_the_idle_timeout_and_then_holds_back_again() -> None:
    open_end = SourceEndOfInput(10_000)
    source = ListSource(
        [
            SourceRecord("a", 10, 0),
            SourceRecord("b", 40, 340),
            SourceRecord("c", 60, 650),
            open_end,
        ],
        [SourceRecord("x", 20, 0), SourceRecord("y", 30, 560), open_end],
    )
    strategy = bounded().with_idleness(Duration.of_millis(150))
    operator, context = opened(source, strategy, auto_watermark_interval_ms=100)
    out: dict[int, list[Any]] = {}
    statuses: dict[int, list[TraceEvent]] = {}

    for now in range(0, 710, 10):
        context.time.advance_to(now)
        drain(operator)
        marks = [o for o in context.output.take() if o[0] != "r"]
        out |= {now: marks} if marks else {}
        changes = context.facts(SplitStatusChanged)
        statuses |= {now: changes} if changes else {}

    # 200: the first quiet call starts the clock; 400: more than 150 ms have passed since.
    # 600: s1 is back at 29 and holds the source at 39, also when s0 is at 59 from 700.
    assert out == {100: [["w", 9]], 400: [["w", 39]]}
    assert statuses == {
        400: [SplitStatusChanged(O1, "s1", True, False, ("s0",), ())],
        600: [SplitStatusChanged(O1, "s1", False, True, (), ("s0",))],
    }
    assert [split.partial.watermark for split in operator.split_outputs()] == [59, 29]


def test_a_source_is_idle_when_all_its_splits_are_and_active_with_the_next_watermark() -> None:
    source = ListSource([SourceRecord("a", 10, 0), SourceRecord("b", 40, 1_000)])
    strategy = bounded().with_idleness(Duration.of_millis(150))
    operator, context = opened(source, strategy, auto_watermark_interval_ms=100)
    drain(operator)

    for now in range(100, 1_000, 100):
        context.time.advance_to(now)
    assert context.output.take() == [["r", "a", 10], ["w", 9], ["s", "IDLE"]]
    assert operator.emitted_idle
    context.time.advance_to(1_000)
    operator.emit_next()
    assert context.output.take() == [["r", "b", 40]]


def test_a_subtask_without_splits_becomes_idle_only_with_idleness() -> None:
    source = ListSource(records(1), bounded=False)
    place: Any = {"subtask_index": 1, "parallelism": 2}
    plain, plain_context = opened(source, bounded(), **place)
    idle, idle_context = opened(source, bounded().with_idleness(Duration.of_millis(300)), **place)

    for now in range(0, 2_000, 200):
        plain_context.time.advance_to(now)
        idle_context.time.advance_to(now)
    assert plain.emit_next() == idle.emit_next() == "NOTHING_AVAILABLE"

    assert plain_context.output.take() == []
    assert idle_context.output.take() == [["s", "IDLE"]]


def test_an_idle_source_ends_without_a_last_watermark_that_anyone_sees() -> None:
    # Flink hands MAX to an output that is idle, which drops it; see RememberingOutput for "takes"
    source = ListSource([SourceStatus(is_idle=True)])
    operator, context = opened(source, WatermarkStrategy.no_watermarks())
    drain(operator)
    assert context.output.take() == [["s", "IDLE"]]
    context.events.clear()

    operator.end_input()

    assert context.facts() == [SourceFinished(O1)]
    assert operator.emitted_watermark == MIN_TIMESTAMP


def test_the_assigner_gives_the_timestamp_and_without_one_the_source_does() -> None:
    source = ListSource([SourceRecord(5, 70), SourceRecord(6)])
    given, context = opened(source, WatermarkStrategy.no_watermarks())
    drain(given)
    assert context.output.take() == [["r", 5, 70], ["r", 6, MIN_TIMESTAMP]]

    strategy = WatermarkStrategy.no_watermarks().with_timestamp_assigner(lambda v, t: v * 100)
    assigned, context = opened(source, strategy)
    drain(assigned)
    assert context.output.take() == [["r", 5, 500], ["r", 6, 600]]
    assert context.facts(TimestampAssigned) == [
        TimestampAssigned(O1, 70, 500),
        TimestampAssigned(O1, None, 600),
    ]


def test_without_a_strategy_only_what_the_splits_say_goes_out() -> None:
    source = ListSource(
        [SourceRecord("a"), SourceWatermark(5), SourceStatus(is_idle=True), SourceWatermark(9)],
        [SourceWatermark(7), SourceStatus(is_idle=True), SourceStatus(is_idle=False)],
    )
    operator, context = opened(source, auto_watermark_interval_ms=100)

    drain(operator)
    context.time.advance_to(1_000)

    # s0 is read to its end before s1 says anything, and from then on does not count
    assert context.output.take() == [
        ["r", "a", None],
        ["w", 7],
        ["s", "IDLE"],
        ["s", "ACTIVE"],
    ]


def test_a_record_of_a_legacy_source_ends_its_idleness() -> None:
    source = ListSource([SourceStatus(is_idle=True), SourceRecord("a", 1)])
    legacy, legacy_context = opened(source, bounded(), legacy=True)
    modern, modern_context = opened(source)

    drain(legacy)
    drain(modern)

    assert legacy_context.output.take() == [["s", "IDLE"], ["s", "ACTIVE"], ["r", "a", 1]]
    assert modern_context.output.take() == [["s", "IDLE"], ["r", "a", 1]]
    assert legacy_context.time.waiting == []


def test_the_timer_stops_with_the_operator() -> None:
    operator, context = opened(ListSource(records(1)), bounded())
    assert context.time.waiting == [200]

    operator.finish()
    assert context.time.waiting == []
    operator.close()


# --- the trace -----------------------------------------------------------------------------------


def test_the_trace_tells_what_was_read_and_what_each_split_said() -> None:
    source = ListSource([SourceRecord("a", 10), SourceRecord("b", 30)], [SourceRecord("x", 20)])
    operator, context = opened(source, bounded())
    assert context.facts() == [
        SplitAssigned(O1, "s0", 0, ()),
        SplitAssigned(O1, "s1", 0, ()),
    ]

    operator.emit_next()
    assert context.facts() == [SourceRecordRead(O1, "s0", 0, "a", 10)]
    drain(operator)
    assert context.facts() == [
        SourceRecordRead(O1, "s0", 1, "b", 30),
        SplitReleased(O1, "s0", ()),
        SourceRecordRead(O1, "s1", 0, "x", 20),
        SplitReleased(O1, "s1", ()),
    ]
    operator.end_input()
    assert context.facts() == [SourceFinished(O1), WatermarkEmitted(O1, MAX_TIMESTAMP)]


items = st.one_of(
    st.builds(SourceRecord, st.just("v"), st.integers(0, 50), st.none()),
    st.builds(SourceWatermark, st.integers(0, 50)),
    st.builds(SourceStatus, st.booleans()),
)


@given(st.lists(st.lists(items, max_size=8), min_size=1, max_size=3), st.booleans())
def test_the_splits_and_the_output_can_be_rebuilt_from_the_events(
    splits: list[list[SourceItem]], idleness: bool
) -> None:
    strategy = bounded(3).with_idleness(Duration.of_millis(50)) if idleness else bounded(3)
    operator, context = opened(ListSource(*splits), strategy, auto_watermark_interval_ms=20)
    view = JobView()
    told = view.operators[O1] = OperatorView()

    for now in range(0, 400, 20):
        context.time.advance_to(now)
        ended = operator.emit_next() == "END_OF_INPUT"
        apply_events(context.facts(), view)
        live = build_operator_state(operator)
        live.state = told.state
        assert told == live
        if ended:
            break
