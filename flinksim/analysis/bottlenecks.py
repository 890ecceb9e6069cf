"""Which task holds a job up.

Backpressure is seen where it hurts and not where it comes from: the task that cannot write is red,
and the culprit is the first task downstream of it that is not backpressured itself. If that one is
busy, its work is too much for it; if it is idle although it is fed by a backpressured task, it is the
network between them that does not carry enough.

Flink's web page shows the same three numbers and leaves the reading to its user.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from flinksim.core.ids import SubtaskId
from flinksim.trace.events import TaskStateChanged
from flinksim.trace.metrics.job_metrics import MetricsView, metrics_after
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace, check_trace

Level: TypeAlias = Literal["OK", "LOW", "HIGH"]

LOW_FROM_MS = 100
HIGH_FROM_MS = 500
"""Of each second. Flink: up to 10 % is OK, up to 50 % is LOW."""


@dataclass(frozen=True, slots=True)
class Load:
    """How one subtask spent each second, and how full its buffers were; times in ms per second."""

    subtask: SubtaskId
    name: str
    busy: float
    idle: float
    backpressured: float
    records_per_s: float
    in_pool_usage: float
    out_pool_usage: float

    @property
    def level(self) -> Level:
        """How backpressured it is, in the words of Flink's web page."""
        if self.backpressured > HIGH_FROM_MS:
            return "HIGH"
        return "LOW" if self.backpressured > LOW_FROM_MS else "OK"


@dataclass(frozen=True, slots=True)
class Culprit:
    """A subtask that is not backpressured, downstream of ``victims`` that are."""

    subtask: SubtaskId
    is_the_network: bool
    victims: tuple[SubtaskId, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Bottlenecks:
    """The load of every subtask, and the culprits, from upstream to downstream."""

    loads: tuple[Load, ...]
    culprits: tuple[Culprit, ...]

    def load(self, subtask: str) -> Load:
        """The load of one subtask."""
        return next(load for load in self.loads if load.subtask == subtask)

    def __repr__(self) -> str:
        lines = [
            f"{'subtask':8} {'busy':>6} {'idle':>6} {'backpr.':>8} {'rec/s':>9} {'inPool':>7} "
            f"{'outPool':>8}  task"
        ]
        guilty = {culprit.subtask for culprit in self.culprits}
        for load in self.loads:
            mark = " <- culprit" if load.subtask in guilty else ""
            red = f" [{load.level}]" if load.level != "OK" else ""
            lines.append(
                f"{load.subtask:8} {load.busy:6.0f} {load.idle:6.0f} {load.backpressured:8.0f} "
                f"{load.records_per_s:9.1f} {load.in_pool_usage:7.0%} {load.out_pool_usage:8.0%}  "
                f"{load.name}{red}{mark}"
            )
        lines += [self._sentence(culprit) for culprit in self.culprits]
        if not self.culprits:
            lines.append("No task is backpressured.")
        return "\n".join(lines)

    def _sentence(self, culprit: Culprit) -> str:
        victims = ", ".join(culprit.victims)
        if culprit.is_the_network:
            return (
                f"{victims} cannot write, though {culprit.subtask} has time: the network between "
                "them does not carry enough."
            )
        return f"{victims} cannot write, because {culprit.subtask} does not keep up."


def find_bottlenecks(trace: Trace, steps: int | None = None) -> Bottlenecks:
    """Look at the first *steps* steps of *trace*; unless given, at all until a task has finished.

    Raises: IndexError if the trace has no such number of steps.
    """
    check_trace(trace, "find_bottlenecks")
    end = _until_a_task_finished(trace) if steps is None else steps
    metrics = metrics_after(trace, end)
    loads = _loads(metrics, trace.plan)
    return Bottlenecks(tuple(loads.values()), tuple(_culprits(loads, trace.plan)))


def _until_a_task_finished(trace: Trace) -> int:
    for number in trace.steps_with(TaskStateChanged):
        for fact in trace[number].events:
            if isinstance(fact, TaskStateChanged) and fact.after in ("FINISHED", "FAILED"):
                return number
    return len(trace)


def _loads(metrics: MetricsView, plan: Plan) -> dict[SubtaskId, Load]:
    names = {vertex.id: vertex.name for vertex in plan.vertices}
    loads = {}
    for subtask in plan.subtasks:
        found = metrics.of(subtask.id)
        loads[subtask.id] = Load(
            subtask.id,
            names[subtask.vertex],
            found["busyTimeMsPerSecond"],
            found["idleTimeMsPerSecond"],
            found["backPressuredTimeMsPerSecond"],
            max(found["numRecordsInPerSecond"], found["numRecordsOutPerSecond"]),
            found["inPoolUsage"],
            found["outPoolUsage"],
        )
    return loads


def _culprits(loads: dict[SubtaskId, Load], plan: Plan) -> list[Culprit]:
    """Of the receivers of a backpressured task, those that are not backpressured and most busy."""
    victims: dict[SubtaskId, list[SubtaskId]] = {}
    for subtask, load in loads.items():
        if load.level == "OK":
            continue
        receivers = [
            loads[channel.target] for channel in plan.channels if channel.source == subtask
        ]
        free = [receiver for receiver in receivers if receiver.level == "OK"]
        if not free or any(receiver.level == "HIGH" for receiver in receivers):
            continue  # it passes on the backpressure of what comes after it
        most = max(receiver.busy for receiver in free)
        for receiver in free:
            if receiver.busy == most or receiver.busy > HIGH_FROM_MS:
                victims.setdefault(receiver.subtask, []).append(subtask)
    return [
        Culprit(subtask, loads[subtask].busy < LOW_FROM_MS, tuple(dict.fromkeys(found)))
        for subtask, found in victims.items()
    ]
