"""The generic lowering beside the simulator's untraced run and its bare operator, on the same log."""

from __future__ import annotations

from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from measuring import in_turn
from pyspark.sql import SparkSession
from spark import DELAY_MS, LATENESS_MS, TUMBLING, declared, generic

from flinksim import RunSettings
from flinksim.connectors.source import SourceRecord
from flinksim.runtime.elements import MAX_WATERMARK, StreamRecord, Watermark
from flinksim.runtime.local_executor import job_graph_of
from flinksim.runtime.minicluster import MiniCluster
from flinksim.runtime.operators.create import create_operator
from flinksim.spark.job import SparkJob
from flinksim.spark.logs.parquet_log import ParquetLogSource
from flinksim.spark.settings import ReplaySettings
from flinksim.testing.harness import KeyedOneInputStreamOperatorTestHarness


def beside_the_simulator(spark: SparkSession, log: Path, events: int) -> None:
    """Print records per CPU second of all three."""
    taken = in_turn(
        {
            "simulator, untraced run": lambda: simulated(log),
            "simulator, window operator alone": lambda: operator_alone(log),
            "Spark, generic lowering": lambda: generic(spark, log),
        },
        repeat=3,
        warm_up=False,
    )
    cores = spark.sparkContext.defaultParallelism
    print(
        f"\nthe simulator's operators, tumbling windows with lateness, {events:,} events, 1,000 keys"
    )
    for name, (cpu, wall) in taken.items():
        print(
            f"  {name:34} {cpu:8.1f} s CPU {wall:8.1f} s wall {events / cpu:10,.0f} records per "
            f"CPU second, {cpu / wall:.1f} of {cores} cores busy"
        )


def simulated(log: Path) -> None:
    """All tasks, channels and mailboxes, without a trace."""
    env = declared(log, TUMBLING, LATENESS_MS)
    with redirect_stdout(StringIO()):
        MiniCluster(job_graph_of(env.pipeline("benchmark")), RunSettings(traced=False)).run()


def operator_alone(log: Path) -> None:
    """The log is read, and the window operator called in a loop: no chain, no task, no network."""
    env = declared(log, TUMBLING, LATENESS_MS)
    with SparkJob(None, env.pipeline("benchmark"), ReplaySettings()) as job:
        spec = job.stages[-1].vertex.head.spec
    harness = KeyedOneInputStreamOperatorTestHarness(create_operator(spec), output=Nowhere())
    harness.open()
    operator = harness.operator
    greatest = next_tick = 0
    for _, item in ParquetLogSource(log).read_row_groups(None):
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
