"""Random jobs with and without the short way: the same firings, drops, results and steps.

    python -m tests.runtime.short_ways --jobs 10000 --seed 0

Every job is run untraced three times: the long way; the short way; and the short way up to a step in
its middle, the long way for a few steps, and the short way to its end.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from flinksim import NetworkSettings, RunSettings
from flinksim.common import WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.operators.window_operator import WindowOperator
from flinksim.runtime.tasks.direct_handoff import DirectHandoff
from tests.trace.random_runs import random_program

MOST_STEPS = 100_000


Case = Callable[[int], tuple[StreamExecutionEnvironment, RunSettings]]
"""Makes the job of a seed, and how it is run."""


class Outcome(NamedTuple):
    """What can be seen of an untraced run."""

    printed: str
    firings: list[Any]
    drops: list[Any]
    ended: tuple[Any, ...]


def random_case(seed: int) -> tuple[Any, RunSettings]:
    """A job, and how it is run: mostly on a network that takes no time, with small buffers or large."""
    random = Random(seed)
    if random.random() < 0.25:
        network = NetworkSettings(segment_bytes=random.choice([64, 128, 32_768]))
        return sleepy_program(random), RunSettings(traced=False, network=network)
    env, network, start_time_ms = random_program(seed)
    if random.random() < 0.9:
        network = NetworkSettings(segment_bytes=network.segment_bytes)
    settings = RunSettings(traced=False, network=network, start_time_ms=start_time_ms)
    return env, settings


def sleepy_program(random: Random) -> StreamExecutionEnvironment:
    """Functions that sleep, before and between what they put out, which is nothing, little or a lot."""
    naps = [random.choice([0, 0, 0.005, 0.02, 0.1]) for _ in range(300)]
    counts = [random.choice([1, 1, 1, 0, 2, 40]) for _ in range(300)]

    def slow(value: Any) -> Any:
        time.sleep(naps[value[1]])
        return value

    def many(value: Any) -> Any:
        for number in range(counts[value[1]]):
            if number % 3 == 2:
                time.sleep(naps[value[1]])
            yield value

    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(random.choice([1, 2, 3]))
    script = {
        split: [
            item
            for arrival in sorted(random.randrange(200) for _ in range(12))
            for item in (at(arrival), record((random.choice("abc"), arrival)))
        ]
        for split in ("one", "two")
    }
    stream = env.from_source(ScriptedSource(script), WatermarkStrategy.no_watermarks(), "script")
    stream = stream.rebalance().map(slow).key_by(lambda value: value[0]).flat_map(many)
    stream = stream.rebalance().map(lambda value: value)
    if random.random() < 0.5:
        stream = stream.key_by(lambda value: value[0]).map(slow)
    stream.print()
    return env


def outcome(seed: int, drive: Callable[[MiniCluster], None], make: Case | None = None) -> Outcome:
    """Run the job of *seed*; *drive* takes its steps."""
    env, settings = (make or random_case)(seed)
    firings: list[Any] = []
    drops: list[Any] = []
    printed = io.StringIO()
    fire, drop = WindowOperator._fire, WindowOperator._drop_late

    def told_fire(self: Any, window: Any, state_window: Any, pane: Any) -> bool:
        firings.append((self.id, str(window), pane.count, repr(pane.contents)))
        return fire(self, window, state_window, pane)

    def told_drop(self: Any, record: Any) -> None:
        drops.append((self.id, record.value, record.timestamp))
        drop(self, record)

    WindowOperator._fire, WindowOperator._drop_late = told_fire, told_drop  # type: ignore[method-assign]
    try:
        cluster = MiniCluster(build_job_graph(env.pipeline("random")), settings)
        with contextlib.suppress(JobExecutionError), contextlib.redirect_stdout(printed):
            drive(cluster)
    finally:
        WindowOperator._fire, WindowOperator._drop_late = fire, drop  # type: ignore[method-assign]
    told = [str(failure.error) for failure in cluster.failures]
    ended = (cluster.steps_taken, cluster.mailbox_steps_taken, cluster.status, cluster.clock.now_ms)
    return Outcome(printed.getvalue(), firings, drops, (*ended, told))


def long_way(cluster: MiniCluster) -> None:
    cluster.run(max_steps=MOST_STEPS)


def short_way(cluster: MiniCluster) -> None:
    cluster.run()


def in_turn(seed: int) -> Callable[[MiniCluster], None]:
    """The short way after some steps of the long one."""

    def drive(cluster: MiniCluster) -> None:
        cluster.run(max_steps=Random(seed).randrange(1, 300))
        cluster.run()

    return drive


def differences(seed: int, make: Case | None = None) -> list[str]:
    """What is not the same in the job of *seed*."""
    expected = outcome(seed, long_way, make)
    found = {"short": outcome(seed, short_way, make), "in turn": outcome(seed, in_turn(seed), make)}
    return [
        f"seed {seed}, {name}, {part}: {getattr(expected, part)!r:.300} / {getattr(other, part)!r:.300}"
        for name, other in found.items()
        for part in Outcome._fields
        if getattr(expected, part) != getattr(other, part)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first job")
    options = parser.parse_args()
    handed: list[bool] = []
    direct_turns: list[bool] = []
    takes, runs = DirectHandoff.try_handoff, MiniCluster._run_direct_turn

    def told_takes(self: Any, *given: Any) -> bool:
        taken = takes(self, *given)
        handed.append(taken)
        return taken

    def told_runs(self: Any) -> bool:
        direct_turns.append(runs(self))
        return direct_turns[-1]

    DirectHandoff.try_handoff = told_takes  # type: ignore[method-assign]
    MiniCluster._run_direct_turn = told_runs  # type: ignore[method-assign]
    wrong = 0
    for seed in range(options.seed, options.seed + options.jobs):
        for line in differences(seed):
            wrong += 1
            print(line, flush=True)
    print(
        f"{options.jobs} jobs, {len(handed):,} elements, {sum(handed):,} the short way; "
        f"{len(direct_turns):,} turns of waiting tasks, {sum(direct_turns):,} the short way; {wrong} "
        "differences"
    )


if __name__ == "__main__":
    main()
