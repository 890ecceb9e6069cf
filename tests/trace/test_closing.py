"""Which records let a window fire: told from the trace, and confirmed by running without them."""

from __future__ import annotations

from collections import Counter

import pytest

from flinksim.trace import events as e
from flinksim.trace.recorder import Trace
from tests.trace.closing import closing_of
from tests.trace.closing_questions import (
    KINDS,
    Scripts,
    ask,
    firing,
    firings,
    numbers,
    run,
    without,
)


@pytest.mark.slow("runs random programs again for each cause")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("first", [0, 100])
def test_without_its_cause_a_pane_does_not_fire_so_and_without_anything_else_it_does(
    kind: str, first: int
) -> None:
    answers = Counter(ask(seed, kind) for seed in range(first, first + 30))
    assert answers[""] < 15
    wanted = {"idleness": "idleness", "marks": "mark", "ends": "end"}.get(kind, "record")
    assert answers[wanted] > 2, answers


def test_when_a_subtask_has_ended_a_mark_that_makes_the_other_idle_lets_all_go() -> None:
    scripts: Scripts = {"x": [(60, ("a", 6_000, 1)), (700, ("idle", 0, 2))]}
    seeds = (seed for seed in range(40) if _ends_beside(run(scripts, seed, "marks")))
    seed = next(seeds)
    trace = run(scripts, seed, "marks")
    answer = closing_of(
        trace, next(i for i, f in enumerate(trace.events) if isinstance(f, e.WindowFired))
    )
    assert answer.let_go_by == "mark"
    assert numbers(trace, scripts, answer.any_of) == {2}
    fired = firing(trace, answer.firing)
    assert fired not in firings(run(without(scripts, {2}), seed, "marks"))


def _ends_beside(trace: Trace) -> bool:
    """Whether a source's subtask has nothing to read."""
    return any(
        isinstance(event, e.SourceFinished)
        for step in trace
        if step.time_ms == 0
        for event in step.events
    )


def test_any_of_several_records_would_have_done() -> None:
    scripts: Scripts = {
        "x": [(0, ("a", 500, 1)), (300, ("a", 9_000, 2)), (350, ("b", 9_500, 3))],
    }
    trace = run(scripts, 1)
    answer = closing_of(
        trace, next(i for i, f in enumerate(trace.events) if isinstance(f, e.WindowFired))
    )
    assert numbers(trace, scripts, answer.any_of) == {2, 3}
    fired = firing(trace, answer.firing)
    assert fired in firings(run(without(scripts, {2}), 1))
    assert fired in firings(run(without(scripts, {3}), 1))
    assert fired not in firings(run(without(scripts, {2, 3}), 1))


def test_what_no_record_let_go_is_told() -> None:
    trace = run({"x": [(0, ("a", 500, 1))]}, 1)
    index = next(i for i, f in enumerate(trace.events) if isinstance(f, e.WindowFired))
    answer = closing_of(trace, index)
    assert (answer.let_go_by, answer.any_of) == ("end of input", ())
    with pytest.raises(TypeError, match="expected the type WindowFired, found JobSubmitted"):
        closing_of(trace, 0)
