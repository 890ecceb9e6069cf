"""CPU seconds of a whole process tree, and jobs measured in turn."""

from __future__ import annotations

import os
import statistics
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple


class Taken(NamedTuple):
    """What a job took."""

    cpu_s: float
    wall_s: float


def cpu_by_process() -> dict[int, float]:
    """User and system seconds of this process and of every process below it."""
    parents: dict[int, int] = {}
    ticks: dict[int, int] = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            fields = Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry)] = int(fields[1])
        ticks[int(entry)] = int(fields[11]) + int(fields[12])
    ours = {os.getpid()}
    while found := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= found
    return {pid: ticks[pid] / os.sysconf("SC_CLK_TCK") for pid in ours if pid in ticks}


class Meter:
    """Adds up the CPU seconds of a process tree from now on, looking again and again.

    Spark lets idle Python workers die in the middle of another job, and PyFlink does not wait for its
    Java; what such a process had taken before must neither be lost nor counted twice.
    """

    def __init__(self) -> None:
        self._before = cpu_by_process()
        self._last = dict(self._before)

    def look(self) -> None:
        self._last |= cpu_by_process()

    @property
    def seconds(self) -> float:
        return sum(taken - self._before.get(pid, 0.0) for pid, taken in self._last.items())


def measured(job: Callable[[], object]) -> Taken:
    """One run of *job*."""
    meter, ended = Meter(), threading.Event()

    def watch() -> None:
        while not ended.wait(0.2):
            meter.look()

    watcher = threading.Thread(target=watch)
    wall = time.perf_counter()
    watcher.start()
    try:
        job()
    finally:
        ended.set()
        watcher.join()
    meter.look()
    return Taken(meter.seconds, time.perf_counter() - wall)


def in_turn(
    jobs: Mapping[str, Callable[[], object]], repeat: int, warm_up: bool = True
) -> dict[str, Taken]:
    """Medians of *repeat* rounds; in turn, so that what else the machine does falls on all of them."""
    if warm_up:
        for job in jobs.values():
            job()
    taken: dict[str, list[Taken]] = {name: [] for name in jobs}
    for _ in range(repeat):
        for name, job in jobs.items():
            taken[name].append(measured(job))
    return {
        name: Taken(
            statistics.median(run.cpu_s for run in runs),
            statistics.median(run.wall_s for run in runs),
        )
        for name, runs in taken.items()
    }
