"""Checks for exercises about backpressure: task states, the bottleneck and its fix.

They read the results of ``flinksim.find_bottlenecks`` and ``flinksim.compare_side_by_side``, and
traces. A hint says what is wrong and does not give the answer away. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from flinksim.core.validation import validate_arguments
from flinksim.course.checks.window_checks import CheckResult
from flinksim.trace.events import (
    DefaultActionResumed,
    DefaultActionSuspended,
    ProcessingTimeAdvanced,
    ResultWritten,
)
from flinksim.trace.recorder import Trace

TASK_STATES = ("busy", "idle", "backpressured")
"""The states in which a task can spend its time."""


class TaskLoadLike(Protocol):
    """The load of a subtask in ms per second (``flinksim.analysis.bottlenecks.TaskLoadLike``)."""

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


class BottleneckLike(Protocol):
    """A bottleneck of a run: a subtask whose slowness holds up the tasks before it."""

    @property
    def subtask(self) -> str: ...


class BottleneckReportLike(Protocol):
    """The result of ``flinksim.find_bottlenecks``."""

    @property
    def loads(self) -> Sequence[TaskLoadLike]: ...
    @property
    def bottlenecks(self) -> Sequence[BottleneckLike]: ...


class RunAlignmentLike(Protocol):
    """The result of ``flinksim.compare_side_by_side``."""

    @property
    def first_difference(self) -> int | None: ...
    @property
    def first_differing_subtasks(self) -> Sequence[str]: ...


@validate_arguments
def check_task_states(
    report: BottleneckReportLike, answer: Mapping[str, str | None]
) -> CheckResult:
    """Check the answered state in which each task spends most of its time.

    Args:
        report: The bottlenecks of the run.
        answer: ``"busy"``, ``"idle"`` or ``"backpressured"`` by task name or subtask id.

    Returns:
        The result with a hint.

    Raises:
        ValueError: If a task or a state does not exist.
    """
    wrong = []
    for name, state in answer.items():
        if state is not None and state not in TASK_STATES:
            raise ValueError(f"{name}: {state!r}; expected one of {', '.join(TASK_STATES)}")
        if state != _find_main_state(_find_load(report, name)):
            wrong.append(name)
    if not wrong:
        return CheckResult(True, ", ".join(f"{name} is {state}" for name, state in answer.items()))
    if all(state is None for state in answer.values()):
        return CheckResult(False, f"give the state of each task, one of {', '.join(TASK_STATES)}")
    return CheckResult(
        False,
        f"wrong for {', '.join(wrong)}; look at the times of each task in the view “whole run”",
    )


def _find_load(report: BottleneckReportLike, name: str) -> TaskLoadLike:
    for load in report.loads:
        if name in (load.subtask, load.name):
            return load
    names = ", ".join(f"{load.name!r} ({load.subtask})" for load in report.loads)
    raise ValueError(f"there is no task {name!r}; expected one of {names}")


def _find_main_state(load: TaskLoadLike) -> str:
    times = {"busy": load.busy, "idle": load.idle, "backpressured": load.backpressured}
    return max(times, key=lambda word: times[word])


@validate_arguments
def check_bottleneck(report: BottleneckReportLike, answer: str | None) -> CheckResult:
    """Check which task was answered to be the bottleneck of a run, by name or by subtask id.

    Raises:
        ValueError: If the task does not exist.
    """
    if answer is None:
        return CheckResult(False, "name the task that is the bottleneck")
    load = _find_load(report, answer)
    if any(culprit.subtask == load.subtask for culprit in report.bottlenecks):
        return CheckResult(True, f"{load.name} is the bottleneck")
    condition = _find_main_state(load)
    hints = {
        "backpressured": "is backpressured itself; look further downstream",
        "idle": "is idle; it waits for its input",
        "busy": "is busy, but no task waits for it",
    }
    return CheckResult(False, f"{load.name} {hints[condition]}")


@validate_arguments
def check_fix(before: Trace, after: Trace, min_speedup: float = 2) -> CheckResult:
    """Check that a changed run has the same results and is faster.

    The work must still be done: a task that is busy for less time in total has only become cheaper,
    which does not fix the bottleneck.

    Args:
        before: The original run.
        after: The changed run.
        min_speedup: The minimum ratio of the virtual times of the two runs.

    Returns:
        The result with a hint.
    """
    results = [
        sorted(event.text for event in run.get_events(ResultWritten)) for run in (before, after)
    ]
    if results[0] != results[1]:
        return CheckResult(False, "the job must still give the same results, in any order")
    busy_before, busy_after = _compute_busy_ms(before), _compute_busy_ms(after)
    for name, ms in busy_before.items():
        if busy_after.get(name, 0) < 0.9 * ms:
            difference = f"worked {ms} ms in total before and {busy_after.get(name, 0)} ms now"
            return CheckResult(
                False, f"{name} {difference}: the change must not leave out its work"
            )
    duration_before, duration_after = _compute_duration_ms(before), _compute_duration_ms(after)
    message = f"the job took {duration_before} ms before and {duration_after} ms now"
    if duration_after * min_speedup <= duration_before:
        return CheckResult(True, message)
    return CheckResult(
        False, f"{message}; it must be {min_speedup:g} times as fast; look for its bottleneck now"
    )


def _compute_busy_ms(trace: Trace) -> dict[str, int]:
    """Compute, by task, how many ms its subtasks spent in functions that take virtual time."""
    name_of = {
        subtask.id: vertex.name
        for vertex in trace.plan.vertices
        for subtask in trace.plan.subtasks
        if subtask.vertex == vertex.id
    }
    busy_ms: dict[str, int] = {}
    busy_since: dict[str, int] = {}
    for step in trace:
        for event in step.events:
            if isinstance(event, DefaultActionSuspended) and event.reason == "busy":
                busy_since[event.subtask] = step.time_ms
            elif isinstance(event, DefaultActionResumed) and event.subtask in busy_since:
                name = name_of[event.subtask]
                busy_ms[name] = busy_ms.get(name, 0) + step.time_ms - busy_since.pop(event.subtask)
    return busy_ms


def _compute_duration_ms(trace: Trace) -> int:
    moves = trace.get_events(ProcessingTimeAdvanced)
    return moves[-1].after - trace.plan.start_time_ms if moves else 0


@validate_arguments
def check_first_difference(alignment: RunAlignmentLike, answer: str | None) -> CheckResult:
    """Check the answered subtask in which the two compared runs differ first."""
    if answer is None:
        return CheckResult(False, "name the subtask in which the runs first differ, such as 'v1/0'")
    if answer in alignment.first_differing_subtasks:
        return CheckResult(
            True, f"they first differ at {alignment.first_difference} ms, in {answer}"
        )
    return CheckResult(
        False, f"{answer} does the same in both runs up to the first difference and at it"
    )
