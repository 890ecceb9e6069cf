"""Each event of a program on flinksim is one that real Flink 2.3.0 had, in the same order.

``recorded_events/`` was recorded with the recorder of ``recorder/``:
``python -m tests.conformance.judge.event_programs --record``. No Java is needed here.
"""

from __future__ import annotations

from typing import Any

import pytest

from flinksim.recording.event_comparison import PlanMismatch, compare_events
from flinksim.trace import events as e
from flinksim.trace.recorder import Recorder, Trace
from tests.conformance.judge.event_programs import (
    compare,
    find_reason,
    list_programs,
    load_recorded,
    read_recorded,
)

PROGRAMS = [each for each in list_programs() if each["id"] in load_recorded()[1]]
LEAST_PROGRAMS = 100


def test_the_suite_is_large_enough() -> None:
    assert len(PROGRAMS) >= LEAST_PROGRAMS


@pytest.mark.parametrize("program", PROGRAMS, ids=[each["id"] for each in PROGRAMS])
def test_the_events_of_a_program_are_those_of_flink(program: dict[str, Any]) -> None:
    found = compare(program)
    if find_reason(program["id"]):
        assert found.differences, "a declared difference is gone: remove it from DECLARED"
        assert found.equal > 0.7 * found.compared
    else:
        assert not found.differences, found.format()
        assert found.equal == found.compared > 0


def change(trace: Trace, kind: type[Any], field: int, value: Any) -> Trace:
    """The same trace, with another value in the first event of a type."""
    recorder = Recorder()
    changed = False
    for step in trace:
        recorder.begin_step(step.time_ms, step.actor, step.action)
        for event in step.events:
            row = list(event.to_row())
            if row[0] is kind and not changed:
                row[field], changed = value, True
            recorder.emit(tuple(row))  # type: ignore[arg-type]
    assert changed
    return recorder.trace


def test_a_changed_event_is_found_and_shown_side_by_side() -> None:
    recorded = read_recorded(PROGRAMS[0]["id"])
    same = compare_events(recorded, recorded)
    assert same.equal == same.compared > 50
    changed = change(recorded, e.TimerRegistered, 5, 77)
    found = compare_events(recorded, changed)
    assert found.compared - found.equal == 1
    text = found.format()
    assert "* flinksim  TimerRegistered" in text
    assert "* Flink     TimerRegistered" in text
    assert "timestamp=77" in text
    assert not compare_events(recorded, changed, exclude=[e.TimerRegistered]).differences


def test_a_missing_event_is_found() -> None:
    recorded = read_recorded(PROGRAMS[0]["id"])
    recorder = Recorder()
    for step in recorded:
        recorder.begin_step(step.time_ms, step.actor, step.action)
        for event in step.events:
            if not isinstance(event, e.TriggerCleared):
                recorder.emit(event.to_row())  # type: ignore[arg-type]
    found = compare_events(recorded, recorder.trace)
    assert found.differences
    assert found.equal < found.compared


def test_plans_that_differ_are_not_compared() -> None:
    plans = [read_recorded(PROGRAMS[n]["id"]) for n in (0, 3)]
    with pytest.raises(PlanMismatch, match=r"the plans differ\. flinksim: Source: source 0"):
        compare_events(*plans)
