"""Kills a task at every step of small jobs, and compares what has been committed in the end.

    python -m tests.crash_everywhere --schedules 20     (make crash-everywhere)

For each job, schedule and mode of checkpoints, with transactions or with files, the run without failure
says how many steps there are and what is committed; then it is run again once for each step, with a
crash there. With exactly once the committed results must be the same, each as often; with at least once
no record may be missing from them, for the jobs whose results name their records. Not in Flink.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from flinksim.connectors.file_buckets import (
    DefaultRollingPolicy,
    OnCheckpointRollingPolicy,
    RollingPolicy,
)
from flinksim.connectors.file_sink import FileSink
from flinksim.connectors.transactions import TransactionalSink
from flinksim.datastream import CheckpointingMode
from flinksim.runtime.interleaving import ArrivalOrder, Interleaving, RoundRobin, Seeded
from flinksim.runtime.interventions import Crash
from flinksim.runtime.local_executor import job_graph_of
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.runtime.network_settings import NetworkSettings
from tests.checkpoint_jobs import JOBS, environment

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
    told: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        self.points += other.points
        self.failures += other.failures
        self.lost += other.lost
        self.doubled += other.doubled
        self.told += other.told


def schedules(count: int, seed: int) -> Iterator[Interleaving]:
    """The two that everybody uses, and random ones."""
    yield ArrivalOrder()
    yield RoundRobin()
    for number in range(count - 2):
        yield Seeded(seed + number)


def run(
    name: str,
    mode: str,
    schedule: Interleaving,
    parallelism: int,
    network: NetworkSettings,
    crash: Crash | None,
    in_files: bool = False,
) -> tuple[MiniCluster, Counter[str]]:
    """The job once: the run, and what it committed, to a sink with transactions or *in_files*."""
    env = environment(10, parallelism)
    config = env.get_checkpoint_config()
    if mode == "at least once":
        config.set_checkpointing_mode(CheckpointingMode.AT_LEAST_ONCE)
    elif mode != "aligned":
        config.enable_unaligned_checkpoints()
        if mode == "turning unaligned":
            env._configuration.set_string(
                "execution.checkpointing.aligned-checkpoint-timeout", "1 ms"
            )
    with TemporaryDirectory() as folder:
        files = FileSink(folder, encode=repr, rolling_policy=_ROLLING[parallelism % 2])
        transactions = TransactionalSink()
        JOBS[name](env).sink_to(files if in_files else transactions)
        cluster = _run_to_its_end(name, env, schedule, network, crash)
        parts = [part for part in Path(folder).iterdir() if part.name.startswith("part-")]
        lines = [line for part in parts for line in part.read_text().splitlines()]
        return cluster, Counter(lines if in_files else map(repr, transactions.committed))


def _run_to_its_end(
    name: str,
    env: Any,
    schedule: Interleaving,
    network: NetworkSettings,
    crash: Crash | None,
) -> MiniCluster:
    settings = RunSettings(
        interleaving=schedule,
        traced=False,
        network=network,
        interventions=() if crash is None else (crash,),
    )
    cluster = MiniCluster(job_graph_of(env.pipeline("job")), settings)
    try:
        cluster.run(max_steps=20_000)
    except ValueError:
        cluster.cancel()  # which closes files
        raise
    assert cluster.status == "FINISHED", f"{name}: {cluster.status}"
    return cluster


def numbers_in(results: Counter[str]) -> set[str]:
    """The numbers that *results* speak of, those of records among them."""
    return {number for result in results for number in re.findall(r"\d+", result)}


def crash_everywhere(
    name: str,
    mode: str,
    schedule: Interleaving,
    seed: int,
    every: int = 1,
    parallelism: int = 1,
    network: NetworkSettings | None = None,
    in_files: bool = False,
) -> Tally:
    """Kill one of the tasks of the job at each *every*-th step, and see what is lost and doubled."""
    random = Random(f"{seed} {name} {mode} {schedule!r}")
    network = network or NetworkSettings(buffer_timeout_ms=0)
    whole, expected = run(name, mode, schedule, parallelism, network, None, in_files)
    tally = Tally()
    for step in range(1 + random.randrange(every), whole.steps_taken + 1, every):
        target = str(random.choice(whole.tasks).actor_id)
        try:
            crashed, committed = run(
                name, mode, schedule, parallelism, network, Crash(target, step), in_files
            )
        except ValueError as error:
            if " is FINISHED then" not in str(error):
                raise
            continue
        tally.points += 1
        tally.failures += len(crashed.failures)
        if mode == "at least once":
            lost, doubled = len(numbers_in(expected) - numbers_in(committed)), 0
        else:
            lost, doubled = (expected - committed).total(), (committed - expected).total()
        tally.lost += lost
        tally.doubled += doubled
        if lost or doubled:
            tally.told.append(
                f"{name}, {mode}, {schedule!r}, parallelism {parallelism}, "
                f"{'files' if in_files else 'transactions'}: {target}@{step} lost "
                f"{lost} {sorted((expected - committed).elements())[:3]}, doubled {doubled} "
                f"{sorted((committed - expected).elements())[:3]}"
            )
    return tally


def main(arguments: Any = None) -> int:
    """0 if nothing was lost or doubled."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("jobs", nargs="*", help="their names; all unless given")
    parser.add_argument("--schedules", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="each so many steps")
    parser.add_argument("--modes", nargs="*", default=list(MODES))
    given = parser.parse_args(arguments)
    whole = Tally()
    began = time.process_time()
    for name in given.jobs or JOBS:
        tally = Tally()
        for number, schedule in enumerate(schedules(given.schedules, given.seed)):
            for mode in given.modes:
                if mode == "at least once" and name not in NAME_THEIR_RECORDS:
                    continue
                tally.add(
                    crash_everywhere(
                        name, mode, schedule, given.seed, given.every, 1 + number % 2,
                        in_files=number % 4 > 1,
                    )
                )  # fmt: skip
        whole.add(tally)
        print(
            f"{name:18} {tally.points:7} points, {tally.failures:7} failures, lost {tally.lost}, "
            f"doubled {tally.doubled}",
            flush=True,
        )
        for text in tally.told[:3]:
            print("   ", text, flush=True)
    print(
        f"{whole.points} points tried, {whole.failures} failures: lost {whole.lost}, doubled "
        f"{whole.doubled}; {time.process_time() - began:.0f} s of CPU"
    )
    return 1 if whole.lost or whole.doubled else 0


if __name__ == "__main__":
    sys.exit(main())
