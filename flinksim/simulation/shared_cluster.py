"""Several jobs on one cluster, with their own slots and shared TaskManagers and time.

Flink: a session cluster, with one ``JobMaster`` for each job.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from flinksim.core.atomic_files import write_file
from flinksim.core.i18n.languages import Language
from flinksim.core.validation import validate_arguments
from flinksim.datastream.argument_checks import check_environment
from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import InjectionError
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.viz.plots.cluster_timeline import draw_cluster


class SharedCluster:
    """A session cluster: jobs by name, in order of submission.

    Each job is a :class:`Simulation` with its own trace.

    The slots of a job follow those of the earlier jobs. All jobs must have the same
    ``taskmanager.numberOfTaskSlots``. The job with the earliest next step in virtual time runs
    next; jobs with the same time take turns (round robin).

    A TaskManager in which no job has slots for ``resourcemanager.taskmanager-timeout`` (30 s) is
    stopped, unless the program fixes the number of TaskManagers. The trace of the job with the next
    step records this. :meth:`to_svg` draws the slots of all jobs.

    Differs: jobs share no network buffers and no processor time.
    """

    @validate_arguments
    def __init__(
        self,
        environments: Mapping[str, StreamExecutionEnvironment],
        settings: RunSettings | None = None,
    ) -> None:
        """Create the jobs and assign their slots.

        Raises:
            ValueError: There is no job, or the jobs have TaskManagers of different sizes.
        """
        if not environments:
            raise ValueError("SharedCluster({}): expected at least one job.")
        self.jobs: dict[str, Simulation] = {}
        self._last_job = ""
        self._used_task_managers: set[str] = set()
        self._idle_since_ms: dict[str, int] = {}
        # a replay of one job would not know when the others leave a TaskManager idle
        chosen = replace(settings or RunSettings(), trace="full")
        sizes: dict[int, str] = {}
        for name, env in environments.items():
            check_environment(env, "SharedCluster")
            job = Simulation(env.pipeline(name), replace(chosen, first_slot=chosen.first_slot))
            job.name = name
            self.jobs[name] = job
            sizes.setdefault(job.cluster.slots_per_task_manager, name)
            chosen = replace(chosen, first_slot=chosen.first_slot + job.cluster.used_slots)
        if len(sizes) > 1:
            description = ", ".join(f"{size} in {name!r}" for size, name in sizes.items())
            raise ValueError(
                f"the jobs of a shared cluster must have the same taskmanager.numberOfTaskSlots. Found {description}"
            )

    @property
    def time_ms(self) -> int:
        """The virtual time of the last step, in milliseconds."""
        return max(job.cluster.clock.now_ms for job in self.jobs.values())

    def step(self) -> Simulation | None:
        """Take the next step of the cluster: of the job whose next step is the earliest.

        Return that job, or ``None`` if all jobs have ended.
        """
        names = list(self.jobs)
        offset = names.index(self._last_job) + 1 if self._last_job else 0
        candidates = [
            (at, rank, name)
            for rank, name in enumerate(names[offset:] + names[:offset])
            if (at := self.jobs[name].cluster.next_step_time_ms) is not None
        ]
        if not candidates:
            return None
        self._last_job = min(candidates)[2]
        job = self.jobs[self._last_job]
        job.cluster.job_master.cluster.on_task_managers_idle(self._idle_since_ms)
        job.step()
        self._update_idle()
        return job

    def _update_idle(self) -> None:
        """Update since when each TaskManager has had no slots in use.

        TaskManagers that have been stopped are removed.
        """
        in_use: set[str] = set()
        for one in self.jobs.values():
            in_use |= one.cluster.job_master.cluster.active_managers
        for manager in self._used_task_managers - in_use:
            self._idle_since_ms.setdefault(manager, self.time_ms)
        for manager in in_use:
            self._idle_since_ms.pop(manager, None)
        stopped = self.jobs[self._last_job].cluster.job_master.cluster.stopped_managers
        for manager in stopped & self._idle_since_ms.keys():
            del self._idle_since_ms[manager]
            self._used_task_managers.discard(manager)
        self._used_task_managers |= in_use - stopped

    @validate_arguments
    def run(self, until_ms: int | None = None) -> SharedCluster:
        """Run until all jobs have ended, or until their next step is later than *until_ms*.

        Returns:
            This cluster.

        Raises:
            JobExecutionError: The error of the first failed job, after all jobs have ended.
        """
        while True:
            next_steps = [job.cluster.next_step_time_ms for job in self.jobs.values()]
            due = [at for at in next_steps if at is not None]
            if not due or (until_ms is not None and min(due) > until_ms):
                break
            self.step()
        for job in self.jobs.values():
            if until_ms is None and isinstance(job.failure, JobExecutionError):
                raise job.failure
        return self

    @validate_arguments
    def crash(self, task_manager: str) -> SharedCluster:
        """Kill *task_manager* (``tm0``, ``heartbeat:tm0``) for all its jobs; return this cluster.

        Raises:
            ValueError: No job has a running task there.
        """
        manager = task_manager.removeprefix("heartbeat:")
        affected_jobs = [job for job in self.jobs.values() if job.cluster.has_tasks_on(manager)]
        if not affected_jobs:
            raise InjectionError(
                f"crash of {task_manager!r}: no job has running tasks on this TaskManager"
            )
        for job in affected_jobs:
            job.crash(task_manager)
        return self

    @validate_arguments
    def to_svg(self, *, width: int = 900, language: Language = "en") -> str:
        """Draw a timeline of all jobs as SVG: the tasks in each slot over virtual time.

        A failed attempt ends in a cross. Registration, loss and stop of TaskManagers are marked.
        """
        traces = {name: job.trace for name, job in self.jobs.items()}
        return draw_cluster(traces, width, language)

    @validate_arguments
    def export_svg(
        self, path: str | os.PathLike[str], *, width: int = 900, language: Language = "en"
    ) -> None:
        """Write :meth:`to_svg` to *path*; replace an existing file."""
        write_file(path, self.to_svg(width=width, language=language))

    def __repr__(self) -> str:
        jobs = ", ".join(f"{name}: {job.status}" for name, job in self.jobs.items())
        return f"<SharedCluster at {self.time_ms} ms: {jobs}>"
