"""Search for the tasks that cause backpressure.

Backpressure shows upstream of its cause. The bottleneck is the first task downstream of a
backpressured task that is not backpressured itself. If it is busy, it cannot keep up with its
input. If it is idle although a backpressured task feeds it, the network between them is too slow.

Flink's web UI shows the same three metrics without this conclusion.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from flinksim.core.ids import SubtaskId
from flinksim.trace.events import TaskStateChanged
from flinksim.trace.metrics.job_metrics import MetricsView, compute_metrics_after
from flinksim.trace.plan import Plan
from flinksim.trace.recorder import Trace, check_trace

BackpressureLevel: TypeAlias = Literal["OK", "LOW", "HIGH"]

LOW_THRESHOLD_MS = 100
HIGH_THRESHOLD_MS = 500
"""Maximum backpressured ms per second of the levels OK and LOW (10 % and 50 %); more is HIGH.

Flink: up to 10 % is OK, up to 50 % is LOW.
"""


@dataclass(frozen=True, slots=True)
class TaskLoad:
    """Load of one subtask: busy, idle and backpressured time in ms per second, and buffer usage."""

    subtask: SubtaskId
    name: str
    busy: float
    idle: float
    backpressured: float
    records_per_s: float
    in_pool_usage: float
    out_pool_usage: float

    @property
    def backpressure_level(self) -> BackpressureLevel:
        """Backpressure level of the subtask, with the names of Flink's web UI."""
        if self.backpressured > HIGH_THRESHOLD_MS:
            return "HIGH"
        return "LOW" if self.backpressured > LOW_THRESHOLD_MS else "OK"


@dataclass(frozen=True, slots=True)
class Bottleneck:
    """Subtask that causes backpressure: it reads from ``victims`` and is not backpressured itself.

    ``victims`` are the backpressured subtasks that send to it. With ``is_network`` the network
    between them is too slow, not the subtask.
    """

    subtask: SubtaskId
    is_network: bool
    victims: tuple[SubtaskId, ...]


@dataclass(frozen=True, slots=True, repr=False)
class BottleneckReport:
    """Load of every subtask, and the bottlenecks in upstream-to-downstream order."""

    loads: tuple[TaskLoad, ...]
    bottlenecks: tuple[Bottleneck, ...]

    def find_load(self, subtask: str) -> TaskLoad:
        """Return the load of one subtask."""
        return next(load for load in self.loads if load.subtask == subtask)

    def __repr__(self) -> str:
        lines = [
            f"{'subtask':8} {'busy':>6} {'idle':>6} {'backpr.':>8} {'rec/s':>9} {'inPool':>7} "
            f"{'outPool':>8}  task"
        ]
        bottleneck_ids = {culprit.subtask for culprit in self.bottlenecks}
        for load in self.loads:
            mark = " <- culprit" if load.subtask in bottleneck_ids else ""
            level = f" [{load.backpressure_level}]" if load.backpressure_level != "OK" else ""
            lines.append(
                f"{load.subtask:8} {load.busy:6.0f} {load.idle:6.0f} {load.backpressured:8.0f} "
                f"{load.records_per_s:9.1f} {load.in_pool_usage:7.0%} {load.out_pool_usage:8.0%}  "
                f"{load.name}{level}{mark}"
            )
        lines += [self._describe_bottleneck(culprit) for culprit in self.bottlenecks]
        if not self.bottlenecks:
            lines.append("No task is backpressured.")
        return "\n".join(lines)

    def _describe_bottleneck(self, bottleneck: Bottleneck) -> str:
        victims = ", ".join(bottleneck.victims)
        if bottleneck.is_network:
            return (
                f"{victims} cannot write although {bottleneck.subtask} has "
                "capacity: the network between them is the bottleneck."
            )
        return f"{victims} cannot write because {bottleneck.subtask} is too slow."


def find_bottlenecks(trace: Trace, steps: int | None = None) -> BottleneckReport:
    """Find the bottlenecks in the first *steps* steps of *trace*.

        >>> import flinksim as fs
        >>> from flinksim.datastream import StreamExecutionEnvironment
        >>> env = StreamExecutionEnvironment.get_execution_environment()
        >>> _ = env.from_collection([1, 2, 3]).map(lambda x: x + 1)
        >>> sim = fs.simulate(env)
        >>> _ = sim.run()
        >>> print(str(fs.find_bottlenecks(sim.trace)).splitlines()[-1])
        No task is backpressured.

    Args:
        trace: The run.
        steps: The number of steps; unless given, all steps until the first task has finished.

    Raises:
        IndexError: The trace has fewer steps.
    """
    check_trace(trace, "find_bottlenecks")
    end = _find_first_finish(trace) if steps is None else steps
    metrics = compute_metrics_after(trace, end)
    loads = _compute_loads(metrics, trace.plan)
    return BottleneckReport(
        tuple(loads.values()), tuple(_find_bottlenecks_of_plan(loads, trace.plan))
    )


def _find_first_finish(trace: Trace) -> int:
    for number in trace.find_steps(TaskStateChanged):
        for event in trace[number].events:
            if isinstance(event, TaskStateChanged) and event.after in ("FINISHED", "FAILED"):
                return number
    return len(trace)


def _compute_loads(metrics: MetricsView, plan: Plan) -> dict[SubtaskId, TaskLoad]:
    names = {vertex.id: vertex.name for vertex in plan.vertices}
    loads = {}
    for subtask in plan.subtasks:
        found = metrics.get_task_metrics(subtask.id)
        loads[subtask.id] = TaskLoad(
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


def _find_bottlenecks_of_plan(loads: dict[SubtaskId, TaskLoad], plan: Plan) -> list[Bottleneck]:
    """Find the bottlenecks downstream of each backpressured task.

    Of the tasks that it sends to and that are not backpressured themselves, these are the busiest one
    and all that are busy for more than 50 % of the time.
    """
    victims: dict[SubtaskId, list[SubtaskId]] = {}
    for subtask, load in loads.items():
        if load.backpressure_level == "OK":
            continue
        receivers = [
            loads[channel.target] for channel in plan.channels if channel.source == subtask
        ]
        free = [receiver for receiver in receivers if receiver.backpressure_level == "OK"]
        if not free or any(receiver.backpressure_level == "HIGH" for receiver in receivers):
            continue  # the backpressure comes from further downstream
        max_busy = max(receiver.busy for receiver in free)
        for receiver in free:
            if receiver.busy == max_busy or receiver.busy > HIGH_THRESHOLD_MS:
                victims.setdefault(receiver.subtask, []).append(subtask)
    return [
        Bottleneck(subtask, loads[subtask].busy < LOW_THRESHOLD_MS, tuple(dict.fromkeys(found)))
        for subtask, found in victims.items()
    ]
