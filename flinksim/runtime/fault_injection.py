"""What somebody does to a running job from outside, each as a step of its own: kill a part of it, ask
for a checkpoint.

Not in Flink, where a machine dies, or a user calls the REST interface.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from flinksim.core.validation import checked
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.runtime.failure_report import Failure
from flinksim.runtime.jobmaster.job_master import JobMaster
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace.events import CheckpointKind

JOB_MANAGER = "jobmanager"
_LOST_JOB_MANAGER = (
    "The JobManager was lost, and the job with it: without high availability "
    "(high-availability.type) nobody knows of it any more."
)


class CannotIntervene(ValueError):
    """What was to be done to a run cannot be done, such as killing what is not there."""


class Crashed(RuntimeError):
    """A part of the cluster died because a run was told so; no fault of the program's."""


class Target(Protocol):
    """What interventions act on; ``MiniCluster`` is it."""

    @property
    def clock(self) -> SimulatedClock: ...
    @property
    def job_graph(self) -> JobGraph: ...
    @property
    def job_master(self) -> JobMaster: ...
    def task_manager_of(self, task: StreamTask) -> str: ...


class Intervention(Protocol):
    """Becomes step ``at`` of a run, counted as in its trace."""

    @property
    def at(self) -> int: ...
    def describe(self) -> str:
        """What it does, for the step's ``action``."""

    def apply(self, cluster: Target) -> None: ...


@dataclass(frozen=True)
class Crash:
    """The death of *target*, as step *at* of a run.

    *target* is

    - a subtask (``v2/0``), an operator or task by its name, with the number of the subtask where there
      are several (``windows 2/4``): it fails alone;
    - a TaskManager (``tm0``): its tasks are gone at once, and close nothing;
    - ``heartbeat:tm0``: nobody hears of that TaskManager any more; its tasks go on until
      ``heartbeat.timeout`` has passed, and are given up then;
    - ``coordinator``, or ``coordinator:NAME`` where there are several sources: what of a source
      runs in the JobManager; all tasks are run again then;
    - ``jobmanager``: without high availability the job is lost with it.

    Raises: CannotIntervene, when it happens, if there is no such thing or it does not run any more.
    """

    target: str
    at: int

    @checked
    def __init__(self, target: str, at: int) -> None:
        if at < 1:
            raise ValueError(
                f"Crash(at={at}): expected a step after step 0, in which the job begins."
            )
        object.__setattr__(self, "target", target)
        object.__setattr__(self, "at", at)

    @classmethod
    @checked
    def parse(cls, text: str) -> Crash:
        """``windows@1200``: the target, and the step. Raises: ValueError."""
        target, found, step = text.rpartition("@")
        if not found or not target or not step.isdecimal():
            raise ValueError(
                f"a crash is written target@step, such as windows@1200, found {text!r:.80}"
            )
        return cls(target, int(step))

    def describe(self) -> str:
        return f"crash {self.target}"

    def apply(self, cluster: Target) -> None:
        job = cluster.job_master
        kind, _, name = self.target.partition(":")
        if self.target.lower() == JOB_MANAGER:
            job.lose_job_manager(_LOST_JOB_MANAGER)
        elif kind == "coordinator":
            job.fail_job(self._lost_coordinator(cluster, name))
        elif kind == "heartbeat":
            self._lose_heartbeat(cluster, name)
        elif self.target in _task_managers(cluster):
            words = f"TaskManager with id {self.target} is no longer reachable."
            if not self._fail_all(cluster, self.target, words):
                raise CannotIntervene(f"crash of {self.target}: none of its tasks runs any more")
        else:
            task = self._task(cluster)
            self._fail(job, task, f"It was killed at step {self.at}.", closes=True)

    def _fail_all(self, cluster: Target, manager: str, words: str) -> bool:
        """Whether any task of that TaskManager still ran."""
        running = [
            task
            for task in cluster.job_master.tasks
            if cluster.task_manager_of(task) == manager and not task.execution.is_over
        ]
        if running:
            cluster.job_master.cluster.task_manager_lost(manager)
        for task in running:
            self._fail(cluster.job_master, task, words, closes=False)
        return bool(running)

    def _lose_heartbeat(self, cluster: Target, manager: str) -> None:
        """Flink: ``HeartbeatManager``, ``JobMaster.TaskManagerHeartbeatListener``."""
        if manager not in _task_managers(cluster):
            raise CannotIntervene(
                f"crash of {self.target!r}: there is no such TaskManager; there are "
                + ", ".join(f"heartbeat:{one}" for one in _task_managers(cluster))
            )
        words = f"Heartbeat of TaskManager with id {manager} timed out."
        configuration = cluster.job_graph.settings.configuration
        timeout_ms = configuration.get_duration_ms("heartbeat.timeout", 50_000)
        job = cluster.job_master
        lost = {task for task in job.tasks if cluster.task_manager_of(task) == manager}

        job.cluster.task_manager_silent(manager)

        def timed_out() -> None:
            job.cluster.task_manager_lost(manager)
            for task in [one for one in job.tasks if one in lost and not one.execution.is_over]:
                self._fail(job, task, words, closes=False)

        cluster.clock.schedule(
            cluster.clock.now_ms + timeout_ms, lambda _: job.tell(words, timed_out)
        )

    def _lost_coordinator(self, cluster: Target, name: str) -> str:
        """What the job fails with. Flink: ``OperatorCoordinatorHolder``."""
        sources = [
            task
            for task in cluster.job_master.tasks
            if isinstance(task, SourceOperatorStreamTask) and task.subtask.endswith("/0")
        ]
        found = [task for task in sources if name in _names_of(task)] if name else sources
        if len(found) != 1:
            known = ", ".join(f"coordinator:{_names_of(task)[-1]}" for task in sources)
            raise CannotIntervene(f"crash of {self.target!r}: name one of {known}")
        (task,) = found
        if all(one.execution.is_over for one in cluster.job_master.tasks):
            raise CannotIntervene(f"crash of {self.target!r}: the job is over")
        head = next(v for v in cluster.job_graph.vertices if v.name == task.vertex_name)
        return (
            f"Global failure triggered by OperatorCoordinator for '{task.vertex_name}' (operator "
            f"{head.id})."
        )

    def _fail(self, job: JobMaster, task: StreamTask, words: str, closes: bool) -> None:
        failure = Failure(self.at, task.vertex_name, Crashed(words), task.actor_id)
        job.task_failed(task, failure, closes)

    def _task(self, cluster: Target) -> StreamTask:
        tasks = cluster.job_master.tasks
        found = [task for task in tasks if self.target in _names_of(task)]
        if not found:
            known = [f"{task.actor_id} ({_names_of(task)[0]})" for task in tasks]
            raise CannotIntervene(
                f"crash of {self.target!r}: there is no such task; there are "
                + ", ".join([*known, *_task_managers(cluster), "coordinator", JOB_MANAGER])
            )
        task = found[0]
        if task.execution.is_over or task.execution.state == "CREATED":
            raise CannotIntervene(
                f"crash of {self.target!r}: {task.actor_id} is {task.execution.state} then; choose a "
                "step at which it runs"
            )
        return task


@dataclass(frozen=True)
class TakeCheckpoint:
    """A checkpoint, or a savepoint, that somebody asks for, as step *at* of a run.

    *target* is the folder for a savepoint. With a "suspend savepoint" the job stops, with a "terminate
    savepoint" it does so for good.
    """

    kind: CheckpointKind
    at: int
    target: Path | None = None

    def describe(self) -> str:
        return f"ask for a {self.kind}"

    def apply(self, cluster: Target) -> None:
        cluster.job_master.checkpoints.trigger(self.kind, self.target)


def _task_managers(cluster: Target) -> dict[str, None]:
    return dict.fromkeys(cluster.task_manager_of(task) for task in cluster.job_master.tasks)


def _names_of(task: StreamTask) -> list[str]:
    """All by which *task* may be called, the longest first."""
    index, parallelism = (
        task.operators[0].context.subtask_index,
        task.operators[0].context.parallelism,
    )
    part = f" {index + 1}/{parallelism}" if parallelism > 1 else ""
    long = [task.vertex_name, *[operator.context.operator_name for operator in task.operators]]
    short = [name.removeprefix("Source: ").removeprefix("Sink: ") for name in long]
    names = [*long, *short]
    own = [f"{name}{part}" for name in names]
    return [*own, *(names if index == 0 else ()), str(task.actor_id)]
