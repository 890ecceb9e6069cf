"""Random programs whose sources wait for each other, over logs in which some are far ahead."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors import EventLogSource
from flinksim.connectors.scripted_source import ScriptedSource, active, at, idle, record, watermark
from flinksim.connectors.sinks import CollectSink
from flinksim.connectors.source import Source
from flinksim.datastream import KeySelector, Partitioner, StreamExecutionEnvironment
from flinksim.datastream.functions import KeyedProcessFunction, ProcessFunction
from flinksim.datastream.pipeline_executor import Pipeline
from flinksim.datastream.state import ValueStateDescriptor
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
)
from flinksim.graph.rewrite import map_specs, replace_watermark_strategy
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log
from tests.replay.random_programs import LATE, Listing, Punctuated
from tests.replay.random_two_inputs import Both

START = 1_000_000
INTERVALS = (0, 50, 100, 200, 200, 200)
UPDATES = (1, 2, 4)
"""How often sources report, in watermark intervals; or at times that have nothing to do with them."""
DRIFTS = (0, 10, 100, 300, 700, 2000, 100_000)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log."""

    split: str
    arrival: int
    ts: int
    key: str
    v: int


def lines_of(rng: random.Random) -> list[Line]:
    """Splits that go at speeds of their own, end early, begin late or are silent for a while."""
    count = rng.choice([1, 10, 40, 80, 120])
    splits = rng.choice([1, 1, 2, 3, 4])
    speeds = [rng.choice([1, 1, 1, 2, 5, 30]) for _ in range(splits)]
    leads = [rng.choice([0, 0, 0, 500, 5000]) for _ in range(splits)]
    ends = [rng.choice([count, count, count, count // 4]) for _ in range(splits)]
    begins = [rng.choice([0, 0, 0, 0, count // 2]) for _ in range(splits)]
    arrival = START + rng.choice([0, 0, 0, 70, 1500])
    lines = []
    for number in range(count):
        arrival += rng.choice([0, 0, 0, 10, 50, 50, 100, 7, 1000 if rng.random() < 0.1 else 20])
        split = rng.randrange(splits)
        if number >= splits and not begins[split] <= number < ends[split]:
            continue
        passed = (arrival - START) * speeds[split]
        ts = START + passed + leads[split] - rng.choice([0, 0, 50, 400])
        lines.append(Line(f"s{split}", arrival, ts, f"k{rng.randrange(3)}", rng.randrange(-50, 50)))
    return lines


def source_of(rng: random.Random, lines: Sequence[Line], path: Path) -> Source:
    """A source that gives *lines*: as CSV, as JSON lines, as Parquet, or as objects."""
    kind = rng.randrange(6)
    if kind == 0:
        return _scripted(rng, lines)
    if kind == 1:
        path = path.with_suffix(".jsonl")
        rows = (
            f'{{"split": "{x.split}", "arrival": {x.arrival}, "ts": {x.ts}, "key": "{x.key}", '
            f'"v": {x.v}}}'
            for x in lines
        )
        path.write_text("\n".join(rows) + "\n")
        return EventLogSource(path, timestamp="ts")
    rows = (f"{x.split},{x.arrival},{x.ts},{x.key},{x.v}" for x in lines)
    path.write_text("\n".join(["split,arrival,ts:timestamp,key,v:int", *rows]) + "\n")
    if kind == 2:
        write_parquet_log(EventLogSource(path), path.with_suffix(".parquet"), rows_per_group=30)
        return ParquetLogSource(path.with_suffix(".parquet"))
    return EventLogSource(path)


def _scripted(rng: random.Random, lines: Sequence[Line]) -> Source:
    """Objects with arrival times, or without; the splits may say things of their own, or nothing."""
    scripts: dict[str, list[Any]] = {line.split: [] for line in lines}
    if rng.random() < 0.5:
        scripts["silent"] = []
    timed = rng.random() < 0.7
    speaks = rng.random() < 0.4
    for line in lines:
        script = scripts[line.split]
        if timed or rng.random() < 0.1:
            script.append(at(line.arrival))
        script.append(record((line.ts, line.key, line.v), line.ts))
        if speaks and rng.random() < 0.2:
            script += rng.choice([[idle()], [active()], [watermark(line.ts)], [idle(), active()]])
    if rng.random() < 0.3:
        for script in scripts.values():
            script.append(at(lines[-1].arrival + rng.choice([0, 50, 5000])))
    return ScriptedSource(scripts, start_ms=START)


class Witness(KeyedProcessFunction):
    """Tells of each record when it came, after how many others, and at which watermark."""

    def open(self, runtime_context: Any) -> None:
        self.seen = runtime_context.get_state(ValueStateDescriptor("seen", Types.INT()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        seen = (self.seen.value() or 0) + 1
        self.seen.update(seen)
        timers = ctx.timer_service()
        now = timers.current_processing_time()
        timers.register_event_time_timer(ctx.timestamp() + 300)
        timers.register_processing_time_timer(now - now % 50 + [50, 100, 0, 200][seen % 4])
        yield (value, seen, timers.current_watermark(), now, ctx.timestamp())

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        watermark_now = ctx.timer_service().current_watermark()
        yield (ctx.get_current_key(), self.seen.value(), timestamp, watermark_now)


class When(ProcessFunction):
    """What is chained to a source sees when it is read, by either clock."""

    def process_element(self, value: Any, ctx: Any) -> Any:
        now = ctx.timer_service().current_processing_time()
        yield (value[0] - now % 3, value[1], value[2] + round(time.time() * 1000) % 5)
        yield value


class InTurn(Partitioner):
    """Counts for its own subtask."""

    def open(self, runtime_context: Any) -> None:
        self.count = 0

    def partition(self, key: Any, num_partitions: int) -> int:
        self.count += 1
        return self.count % num_partitions


class Second(KeySelector):
    """Gives no key before it is open."""

    def open(self, runtime_context: Any) -> None:
        self.place = 1

    def get_key(self, value: Any) -> Any:
        return value[self.place]


def strategy(rng: random.Random) -> WatermarkStrategy:
    match rng.randrange(6):
        case 0:
            chosen = WatermarkStrategy.for_generator(lambda context: Punctuated())
        case 1:
            chosen = WatermarkStrategy.for_monotonous_timestamps()
        case _:
            delay = Duration.of_millis(rng.choice([0, 100, 500]))
            chosen = WatermarkStrategy.for_bounded_out_of_orderness(delay)
    if rng.random() < 0.3:
        chosen = chosen.with_idleness(Duration.of_millis(rng.choice([100, 150, 500, 1500])))
    return chosen


def declare_aligned(rng: random.Random, folder: Path) -> StreamExecutionEnvironment:
    """One to three sources in one or two groups, one of which may wait for nobody."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(rng.choice([1, 2, 3]))
    interval = rng.choice(INTERVALS)
    env.get_config().set_auto_watermark_interval(interval)
    groups = rng.choice([["one"], ["one"], ["one", "two"]])
    updates = {
        group: rng.choice([*[times * (interval or 100) for times in UPDATES], 70, 130, 350])
        for group in groups
    }
    streams = []
    for number in range(rng.choice([1, 2, 2, 3])):
        source = source_of(rng, lines_of(rng), folder / f"log{number}.csv")
        chosen = strategy(rng)
        if number and rng.random() < 0.15:
            legacy = env.add_source(source, f"source {number}")
            chosen = chosen.with_timestamp_assigner(lambda value, ts: value[0])
            streams.append(legacy.assign_timestamps_and_watermarks(chosen))
            continue
        if number == 0 or rng.random() < 0.8:
            group = rng.choice(groups)
            # each source has a drift of its own, and now and then an interval of its own
            update = updates[group] if rng.random() < 0.8 else 90
            drift = Duration.of_millis(rng.choice(DRIFTS))
            chosen = chosen.with_watermark_alignment(group, drift, Duration.of_millis(update))
        chosen = chosen.with_timestamp_assigner(lambda value, ts: value[0])
        stream = env.from_source(source, chosen, f"source {number}")
        if rng.random() < 0.3:
            stream = stream.set_parallelism(rng.choice([1, 2, 3]))
        if rng.random() < 0.2:
            stream.map(lambda v: ("read", v)).sink_to(CollectSink())
        streams.append(_behind_the_source(rng, stream))
    _together(rng, streams)
    return env


def _behind_the_source(rng: random.Random, stream: Any) -> Any:
    match rng.randrange(7):
        case 0:
            return stream.process(When())
        case 1:
            return stream.map(lambda v: (v[0], v[1], v[2] + 1)).assign_timestamps_and_watermarks(
                strategy(rng).with_timestamp_assigner(lambda value, ts: value[0] + 5)
            )
        case 2:
            return stream.rebalance().filter(lambda v: v[2] % 7 != 0)
        case 3:
            return stream.partition_custom(InTurn(), lambda v: v[1]).map(lambda v: v)
        case _:
            return stream


def _together(rng: random.Random, streams: list[Any]) -> None:
    if len(streams) > 1 and rng.random() < 0.25:
        keyed = [stream.key_by(lambda v: v[1]) for stream in streams]
        keyed[0].connect(keyed[1]).process(Both()).sink_to(CollectSink())
        streams = streams[2:]
    if streams and rng.random() < 0.6:
        streams = [streams[0].union(*streams[1:])] if len(streams) > 1 else streams
    for stream in streams:
        _of_one(rng, stream.key_by(Second())).sink_to(CollectSink())


def _of_one(rng: random.Random, keyed: Any) -> Any:
    match rng.randrange(5):
        case 0:
            return keyed.reduce(lambda a, b: (a[0], a[1], a[2] * 3 % 1000 + b[2]))
        case 1 | 2:
            return keyed.process(Witness())
        case _:
            windows = keyed.window(
                rng.choice(
                    [
                        TumblingEventTimeWindows.of(Time.milliseconds(1000)),
                        SlidingEventTimeWindows.of(Time.milliseconds(1200), Time.milliseconds(400)),
                        EventTimeSessionWindows.with_gap(Time.milliseconds(200)),
                    ]
                )
            )
            windows = windows.allowed_lateness(rng.choice([0, 0, 500])).side_output_late_data(LATE)
            return windows.process(Listing())


def unaligned(pipeline: Pipeline) -> Pipeline:
    """The same program, in which nobody waits."""

    def change(node: Any) -> Any:
        def plain(old: Any) -> Any:
            new = copy.copy(old)
            new.alignment_params = None
            return new

        return replace_watermark_strategy(node.spec, plain)

    return map_specs(pipeline, change)
