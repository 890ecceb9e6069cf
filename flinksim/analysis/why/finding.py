"""Finding: what the trace alone shows about a question, before the program is rerun.

Explainers build it. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from flinksim.analysis.why.answer import CausalLink, Cause, RecordId
from flinksim.analysis.why.trace_index import TraceIndex
from flinksim.trace.recorder import Trace

ChangeKind: TypeAlias = Literal[
    "delay", "unit", "strategy", "idleness", "longer idleness", "lateness", "trigger", "gap",
    "arrival", "timestamp", "order", "next record", "once more", "left out", "offset", "parallelism",
    "more subtasks", "subtasks", "buffers", "bundle", "cost", "crash", "schedule", "value", "later",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class CandidateChange:
    """Kind of change that may change the outcome in question, to be tried by reruns.

    It has the kind, the plan node or record to change, and the first amount to try. ``timestamps``
    returns the timestamps of all records in the record's split, by offset. In a long run that takes
    long, and few candidates are tried.
    """

    kind: ChangeKind
    node: int = -1
    record: RecordId | None = None
    initial_amount: int | None = None
    timestamps: Callable[[], tuple[int | None, ...]] = tuple


@dataclass(frozen=True, slots=True)
class Outcome:
    """Outcome that a question is about, as a test on any run of the job.

    - ``occurs``: whether a run has the outcome.
    - ``has_occurred``: whether the run in question has it.
    - ``describe``: describes what another run does instead.
    - ``until_ms``: the virtual time up to which changed runs are run during the search. The
      counterfactual that is found is run to its end. ``None``: all runs are run to their end.
    - ``occurs_at_any_time``: the test without the virtual time, if ``occurs`` includes it. Another
      schedule always shifts virtual time a little.
    """

    occurs: Callable[[Trace], bool]
    has_occurred: bool
    describe: Callable[[Trace], str]
    until_ms: int | None = None
    occurs_at_any_time: Callable[[Trace], bool] | None = None

    def ignore_time(self) -> Outcome:
        """Return the same outcome at any virtual time, to compare runs with different schedules."""
        return self if self.occurs_at_any_time is None else replace(
            self, occurs=self.occurs_at_any_time, until_ms=None, occurs_at_any_time=None
        )  # fmt: skip

    def is_changed_in(self, trace: Trace) -> bool:
        """Return whether the outcome of *trace* differs from that of the run in question."""
        return self.occurs(trace) != self.has_occurred


@dataclass(frozen=True, slots=True)
class ChangeRequest:
    """Change of the program that a question asks about, such as another watermark delay.

    ``value`` is in ms, or a number of subtasks; ``None`` removes what the parameter sets. With
    ``factor`` the current value is multiplied instead. ``nodes`` are the plan nodes of the operators
    to change; empty: all that have the parameter. ``name`` is the parameter in the language of the
    question.
    """

    parameter: str
    name: str
    value: int | None = None
    factor: float | None = None
    nodes: frozenset[int] = frozenset()

    @property
    def is_removed(self) -> bool:
        """Whether the change removes what the parameter sets."""
        return self.value is None and self.factor is None

    def choose_value(self, current: int | None) -> int:
        """Return the requested value of a parameter whose value is *current*."""
        return int((current or 0) * self.factor) if self.factor is not None else self.value or 0


@dataclass(slots=True)
class Finding:
    """What a trace shows about a question; see :class:`~flinksim.analysis.why.answer.Answer`.

    If ``ignores_time``, a change that only shifts the outcome in virtual time does not count.
    If ``is_settled_by_rerun``, a rerun that confirms the cause also shows what is ``unknown``.
    If ``is_list``, the chain is what was asked for, not what led to it.
    ``request`` is the change of the program that the question asks about.
    """

    sentence: str
    causal_chain: list[CausalLink]
    causes: list[Cause] = field(default_factory=list)
    any_suffices: bool = False
    relevant_records: frozenset[RecordId] | None = None
    unknown: str = ""
    outcome: Outcome | None = None
    candidates: list[CandidateChange] = field(default_factory=list)
    ignores_time: bool = False
    is_settled_by_rerun: bool = False
    is_list: bool = False
    request: ChangeRequest | None = None

    def add_rerun_unknown(self, text: str) -> None:
        """Set what the trace does not tell, and a rerun that confirms the cause does."""
        self.unknown, self.is_settled_by_rerun = text, True


Explainer: TypeAlias = Callable[[TraceIndex, dict[str, Any]], Finding]
"""Function that explains the answers to questions of one form.

It takes the indexed run and the parts of the question as text, such as its window and key.
"""


def parse_node(operator: str) -> int:
    """Return the plan node in an operator id: the number between its first letter and "/".

    It is the same in every run of the job.
    """
    return int(operator[1:].partition("/")[0])


def find_timed_events(trace: Trace, *event_types: type[Any]) -> list[tuple[int, Any]]:
    """Return the events of the given types in *trace*, each with its virtual time."""
    found = []
    heads = iter(trace.headers)
    step, following = next(heads, None), next(heads, None)
    for index, event in trace.get_indexed_events(*event_types):
        while following is not None and following.first_event <= index:
            step, following = following, next(heads, None)
        assert step is not None
        found.append((step.time_ms, event))
    return found
