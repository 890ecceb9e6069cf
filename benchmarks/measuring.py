"""CPU seconds of a whole process tree, and jobs measured in turn."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple


class Taken(NamedTuple):
    """What a job took."""

    cpu_s: float
    wall_s: float


def cpu_seconds(root: int | None = None) -> float:
    """User and system time of a process (this one) and all below it, also of those it waited for."""
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
        ticks[int(entry)] = sum(int(fields[place]) for place in (11, 12, 13, 14))
    ours = {os.getpid() if root is None else root}
    while found := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= found
    return sum(ticks.get(pid, 0) for pid in ours) / os.sysconf("SC_CLK_TCK")


def measured(job: Callable[[], object]) -> Taken:
    """One run of *job*."""
    cpu, wall = cpu_seconds(), time.perf_counter()
    job()
    return Taken(cpu_seconds() - cpu, time.perf_counter() - wall)


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
