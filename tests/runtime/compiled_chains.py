"""Random jobs whose chains are compiled, beside the same jobs on the general path: nothing differs.

    python -m tests.runtime.compiled_chains --jobs 1000 --seed 0

The jobs are what the chain compiler has templates for, with what it has to leave to the general path
in between: late records, mutable values, keys that are not text, sleeps, failures, restarts, checkpoints,
small buffers, records with and without arrival times.
"""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

import flinksim.runtime.tasks.chain_compiler as chain_compiler
from flinksim import NetworkSettings, RunSettings
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors import CollectionSource, ScriptedSource
from flinksim.connectors.scripted_source import at, record, watermark
from flinksim.connectors.source import SourceRecord
from flinksim.datastream import (
    AggregateFunction,
    KeyedProcessFunction,
    OutputTag,
    ProcessWindowFunction,
    StreamExecutionEnvironment,
)
from flinksim.datastream.window import SlidingEventTimeWindows, TumblingEventTimeWindows
from tests.runtime.short_ways import differences


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


class Timers(KeyedProcessFunction):
    """A timer for some records."""

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Any:
        if value[1] % 3 == 0:
            ctx.timer_service().register_event_time_timer(value[1] + 70)
        yield value[0], value[1]

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Any:
        yield "timer", timestamp


class Count(AggregateFunction):
    def create_accumulator(self) -> int:
        return 0

    def add(self, value: Any, accumulator: int) -> int:
        return accumulator + 1

    def get_result(self, accumulator: int) -> int:
        return accumulator

    def merge(self, a: int, b: int) -> int:
        return a + b


class Listed(ProcessWindowFunction):
    def process(self, key: Any, context: Any, elements: Any) -> Any:
        yield key, len(list(elements))


def random_chain(seed: int) -> tuple[StreamExecutionEnvironment, RunSettings]:
    """A job with a chain that can be compiled, mostly."""
    random = Random(seed)
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(random.choice([1, 1, 2, 3]))
    if random.random() < 0.3:
        env.enable_checkpointing(random.choice([30, 200]))
    if random.random() < 0.1:
        env.get_config().enable_object_reuse()
    size = random.choice([0, 1, 5, 60, 200])
    keys: list[Any] = random.choice([list("abc"), [1, 2, 3], ["a", 1, True, (1, "b")], [None, "x"]])
    disorder = random.choice([0, 50, 400])
    values: list[Any] = [
        (random.choice(keys), max(0, i * 10 - random.randrange(disorder + 1)), random.randrange(9))
        for i in range(size)
    ]
    if random.random() < 0.2:
        values = [list(value) if random.random() < 0.5 else value for value in values]
    stream = _add_source(env, random, values)
    failing = random.randrange(size) if size and random.random() < 0.15 else -1
    attempts: list[int] = []

    def work(value: Any) -> Any:
        if value[1] % 37 == 1 and naps:
            time.sleep(0.005)
        if failing >= 0 and value is values[failing] and len(attempts) < 2:
            attempts.append(1)
            raise ValueError("planted")
        return value

    naps = random.random() < 0.15
    if failing >= 0 and random.random() < 0.5:
        stream = stream.filter(lambda value: value[2] != 4)
    for _ in range(random.randrange(3)):
        kind = random.randrange(3)
        if kind == 0:
            stream = stream.map(work)
        elif kind == 1:
            stream = stream.filter(lambda value: value[2] != 3)
        else:
            stream = stream.flat_map(lambda value: [value] * (value[2] % 3))
    _add_keyed(random, stream)
    network = NetworkSettings(segment_bytes=random.choice([64, 256, 32_768, 32_768]))
    return env, RunSettings(traced=False, network=network)


def _add_source(env: StreamExecutionEnvironment, random: Random, values: list[Any]) -> Any:
    strategy = random.choice(
        [
            WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(50)),
            WatermarkStrategy.for_monotonous_timestamps(),
            WatermarkStrategy.no_watermarks(),
        ]
    ).with_timestamp_assigner(Second())
    kind = random.randrange(4)
    source: Any
    if kind == 0:
        source = CollectionSource(values)
    elif kind == 1:
        times = sorted(random.randrange(3_000) for _ in values)
        items = [SourceRecord(v, None, t) for v, t in zip(values, times, strict=True)]
        source = ScriptedSource(items)
    elif kind == 2:
        source = ScriptedSource(
            [
                item
                for i, value in enumerate(values)
                for item in (
                    *([at(i * 20)] if random.random() < 0.5 else []),
                    record(value, value[1]),
                    *([watermark(i * 9)] if random.random() < 0.1 else []),
                )
            ]
        )
    else:
        source = ScriptedSource([SourceRecord(v, None, i * 20) for i, v in enumerate(values)])
    stream = env.from_source(source, strategy, "source")
    return stream.set_parallelism(1) if random.random() < 0.7 else stream


def _add_keyed(random: Random, stream: Any) -> None:
    keyed = stream.key_by(lambda value: str(value[0]) if value[2] % 2 else value[0])
    if random.random() < 0.5:
        keyed = stream.key_by(lambda value: value[0])
    windows = TumblingEventTimeWindows.of(Time.milliseconds(random.choice([50, 100, 1_000])))
    lateness = random.choice([0, 0, 30, 300])
    kind = random.randrange(8)
    if kind == 0:
        keyed.process(Timers()).print()
        return
    if kind == 1:
        stream.rebalance().map(lambda value: value).print()
        return
    if kind == 2:
        sliding = SlidingEventTimeWindows.of(Time.milliseconds(100), Time.milliseconds(50))
        keyed.window(sliding).reduce(lambda a, b: a).print()
        return
    windowed = keyed.window(windows).allowed_lateness(lateness)
    if random.random() < 0.3:
        windowed = windowed.side_output_late_data(OutputTag("late"))
    if kind == 3:
        result = windowed.aggregate(Count())
    elif kind == 4:
        result = windowed.process(Listed())
    elif kind == 5:
        result = windowed.reduce(lambda a, b: (a[0], b[1], a[2] + b[2]))
    else:
        result = windowed.sum(random.choice([1, 2]))
    result.map(lambda value: value).print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0, help="of the first job")
    options = parser.parse_args()
    records = [0]
    compile_chain = chain_compiler.compile_source_chain

    def counting(task: Any, run: Any) -> Any:
        compiled = compile_chain(task, run)
        if compiled is None:
            return None
        read, source = compiled

        def counted() -> int:
            records[0] += (count := read())
            return count

        return counted, source

    chain_compiler.compile_source_chain = counting
    wrong = 0
    for seed in range(options.seed, options.seed + options.jobs):
        for line in differences(seed, random_chain):
            wrong += 1
            print(line, flush=True)
    print(f"{options.jobs} jobs, {records[0]:,} records in compiled chains; {wrong} differences")


if __name__ == "__main__":
    main()
