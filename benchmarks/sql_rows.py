"""Rows per second of SQL operators beside DataStream operators of the same job.

    python -m benchmarks.sql_rows --rows 20000

Both jobs read the same rows and run untraced in this process, in turns. Prints the best of three runs
of each, and their ratio.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from flinksim.common import Types, WatermarkStrategy
from flinksim.common.time import Duration, Time
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.collection_sources import CollectionSource
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import ReduceFunction
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster, RunSettings
from flinksim.table.compiled_plan.plan_document import parse_compiled_plan
from flinksim.table.compiled_plan.plan_translator import build_pipeline
from flinksim.table.compiled_plan.table_connectors import ChangelogCollectSink, TableConnectors
from flinksim.table.runtime.change_rows import ChangeRow
from flinksim.table.runtime.sql_values import build_timestamp
from tests.conformance.sql_cases import RECORDED, load_cases

_KEYS = 50
_WINDOW_MS = 10_000


class _FirstField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        timestamp: int = value[2]
        return timestamp


class _AddSecond(ReduceFunction):
    def reduce(self, value1: Any, value2: Any) -> Any:
        return (value1[0], value1[1] + value2[1], value2[2])


def build_sql_job(case_name: str, rows: int) -> Pipeline:
    """Build the job of a recorded plan over generated rows."""
    plan = next(case["compiled_plan"] for case in load_cases(RECORDED) if case["name"] == case_name)
    values = [
        ChangeRow((f"k{number % _KEYS}", number % 7, None, "s", build_timestamp(number * 100)))
        for number in range(rows)
    ]
    connectors = TableConnectors({"bid": CollectionSource(values)}, {"out": ChangelogCollectSink()})
    return build_pipeline(parse_compiled_plan(plan), connectors)


def build_datastream_job(is_windowed: bool, rows: int) -> Pipeline:
    """Build the same job with DataStream operators: a window, or a running sum."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.get_config().enable_object_reuse()
    data = [(f"k{number % _KEYS}", number % 7, number * 100) for number in range(rows)]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
    stream = env.from_source(
        CollectionSource(data), strategy.with_timestamp_assigner(_FirstField()), "bid"
    )
    keyed = stream.key_by(lambda value: value[0], key_type=Types.STRING())
    if is_windowed:
        window = TumblingEventTimeWindows.of(Time.milliseconds(_WINDOW_MS))
        keyed.window(window).reduce(_AddSecond()).sink_to(_collect())
    else:
        keyed.reduce(_AddSecond()).sink_to(_collect())
    return env.pipeline("datastream")


def _collect() -> Any:
    return ChangelogCollectSink()


def measure(build: Callable[[], Pipeline]) -> float:
    """Return the seconds of one run."""
    cluster = MiniCluster(build_job_graph(build()), RunSettings(traced=False))
    start = time.perf_counter()
    cluster.run()
    return time.perf_counter() - start


def main() -> None:
    """Print one line for each job."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=20_000)
    rows = parser.parse_args().rows
    for title, case, is_windowed in (
        ("TUMBLE", "tvf-named-args", True),
        ("GROUP BY", "agg-basic", False),
    ):
        sql, stream = [], []
        for _ in range(3):
            sql.append(measure(lambda case=case: build_sql_job(case, rows)))
            stream.append(measure(lambda w=is_windowed: build_datastream_job(w, rows)))
        print(
            f"{title}: SQL {rows / min(sql):,.0f} rows/s, DataStream {rows / min(stream):,.0f} "
            f"rows/s, ratio {min(stream) / min(sql):.2f}"
        )


if __name__ == "__main__":
    main()
