"""The generic lowering beside the simulator: its untraced run, and its window operator alone.

    python benchmarks/spark_operators.py                               200k, 500k and 1M events
    python benchmarks/spark_operators.py --events 1000000 --repeat 5

Three ways to the same firings, by the same operators, over the same Parquet log:

- *untraced run*: the simulator runs the whole program without a trace: source, map, key by, window and
  sink, with tasks, channels and mailboxes. This is the loop that the generic lowering is measured by.
- *operator alone*: the log is read and the window operator is called in a loop; no chain, no task, no
  network, and nobody takes the results. No way of running the program can be faster.
- *generic*: the program on Spark, from the log to ``job.firings``: it also keeps the results of the
  sink and the dropped records.

CPU seconds of the whole process tree (this process, the JVM, its Python workers), medians of rounds in
which all three take turns, after one round at the smallest size that does not count, for all three. The
log is read in pieces of 100,000 rows. Every size has the same 100,000 windows of 1,000 keys, so a small
log has more to fire per record.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from measuring import Taken, in_turn
from pyspark.sql import SparkSession
from spark import DELAY_MS, LATENESS_MS, TUMBLING, declared, generic, log_of

from flinksim import RunSettings
from flinksim.connectors.source import SourceRecord
from flinksim.replay import spark_session
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.replay_job import SparkJob
from flinksim.replay.settings import ReplaySettings
from flinksim.runtime.elements import MAX_WATERMARK, StreamRecord, Watermark
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.operators.operator_factory import create_operator
from flinksim.testing.harness import KeyedOneInputStreamOperatorTestHarness

KEYS = 1_000
RUN, OPERATOR = "simulator, untraced run", "simulator, operator alone"
GENERIC = "Spark, generic lowering"


def beside_the_simulator(
    spark: SparkSession, log: Path, events: int, repeat: int = 3, warm_up: bool = True
) -> dict[str, Taken]:
    """Print what all three take; speeds are records per CPU second, as multiples of both loops."""
    taken = in_turn(
        {
            RUN: lambda: simulated(log),
            OPERATOR: lambda: operator_alone(log),
            GENERIC: lambda: generic(spark, log),
        },
        repeat,
        warm_up,
    )
    cores = spark.sparkContext.defaultParallelism
    print(
        f"\ntumbling windows with lateness, {events:,} events, {KEYS:,} keys; load of the machine "
        f"{os.getloadavg()[0]:.1f}\n"
        f"{'':28} {'CPU s':>7} {'wall s':>7} {'records per':>12} {'speed beside the simulator':>27}"
        f" {'cores':>10}\n"
        f"{'':28} {'':>7} {'':>7} {'CPU second':>12} {'its run':>13} {'its operator':>13} {'busy':>10}"
    )
    for name, (cpu, wall) in taken.items():
        print(
            f"{name:28} {cpu:7.1f} {wall:7.1f} {events / cpu:12,.0f} {taken[RUN].cpu_s / cpu:13.2f} "
            f"{taken[OPERATOR].cpu_s / cpu:13.2f} {f'{cpu / wall:.1f} of {cores}':>10}",
            flush=True,
        )
    return taken


def all_sizes(spark: SparkSession, folder: Path, sizes: list[int], repeat: int) -> None:
    """Print what all three take at each size, and how it grows."""
    taken: dict[int, dict[str, Taken]] = {}
    for events in sorted(sizes):
        log = log_of(folder, events, KEYS)
        taken[events] = beside_the_simulator(spark, log, events, repeat, not taken)
    if len(taken) > 1:
        growth(taken)


def growth(taken: dict[int, dict[str, Taken]]) -> None:
    """Print what the smallest and the largest log say of fixed costs, and of those of a record."""
    few, many = min(taken), max(taken)
    print(f"\nfrom {few:,} to {many:,} events")
    for name in taken[few]:
        before, after = taken[few][name].cpu_s, taken[many][name].cpu_s
        each = (after - before) / (many - few)
        print(
            f"{name:28} {before - each * few:7.1f} s CPU, and {each * 1e6:5.1f} us for each record"
        )


def simulated(log: Path) -> None:
    """All tasks, channels and mailboxes, without a trace."""
    env = declared(log, TUMBLING, LATENESS_MS)
    with redirect_stdout(StringIO()):
        MiniCluster(build_job_graph(env.pipeline("benchmark")), RunSettings(traced=False)).run()


def operator_alone(log: Path) -> None:
    """The log is read, and the window operator called in a loop: no chain, no task, no network."""
    env = declared(log, TUMBLING, LATENESS_MS)
    with SparkJob(None, env.pipeline("benchmark"), ReplaySettings()) as job:
        spec = job.stages[-1].vertex.head.spec
    harness = KeyedOneInputStreamOperatorTestHarness(create_operator(spec), output=Nowhere())
    harness.open()
    operator = harness.operator
    greatest = next_tick = 0
    for _, item in ParquetLogSource(log).read_rows():
        assert isinstance(item, SourceRecord)
        timestamp, key, value = item.value
        if item.arrival_ms is not None and item.arrival_ms >= next_tick:
            operator.process_watermark(Watermark(greatest - DELAY_MS - 1))
            next_tick = item.arrival_ms + 200
        greatest = max(greatest, timestamp)
        operator.process_element(StreamRecord((key, value), timestamp))
    operator.process_watermark(MAX_WATERMARK)


class Nowhere:
    """An output that forgets everything."""

    def __getattr__(self, name: str) -> Any:
        return lambda *given: None


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--events", type=int, nargs="+", default=[200_000, 500_000, 1_000_000])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--master", default="local[2]")
    given = parser.parse_args()
    spark = spark_session(given.master, spark_sql_shuffle_partitions="4", spark_driver_memory="4g")
    with tempfile.TemporaryDirectory() as folder:
        all_sizes(spark, Path(folder), given.events, given.repeat)


if __name__ == "__main__":
    main()
