"""Several jobs on one cluster: each has slots of its own, and they share TaskManagers and time.

Flink: a session cluster, with one ``JobMaster`` for each job.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from flinksim.core.atomic_files import write_file
from flinksim.core.i18n.languages import Language
from flinksim.core.validation import checked
from flinksim.datastream.argument_checks import check_environment
from flinksim.datastream.stream_execution_environment import StreamExecutionEnvironment
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.fault_injection import CannotIntervene
from flinksim.runtime.minicluster import RunSettings
from flinksim.simulation.simulation import Simulation
from flinksim.viz.plots.cluster_timeline import draw_cluster


class SharedCluster:
    """Jobs by their names, submitted in that order; each is a :class:`Simulation` with its own trace.

    The slots of a job come behind those of the jobs before it, and all have as many slots in a
    TaskManager as their option ``taskmanager.numberOfTaskSlots`` says, which has to be the same. Of all
    jobs the one goes next whose next step is the earliest in virtual time; of several, each in turn.

    A TaskManager that no job has had slots of for ``resourcemanager.taskmanager-timeout`` (30 s) is
    stopped, unless the program fixes their number; the job that makes the next step tells it. What all
    jobs have in which slot is one picture: :meth:`to_svg`.

    Differs: jobs share no network buffers and no processor time.
    """

    @checked
    def __init__(
        self,
        environments: Mapping[str, StreamExecutionEnvironment],
        settings: RunSettings | None = None,
    ) -> None:
        """Raises: ValueError if the jobs have TaskManagers of other sizes, or there is no job."""
        if not environments:
            raise ValueError("SharedCluster({}): expected at least one job.")
        self.jobs: dict[str, Simulation] = {}
        self._last = ""
        self._used: set[str] = set()
        self._idle: dict[str, int] = {}
        chosen = settings or RunSettings()
        sizes: dict[int, str] = {}
        for name, env in environments.items():
            check_environment(env, "SharedCluster")
            job = Simulation(env.pipeline(name), replace(chosen, first_slot=chosen.first_slot))
            job.name = name
            self.jobs[name] = job
            sizes.setdefault(job.cluster.slots_per_task_manager, name)
            chosen = replace(chosen, first_slot=chosen.first_slot + job.cluster.slots_taken)
        if len(sizes) > 1:
            told = ", ".join(f"{size} in {name!r}" for size, name in sizes.items())
            raise ValueError(
                "the jobs of one cluster have one option taskmanager.numberOfTaskSlots; found "
                + told
            )

    @property
    def time_ms(self) -> int:
        """The virtual time of the last step."""
        return max(job.cluster.clock.now_ms for job in self.jobs.values())

    def step(self) -> Simulation | None:
        """Take the next step of all jobs; gives the job that took it, ``None`` if none has any."""
        names = list(self.jobs)
        after = names.index(self._last) + 1 if self._last else 0
        waiting = [
            (at, turn, name)
            for turn, name in enumerate(names[after:] + names[:after])
            if (at := self.jobs[name].cluster.next_step_at_ms) is not None
        ]
        if not waiting:
            return None
        self._last = min(waiting)[2]
        job = self.jobs[self._last]
        job.cluster.job_master.cluster.task_managers_idle(self._idle)
        job.step()
        self._note_idle()
        return job

    def _note_idle(self) -> None:
        """Which TaskManagers no job has slots of, and since when; whoever is stopped is gone."""
        kept: set[str] = set()
        for one in self.jobs.values():
            kept |= one.cluster.job_master.cluster.kept
        for manager in self._used - kept:
            self._idle.setdefault(manager, self.time_ms)
        for manager in kept:
            self._idle.pop(manager, None)
        stopped = self.jobs[self._last].cluster.job_master.cluster.stopped
        for manager in stopped & self._idle.keys():
            del self._idle[manager]
            self._used.discard(manager)
        self._used |= kept - stopped

    @checked
    def run(self, until_ms: int | None = None) -> SharedCluster:
        """Go on until all jobs are over, or until their next step comes after *until_ms*.

        Raises: JobExecutionError for the first job that has failed, once all are over.
        """
        while True:
            next_steps = [job.cluster.next_step_at_ms for job in self.jobs.values()]
            due = [at for at in next_steps if at is not None]
            if not due or (until_ms is not None and min(due) > until_ms):
                break
            self.step()
        for job in self.jobs.values():
            if until_ms is None and isinstance(job.failure, JobExecutionError):
                raise job.failure
        return self

    @checked
    def crash(self, task_manager: str) -> SharedCluster:
        """Kill *task_manager* under all jobs that it runs tasks of (``tm0``, ``heartbeat:tm0``).

        Raises: ValueError if no job has a task there that runs.
        """
        manager = task_manager.removeprefix("heartbeat:")
        hit = [job for job in self.jobs.values() if job.cluster.runs_on(manager)]
        if not hit:
            raise CannotIntervene(f"crash of {task_manager!r}: no job has tasks there that run")
        for job in hit:
            job.crash(task_manager)
        return self

    @checked
    def to_svg(self, *, width: int = 900, language: Language = "en") -> str:
        """One picture of all jobs: for each slot what ran in it, over virtual time; told in *language*.

        Attempts that failed end in a cross; TaskManagers register, are lost, and are stopped.
        """
        traces = {name: job.trace for name, job in self.jobs.items()}
        return draw_cluster(traces, width, language)

    @checked
    def export_svg(
        self, path: str | os.PathLike[str], *, width: int = 900, language: Language = "en"
    ) -> None:
        """Write :meth:`to_svg` to *path*; an existing file is replaced."""
        write_file(path, self.to_svg(width=width, language=language))

    def __repr__(self) -> str:
        jobs = ", ".join(f"{name}: {job.status}" for name, job in self.jobs.items())
        return f"<SharedCluster at {self.time_ms} ms: {jobs}>"
