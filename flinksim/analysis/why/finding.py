"""Result of an explainer: what the trace shows about a question, before anything is rerun.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from flinksim.analysis.why.answer import Link, RecordId, Thing
from flinksim.analysis.why.trace_index import Reading
from flinksim.trace.recorder import Trace

KnobKind: TypeAlias = Literal[
    "delay", "unit", "strategy", "idleness", "longer idleness", "lateness", "trigger", "gap",
    "arrival", "timestamp", "order", "next record", "once more", "left out", "offset", "parallelism",
    "more subtasks", "subtasks", "buffers", "bundle", "cost", "crash", "schedule", "value", "later",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class KnobToTry:
    """Candidate for a counterfactual: kind of change, plan node or record, and first amount to try.

    ``timestamps`` are the timestamps of the records of the record's split, by offset.
    """

    kind: KnobKind
    node: int = -1
    record: RecordId | None = None
    guess: int | None = None
    timestamps: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Outcome that a question is about, as a test on any run of the job.

    - ``test``: whether a run has the outcome.
    - ``holds``: whether the run in question has it.
    - ``tell``: describes what another run does instead.
    - ``until_ms``: the virtual time up to which changed runs are run during the search. The
      counterfactual that is found is run to its end. ``None``: all runs are run to their end.
    - ``at_any_time``: the test without the virtual time, if ``test`` includes it. Another schedule
      always shifts virtual time a little.
    """

    test: Callable[[Trace], bool]
    holds: bool
    tell: Callable[[Trace], str]
    until_ms: int | None = None
    at_any_time: Callable[[Trace], bool] | None = None

    def under_schedules(self) -> Occurrence:
        """Return the outcome without its virtual time, for comparing schedules."""
        return self if self.at_any_time is None else replace(
            self, test=self.at_any_time, until_ms=None, at_any_time=None
        )  # fmt: skip

    def is_otherwise(self, trace: Trace) -> bool:
        """Return whether the outcome of *trace* differs from that of the run in question."""
        return self.test(trace) != self.holds


@dataclass(slots=True)
class Finding:
    """What a trace shows about a question; see :class:`~flinksim.analysis.why.answer.Answer`.

    If ``is_timeless``, a change that only shifts the outcome in virtual time does not count.
    """

    sentence: str
    links: list[Link]
    cause: list[Thing] = field(default_factory=list)
    any_would_do: bool = False
    needs: frozenset[RecordId] | None = None
    unknown: str = ""
    effect: Occurrence | None = None
    knobs: list[KnobToTry] = field(default_factory=list)
    is_timeless: bool = False


Explain: TypeAlias = Callable[[Reading, dict[str, Any]], Finding]
"""Function that answers questions of one form; the parts of the question are text."""


def node_in(operator: str) -> int:
    """Return the plan node of an operator id. It is the same in every run of the job."""
    return int(operator[1:].partition("/")[0])


def with_times(trace: Trace, *kinds: type[Any]) -> list[tuple[int, Any]]:
    """Return the events of the given types in *trace*, each with its virtual time."""
    found = []
    heads, events = trace.heads, trace.events
    last = len(heads) - 1
    number = 0
    for index, fact in enumerate(events):
        while number < last and heads[number + 1].first_event <= index:
            number += 1
        if isinstance(fact, kinds):
            found.append((heads[number].time_ms, fact))
    return found
