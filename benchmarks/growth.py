"""Jobs of the default schedule that grow in one thing; :mod:`speed` measures them."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any

from flinksim import RunSettings
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors import CollectionSource, ScriptedSource
from flinksim.connectors.scripted_source import at, record
from flinksim.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.runtime.local_executor import build_job_graph
from flinksim.runtime.minicluster import MiniCluster

RECORDS = 10_000

Make = Callable[[int], tuple[StreamExecutionEnvironment, int]]
"""A job of some size, and how many records it reads."""


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


class Timers(KeyedProcessFunction):
    """One timer for each record; they fire *behind* records later."""

    def __init__(self, behind: int) -> None:
        self.behind = behind

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Any:
        ctx.timer_service().register_event_time_timer(value[1] + self.behind * 20)
        yield from ()

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Any:
        yield timestamp


def _environment(parallelism: int) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    return env


def _log(env: StreamExecutionEnvironment, records: int, keys: int) -> Any:
    values = [(f"key{i % keys}", i * 20, 1) for i in range(records)]
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    source = CollectionSource(values)
    stream = env.from_source(source, strategy.with_timestamp_assigner(Second()), "log")
    return stream.set_parallelism(1)


def windows(keys: int = 40, parallelism: int = 1) -> Callable[[int], StreamExecutionEnvironment]:
    """Tumbling windows of 10 s with a sum, over so many records."""

    def make(records: int) -> StreamExecutionEnvironment:
        env = _environment(parallelism)
        keyed = _log(env, records, keys).key_by(lambda value: value[0])
        keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).sum(2)
        return env

    return make


def _splits(count: int) -> tuple[StreamExecutionEnvironment, int]:
    env = _environment(1)
    total = 4 * RECORDS  # what opening a split takes is no reading
    script = {
        f"split{split:04}": [
            item
            for i in range(split, total, count)
            for item in (at(i // 100), record(("key", i // 100, 1)))
        ]
        for split in range(count)
    }
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Second())
    env.from_source(ScriptedSource(script), strategy, "splits").map(lambda value: value)
    return env, total


def _timers(behind: int) -> tuple[StreamExecutionEnvironment, int]:
    env = _environment(1)
    _log(env, RECORDS, 100).key_by(lambda value: value[0]).process(Timers(behind))
    return env, RECORDS


def _operators(count: int) -> tuple[StreamExecutionEnvironment, int]:
    env = _environment(1)
    stream = _log(env, RECORDS, 40)
    for _ in range(count):
        stream = stream.map(lambda value: value)
    return env, RECORDS


GROWTH: dict[str, tuple[tuple[int, ...], Make]] = {
    "records": ((5_000, 20_000, 80_000), lambda n: (windows()(n), n)),
    "keys": ((10, 1_000, 10_000), lambda n: (windows(keys=n)(RECORDS), RECORDS)),
    "splits of a source": ((1, 30, 1_000), _splits),
    "parallelism": ((1, 4, 16), lambda n: (windows(parallelism=n)(RECORDS), RECORDS)),
    "timers that wait": ((10, 300, 9_000), _timers),
    "operators in a chain": ((1, 5, 20), _operators),
}
"""What grows, from what to what, and the job of each size."""


def measured(make: Make, size: int) -> Callable[[], float]:
    """CPU seconds per record of a job of that size, each time that it is called."""

    def run() -> float:
        env, records = make(size)
        cluster = MiniCluster(build_job_graph(env.pipeline("growth")), RunSettings(traced=False))
        gc.collect()
        started = time.process_time()
        cluster.run()
        return (time.process_time() - started) / records

    return run
