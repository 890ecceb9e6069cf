"""What reading a trace finds out about a question, before anything is tried.

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
    """Something that could be turned: of which kind, at which node or record, with a first guess.

    ``timestamps`` are those that the records of the record's split had, by their places.
    """

    kind: KnobKind
    node: int = -1
    record: RecordId | None = None
    guess: int | None = None
    timestamps: tuple[int | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Occurrence:
    """What was asked about, as something that any run of the job has or has not.

    ``holds`` is whether the run that was asked has it; ``tell`` says what another run does instead.
    ``until_ms`` is the virtual time up to which runs are looked at while a change is searched for; what
    is found is run to its end. ``None``: all are. ``at_any_time`` is the test without the virtual
    time, where that is a part of ``test``: another schedule always moves that a little.
    """

    test: Callable[[Trace], bool]
    holds: bool
    tell: Callable[[Trace], str]
    until_ms: int | None = None
    at_any_time: Callable[[Trace], bool] | None = None

    def under_schedules(self) -> Occurrence:
        """The effect as another schedule is measured by it."""
        return self if self.at_any_time is None else replace(
            self, test=self.at_any_time, until_ms=None, at_any_time=None
        )  # fmt: skip

    def is_otherwise(self, trace: Trace) -> bool:
        """Whether *trace* differs in it from the run that was asked."""
        return self.test(trace) != self.holds


@dataclass(slots=True)
class Finding:
    """What a trace has to say; see :class:`~flinksim.analysis.why.answer.Answer`.

    Where ``is_timeless``, a change that only moves it in virtual time does not make it otherwise.
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
"""Answers a question of one form, whose parts are given as text."""


def node_in(operator: str) -> int:
    """The node in an operator's id, which is the same in every run of the job."""
    return int(operator[1:].partition("/")[0])


def with_times(trace: Trace, *kinds: type[Any]) -> list[tuple[int, Any]]:
    """The facts of these kinds in *trace*, each with the virtual time at which it became true."""
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
