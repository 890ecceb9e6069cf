"""Kills a task at every step of small jobs, and compares what has been committed in the end.

    python -m tests.crash_everywhere --schedules 20     (make crash-everywhere)
    python -m tests.crash_everywhere --random 500       random settings of all kinds, random failures

For each job, schedule and mode of checkpoints, with transactions or with files, the run without failure
says how many steps there are and what is committed; then it is run again once for each step, with a
crash there. With exactly once the committed results must be the same, each as often; with at least once
no record may be missing from them, for the jobs whose results name their records. Of jobs with late
records, processing time or unordered results only what their state has counted must be the same; in
how many runs another result differs is told. ``--progress FILE`` keeps what has been tried, and passes
over it the next time. With ``--random`` everything is random: network, pauses, how long snapshots take,
and who dies, once or twice: a task, a TaskManager, heartbeats, a source's coordinator, the JobManager.
Not in Flink.
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

from flinksim.connectors.file_sink.bucket_policies import (
    DefaultRollingPolicy,
    OnCheckpointRollingPolicy,
    RollingPolicy,
)
from flinksim.connectors.file_sink.file_sink import FileSink
from flinksim.connectors.transactional_sinks import TransactionalSink
from flinksim.datastream import CheckpointingMode
from flinksim.runtime.fault_injection import Crash, InjectionError
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Seeded
from flinksim.runtime.jobmaster.checkpoint_settings import SnapshotSettings
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.network_settings import NetworkSettings
from flinksim.runtime.tasks.source_task import SourceOperatorStreamTask
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
    interval_ms: int = 10
    snapshots: SnapshotSettings = field(default_factory=SnapshotSettings)
    options: tuple[tuple[str, str], ...] = ()
    """More of the program's configuration."""

    def __str__(self) -> str:
        sink = "files" if self.in_files else "transactions"
        return (
            f"{self.name}, {self.mode}, {self.schedule!r}, parallelism {self.parallelism}, {sink}"
        )

    def begin(
        self, folder: str, crashes: Sequence[Crash]
    ) -> tuple[MiniCluster, Callable[[], Counter[str]]]:
        """The job, deployed, and what tells what it has committed; files go to *folder*."""
        env = environment(self.interval_ms, self.parallelism, **dict(self.options))
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
            snapshots=self.snapshots,
            injected_actions=tuple(crashes),
        )
        cluster = MiniCluster(build_job_graph(env.pipeline("job")), settings)
        if self.in_files:
            return cluster, lambda: _lines_in(Path(folder))
        return cluster, lambda: Counter(map(repr, transactions.committed_results))


def _lines_in(folder: Path) -> Counter[str]:
    parts = [part for part in folder.iterdir() if part.name.startswith("part-")]
    return Counter(line for part in parts for line in part.read_text().splitlines())


class Ended(NamedTuple):
    """What came of a try."""

    steps: int
    tasks: list[str]
    coordinators: list[str]
    failures: int
    committed: Counter[str]


def run(tried: Try, *crashes: Crash) -> Ended:
    """A try to its end, with *crashes* among its steps. Raises: CannotIntervene."""
    with TemporaryDirectory() as folder:
        cluster, committed = tried.begin(folder, crashes)
        try:
            cluster.run(max_steps=20_000)
        except InjectionError:
            cluster.cancel()  # which closes files
            raise
        assert cluster.status == "FINISHED", f"{tried}: {cluster.status}"
        tasks = [str(task.actor_id) for task in cluster.tasks]
        coordinators = [
            f"coordinator:{task.actor_id}"
            for task in cluster.tasks
            if isinstance(task, SourceOperatorStreamTask) and task.subtask.endswith("/0")
        ]
        return Ended(cluster.steps_taken, tasks, coordinators, len(cluster.failures), committed())


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
        except InjectionError:
            continue  # that task has finished
        _compare(tried, [crash], whole, crashed, tally)
    return tally


def _compare(
    tried: Try, crashes: Sequence[Crash], whole: Ended, crashed: Ended, tally: Tally
) -> None:
    """Add to *tally* what the run with *crashes* lost and doubled."""
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
        points = ", ".join(f"{crash.target}@{crash.at}" for crash in crashes)
        tally.told.append(
            f"{tried!r}: {points} lost "
            f"{lost} {sorted((expected - committed).elements())[:3]}, doubled {doubled} "
            f"{sorted((committed - expected).elements())[:3]}"
        )


def random_try(name: str, mode: str, random: Random) -> Try:
    """A job under settings of all kinds."""
    seeded = Seeded(random.randrange(1_000_000))
    network = NetworkSettings(
        buffer_timeout_ms=random.choice([0, 5, 20, -1]),
        segment_bytes=random.choice([64, 100, 300, 32_768]),
        latency_ms=random.choice([0, 0, 2, 7]),
        bytes_per_s=random.choice([None, None, 50_000]),
        flow_control=random.choice(["credits", "before credits"]),
        seed=random.randrange(100),
    )
    options = {}
    if mode in ("aligned", "at least once"):
        options["execution.checkpointing.max-concurrent-checkpoints"] = random.choice(["1", "3"])
    if random.random() < 0.3:
        options["execution.checkpointing.min-pause"] = f"{random.choice([5, 30])} ms"
    if random.random() < 0.3:
        options["state.changelog.enabled"] = "true"
    return Try(
        name, mode, random.choice([ArrivalOrder(), RoundRobin(), seeded, seeded]),
        random.choice([1, 2, 3]), network, random.random() < 0.3, random.choice([10, 15, 40]),
        SnapshotSettings(random.choice([None, 20_000]), random.choice([None, 20_000])),
        (*options.items(), ("high-availability.type", "zookeeper")),
    )  # fmt: skip


def random_crashes(whole: Ended, random: Random) -> list[Crash]:
    """One or two, of anything that can die in a run such as *whole*."""
    others = ["tm0", "heartbeat:tm0", "jobmanager", *whole.coordinators]
    return [
        Crash(
            random.choice(whole.tasks if random.random() < 0.6 else others),
            1 + random.randrange(whole.steps),
        )
        for _ in range(random.choice([1, 1, 2]))
    ]


def crash_at_random(tried: Try, seed: int, points: int) -> Tally:
    """Crash a job at random so often, each time with what :func:`random_crashes` gives.

    A run that does not come to its end is told as one that lost what it should have committed.
    """
    random = Random(f"{seed} {tried}")
    whole = run(tried)
    tally = Tally()
    for _ in range(points):
        crashes = random_crashes(whole, random)
        try:
            crashed = run(tried, *crashes)
        except InjectionError:
            continue  # what was to die has ended
        except Exception as error:
            tally.lost += whole.committed.total()
            tally.told.append(f"{tried!r}, {crashes}: {error!r}")
        else:
            _compare(tried, crashes, whole, crashed, tally)
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
    parser.add_argument("--random", type=int, default=0, help="so many random tries instead")
    given = parser.parse_args(arguments)
    known = [*JOBS, *OTHER_JOBS]
    unknown = [name for name in given.jobs if name not in known]
    if unknown:
        parser.error(f"no job is called {unknown[0]}; there are: {', '.join(known)}")
    if given.random:
        return _at_random(given.jobs or known, given)
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
    return _told_in_all(whole)


def _told_in_all(whole: Tally) -> int:
    print(
        f"{whole.points} points tried, {whole.failures} failures: lost {whole.lost}, doubled "
        f"{whole.doubled}"
    )
    return 1 if whole.lost or whole.doubled else 0


def _try_at_random(number: int, names: Sequence[str], seed: int) -> tuple[str, Tally]:
    random = Random(f"{seed} {number}")
    name = names[number % len(names)]
    modes = [mode for mode in MODES if mode != "at least once" or name in NAME_THEIR_RECORDS]
    tried = random_try(name, random.choice(modes), random)
    try:
        return name, crash_at_random(tried, number, 8)
    except Exception as error:  # of the run without a crash
        return name, Tally(lost=1, told=[f"{tried!r}: {error!r}"])


def _at_random(names: Sequence[str], given: argparse.Namespace) -> int:
    whole = Tally()
    one = partial(_try_at_random, names=names, seed=given.seed)
    with multiprocessing.get_context("fork").Pool(given.processes) as pool:
        for name, tally in pool.imap_unordered(one, range(given.random)):
            whole.add(tally)
            if tally.told:
                _tell(name, tally)
    return _told_in_all(whole)


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
