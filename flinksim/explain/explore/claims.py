"""What can be claimed of a run: a condition that always, never or once holds; the same result.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from flinksim.explain.conditions import Condition, Test
from flinksim.trace import events as e
from flinksim.trace.recorder import Trace

Outcome: TypeAlias = Any
"""What a claim makes of a run; two runs with the same one are the same to it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about runs: ``words``, and what it makes of each run, ``True`` where that is as claimed.

    Where ``compares`` the outcomes themselves are what must be the same in all runs.
    """

    words: str
    outcome_of: Callable[[Trace], Outcome]
    compares: bool = False


def always(condition: str | Test) -> Claim:
    """*condition* holds after every step of the run."""
    known = _condition(condition)
    return Claim(f"always: {known.words}", lambda trace: len(known.steps_in(trace)) == len(trace))


def never(condition: str | Test) -> Claim:
    """*condition* holds after no step of the run."""
    known = _condition(condition)
    return Claim(f"never: {known.words}", lambda trace: not known.steps_in(trace))


def eventually(condition: str | Test) -> Claim:
    """*condition* holds after some step of the run."""
    known = _condition(condition)
    return Claim(f"eventually: {known.words}", lambda trace: bool(known.steps_in(trace)))


def same_result() -> Claim:
    """Every run writes the same results, each sink in any order."""
    return Claim("the same result", results_of, compares=True)


def as_claim(claim: Any) -> Claim:
    """*claim* itself; words, which shall hold at some time; or a function of the trace of a run.

    Raises: TypeError for anything else.
    """
    if isinstance(claim, Claim):
        return claim
    if isinstance(claim, str):
        return eventually(claim)
    if callable(claim):
        return Claim(getattr(claim, "__name__", "a function"), lambda trace: bool(claim(trace)))
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
