"""The situations of ``build_examples``: each answer as it is kept, and what it says tried once more."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from flinksim.analysis.why.answer_question import answer_question
from flinksim.course.scenarios import Scenario, read_scenario, read_scenarios
from flinksim.trace import events as e

FOLDER = Path(__file__).resolve().parents[3] / "examples" / "situations"
SITUATIONS = {situation.name: situation for situation in read_scenarios(FOLDER)}

FIRST_CHANGES: dict[str, tuple[str, str, str]] = {
    "backpressure_blamed_on_the_wrong_task": (
        "cost per record of “look up”", "20 ms", "0 ms, which no function reaches",
    ),
    "idle_split": ("idle timeout (with_idleness) of “clicks”", "2000 ms", "8000 ms"),
    "late_behind_a_fast_clock": ("watermark delay of “devices”", "2000 ms", "600000 ms (10 min)"),
    "late_by_a_little": ("watermark delay of “clicks”", "2000 ms", "2500 ms"),
    "session_that_never_closes": (
        "session gap of “EventTimeSessionWindows”", "10000 ms", "8000 ms",
    ),
    "skew_and_order": ("watermark delay of “Timestamps/Watermarks”", "5000 ms", "50000 ms"),
    "timer_leak": (
        "after record 0 of split “partition 1”", "none", "a record with timestamp 69001 ms",
    ),
    "trigger_without_effect": (
        "trigger of “TumblingEventTimeWindows”", "CountTrigger", "the default (EventTimeTrigger)",
    ),
    "window_before_its_time": ("watermark delay of “clicks”", "2000 ms", "1500 ms"),
    "window_behind_a_slow_split": ("idle timeout (with_idleness) of “clicks”", "none", "2000 ms"),
    "window_in_seconds": ("timestamp of “orders”", "t", "t * 1000"),
    "window_without_watermarks": (
        "watermark strategy of “clicks”", "no_watermarks()", "for_monotonous_timestamps()",
    ),
}  # fmt: skip
"""What is changed first, from what to what: worked out by hand from the programs.

An idle timeout is not proposed for ``timer_leak``: the source would be idle when it ends, and the
timers of 16 of the 31 records would never fire.
"""


LINES = {
    "idle_split": ".with_idleness(",
    "late_by_a_little": "for_bounded_out_of_orderness",
    "session_that_never_closes": ".window(",
    "trigger_without_effect": ".trigger(",
}
"""Part of the line that a change names: the call that made the choice, not the operator's."""


def test_there_are_twelve() -> None:
    assert sorted(SITUATIONS) == sorted(FIRST_CHANGES)


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_answer_is_the_one_that_is_kept(name: str) -> None:
    situation = SITUATIONS[name]
    assert situation.format_answer() == situation.answer_file.read_text(encoding="utf-8"), (
        "python tools/situations.py --write"
    )


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_smallest_change_makes_it_otherwise_and_is_told_in_the_program(name: str) -> None:
    situation = SITUATIONS[name]
    simulation = situation.run()
    answer = simulation.why(situation.question)
    found = answer.counterfactual
    assert found is not None
    (change,) = found.changes
    assert (change.subject, change.old, change.new) == FIRST_CHANGES[name]
    line = int(change.location.split("line ")[1].split(":")[0])
    said = change.location.partition(f"line {line}: ")[2]
    shown = situation.path.read_text(encoding="utf-8").splitlines()[line - 1].strip()
    assert shown.rstrip("(").startswith(said.rstrip("…"))
    assert LINES.get(name, "") in shown
    with redirect_stdout(StringIO()):
        changed = answer.try_it()
    assert not _is_so(situation, changed.trace, simulation.plan.start_time_ms)
    assert _is_so(situation, simulation.trace, simulation.plan.start_time_ms)


def _is_so(situation: Scenario, trace: Any, start_ms: int) -> bool:
    """What the question asks about, read off the facts by other means than the answer."""
    times = [(step.time_ms - start_ms, event) for step in trace for event in step.events]
    match situation.question.split():
        case ["why", "has", "window", *_]:
            limit = {"5": 5_256, "2": 2_256, "60": 60_256}[situation.until.split()[2]]
            key = situation.question.split(" of ")[1][0]
            starts = {"[0,10)": 0, "[10,20)": 10_000}.get(situation.question.split()[3])
            return not any(
                isinstance(event, e.WindowFired)
                and event.key == key
                and event.window[0] == (1_699_999_200_000 if starts is None else starts)
                and time <= limit + 10_000
                and event.clock != "end of input"
                for time, event in times
            )
        case ["why", "was", "record", *_]:
            return any(isinstance(event, e.LateRecordDropped) for _, event in times)
        case ["why", "did", "the", "sessions", *_]:
            return any(
                isinstance(event, e.WindowsMerged) and event.merged != event.result
                for _, event in times
            )
        case ["why", "has", "the", "timer", *_]:
            return not any(
                isinstance(event, e.TimerFired) and event.key == "k2" and time <= 29_500
                for time, event in times
            )
        case _:
            return any(
                isinstance(event, e.DefaultActionSuspended)
                and event.reason == "no output buffer"
                and event.subtask == _subtask_of(trace, "parse")
                for _, event in times
            )


def _subtask_of(trace: Any, name: str) -> str:
    return next(one.subtask.id for one in trace.plan.instances() if one.operator.name == name)


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_trace_alone_says_the_same_but_tries_nothing(name: str) -> None:
    situation = SITUATIONS[name]
    simulation = situation.run()
    tried, alone = (
        simulation.why(situation.question),
        answer_question(simulation.trace, situation.question),
    )
    assert (alone.sentence, alone.causal_chain) == (tried.sentence, tried.causal_chain)
    assert alone.is_confirmed is None
    assert alone.counterfactual is None
    with pytest.raises(ValueError, match="a trace alone cannot be run again"):
        alone.try_it()


def test_a_file_that_is_no_situation_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "none.py"
    path.write_text('"""A title."""\n')
    with pytest.raises(ValueError, match="'Ask: <question>'"):
        read_scenario(path)
