"""Windows and event timers at both ends of 64 bits, against Flink 2.3.0's own operators in a job."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from flinksim.common import Duration
from flinksim.core.java.int64 import to_long
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream.functions import KeyedProcessFunction
from flinksim.datastream.transformations import KeyedProcessSpec
from flinksim.datastream.window import SlidingEventTimeWindows
from flinksim.runtime.elements import StreamRecord, Watermark
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import KeyedOneInputStreamOperatorTestHarness
from tests.conformance.fact_files import cases_of
from tests.conformance.record_time import APART
from tests.conformance.test_assigners_facts import AtTime
from tests.conformance.test_windows_facts import OutputOfJob, assigner_of, feed, spec_of


@pytest.mark.parametrize("case", cases_of("long_times", "assign"))
def test_an_assigner_gives_the_windows_that_flinks_does(case: dict[str, Any]) -> None:
    assigner = assigner_of(case["assigner"])
    for (timestamp,), event in zip(case["inputs"], case["windows"], strict=True):
        if isinstance(event, list):
            windows: list[Any] = list(assigner.assign_windows(None, timestamp, AtTime(0)))
            assert [[each.start, each.end, each.max_timestamp()] for each in windows] == event
            continue
        with pytest.raises(RuntimeError) as raised:
            assigner.assign_windows(None, timestamp, AtTime(0))
        assert str(raised.value) == event["message"]


def test_where_flinks_loop_over_windows_never_ends_one_is_told_so() -> None:
    with pytest.raises(OverflowError, match="loop until memory is exhausted"):
        assigner_of(APART).assign_windows(None, MIN_TIMESTAMP + 3, AtTime(0))


def test_a_first_start_that_wraps_around_is_noticed_before_memory_is_exhausted() -> None:
    """In 2.3.0 there are 1, 4, 0 and 4 windows, and OutOfMemoryError for the second."""
    told = []
    for size, slide, after in ((500, 2000, 200), (500, 2000, 700), (2000, 500, 100),
                               (2000, 500, 1500), (2000, 500, 5000)):  # fmt: skip
        assigner = SlidingEventTimeWindows.of(Duration.of_millis(size), Duration.of_millis(slide))
        try:
            told.append(len(assigner.assign_windows(None, MIN_TIMESTAMP + after, AtTime(0))))
        except OverflowError:
            told.append(True)
    assert told == [1, True, 4, 0, 4]


@pytest.mark.parametrize("case", cases_of("long_times", "window"))
def test_the_window_operator_puts_out_what_flinks_does(case: dict[str, Any]) -> None:
    job = OutputOfJob()
    harness = KeyedOneInputStreamOperatorTestHarness(
        create_operator(spec_of(case)), output=job.output
    )
    harness.open()
    counted = _Counted(case["countedBefore"]) if "countedBefore" in case else None
    out: list[list[Any]] = []
    raised: Exception | None = None
    try:
        for op in case["ops"]:
            given = op if counted is None else counted.result_of(op)
            if given is not None:
                feed(harness, given)
            out.append(job.take())
        harness.process_watermark(MAX_TIMESTAMP)
        harness.end_input()
    except NotImplementedError as error:
        raised = error
    out.append(job.take())
    assert out == case["out"]
    assert (None if raised is None else _in_java(str(raised))) == case.get("message")


class _Counted:
    """A count window before the window: its result carries the end of the global window."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: list[int] = []

    def result_of(self, op: list[Any]) -> list[Any] | None:
        if op[0] != "e":
            return op
        self._values.append(op[2])
        if len(self._values) < self._size:
            return None
        total, self._values = to_long(sum(self._values)), []
        return ["e", op[1], total, MAX_TIMESTAMP]


def _in_java(message: str) -> str:
    return message.replace("TimeWindow(", "TimeWindow{").replace(")", "}")


class _Timers(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> None:
        ctx.timer_service().register_event_time_timer(value[1])

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield (timestamp, ctx.timer_service().current_watermark())


@pytest.mark.parametrize("case", cases_of("long_times", "timers"))
def test_timers_at_both_ends_fire_when_flinks_do(case: dict[str, Any]) -> None:
    job = OutputOfJob()
    spec = KeyedProcessSpec(function=_Timers(), key_selector=lambda value: value[0])
    harness = KeyedOneInputStreamOperatorTestHarness(create_operator(spec), output=job.output)
    harness.open()
    out = []
    for op in case["ops"]:
        if op[0] == "e":
            harness.operator.process_element(StreamRecord((op[1], op[2]), op[3]))
        else:
            harness.operator.process_watermark(Watermark(op[1]))
        out.append(job.take())
    harness.process_watermark(MAX_TIMESTAMP)
    out.append(job.take())
    assert out == case["out"]
