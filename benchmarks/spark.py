"""Exact Flink windows on Spark, side by side with Spark's own plain aggregation, in one run.

    python benchmarks/spark.py --events 10_000_000 --keys 1_000 100_000 --repeat 3

For each job: CPU seconds of the whole process tree (this process, the JVM, its Python workers) and wall
seconds, medians, and the ratio of the CPU seconds to the plain aggregation, which ignores lateness.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql import functions as sql

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import SlidingEventTimeWindows, TumblingEventTimeWindows
from flinksim.spark import ReplaySettings, replay, spark_session
from flinksim.spark.parquet_log import ParquetLogSource
from flinksim.spark.synthetic_log import write_synthetic_log


def cpu_seconds() -> float:
    """User and system time of this process and all below it, those that have ended included."""
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
    ours = {os.getpid()}
    while found := {pid for pid, parent in parents.items() if parent in ours} - ours:
        ours |= found
    return sum(ticks.get(pid, 0) for pid in ours) / os.sysconf("SC_CLK_TCK")


def measured(job: Callable[[], None]) -> tuple[float, float]:
    cpu, wall = cpu_seconds(), time.perf_counter()
    job()
    return cpu_seconds() - cpu, time.perf_counter() - wall


def plain(spark: SparkSession, log: Path, size: int, slide: int) -> None:
    rows = spark.read.parquet(str(log))
    moment = sql.timestamp_millis("ts")
    window = sql.window(moment, f"{size} milliseconds", f"{slide} milliseconds")
    rows.groupBy(window, "key").agg(sql.sum("v")).write.format("noop").mode("overwrite").save()


def exact(
    spark: SparkSession, log: Path, size: int, slide: int, lateness: int, lowering: str
) -> None:
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(1000))
    strategy = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    # payload (ts, key, v); only the key and the sum are asked for, as in the plain job
    stream = env.from_source(ParquetLogSource(log), strategy, "log")
    windows = (
        TumblingEventTimeWindows.of(Time.milliseconds(size))
        if size == slide
        else SlidingEventTimeWindows.of(Time.milliseconds(size), Time.milliseconds(slide))
    )
    result = stream.map(lambda value: (value[1], value[2])).key_by(lambda value: value[0])
    result.window(windows).allowed_lateness(lateness).sum(1).print()
    settings = ReplaySettings(lowering=lowering, keep_contents=False)
    with replay(env, spark, settings=settings) as job:
        job.firings.write.format("noop").mode("overwrite").save()
        if lowering == "native":
            job.dropped.write.format("noop").mode("overwrite").save()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, nargs="+", default=[1_000_000])
    parser.add_argument("--keys", type=int, nargs="+", default=[1_000, 100_000])
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--master", default="local[2]")
    parser.add_argument(
        "--generic", action="store_true", help="also with the simulator's operators"
    )
    given = parser.parse_args()
    spark = spark_session(given.master, spark_sql_shuffle_partitions="4", spark_driver_memory="4g")
    with tempfile.TemporaryDirectory() as folder:
        for events in given.events:
            for keys in given.keys:
                log = write_synthetic_log(
                    Path(folder) / f"{events}-{keys}.parquet", events=events, keys=keys
                )
                measure(spark, log, f"{events:,} events, {keys:,} keys", given)


def measure(spark: SparkSession, log: Path, title: str, given: argparse.Namespace) -> None:
    print(title)
    for name, size, slide in (
        ("tumbling 10 s", 10_000, 10_000),
        ("sliding 10 s / 2 s", 10_000, 2_000),
    ):
        jobs: dict[str, Callable[[], None]] = {
            "plain": lambda size=size, slide=slide: plain(spark, log, size, slide),
            "exact": lambda size=size, slide=slide: exact(spark, log, size, slide, 0, "native"),
            "exact, lateness 5 s": lambda size=size, slide=slide: exact(
                spark, log, size, slide, 5_000, "native"
            ),
        }
        if given.generic:
            jobs["generic"] = lambda size=size, slide=slide: exact(
                spark, log, size, slide, 5_000, "generic"
            )
        for job in jobs.values():
            job()  # compiled and warm
        # in turn, so that what else the machine does falls on all of them
        taken: dict[str, list[tuple[float, float]]] = {kind: [] for kind in jobs}
        for _ in range(given.repeat):
            for kind, job in jobs.items():
                taken[kind].append(measured(job))
        base = statistics.median(cpu for cpu, _ in taken["plain"])
        for kind, times in taken.items():
            cpu = statistics.median(cpu for cpu, _ in times)
            wall = statistics.median(wall for _, wall in times)
            print(
                f"  {name:20} {kind:20} {cpu:7.1f} s CPU {wall:7.1f} s wall, ratio {cpu / base:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
