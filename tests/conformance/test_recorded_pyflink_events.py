"""Each recorded event of a PyFlink program on real Flink 2.3.0 is one of its run on flinksim.

``recorded_events/pyflink/`` was recorded with ``python -m tests.conformance.judge.pyflink_events --record``.
Events of a chain with a Python operator are compared for each operator and channel. No Java is needed here.
"""

from __future__ import annotations

import contextlib
import io

import pytest

from flinksim.cli.tell_command import load_traces
from flinksim.recording.event_comparison import compare_events
from flinksim.recording.recording_import import read_recording
from flinksim.trace import events as e
from flinksim.trace.recorder import Recorder
from tests.conformance.judge.pyflink_events import (
    DECLARED,
    compare,
    find_recording,
    list_recorded,
    parse_options,
)

PROGRAMS = list_recorded()


def test_the_suite_is_large_enough() -> None:
    assert len(PROGRAMS) >= 15


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_events_of_a_program_are_those_of_flink(name: str) -> None:
    found = compare(name)
    assert found.compared > 20
    if name in DECLARED:
        assert found.differences, "a declared difference is gone: remove it from DECLARED"
    else:
        assert not found.differences, found.format()


@pytest.mark.parametrize(
    "kind", [e.TimerFired, e.WatermarkEmitted, e.ElementWritten, e.ResultWritten]
)
def test_a_missing_event_is_found(kind: type) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        _, (simulated,) = load_traces(parse_options("windows/aggregate"))
    recorded = read_recording(find_recording("windows/aggregate"))
    recorder = Recorder()
    is_removed = False
    for step in simulated:
        recorder.begin_step(step.time_ms, step.actor, step.action)
        for event in step.events:
            if isinstance(event, kind) and not is_removed:
                is_removed = True
            else:
                recorder.emit(event.to_row())  # type: ignore[arg-type]
    assert is_removed
    assert compare_events(recorder.trace, recorded).differences
