"""Properties of runs: a condition that holds always, never or eventually; the same result.

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
"""Value of a property for one run; runs with the same outcome are equal for the property."""

Memory: TypeAlias = Callable[[Step], Hashable]
"""Monitor of one run: takes each step and returns its state, on which the outcome depends."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Property of runs: its text, and a function that computes the outcome of a run.

    The outcome is ``True`` if the run satisfies the property. With ``compares`` all runs must have
    the same outcome. ``remembers`` creates a monitor for a run: two runs in the same state with the
    same monitor state reach the same outcomes. ``in_any_order``: whether reordering independent
    steps keeps the outcome.
    """

    words: str
    outcome_of: Callable[[Trace], Outcome]
    remembers: Callable[[], Memory]
    compares: bool = False
    in_any_order: bool = True


def always(condition: str | Test) -> Claim:
    """Return the property that *condition* holds after every step of the run."""
    parsed = _condition(condition)
    return Claim(
        f"always: {parsed.words}",
        lambda trace: len(parsed.steps_in(trace)) == len(trace),
        lambda: _ever(parsed, False),
        in_any_order=parsed.is_never_together,
    )


def never(condition: str | Test) -> Claim:
    """Return the property that *condition* holds after no step of the run."""
    parsed = _condition(condition)
    return Claim(
        f"never: {parsed.words}",
        lambda trace: not parsed.steps_in(trace),
        lambda: _ever(parsed, True),
        in_any_order=parsed.is_alone,
    )


def eventually(condition: str | Test) -> Claim:
    """Return the property that *condition* holds after some step of the run."""
    parsed = _condition(condition)
    return Claim(
        f"eventually: {parsed.words}",
        lambda trace: bool(parsed.steps_in(trace)),
        lambda: _ever(parsed, True),
        in_any_order=parsed.is_alone,
    )


def exactly(times: int, condition: str | Test) -> Claim:
    """Return the property that *condition* holds after exactly *times* steps of the run."""
    parsed = _condition(condition)
    return Claim(
        f"exactly {times} times: {parsed.words}",
        lambda trace: len(parsed.steps_in(trace)) == times,
        lambda: _how_often(parsed),
        in_any_order=False,
    )


def at_end(condition: str | Test) -> Claim:
    """Return the property that *condition* holds after the last step of the run."""
    parsed = _condition(condition)
    return Claim(
        f"at the end: {parsed.words}",
        lambda trace: parsed.steps_in(trace)[-1:] == [len(trace) - 1],
        parsed.anew,
        in_any_order=parsed.is_of_state,
    )


def same_result() -> Claim:
    """Return the property that every run writes the same results to each sink, in any order."""
    return Claim("the same result", results_of, _results_so_far, compares=True)


def as_claim(claim: Any) -> Claim:
    """Convert text, a function of a trace, or a property to a property.

    Text is a condition that must hold after some step.

    Raises:
        TypeError: *claim* has another type.
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
    """Return what each sink wrote, in any order."""
    found: dict[int, Counter[str]] = {}
    for fact in trace.of(e.ResultWritten):
        node = int(fact.operator[1:].partition("/")[0])
        found.setdefault(node, Counter())[_without_subtask(fact.text)] += 1
    return tuple((node, tuple(sorted(found[node].items()))) for node in sorted(found))


# --- monitors --------------------------------------------------------------------------------------


def _ever(condition: Condition, wanted: bool) -> Memory:
    """Create a monitor of whether *condition* was *wanted* after any step."""
    unstarted = condition.anew()
    ever = False

    def monitor(step: Step) -> bool:
        nonlocal ever
        ever = unstarted(step) is wanted or ever
        return ever

    return monitor


def _how_often(condition: Condition) -> Memory:
    """Create a monitor of the number of steps after which *condition* held."""
    unstarted = condition.anew()
    times = 0

    def monitor(step: Step) -> int:
        nonlocal times
        times += unstarted(step)
        return times

    return monitor


def _results_so_far() -> Memory:
    """Create a monitor of the results written so far, in any order."""
    written = 0

    def monitor(step: Step) -> int:
        nonlocal written
        for fact in step.events:
            if isinstance(fact, e.ResultWritten):
                node = fact.operator.partition("/")[0]
                written += number_of(
                    node, _without_subtask(fact.text)
                )  # a sum does not depend on the order
        return written

    return monitor


def _course_so_far() -> Memory:
    """Create a monitor of the full history of each actor, for functions of a trace."""
    histories: dict[str, int] = {}

    def monitor(step: Step) -> Hashable:
        histories[step.actor] = number_of(histories.get(step.actor), step.action, step.events)
        return frozenset(histories.items())

    return monitor


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
