"""Exact Flink windows on Spark, side by side with Spark's own plain aggregation, in one run.

    python benchmarks/spark.py                       1M and 10M events, 1k and 100k keys
    python benchmarks/spark.py --huge                and 30M events of 100k keys
    python benchmarks/spark.py --growth              tumbling windows of 1M, 10M, 30M and 100M events

For each job: CPU seconds of the whole process tree (this process, the JVM, its Python workers) and wall
seconds, medians of rounds in which all jobs take turns, and the ratio of the CPU seconds to the plain
job. The plain job is what a Spark user writes who does not care for lateness: ``groupBy(window, key)``
and a sum over the same Parquet file, written to Spark's ``noop`` sink. The exact jobs find watermarks
first, which is part of their time, and write every firing with key, window, kind, count, contents,
watermark and time to the same sink, in columns of the program's types; "as text" is ``to_text()``, in
which keys and contents are texts as Flink prints them; "and dropped" writes the table of the dropped
records as well, for which the plain job has nothing. The load of the machine is printed, for it is part
of every figure.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from measuring import Taken, in_turn
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as sql

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.replay import ReplaySettings, replay, spark_session
from flinksim.replay.kernel.kernel_run import KernelRun
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.logs.synthetic_log import write_synthetic_log

DELAY_MS = 1_000
LATENESS_MS = 5_000
GAP_MS = 5_000
HUGE = 30_000_000
TUMBLING = TumblingEventTimeWindows.of(Time.seconds(10))
SLIDING = SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(2))
SESSION = EventTimeSessionWindows.with_gap(Time.milliseconds(GAP_MS))

Job = Callable[[], None]


def plain(spark: SparkSession, log: Path, windows: Any) -> None:
    """What Spark has of its own."""
    moment = sql.timestamp_millis("ts")
    window = {
        TUMBLING: lambda: sql.window(moment, "10 seconds"),
        SLIDING: lambda: sql.window(moment, "10 seconds", "2 seconds"),
        SESSION: lambda: sql.session_window(moment, f"{GAP_MS} milliseconds"),
    }[windows]()
    consume(spark.read.parquet(str(log)).groupBy(window, "key").agg(sql.sum("v")))


def consume(rows: DataFrame) -> None:
    """Compute all rows and all columns, and throw them away."""
    rows.write.format("noop").mode("overwrite").save()


def declared(log: Path, windows: Any, lateness_ms: int) -> StreamExecutionEnvironment:
    """The program: the sum of v by key and window."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(DELAY_MS))
    strategy = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    stream = env.from_source(ParquetLogSource(log), strategy, "log")
    keyed = stream.map(lambda value: (value[1], value[2])).key_by(lambda value: value[0])
    keyed.window(windows).allowed_lateness(lateness_ms).sum(1).print()
    return env


def exact(
    spark: SparkSession, log: Path, windows: Any, lateness_ms: int, dropped: bool = False
) -> None:
    """The program by expressions, from the log to its firings."""
    with replay(declared(log, windows, lateness_ms), spark) as job:
        assert job.columnar_plan is not None, job.not_columnar
        run = KernelRun(job.engine, job.columnar_plan, log)
        run.run()
        consume(run.firings)
        if dropped:
            consume(run.dropped)


def as_text(spark: SparkSession, log: Path) -> None:
    """The same, with keys and contents as Flink prints them."""
    with replay(declared(log, TUMBLING, LATENESS_MS), spark) as job:
        consume(job.firings.to_text().to_spark())


def watermarks(spark: SparkSession, log: Path) -> None:
    """Only the timeline of the watermarks."""
    with replay(declared(log, TUMBLING, 0), spark) as job:
        assert job.columnar_plan is not None
        KernelRun(job.engine, job.columnar_plan, log).run()


def generic(spark: SparkSession, log: Path) -> None:
    """The program with the simulator's own operators."""
    settings = ReplaySettings(backend="generic", keep_contents=False)
    with replay(declared(log, TUMBLING, LATENESS_MS), spark, settings=settings) as job:
        consume(job.firings.to_spark())


# --- in one run -----------------------------------------------------------------------------------


class Table:
    """The lines of the table, printed as they come."""

    def __init__(self) -> None:
        self.cpu: dict[tuple[str, int, int], float] = {}
        print(f"{'job':34} {'events':>12} {'keys':>8} {'CPU s':>8} {'wall s':>8} {'ratio':>6}")

    def add(self, base: str, events: int, keys: int, taken: dict[str, Taken]) -> None:
        for name, (cpu, wall) in taken.items():
            self.cpu[name, events, keys] = cpu
            ratio = cpu / taken[base].cpu_s
            print(
                f"{name:34} {events:12,} {keys:8,} {cpu:8.1f} {wall:8.1f} {ratio:6.2f}", flush=True
            )

    def growth(self) -> None:
        """CPU seconds per million events, from few events to many."""
        print("\ngrowth, CPU seconds per million events")
        for name, keys in dict.fromkeys((name, keys) for name, _, keys in self.cpu):
            points = {e: cpu for (n, e, k), cpu in self.cpu.items() if (n, k) == (name, keys)}
            if len(points) > 1:
                each = "  ".join(f"{e:,}: {cpu * 1e6 / e:.2f}" for e, cpu in points.items())
                print(f"  {name:32} {keys:8,} keys   {each}")


def measure(
    spark: SparkSession, table: Table, log: Path, size: tuple[int, int], given: argparse.Namespace
) -> None:
    """All jobs over one log."""
    for title, windows in (("tumbling", TUMBLING), ("sliding", SLIDING), ("session", SESSION)):
        if title not in given.windows:
            continue
        base = f"{title}, plain"
        jobs: dict[str, Job] = {
            base: lambda windows=windows: plain(spark, log, windows),
            f"{title}, exact": lambda windows=windows: exact(spark, log, windows, 0),
            f"{title}, exact, lateness 5 s": lambda windows=windows: exact(
                spark, log, windows, LATENESS_MS
            ),
        }
        if title == "tumbling":
            jobs["watermarks alone"] = lambda: watermarks(spark, log)
            jobs["tumbling, lateness, as text"] = lambda: as_text(spark, log)
            jobs["tumbling, lateness, and dropped"] = lambda: exact(
                spark, log, TUMBLING, LATENESS_MS, dropped=True
            )
        # Java has compiled these jobs if smaller logs were measured before.
        is_known = any(name == base for name, _, _ in table.cpu)
        warm_up = size[0] < HUGE or not is_known
        table.add(base, *size, in_turn(jobs, given.repeat, warm_up))
    print(memory(spark), flush=True)


def growth(spark: SparkSession, folder: Path, events: list[int], repeat: int) -> None:
    """Tumbling windows from few events to many: CPU seconds, and what the driver holds."""
    table = Table()
    for size in events:
        log = log_of(folder, size, 1_000)
        jobs: dict[str, Job] = {
            "tumbling, plain": partial(plain, spark, log, TUMBLING),
            "tumbling, exact, lateness 5 s": partial(exact, spark, log, TUMBLING, LATENESS_MS),
        }
        table.add("tumbling, plain", size, 1_000, in_turn(jobs, repeat, size == events[0]))
        print(memory(spark), flush=True)
        log.unlink()
    table.growth()


def memory(spark: SparkSession) -> str:
    """What the driver holds when a job is done; in local mode the JVM is executor, too."""
    jvm: Any = spark._jvm
    jvm.java.lang.System.gc()
    runtime = jvm.java.lang.Runtime.getRuntime()
    heap = (runtime.totalMemory() - runtime.freeMemory()) / 1e6
    python = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    load = os.getloadavg()[0]
    return (
        f"  memory: this process at most {python:,.0f} MB, JVM's heap after GC {heap:,.0f} MB; "
        f"load of the machine {load:.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, nargs="+", default=[1_000_000, 10_000_000])
    parser.add_argument("--huge", action="store_true", help="also 30M events, most keys")
    parser.add_argument("--keys", type=int, nargs="+", default=[1_000, 100_000])
    parser.add_argument(
        "--windows", nargs="+", default=["tumbling", "sliding", "session"],
        choices=["tumbling", "sliding", "session"],
    )  # fmt: skip
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--master", default="local[2]")
    parser.add_argument(
        "--generic", type=int, nargs="*", default=[200_000, 500_000, 1_000_000],
        help="events for the simulator's operators; none: leave them out",
    )  # fmt: skip
    parser.add_argument("--growth", action="store_true", help="one job, from few events to many")
    given = parser.parse_args()
    spark = spark_session(given.master, spark_sql_shuffle_partitions="4", spark_driver_memory="4g")
    with tempfile.TemporaryDirectory() as folder:
        if given.growth:
            growing = [1_000_000, 10_000_000, HUGE, 100_000_000]
            growth(spark, Path(folder), growing, given.repeat)
            return
        table = Table()
        sizes = [(events, keys) for events in given.events for keys in given.keys]
        if given.huge:
            sizes.append((HUGE, max(given.keys)))
        for size in sizes:
            log = log_of(Path(folder), *size)
            measure(spark, table, log, size, given)
        table.growth()
        if given.generic:
            from spark_operators import all_sizes

            all_sizes(spark, Path(folder), given.generic, 3)


def log_of(folder: Path, events: int, keys: int) -> Path:
    """The synthetic log of that size."""
    path = folder / f"{events}-{keys}.parquet"
    return path if path.exists() else write_synthetic_log(path, events=events, keys=keys)


if __name__ == "__main__":
    main()
