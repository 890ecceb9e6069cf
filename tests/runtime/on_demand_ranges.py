"""Random jobs with a full trace and with a trace on demand: the same steps, event by event.

    python -m tests.runtime.on_demand_ranges --jobs 300 --seed 0

The jobs are random programs, and one for each operator. Each runs twice, in arrival order or in a
random order, to its end or to some step in its middle. Then random ranges of steps are produced in any
order, and states, and at last the whole trace.
"""

from __future__ import annotations

import argparse
import contextlib
import io
from dataclasses import replace
from random import Random

from flinksim import ArrivalOrder, NetworkSettings, RunSettings, Seeded, Step
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime import minicluster, restore_points
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.live_view import build_job_state
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, TraceMode
from flinksim.trace.events import ResultWritten
from flinksim.trace.on_demand import OnDemandTrace
from tests.runtime.operator_jobs import JOBS
from tests.trace.random_runs import random_program

RANGE_LENGTHS = (1, 5, 40, 300)


def create_program(seed: int) -> tuple[StreamExecutionEnvironment, NetworkSettings, int | None]:
    """A random program; every third one is the job of one operator, with and without checkpoints."""
    if seed % 3:
        return random_program(seed)
    random = Random(seed)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(random.choice([1, 2, 3]))
    if random.random() < 0.5:
        env.enable_checkpointing(random.choice([100, 1_000]))
    JOBS[list(JOBS)[seed // 3 % len(JOBS)]](env, random.randint(20, 200))
    return env, NetworkSettings(), None


def run_job(seed: int, mode: TraceMode, steps: int | None) -> MiniCluster:
    env, network, start_time_ms = create_program(seed)
    order = ArrivalOrder() if seed % 2 else Seeded(seed)
    settings = RunSettings(order, network=network, start_time_ms=start_time_ms)
    settings = replace(settings, trace=mode)
    cluster = MiniCluster(build_job_graph(env.pipeline("random")), settings)
    with contextlib.suppress(JobExecutionError), contextlib.redirect_stdout(io.StringIO()):
        cluster.run(steps, progress_every=32)
    return cluster


def describe_difference(wanted: Step, found: Step) -> str:
    if (wanted.time_ms, wanted.actor, wanted.action) != (found.time_ms, found.actor, found.action):
        return f"{wanted.actor} {wanted.action} is {found.actor} {found.action}"
    for want, got in zip(wanted.events, found.events, strict=False):
        if want != got:
            return f"{want} is {got}"
    if len(wanted.events) != len(found.events):
        return f"{len(wanted.events)} events are {len(found.events)}"
    return ""


def find_differences(seed: int, ranges: int = 8, interval: int | None = None) -> list[str]:
    """Return what a trace on demand of a random job has otherwise than its full trace.

    There is a restore point every *interval* steps; without it replays begin at the start.
    """
    random = Random(seed)
    steps = random.choice([None, 3000, 700]) if seed % 2 else random.choice([3000, 700])
    restore_points.FIRST_INTERVAL = interval or 1 << 40
    restore_points.FIRST_CPU_INTERVAL_S = 0.0
    short_run_records, minicluster.SHORT_RUN_RECORDS = minicluster.SHORT_RUN_RECORDS, 0
    full, other = run_job(seed, "full", steps), run_job(seed, "on demand", steps)
    restore_points.FIRST_INTERVAL, restore_points.FIRST_CPU_INTERVAL_S = 16_384, 0.4
    minicluster.SHORT_RUN_RECORDS = short_run_records
    on_demand = other.trace
    assert isinstance(on_demand, OnDemandTrace), other.full_trace_reason
    wanted, found = len(full.trace), len(on_demand)
    if wanted != found:
        return [f"seed {seed}: {wanted} steps are {found}"]
    differences = []
    for _ in range(ranges):
        first = random.randrange(1, wanted)
        last = min(wanted, first + random.choice(RANGE_LENGTHS))
        part = other.replayer.record_range(first, last)  # type: ignore[union-attr]
        for number in range(first, last):
            difference = describe_difference(full.trace[number], part[number - first])
            if difference:
                differences.append(f"seed {seed}, step {number}: {difference}")
    number = random.randrange(1, wanted + 1)
    stopped = run_job(seed, "full", number - 1)
    if on_demand.build_state(number) != build_job_state(stopped):
        differences.append(f"seed {seed}: other state after {number} steps")
    if on_demand.get_events(ResultWritten) != full.trace.get_events(ResultWritten):
        differences.append(f"seed {seed}: other results")
    if on_demand.is_complete or other.replayer.difference:  # type: ignore[union-attr]
        differences.append(f"seed {seed}: the replay differed")
    if on_demand.digest() != full.trace.digest() or on_demand.decisions != full.trace.decisions:
        differences.append(f"seed {seed}: another digest or other decisions")
    return differences


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--ranges", type=int, default=34)
    options = parser.parse_args()
    count = 0
    for seed in range(options.seed, options.seed + options.jobs):
        for line in find_differences(seed, options.ranges, 150 if seed % 3 else None):
            count += 1
            print(line)
    print(f"{options.jobs} jobs, {options.jobs * options.ranges} ranges: {count} differences")


if __name__ == "__main__":
    main()
