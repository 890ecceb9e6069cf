"""The events of a trace by type are those of the trace, whichever way they are stored."""

from __future__ import annotations

import pytest

from flinksim.analysis.why.event_lookup import EventLookup
from flinksim.analysis.why.trace_index import truncate_to_steps
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import apply_events
from flinksim.trace.state.keyframes import StateKeyframes
from tests.trace.random_runs import random_run


@pytest.fixture(params=["in memory", "spilled", "columns", "both"])
def trace(request: pytest.FixtureRequest) -> Trace:
    made = random_run(3)
    if request.param == "spilled":
        made.spill()
    elif request.param != "in memory":
        middle = len(made) // 2
        rows = made.events.read_raw(0, len(made.events))
        headers = made.headers.read_raw(0, len(made))
        made = Trace([], [], [], {})
        for first, last in ((0, middle), (middle, len(headers))):
            end = headers[last][3] if last < len(headers) else len(rows)
            made.headers.extend(headers[first:last])
            made.events.extend(rows[headers[first][3] : end])
            if not first or request.param == "columns":
                made.compact()
    return made


def test_every_event_is_found_by_its_index_and_its_type(trace: Trace) -> None:
    events = list(trace.events)
    found = EventLookup(trace)
    assert len(found) == len(events) > 300
    assert [found[index] for index in range(len(events))] == events == list(found)
    assert found[-1] == events[-1]
    assert found[5:9] == events[5:9]
    for kind in {type(event) for event in events}:
        assert list(found.find(kind)) == [
            i for i, event in enumerate(events) if type(event) is kind
        ]
    assert list(found.find(int)) == []
    with pytest.raises(IndexError, match="there is no event"):
        found[len(events)]


def test_the_beginning_of_a_run_has_no_later_events(trace: Trace) -> None:
    steps = 2 * len(trace) // 3
    end = trace.headers[steps].first_event
    beginning = truncate_to_steps(trace, steps)
    assert list(beginning.events) == list(trace.events)[:end]
    assert len(beginning) == steps
    assert beginning.find_step(end - 1) == steps - 1
    found = EventLookup(trace).truncate(end)
    assert list(found) == list(beginning.events)
    kinds = (e.ElementProcessed, e.MailTaken)
    for kind in kinds:
        assert list(found.find(kind)) == [
            index for index, event in enumerate(beginning.events) if type(event) is kind
        ]
    assert StateKeyframes(trace).get_state_after(steps) == apply_events(beginning.events)
