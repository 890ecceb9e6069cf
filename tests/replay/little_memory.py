"""A replay with next to no memory to keep rows in: what comes of it, and what Spark has on disk.

    python -m tests.replay.little_memory events.parquet

prints a line of JSON: bytes of rows in memory and on disk, and the firings of :func:`in_short`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pyspark.sql import functions as sql

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.replay import ReplaySettings, replay, spark_session
from flinksim.replay.logs.parquet_source import ParquetLogSource
from flinksim.replay.replay_job import SparkJob
from flinksim.replay.results.tables import SparkTable


def program(log: Path) -> StreamExecutionEnvironment:
    """Sums by key and window, with lateness."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    strategy = strategy.with_timestamp_assigner(lambda value, ts: value[0])
    stream = env.from_source(ParquetLogSource(log), strategy, "log")
    keyed = stream.map(lambda value: (value[1], value[2])).key_by(lambda value: value[0])
    windows = keyed.window(TumblingEventTimeWindows.of(Time.seconds(10)))
    windows.allowed_lateness(5_000).sum(1).print()
    return env


def in_short(job: SparkJob) -> list[list[Any]]:
    """Per kind: how many firings, of how many records, and sums of their times and watermarks."""
    numbers = ("count", "unix_millis(time)", "unix_millis(watermark)")
    each = [sql.expr(f"sum({number} % 1000003L)") for number in numbers]
    firings = job.firings
    assert isinstance(firings, SparkTable)
    rows = firings.to_spark().groupBy("kind").agg(sql.count("*"), *each).sort("kind").collect()
    return [list(row) for row in rows]


def main() -> None:
    # Of a heap of about 500 MB Spark keeps 300 for itself; of the rest this share is for rows, and
    # what is kept gives way to what a task needs to go on.
    spark = spark_session(
        "local[2]",
        spark_driver_memory="512m",
        spark_memory_fraction="0.04",
        spark_memory_storageFraction="0.0",
    )
    settings = ReplaySettings(backend="generic", keep_contents=False)
    with replay(program(Path(sys.argv[1])), spark, settings=settings) as job:
        firings = in_short(job)
        jvm: Any = spark.sparkContext._jsc
        held = jvm.sc().getRDDStorageInfo()
        memory, disk = (
            sum(each) for each in zip(*((i.memSize(), i.diskSize()) for i in held), strict=True)
        )
        print(json.dumps({"memory": memory, "disk": disk, "firings": firings}))


if __name__ == "__main__":
    main()
