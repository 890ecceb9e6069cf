"""Kills a task at every step of small jobs, and compares what has been committed in the end.

    python -m tests.crash_everywhere --schedules 20     (make crash-everywhere)

For each job, schedule and mode of checkpoints, with transactions or with files, the run without failure
says how many steps there are and what is committed; then it is run again once for each step, with a
crash there. With exactly once the committed results must be the same, each as often; with at least once
no record may be missing from them, for the jobs whose results name their records. Of jobs with late
records, processing time or unordered results only what their state has counted must be the same; in
how many runs another result differs is told. ``--progress FILE`` keeps what has been tried, and passes
over it the next time. Not in Flink.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from flinksim.connectors.file_buckets import (
    DefaultRollingPolicy,
    OnCheckpointRollingPolicy,
    RollingPolicy,
)
from flinksim.connectors.file_sink import FileSink
from flinksim.connectors.transactions import TransactionalSink
from flinksim.datastream import CheckpointingMode
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Seeded
from flinksim.runtime.interventions import CannotIntervene, Crash
from flinksim.runtime.local_executor import job_graph_of
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.network_settings import NetworkSettings
from tests.checkpoint_jobs import JOBS, OTHER_JOBS, STATE, environment

NAME_THEIR_RECORDS = (
    "tumbling", "sessions", "evicted", "two_inputs", "interval_join", "window_join", "broadcast",
    "union", "stateless",
)  # fmt: skip

_ROLLING: tuple[RollingPolicy, ...] = (DefaultRollingPolicy(), OnCheckpointRollingPolicy())
MODES = ("aligned", "unaligned", "turning unaligned", "at least once")
"""How checkpoints are taken."""


@dataclass
class Tally:
    """What came of all tries."""

    points: int = 0
    failures: int = 0
    lost: int = 0
    doubled: int = 0
    differing: int = 0
    """Runs whose other results differ, of jobs that may."""
    told: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.points += other.points
        self.failures += other.failures
        self.lost += other.lost
        self.doubled += other.doubled
        self.differing += other.differing
        self.told += other.told


def schedules(count: int, seed: int) -> Iterator[Interleaving]:
    """The two that everybody uses, and random ones."""
    yield ArrivalOrder()
    yield RoundRobin()
    for number in range(count - 2):
        yield Seeded(seed + number)


@dataclass(frozen=True)
class Try:
    """A job under one schedule and mode, with a sink that has transactions or writes files."""

    name: str
    mode: str
    schedule: Interleaving
    parallelism: int = 1
    network: NetworkSettings = field(default_factory=lambda: NetworkSettings(buffer_timeout_ms=0))
    in_files: bool = False

    def __str__(self) -> str:
        sink = "files" if self.in_files else "transactions"
        return (
            f"{self.name}, {self.mode}, {self.schedule!r}, parallelism {self.parallelism}, {sink}"
        )

    def begin(
        self, folder: str, crash: Crash | None
    ) -> tuple[MiniCluster, Callable[[], Counter[str]]]:
        """The job, deployed, and what tells what it has committed; files go to *folder*."""
        env = environment(10, self.parallelism)
        config = env.get_checkpoint_config()
        if self.mode == "at least once":
            config.set_checkpointing_mode(CheckpointingMode.AT_LEAST_ONCE)
        elif self.mode != "aligned":
            config.enable_unaligned_checkpoints()
            if self.mode == "turning unaligned":
                env._configuration.set_string(
                    "execution.checkpointing.aligned-checkpoint-timeout", "1 ms"
                )
        rolling = _ROLLING[self.parallelism % 2]
        transactions = TransactionalSink()
        files = FileSink(folder, encode=repr, rolling_policy=rolling)
        (JOBS | OTHER_JOBS)[self.name](env).sink_to(files if self.in_files else transactions)
        settings = RunSettings(
            interleaving=self.schedule,
            traced=False,
            network=self.network,
            interventions=() if crash is None else (crash,),
        )
        cluster = MiniCluster(job_graph_of(env.pipeline("job")), settings)
        if self.in_files:
            return cluster, lambda: _lines_in(Path(folder))
        return cluster, lambda: Counter(map(repr, transactions.committed))


def _lines_in(folder: Path) -> Counter[str]:
    parts = [part for part in folder.iterdir() if part.name.startswith("part-")]
    return Counter(line for part in parts for line in part.read_text().splitlines())


class Ended(NamedTuple):
    """What came of a try."""

    steps: int
    tasks: list[str]
    failures: int
    committed: Counter[str]


def run(tried: Try, crash: Crash | None = None) -> Ended:
    """A try to its end, with *crash* as one of its steps. Raises: CannotIntervene."""
    with TemporaryDirectory() as folder:
        cluster, committed = tried.begin(folder, crash)
        try:
            cluster.run(max_steps=20_000)
        except CannotIntervene:
            cluster.cancel()  # which closes files
            raise
        assert cluster.status == "FINISHED", f"{tried}: {cluster.status}"
        tasks = [str(task.actor_id) for task in cluster.tasks]
        return Ended(cluster.steps_taken, tasks, len(cluster.failures), committed())


def numbers_in(results: Counter[str]) -> set[str]:
    """The numbers that *results* speak of, those of records among them."""
    return {number for result in results for number in re.findall(r"\d+", result)}


def of_state(results: Counter[str]) -> Counter[str]:
    """Those *results* that tell what an operator has counted."""
    return Counter(
        {text: count for text, count in results.items() if text.startswith(f"({STATE!r}")}
    )


def crash_everywhere(tried: Try, seed: int, every: int = 1) -> Tally:
    """Kill one of the tasks of the job at each *every*-th step, and see what is lost and doubled."""
    random = Random(f"{seed} {tried.name} {tried.mode} {tried.schedule!r}")
    whole = run(tried)
    tally = Tally()
    for step in range(1 + random.randrange(every), whole.steps + 1, every):
        crash = Crash(random.choice(whole.tasks), step)
        try:
            crashed = run(tried, crash)
        except CannotIntervene:
            continue  # that task has finished
        tally.points += 1
        tally.failures += crashed.failures
        expected, committed = whole.committed, crashed.committed
        if tried.name in OTHER_JOBS:
            tally.differing += expected != committed
            expected, committed = of_state(expected), of_state(committed)
        if tried.mode == "at least once":
            lost, doubled = len(numbers_in(expected) - numbers_in(committed)), 0
        else:
            lost, doubled = (expected - committed).total(), (committed - expected).total()
        tally.lost += lost
        tally.doubled += doubled
        if lost or doubled:
            tally.told.append(
                f"{tried}: {crash.target}@{crash.at} lost "
                f"{lost} {sorted((expected - committed).elements())[:3]}, doubled {doubled} "
                f"{sorted((committed - expected).elements())[:3]}"
            )
    return tally


def tries(name: str, count: int, seed: int, modes: Sequence[str]) -> Iterator[Try]:
    """A job under *count* schedules, in each of *modes* that says something about it."""
    for number, schedule in enumerate(schedules(count, seed)):
        for mode in modes:
            if mode != "at least once" or name in NAME_THEIR_RECORDS:
                yield Try(name, mode, schedule, 1 + number % 2, in_files=number % 4 > 1)


class Progress:
    """What has been tried already, kept in a file, a line for each try."""

    def __init__(self, path: Path | None, settings: str) -> None:
        self._path, self._settings = path, settings
        self._done: dict[str, Tally] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                key, tally = json.loads(line)
                self._done[key] = Tally(**tally)

    def tally_of(self, tried: Try) -> Tally | None:
        return self._done.get(self._key(tried))

    def add(self, tried: Try, tally: Tally) -> None:
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([self._key(tried), asdict(tally)]) + "\n")

    def _key(self, tried: Try) -> str:
        return f"{tried}; {self._settings}"


def _tally_of(tried: Try, seed: int, every: int) -> tuple[Try, Tally]:
    return tried, crash_everywhere(tried, seed, every)


def main(arguments: Any = None) -> int:
    """0 if nothing was lost or doubled."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("jobs", nargs="*", help="their names; all unless given")
    parser.add_argument("--schedules", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="each so many steps")
    parser.add_argument("--modes", nargs="*", default=list(MODES), choices=MODES)
    parser.add_argument("--processes", type=int, default=1, help="so many tries at a time")
    parser.add_argument("--progress", type=Path, help="a file: what it tells is not tried again")
    given = parser.parse_args(arguments)
    known = [*JOBS, *OTHER_JOBS]
    unknown = [name for name in given.jobs if name not in known]
    if unknown:
        parser.error(f"no job is called {unknown[0]}; there are: {', '.join(known)}")
    progress = Progress(given.progress, f"seed {given.seed}, every {given.every}")
    tally_of = partial(_tally_of, seed=given.seed, every=given.every)
    whole = Tally()
    with multiprocessing.get_context("fork").Pool(given.processes) as pool:
        for name in given.jobs or known:
            tally = Tally()
            left = []
            for tried in tries(name, given.schedules, given.seed, given.modes):
                before = progress.tally_of(tried)
                if before is None:
                    left.append(tried)
                else:
                    tally.add(before)
            for tried, one in pool.imap_unordered(tally_of, left):
                progress.add(tried, one)
                tally.add(one)
            whole.add(tally)
            _tell(name, tally)
    print(
        f"{whole.points} points tried, {whole.failures} failures: lost {whole.lost}, doubled "
        f"{whole.doubled}"
    )
    return 1 if whole.lost or whole.doubled else 0


def _tell(name: str, tally: Tally) -> None:
    print(
        f"{name:18} {tally.points:7} points, {tally.failures:7} failures, lost {tally.lost}, "
        f"doubled {tally.doubled}"
        + (f", another result differs in {tally.differing}" if tally.differing else ""),
        flush=True,
    )
    for text in tally.told[:3]:
        print("   ", text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
