"""Checks for exercises about backpressure: task states, the bottleneck and its fix.

They read the results of ``flinksim.find_bottlenecks`` and ``flinksim.beside``, and traces. A hint
says what is wrong and does not give the answer away. Not in Flink.
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
"""The states in which a task can spend its time."""


class TaskLoad(Protocol):
    """The load of a subtask in ms per second (``flinksim.analysis.bottlenecks.Load``)."""

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
    """A bottleneck: a subtask that slows others down."""

    @property
    def subtask(self) -> str: ...


class FoundBottlenecks(Protocol):
    """The result of ``flinksim.find_bottlenecks``."""

    @property
    def loads(self) -> Sequence[TaskLoad]: ...
    @property
    def culprits(self) -> Sequence[Culprit]: ...


class FoundDifference(Protocol):
    """The result of ``flinksim.beside``."""

    @property
    def first_difference(self) -> int | None: ...
    @property
    def first_differing(self) -> Sequence[str]: ...


@checked
def check_time_spent(found: FoundBottlenecks, answer: Mapping[str, str | None]) -> Judgement:
    """Check in which state each task spends most of its time.

    Args:
        found: The bottlenecks of the run.
        answer: ``"busy"``, ``"idle"`` or ``"backpressured"`` by task name or subtask id.

    Returns:
        The result with a hint.

    Raises:
        ValueError: If a task or a state does not exist.
    """
    wrong = []
    for name, state in answer.items():
        if state is not None and state not in CONDITIONS:
            raise ValueError(f"{name}: {state!r}; expected one of {', '.join(CONDITIONS)}")
        if state != _most(_load_of(found, name)):
            wrong.append(name)
    if not wrong:
        return Judgement(True, ", ".join(f"{name} is {state}" for name, state in answer.items()))
    if all(state is None for state in answer.values()):
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
    """Check which task, by name or by subtask id, is the bottleneck.

    Raises:
        ValueError: If the task does not exist.
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
    """Check that a changed run has the same results and is faster.

    The work must still be done: a task that is busy for less time in total has only become cheaper,
    which does not fix the bottleneck.

    Args:
        before: The original run.
        after: The changed run.
        factor: The minimum ratio of the virtual times of the two runs.

    Returns:
        The result with a hint.
    """
    results = [sorted(fact.text for fact in run.of(ResultWritten)) for run in (before, after)]
    if results[0] != results[1]:
        return Judgement(False, "the job must still give the same results, in any order")
    busy_before, busy_after = _busy_ms(before), _busy_ms(after)
    for name, ms in busy_before.items():
        if busy_after.get(name, 0) < 0.9 * ms:
            difference = f"worked {ms} ms in all and works {busy_after.get(name, 0)} ms now"
            return Judgement(
                False, f"{name} {difference}: its work has to be done, not to be left out"
            )
    duration_before, duration_after = _duration_ms(before), _duration_ms(after)
    message = f"it took {duration_before} ms and takes {duration_after} ms"
    if duration_after * factor <= duration_before:
        return Judgement(True, message)
    return Judgement(
        False, f"{message}; it should be {factor:g} times as fast: who holds it up now?"
    )


def _busy_ms(trace: Trace) -> dict[str, int]:
    """Compute for each task how long its subtasks were busy with costly functions, in ms."""
    name_of = {
        subtask.id: vertex.name
        for vertex in trace.plan.vertices
        for subtask in trace.plan.subtasks
        if subtask.vertex == vertex.id
    }
    busy_ms: dict[str, int] = {}
    busy_since: dict[str, int] = {}
    for step in trace:
        for fact in step.events:
            if isinstance(fact, DefaultActionSuspended) and fact.reason == "busy":
                busy_since[fact.subtask] = step.time_ms
            elif isinstance(fact, DefaultActionResumed) and fact.subtask in busy_since:
                name = name_of[fact.subtask]
                busy_ms[name] = busy_ms.get(name, 0) + step.time_ms - busy_since.pop(fact.subtask)
    return busy_ms


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
