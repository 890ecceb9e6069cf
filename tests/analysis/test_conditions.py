"""Conditions in words: to stop at, to go back to; and what of a run one can go on from."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO

import pytest

import flinksim as fs
from flinksim.analysis.expressions.conditions import EXAMPLES, Condition, ConditionError
from tests.analysis.why.test_answers import finished, simulation

STOPS = {
    "pane [0,10) of a has 1 element": 5,
    "pane [0, 10000) of a has at least 1 element": 5,
    "watermark of windows >= 2999": 16,
    "watermark of windows > 2999": 21,
    "window [0,10) of b fires on time": 21,
    "clock >= 0.3 s": 11,
    "a record is dropped": 23,
    "record (a, 3000, 1) is dropped": 23,
    "result ('b', 5000, 1) is written": 21,
    "task windows is idle": 2,
    "watermark of windows > 0 and not a record is dropped": 16,
    "a record is dropped or window [0,10) of a fires": 21,
    "the job is FINISHED": 33,
}


@pytest.mark.parametrize("words", STOPS)
def test_a_run_stops_at_the_first_step_after_which_it_holds(words: str) -> None:
    with redirect_stdout(StringIO()):
        run = simulation().run(until=words)
    assert len(run.trace) == STOPS[words]
    whole = finished().trace
    assert Condition(words).find_steps(whole)[0] == STOPS[words] - 1


def test_all_examples_are_understood_and_nothing_else() -> None:
    for words in EXAMPLES:
        Condition(words)
    with pytest.raises(ConditionError, match="Supported conditions: window"):
        Condition("the moon is full")
    with pytest.raises(ValueError, match=r"unknown event. Expected .* or a condition"):
        simulation().run(until="sunset")
    with pytest.raises(ValueError, match="There is no task or operator 'nonsense'"):
        simulation().run(until="watermark of nonsense > 5")


def test_what_is_left_and_how_often_can_be_claimed() -> None:
    whole = finished().trace
    left = Condition("a timer is left or any state is left").find_steps(whole)
    assert left[0] == STOPS["pane [0,10) of a has 1 element"] - 1
    assert fs.at_end("not a timer is left and not a state is left").evaluate(whole)
    assert not fs.at_end("a timer is left").evaluate(whole)
    assert fs.exactly(1, "a record is dropped").evaluate(whole)
    assert not fs.exactly(2, "a record is dropped").evaluate(whole)
    assert fs.exactly(1, "a record is dropped").text == "exactly 1 times: a record is dropped"


def test_a_condition_may_be_met_in_the_middle_of_a_run() -> None:
    with redirect_stdout(StringIO()):
        run = simulation().run(until=12)
        run.run(until="watermark of windows >= 2999")
    assert len(run.trace) == 16


def test_back_is_where_it_was_and_forth_is_the_same() -> None:
    whole = finished()
    with redirect_stdout(StringIO()):
        run = simulation().run()
        run.step_back(until="window [0,10) of a fires")
        assert len(run.trace) == 21
        run.step_back()
        assert len(run.trace) == 20
        run.step_back(until=5)
        assert len(run.trace) == 5
        run.run()
    assert run.digest == whole.digest
    with pytest.raises(LookupError, match="the condition was not met before step 32"):
        run.step_back(until="record (x, 1, 1) is dropped")


def test_at_a_step_one_can_look_and_go_on() -> None:
    run = finished()
    place = run.copy_at(15)
    assert len(place.trace) == 16
    assert place.view() == run.view(16)
    assert (
        "fires when the watermark reaches 9999"
        in place.why("why has window [0,10) of a not fired", what_if=False).sentence
    )
    with redirect_stdout(StringIO()):
        assert place.run().digest == run.digest
    with pytest.raises(IndexError, match=r"at\(99\): this run has steps 0 to 32"):
        run.copy_at(99)


def test_runs_make_a_tree() -> None:
    run = finished()
    other = run.fork(5, decision=0, name="the clock first")
    with redirect_stdout(StringIO()):
        other.run()
    assert (
        other.trace.events[: run.trace.headers[5].first_event]
        == (run.trace.events[: run.trace.headers[5].first_event])
    )
    assert other.digest != run.digest
    answer = run.why("why was record 2 of split x dropped")
    changed = run.fork(5, change=answer)
    with redirect_stdout(StringIO()):
        changed.run()
    assert changed.trace.get_events(fs.LateRecordDropped) == []
    assert repr(run.tree()).splitlines() == [
        "this run: FINISHED, 33 steps",
        f"  the clock first: FINISHED, {len(other.trace)} steps",
        f"  fork 2 at step 5: FINISHED, {len(changed.trace)} steps",
    ]
    with pytest.raises(ValueError, match="contains no change to apply"):
        run.fork(5, change=run.trace.why("why was record 2 of split x dropped"))
