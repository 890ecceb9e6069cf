"""Actions from outside on a running job: a crash of one of its parts, or a checkpoint request.

Each action is a step of its own. Not in Flink, where a machine dies or a user calls the REST
interface.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from flinksim.core.validation import validate_arguments
from flinksim.graph.job_graph_generator import JobGraph
from flinksim.runtime.failure_report import Failure
from flinksim.runtime.jobmaster.job_master import JobMaster
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask
from flinksim.runtime.tasks.stream_task import StreamTask
from flinksim.runtime.virtual_clock import SimulatedClock
from flinksim.trace.events import CheckpointKind

JOB_MANAGER = "jobmanager"
_JOB_MANAGER_LOST_MESSAGE = (
    "The JobManager failed. Without high availability (high-availability.type), its job is lost."
)


class InjectionError(ValueError):
    """Error of an action that is impossible, such as a crash of a task that does not exist."""


class InjectedFailure(RuntimeError):
    """Failure that was injected into a part of the cluster; the program has no fault."""


class InjectionTarget(Protocol):
    """The part of ``MiniCluster`` that injected crashes and requests use."""

    @property
    def clock(self) -> SimulatedClock: ...
    @property
    def job_graph(self) -> JobGraph: ...
    @property
    def job_master(self) -> JobMaster: ...
    def get_task_manager(self, task: StreamTask) -> str: ...


class InjectedAction(Protocol):
    """A crash or request from outside; it is executed as step number ``at`` of the run."""

    @property
    def at(self) -> int: ...
    def describe(self) -> str:
        """Describe the action, for its step in the trace."""

    def apply(self, cluster: InjectionTarget) -> None: ...


@dataclass(frozen=True)
class Crash:
    """A crash of ``target``, as step ``at`` of a run.

    The target is one of:

    - a subtask (``v2/0``), or the name of an operator or task, with the number of the subtask if
      there are several (``windows 2/4``): only this task fails;
    - a TaskManager (``tm0``): its tasks disappear at the same time and close nothing;
    - ``heartbeat:tm0``: heartbeats of that TaskManager stop. Its tasks continue until
      ``heartbeat.timeout`` has passed and are lost then;
    - ``coordinator``, or ``coordinator:NAME`` if there are several sources: the part of a source
      that runs in the JobManager. All tasks are restarted;
    - ``jobmanager``: without high availability the job is lost too.

    >>> Crash.parse("windows@1200")
    Crash(target='windows', at=1200)

    Raises:
        InjectionError: When the step is taken, if the target does not exist or no longer runs.
    """

    target: str
    at: int

    @validate_arguments
    def __init__(self, target: str, at: int) -> None:
        if at < 1:
            raise ValueError(
                f"Crash(at={at}): expected a step after step 0, in which the job starts."
            )
        object.__setattr__(self, "target", target)
        object.__setattr__(self, "at", at)

    @classmethod
    @validate_arguments
    def parse(cls, text: str) -> Crash:
        """Parse ``target@step``, such as ``windows@1200``.

        Raises:
            ValueError: If *text* does not have this form.
        """
        target, found, step = text.rpartition("@")
        if not found or not target or not step.isdecimal():
            raise ValueError(
                f"crash: expected target@step, such as windows@1200, found {text!r:.80}"
            )
        return cls(target, int(step))

    def describe(self) -> str:
        return f"crash {self.target}"

    def apply(self, cluster: InjectionTarget) -> None:
        job = cluster.job_master
        kind, _, name = self.target.partition(":")
        if self.target.lower() == JOB_MANAGER:
            job.on_job_manager_lost(_JOB_MANAGER_LOST_MESSAGE)
        elif kind == "coordinator":
            job.fail_job(self._describe_lost_coordinator(cluster, name))
        elif kind == "heartbeat":
            self._lose_heartbeat(cluster, name)
        elif self.target in _list_task_managers(cluster):
            message = f"TaskManager with id {self.target} is no longer reachable."
            if not self._fail_task_manager(cluster, self.target, message):
                raise InjectionError(f"crash of {self.target}: none of its tasks is still running")
        else:
            task = self._find_task(cluster)
            self._fail_task(job, task, f"Crash injected in step {self.at}.", closes_operators=True)

    def _fail_task_manager(self, cluster: InjectionTarget, manager: str, message: str) -> bool:
        """Fail all running tasks of that TaskManager; return whether there were any."""
        running = [
            task
            for task in cluster.job_master.tasks
            if cluster.get_task_manager(task) == manager and not task.execution.is_over
        ]
        if running:
            cluster.job_master.cluster.on_task_manager_lost(manager)
        for task in running:
            self._fail_task(cluster.job_master, task, message, closes_operators=False)
        return bool(running)

    def _lose_heartbeat(self, cluster: InjectionTarget, manager: str) -> None:
        """Stop the heartbeats of a TaskManager, and fail its tasks after the timeout.

        Flink: ``HeartbeatManager``, ``JobMaster.TaskManagerHeartbeatListener``.
        """
        if manager not in _list_task_managers(cluster):
            raise InjectionError(
                f"crash of {self.target!r}: there is no such TaskManager. Available: "
                + ", ".join(f"heartbeat:{one}" for one in _list_task_managers(cluster))
            )
        message = f"Heartbeat of TaskManager with id {manager} timed out."
        configuration = cluster.job_graph.settings.configuration
        timeout_ms = configuration.get_duration_ms("heartbeat.timeout", 50_000)
        job = cluster.job_master
        lost = {task for task in job.tasks if cluster.get_task_manager(task) == manager}

        job.cluster.on_task_manager_silent(manager)

        def on_timeout() -> None:
            job.cluster.on_task_manager_lost(manager)
            for task in [one for one in job.tasks if one in lost and not one.execution.is_over]:
                self._fail_task(job, task, message, closes_operators=False)

        cluster.clock.schedule(
            cluster.clock.now_ms + timeout_ms, lambda _: job.run_async(message, on_timeout)
        )

    def _describe_lost_coordinator(self, cluster: InjectionTarget, name: str) -> str:
        """Return the job's error message for the loss of the source coordinator *name*.

        Flink: ``OperatorCoordinatorHolder``.
        """
        sources = [
            task
            for task in cluster.job_master.tasks
            if isinstance(task, SourceOperatorStreamTask) and task.subtask.endswith("/0")
        ]
        found = [task for task in sources if name in _list_task_names(task)] if name else sources
        if len(found) != 1:
            known = ", ".join(f"coordinator:{_list_task_names(task)[-1]}" for task in sources)
            raise InjectionError(f"crash of {self.target!r}: unknown target. Choose one of {known}")
        (task,) = found
        if all(one.execution.is_over for one in cluster.job_master.tasks):
            raise InjectionError(f"crash of {self.target!r}: the job is over")
        head = next(v for v in cluster.job_graph.vertices if v.name == task.vertex_name)
        return (
            f"Global failure triggered by OperatorCoordinator for '{task.vertex_name}' (operator "
            f"{head.id})."
        )

    def _fail_task(
        self, job: JobMaster, task: StreamTask, message: str, closes_operators: bool
    ) -> None:
        failure = Failure(self.at, task.vertex_name, InjectedFailure(message), task.actor_id)
        job.on_task_failed(task, failure, closes_operators)

    def _find_task(self, cluster: InjectionTarget) -> StreamTask:
        tasks = cluster.job_master.tasks
        found = [task for task in tasks if self.target in _list_task_names(task)]
        if not found:
            known = [f"{task.actor_id} ({_list_task_names(task)[0]})" for task in tasks]
            raise InjectionError(
                f"crash of {self.target!r}: there is no such task. Available: "
                + ", ".join([*known, *_list_task_managers(cluster), "coordinator", JOB_MANAGER])
            )
        task = found[0]
        if task.execution.is_over or task.execution.state == "CREATED":
            raise InjectionError(
                f"crash of {self.target!r}: {task.actor_id} is "
                f"{task.execution.state} in this step. Choose a step in which it "
                "is running"
            )
        return task


@dataclass(frozen=True)
class TriggerCheckpoint:
    """A request for a checkpoint or savepoint, as step ``at`` of a run.

    ``target`` is the folder of a savepoint. A "suspend savepoint" stops the job; a "terminate
    savepoint" stops it after it drained its input.
    """

    kind: CheckpointKind
    at: int
    target: Path | None = None

    def describe(self) -> str:
        return f"ask for a {self.kind}"

    def apply(self, cluster: InjectionTarget) -> None:
        cluster.job_master.checkpoint_coordinator.trigger(self.kind, self.target)


def _list_task_managers(cluster: InjectionTarget) -> dict[str, None]:
    return dict.fromkeys(cluster.get_task_manager(task) for task in cluster.job_master.tasks)


def _list_task_names(task: StreamTask) -> list[str]:
    """List all names by which *task* can be addressed, the longest first."""
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
