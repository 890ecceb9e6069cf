"""What can be claimed of a run: a condition that always, never or once holds; the same result.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from flinksim.analysis.expressions.conditions import Condition, Test
from flinksim.analysis.model_checking.state_hash import number_of
from flinksim.trace import events as e
from flinksim.trace.events import Step
from flinksim.trace.recorder import Trace

Outcome: TypeAlias = Any
"""What a claim makes of a run; two runs with the same one are the same to it."""

Memory: TypeAlias = Callable[[Step], Hashable]
"""Is given each step of a run; gives what the outcome still hangs on of the run so far."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about runs: ``words``, and what it makes of each run, ``True`` where that is as
    claimed.

    Where ``compares`` the outcomes themselves are what must be the same in all runs. ``remembers``
    begins a memory for a run: two runs that are in one state and of which it remembers the same
    come to the same outcomes. ``in_any_order``: steps that touch nothing in common may change
    places without another outcome.
    """

    words: str
    outcome_of: Callable[[Trace], Outcome]
    remembers: Callable[[], Memory]
    compares: bool = False
    in_any_order: bool = True


def always(condition: str | Test) -> Claim:
    """*condition* holds after every step of the run."""
    known = _condition(condition)
    return Claim(
        f"always: {known.words}",
        lambda trace: len(known.steps_in(trace)) == len(trace),
        lambda: _ever(known, False),
        in_any_order=known.is_never_together,
    )


def never(condition: str | Test) -> Claim:
    """*condition* holds after no step of the run."""
    known = _condition(condition)
    return Claim(
        f"never: {known.words}",
        lambda trace: not known.steps_in(trace),
        lambda: _ever(known, True),
        in_any_order=known.is_alone,
    )


def eventually(condition: str | Test) -> Claim:
    """*condition* holds after some step of the run."""
    known = _condition(condition)
    return Claim(
        f"eventually: {known.words}",
        lambda trace: bool(known.steps_in(trace)),
        lambda: _ever(known, True),
        in_any_order=known.is_alone,
    )


def exactly(times: int, condition: str | Test) -> Claim:
    """*condition* holds after so many steps of the run, no more and no fewer."""
    known = _condition(condition)
    return Claim(
        f"exactly {times} times: {known.words}",
        lambda trace: len(known.steps_in(trace)) == times,
        lambda: _how_often(known),
        in_any_order=False,
    )


def at_end(condition: str | Test) -> Claim:
    """*condition* holds after the last step of the run."""
    known = _condition(condition)
    return Claim(
        f"at the end: {known.words}",
        lambda trace: known.steps_in(trace)[-1:] == [len(trace) - 1],
        known.anew,
        in_any_order=known.is_of_state,
    )


def same_result() -> Claim:
    """Every run writes the same results, each sink in any order."""
    return Claim("the same result", results_of, _results_so_far, compares=True)


def as_claim(claim: Any) -> Claim:
    """*claim* itself; words, which shall hold at some time; or a function of the trace of a run.

    Raises: TypeError for anything else.
    """
    if isinstance(claim, Claim):
        return claim
    if isinstance(claim, str):
        return eventually(claim)
    if callable(claim):
        name = getattr(claim, "__name__", "a function")
        return Claim(name, lambda trace: bool(claim(trace)), _course_so_far)
    raise TypeError(
        f"explore(claim): expected words such as 'a record is dropped', fs.always(...), fs.never(...), "
        f"fs.eventually(...), fs.same_result() or a function of a trace, found {claim!r:.60}"
    )


def results_of(trace: Trace) -> Outcome:
    """What the sinks wrote, each operator its own, in any order."""
    found: dict[int, Counter[str]] = {}
    for fact in trace.of(e.ResultWritten):
        node = int(fact.operator[1:].partition("/")[0])
        found.setdefault(node, Counter())[_without_subtask(fact.text)] += 1
    return tuple((node, tuple(sorted(found[node].items()))) for node in sorted(found))


# --- what is remembered ----------------------------------------------------------------------------


def _ever(condition: Condition, wanted: bool) -> Memory:
    """Whether *condition* has been as *wanted* after a step."""
    anew = condition.anew()
    ever = False

    def remember(step: Step) -> bool:
        nonlocal ever
        ever = anew(step) is wanted or ever
        return ever

    return remember


def _how_often(condition: Condition) -> Memory:
    """After how many steps *condition* has held."""
    anew = condition.anew()
    times = 0

    def remember(step: Step) -> int:
        nonlocal times
        times += anew(step)
        return times

    return remember


def _results_so_far() -> Memory:
    written = 0

    def remember(step: Step) -> int:
        nonlocal written
        for fact in step.events:
            if isinstance(fact, e.ResultWritten):
                node = fact.operator.partition("/")[0]
                written += number_of(node, _without_subtask(fact.text))  # in any order
        return written

    return remember


def _course_so_far() -> Memory:
    """All that has happened, to each actor in its order: a function of a trace may hang on any of
    it.
    """
    courses: dict[str, int] = {}

    def remember(step: Step) -> Hashable:
        courses[step.actor] = number_of(courses.get(step.actor), step.action, step.events)
        return frozenset(courses.items())

    return remember


def _without_subtask(text: str) -> str:
    head, mark, rest = text.partition("> ")
    return rest if mark and head.isdecimal() else text


def _condition(condition: str | Test) -> Condition:
    if not isinstance(condition, str) and not callable(condition):
        raise TypeError(
            "a condition is words such as 'pane [0, 10000) of a has 3 elements', or a function that is "
            f"given each moment of a run; found {condition!r:.60}"
        )
    return Condition(condition)
