"""What is worth stopping at: in the demo, and in random programs, counted with Python's own fold."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from typing import Any

import pytest
from playwright.sync_api import Page

from flinksim.core.i18n.message_catalog import load_catalog
from flinksim.course.demo import simulate_flights
from flinksim.trace import events as e
from flinksim.trace.query import find_step
from flinksim.trace.recorder import Trace
from flinksim.trace.state.job_state import JobView, apply_events
from tests.trace.fixtures import made_up_trace
from tests.trace.random_runs import random_run
from tests.viz.widgets.test_twins import ask, real_run, twin  # noqa: F401

SEEDS = tuple(range(12))


@cache
def demo() -> Trace:
    simulation = simulate_flights()
    with redirect_stdout(StringIO()):
        simulation.run()
    return simulation.trace


def moments_of(page: Page, trace: Trace) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ask(page, trace, "new parts.KeySteps(trace, labels).all")
    return found


def shown(view: JobView) -> list[Any]:
    """What a stop has to change: panes, timers, watermarks, states, results; or it is one of a
    checkpoint or of a failure.
    """
    operators = [
        [
            operator.watermark, operator.emitted_watermark, operator.emitted_idle,
            [(name, s.watermark, s.idle) for name, s in operator.splits.items()],
            [(i.watermark, i.idle) for i in operator.inputs.values()],
            set(map(repr, operator.timers)), {repr(k): (p.count, repr(p.state_window))
                                              for k, p in operator.panes.items()},
            {repr(k): repr(v) for k, v in operator.states.items()},
            {repr(k): repr(v) for k, v in operator.lists.items()},
            {repr(k): repr(v) for k, v in operator.map_entries.items()}, operator.results,
            operator.committed,
        ]
        for operator in view.operators.values()
    ]  # fmt: skip
    channels = [(c.watermark, c.idle, c.aligned) for c in view.channels.values()]
    inputs = [(i.watermark, i.idle) for task in view.tasks.values() for i in task.inputs.values()]
    checkpoints = {number: one.status for number, one in view.checkpoints.items()}
    return [operators, channels, inputs, checkpoints, view.status]


def stops_that_change(trace: Trace, ends: list[int]) -> int:
    view, done, changing = JobView(), 0, 0
    before = shown(view)
    for end in ends:
        apply_events(trace.events[done:end], view)
        done = end
        after = shown(view)
        changing += after != before
        before = after
    return changing


def test_in_the_demo_the_first_firing_is_near_and_stops_change_something(twin: Page) -> None:  # noqa: F811
    trace = demo()
    moments = moments_of(twin, trace)
    presses = next(i + 1 for i, moment in enumerate(moments) if moment["kind"] == "firing")
    assert presses <= 15
    ends = [moment["end"] for moment in moments]
    assert stops_that_change(trace, ends) >= 0.8 * len(ends)
    late = [moment for moment in moments if moment["kind"] == "late"]
    assert len(late) == len(trace.get_events(e.LateRecordDropped)), (
        "each late record is a stop of its own"
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_most_stops_of_random_programs_change_something(twin: Page, seed: int) -> None:  # noqa: F811
    trace = random_run(seed)
    ends = [moment["end"] for moment in moments_of(twin, trace)]
    assert stops_that_change(trace, ends) >= 0.8 * len(ends)


@pytest.mark.parametrize("make", [made_up_trace, real_run, demo])
def test_moments_are_whole_steps_and_leave_nothing_out(
    twin: Page,  # noqa: F811
    make: Callable[[], Trace],
) -> None:
    trace = make()
    moments = moments_of(twin, trace)
    ends = [moment["end"] for moment in moments]
    assert ends == sorted(set(ends))
    assert ends[-1] == len(trace.events)
    step_ends = {trace.event_range(number)[1] for number in range(len(trace))}
    assert set(ends) <= step_ends
    start = 0
    for moment in moments:
        assert start <= moment["lead"] < moment["end"]
        start = moment["end"]
    telling = (e.WindowFired, e.LateRecordDropped, e.TaskFailed)
    for kind in telling:
        told = {"WindowFired": "firing", "LateRecordDropped": "late", "TaskFailed": "failure"}
        for index, event in enumerate(trace.events):
            if type(event) is kind:
                moment = next(m for m in moments if m["end"] > index)
                ranks = list(load_catalog("en")["highlights"])
                assert ranks.index(moment["kind"]) <= ranks.index(told[kind.__name__])


def test_a_rise_of_the_minimum_is_one_moment_for_all_tasks(twin: Page) -> None:  # noqa: F811
    trace = demo()
    start = 0
    values = []
    for moment in moments_of(twin, trace):
        events = trace.events[start : moment["end"]]
        start = moment["end"]
        rises = {event.after for event in events if type(event) is e.InputWatermarkAdvanced}
        assert len(rises) <= 1
        values += rises
    assert values == sorted(set(values)), "no rise is told twice"


def test_a_run_asks_its_own_question_where_the_answer_is(twin: Page) -> None:  # noqa: F811
    trace = demo()
    code = "parts.findHeadlineQuestion(trace, new parts.KeySteps(trace, labels), labels)"
    opening = ask(twin, trace, code)
    assert opening["question"] == "52 records are too late. Why?"
    lates = [i for i, event in enumerate(trace.events) if type(event) is e.LateRecordDropped]

    def behind(index: int) -> int:
        event = trace.events[index]
        assert isinstance(event, e.LateRecordDropped)
        assert event.cleanup_time is not None
        return event.watermark - event.cleanup_time

    worst = max(lates, key=behind)
    assert opening["position"] == trace.event_range(find_step(trace, worst))[1]


def test_the_first_moment_is_the_start_and_the_last_one_the_end(twin: Page) -> None:  # noqa: F811
    kinds = [moment["kind"] for moment in moments_of(twin, demo())]
    assert (kinds[0], kinds[-1]) == ("start", "end")
    assert "failure" not in kinds
