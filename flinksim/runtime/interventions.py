"""What somebody does to a running job from outside, each as a step of its own: kill a part of it, ask
for a checkpoint.

Not in Flink, where a machine dies, or a user calls the REST interface.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from flinksim.common.checked import checked
from flinksim.common.ids import OperatorId
from flinksim.runtime.failure import Failure
from flinksim.runtime.jobmaster.job_master import JobMaster
from flinksim.runtime.tasks.stream_task import StreamTask
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

    *target* is a subtask (``v2/0``), an operator or task by its name, with the number of the subtask
    where there are several (``windows 2/4``), a TaskManager (``taskmanager-1``), or ``jobmanager``.
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
        if self.target.lower() == JOB_MANAGER:
            job.lose_job_manager(_LOST_JOB_MANAGER)
            return
        managers = dict.fromkeys(cluster.task_manager_of(task) for task in job.tasks)
        if self.target in managers:
            tasks = [task for task in job.tasks if cluster.task_manager_of(task) == self.target]
            running = [task for task in tasks if not task.execution.is_over]
            if not running:
                raise CannotIntervene(f"crash of {self.target}: none of its tasks runs any more")
            for task in running:
                self._fail(job, task, f"The TaskManager {self.target} was lost.", closes=False)
            return
        task = self._task(job, list(managers))
        self._fail(job, task, f"{task.actor_id} was killed at step {self.at}.", closes=True)

    def _fail(self, job: JobMaster, task: StreamTask, words: str, closes: bool) -> None:
        failure = Failure(
            self.at, task.actor_id, task.vertex_name, OperatorId(""), "", "", "", Crashed(words), ""
        )
        job.task_failed(task, failure, closes)

    def _task(self, job: JobMaster, managers: list[str]) -> StreamTask:
        found = [task for task in job.tasks if self.target in _names_of(task)]
        if not found:
            known = [f"{task.actor_id} ({_names_of(task)[0]})" for task in job.tasks]
            raise CannotIntervene(
                f"crash of {self.target!r}: there is no such task; there are "
                + ", ".join([*known, *managers, JOB_MANAGER])
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
    """A checkpoint, or a savepoint, that somebody asks for, as step *at* of a run."""

    kind: CheckpointKind
    at: int

    def describe(self) -> str:
        return f"ask for a {self.kind}"

    def apply(self, cluster: Target) -> None:
        cluster.job_master.checkpoints.trigger(self.kind)


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
