"""Folding an operator's facts gives exactly what the operator holds, after every element.

The recorded cases of Flink serve as programs: they have every assigner, trigger and evictor.
"""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.core.java.timestamps import MAX_TIMESTAMP
from flinksim.datastream.transformations import KeyedProcessSpec
from flinksim.runtime.live_view import build_operator_state
from flinksim.runtime.operators.keyed_operator import TimerOperator
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import KeyedOneInputStreamOperatorTestHarness
from flinksim.trace.state.job_state import JobView, OperatorView
from tests.conformance import test_timers_facts as timers
from tests.conformance import test_windows_facts as windows
from tests.conformance.fact_files import cases_of


class Fold:
    """What the facts so far say about one operator."""

    def __init__(self, harness: KeyedOneInputStreamOperatorTestHarness) -> None:
        self.harness = harness
        self.job = JobView()
        self.job.operators[harness.operator.id] = OperatorView()
        self.folded = 0

    def catch_up(self) -> None:
        for event in self.harness.events[self.folded :]:
            self.job.apply(event)
        self.folded = len(self.harness.events)

    def check(self) -> None:
        self.catch_up()
        operator = self.harness.operator
        assert isinstance(operator, TimerOperator)
        told = self.job.operators[operator.id]
        assert sorted(map(repr, told.timers)) == sorted(map(repr, operator.timers()))
        live = build_operator_state(operator)
        live.state = told.state  # the harness opens the operator, and has no chain to report it
        assert told == live


def all_ops(case: dict[str, Any]) -> list[list[Any]]:
    end = [["w", MAX_TIMESTAMP]] if case.get("endOfInput", True) else []
    return [*case["ops"], *end]


@pytest.mark.parametrize(
    "case", [case for case in cases_of("windows") if "exception" not in case.values[0]]
)
def test_the_events_of_a_window_operator_tell_what_it_holds(case: dict[str, Any]) -> None:
    harness = KeyedOneInputStreamOperatorTestHarness(
        create_operator(windows.spec_of(case)), traced=True
    )
    harness.open()
    fold = Fold(harness)
    for op in all_ops(case):
        windows.feed(harness, op)
        fold.check()
    assert fold.folded > 0


@pytest.mark.parametrize("case", cases_of("timers", "keyed"))
def test_the_events_of_a_process_operator_tell_its_timers(case: dict[str, Any]) -> None:
    spec = KeyedProcessSpec(timers.Keyed(case.get("onTimer", {})), lambda element: element[0])
    harness = KeyedOneInputStreamOperatorTestHarness(create_operator(spec), traced=True)
    harness.open()
    fold = Fold(harness)
    for op in all_ops(case):
        match op:
            case ["e", key, commands, timestamp]:
                harness.process_element((key, commands), timestamp)
            case ["w", timestamp]:
                harness.process_watermark(timestamp)
            case ["p", time]:
                harness.set_processing_time(time)
        fold.check()
    assert fold.folded > 0


def test_an_untraced_operator_reports_nothing() -> None:
    case = cases_of("windows")[0].values[0]
    untraced = KeyedOneInputStreamOperatorTestHarness(create_operator(windows.spec_of(case)))
    untraced.open()
    for op in all_ops(case):
        windows.feed(untraced, op)
    assert untraced.events == []
    assert untraced.get_output() != []
