"""Checks for exercises about backpressure: who spends its time how, who is the culprit, is it mended.

They read what ``flinksim.find_bottlenecks`` and ``flinksim.beside`` found in a run, and the traces
themselves; a hint says what is wrong without giving the answer away.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from flinksim.core.validation import checked
from flinksim.course.checks.windows import Judgement
from flinksim.trace.events import (
    DefaultActionResumed,
    DefaultActionSuspended,
    ProcessingTimeAdvanced,
    ResultWritten,
)
from flinksim.trace.recorder import Trace

CONDITIONS = ("busy", "idle", "backpressured")
"""What a task can spend its time with."""


class TaskLoad(Protocol):
    """How one subtask spent each second, in ms (``flinksim.analysis.bottlenecks.Load``)."""

    @property
    def subtask(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def busy(self) -> float: ...
    @property
    def idle(self) -> float: ...
    @property
    def backpressured(self) -> float: ...


class Culprit(Protocol):
    """Who holds others up."""

    @property
    def subtask(self) -> str: ...


class FoundBottlenecks(Protocol):
    """What ``flinksim.find_bottlenecks`` gives."""

    @property
    def loads(self) -> Sequence[TaskLoad]: ...
    @property
    def culprits(self) -> Sequence[Culprit]: ...


class FoundDifference(Protocol):
    """What ``flinksim.beside`` gives."""

    @property
    def first_difference(self) -> int | None: ...
    @property
    def first_differing(self) -> Sequence[str]: ...


@checked
def check_time_spent(found: FoundBottlenecks, answer: Mapping[str, str | None]) -> Judgement:
    """Check what *answer* says that tasks spend most of their time with: by name, or by subtask.

    Raises: ValueError for a task or a word that does not exist.
    """
    wrong = []
    for name, word in answer.items():
        if word is not None and word not in CONDITIONS:
            raise ValueError(f"{name}: {word!r}; expected one of {', '.join(CONDITIONS)}")
        if word != _most(_load_of(found, name)):
            wrong.append(name)
    if not wrong:
        return Judgement(True, ", ".join(f"{name} is {word}" for name, word in answer.items()))
    if all(word is None for word in answer.values()):
        return Judgement(False, f"say of each task whether it is {', '.join(CONDITIONS)}")
    return Judgement(
        False, f"not so of {', '.join(wrong)}: look at the time of each task in the whole run"
    )


def _load_of(found: FoundBottlenecks, name: str) -> TaskLoad:
    for load in found.loads:
        if name in (load.subtask, load.name):
            return load
    names = ", ".join(f"{load.name!r} ({load.subtask})" for load in found.loads)
    raise ValueError(f"there is no task {name!r}; there are {names}")


def _most(load: TaskLoad) -> str:
    times = {"busy": load.busy, "idle": load.idle, "backpressured": load.backpressured}
    return max(times, key=lambda word: times[word])


@checked
def check_culprit(found: FoundBottlenecks, answer: str | None) -> Judgement:
    """Check which task (by name, or by subtask) holds the others up.

    Raises: ValueError for a task that does not exist.
    """
    if answer is None:
        return Judgement(False, "name the task that holds the others up")
    load = _load_of(found, answer)
    if any(culprit.subtask == load.subtask for culprit in found.culprits):
        return Judgement(True, f"{load.name} does not keep up")
    condition = _most(load)
    hints = {
        "backpressured": "is held up itself: go on downstream",
        "idle": "has time: it waits for others",
        "busy": "is busy, but nobody waits for it",
    }
    return Judgement(False, f"{load.name} {hints[condition]}")


@checked
def check_mended(before: Trace, after: Trace, factor: float = 2) -> Judgement:
    """Check that *after* has the results of *before*, in at most ``1/factor`` of its virtual time.

    The work has to be done as before: a task that is busy for less time in all has been made cheaper,
    and that is no cure.
    """
    results = [sorted(fact.text for fact in run.of(ResultWritten)) for run in (before, after)]
    if results[0] != results[1]:
        return Judgement(False, "the job must still give the same results, in any order")
    spent, spends = _busy_ms(before), _busy_ms(after)
    for name, ms in spent.items():
        if spends.get(name, 0) < 0.9 * ms:
            found = f"worked {ms} ms in all and works {spends.get(name, 0)} ms now"
            return Judgement(False, f"{name} {found}: its work has to be done, not to be left out")
    took, takes = _duration_ms(before), _duration_ms(after)
    told = f"it took {took} ms and takes {takes} ms"
    if takes * factor <= took:
        return Judgement(True, told)
    return Judgement(False, f"{told}; it should be {factor:g} times as fast: who holds it up now?")


def _busy_ms(trace: Trace) -> dict[str, int]:
    """For how long the subtasks of each task were busy with costly functions, in all."""
    name_of = {
        subtask.id: vertex.name
        for vertex in trace.plan.vertices
        for subtask in trace.plan.subtasks
        if subtask.vertex == vertex.id
    }
    spent: dict[str, int] = {}
    since: dict[str, int] = {}
    for step in trace:
        for fact in step.events:
            if isinstance(fact, DefaultActionSuspended) and fact.reason == "busy":
                since[fact.subtask] = step.time_ms
            elif isinstance(fact, DefaultActionResumed) and fact.subtask in since:
                name = name_of[fact.subtask]
                spent[name] = spent.get(name, 0) + step.time_ms - since.pop(fact.subtask)
    return spent


def _duration_ms(trace: Trace) -> int:
    moves = trace.of(ProcessingTimeAdvanced)
    return moves[-1].after - trace.plan.start_time_ms if moves else 0


@checked
def check_first_difference(found: FoundDifference, answer: str | None) -> Judgement:
    """Check in which subtask two runs first differ."""
    if answer is None:
        return Judgement(False, "name the subtask in which the runs first differ, such as 'v1/0'")
    if answer in found.first_differing:
        return Judgement(True, f"they first differ at {found.first_difference} ms, in {answer}")
    return Judgement(
        False, f"{answer} does the same in both runs up to the first difference and at it"
    )
