"""Random logs and random programs, from a seed; and what a run of them came to."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import Watermark, WatermarkGenerator
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.connectors.source import Source
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.functions import (
    AggregateFunction,
    KeyedProcessFunction,
    ProcessWindowFunction,
)
from flinksim.datastream.state import ValueStateDescriptor
from flinksim.datastream.window import (
    ContinuousEventTimeTrigger,
    CountEvictor,
    CountTrigger,
    CumulativeEventTimeWindows,
    EventTimeSessionWindows,
    EventTimeTrigger,
    PurgingTrigger,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log
from flinksim.replay.replay_job import SparkJob
from flinksim.simulation.simulation import Simulation
from flinksim.trace.events import LateRecordDropped, ResultWritten, WindowFired
from flinksim.trace.recorder import Trace
from flinksim.trace.values import freeze

LATE = OutputTag("late")
DELAYS = (0, 10, 100, 500, 1000, 3000)
WILD = (0, 100, 400, 700, 1500, 2000, 2500, 3000, 4500)
"""Hardly a record in order."""


def write_log(rng: random.Random, path: Path, delays: Sequence[int] = DELAYS) -> None:
    """Some splits, some of them silent for a while, with records in and out of order."""
    count = rng.choice([5, 30, 80, 150])
    splits, keys = rng.choice([1, 2, 3, 4]), rng.choice([1, 3, 6])
    arrival = 1_000_000 + rng.randrange(5) * 100
    silences = [
        (rng.randrange(splits), rng.randrange(count), rng.randrange(count))
        for _ in range(rng.randrange(3))
    ]
    lines = ["split,arrival,ts:timestamp,key,v:int"]
    for i in range(count):
        pauses = [0, 0, 1, 50, 100, 100, 200, 300, 1000 if rng.random() < 0.1 else 20]
        arrival += rng.choice(pauses)
        split = rng.randrange(splits)
        if i >= splits and any(s == split and begin < i < end for s, begin, end in silences):
            continue
        ts = arrival - rng.choice(delays) + rng.choice([0, 0, 0, 400])
        lines.append(f"s{split},{arrival},{ts},k{rng.randrange(keys)},{rng.randrange(-50, 50)}")
    path.write_text("\n".join(lines) + "\n")


def in_some_form(log: Path) -> Source:
    """A log that was written as CSV: as it is, or as JSON lines, or as Parquet in small blocks."""
    # By its length, so that a program stays the same whatever its log is read from.
    form = random.Random(log.stat().st_size).randrange(5)
    if form == 0:
        target = log.with_suffix(".jsonl")
        with log.open() as lines, target.open("w") as rows:
            next(lines)
            for split, arrival, ts, key, v in csv.reader(lines):
                row = {"split": split, "arrival": int(arrival), "ts": int(ts), "key": key}
                rows.write(json.dumps(row | {"v": int(v)}) + "\n")
        return EventLogSource(target, types={"ts": "int", "key": "str", "v": "int"})
    if form == 1:
        write_parquet_log(EventLogSource(log), log.with_suffix(".parquet"), rows_per_group=30)
        return ParquetLogSource(log.with_suffix(".parquet"))
    return EventLogSource(log)


def environment(rng: random.Random) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(rng.choice([1, 1, 2, 3]))
    env.get_config().set_auto_watermark_interval(rng.choice([0, 100, 200, 200, 200, 1000]))
    return env


class Punctuated(WatermarkGenerator):
    def __init__(self) -> None:
        self.greatest = -(10**15)

    def on_event(self, event: Any, event_timestamp: int, output: Any) -> None:
        if event[2] % 3 == 0 and event_timestamp > self.greatest:
            self.greatest = event_timestamp
            output.emit_watermark(Watermark(event_timestamp - 300))

    def on_periodic_emit(self, output: Any) -> None:
        pass


def strategy(rng: random.Random, own_generators: bool) -> WatermarkStrategy:
    kind = rng.randrange(8 if own_generators else 6)
    delay = Duration.of_millis(rng.choice([0, 200, 1000, 2500]))
    if kind < 5:
        chosen = WatermarkStrategy.for_bounded_out_of_orderness(delay)
    elif kind == 5:
        chosen = WatermarkStrategy.for_monotonous_timestamps()
    elif kind == 6:
        chosen = WatermarkStrategy.for_generator(lambda context: Punctuated())
    else:
        chosen = WatermarkStrategy.no_watermarks()
    if rng.random() < 0.4:
        chosen = chosen.with_idleness(Duration.of_millis(rng.choice([150, 200, 500, 1000])))
    return chosen.with_timestamp_assigner(lambda value, ts: value[0])


class CountWithTimers(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.INT()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        count = (self.count.value() or 0) + 1
        self.count.update(count)
        timers = ctx.timer_service()
        timers.register_event_time_timer(ctx.timestamp() + 700)
        now = timers.current_processing_time()
        if count % 3 == 0:
            timers.register_processing_time_timer(now + [0, 100, 333, -50][count % 4])
        yield (ctx.get_current_key(), count, timers.current_watermark(), now)

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        watermark = ctx.timer_service().current_watermark()
        yield (ctx.get_current_key(), "timer", self.count.value(), timestamp, watermark)


class Listing(ProcessWindowFunction):
    def process(self, key: Any, context: Any, elements: Any) -> Any:
        values = list(elements)
        start = context.window().start
        yield (key, start, sum(v[2] for v in values), len(values), context.current_watermark())


def declare_anything(rng: random.Random, log: Path | Source) -> StreamExecutionEnvironment:
    """One or two stages of any kind that Python has to run."""
    env = environment(rng)
    source = EventLogSource(log) if isinstance(log, Path) else log
    place = rng.randrange(3)
    if place == 0:
        stream = env.from_source(source, strategy(rng, True), "source")
    else:
        stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source")
        if rng.random() < 0.4:
            stream = stream.filter(lambda v: v[2] % 7 != 0)
        if place == 2 and rng.random() < 0.5:
            if rng.random() < 0.6:
                stream = stream.rebalance()
            else:
                stream = stream.map(lambda v: v).set_parallelism(rng.choice([1, 2, 3]))
        stream = stream.assign_timestamps_and_watermarks(strategy(rng, True))
    if rng.random() < 0.3:
        stream = stream.map(lambda v: (v[0], v[1], v[2] + 1))
    keyed = stream.key_by(lambda v: v[1])
    kind = rng.randrange(6)
    if kind <= 2:
        result = _any_window(rng, keyed)
        if rng.random() < 0.3:
            late = result.get_side_output(LATE).map(lambda v: ("late", v))
            late.sink_to(CollectSink())
    elif kind == 3:
        result = keyed.process(CountWithTimers())
    elif kind == 4:
        result = keyed.sum(2)
    else:
        result = keyed.reduce(lambda a, b: (a[0], a[1], a[2] + b[2]))
    if rng.random() < 0.4:
        result = _second_stage(rng, result)
    result.sink_to(CollectSink())
    return env


def _any_window(rng: random.Random, keyed: Any) -> Any:
    windows = keyed.window(
        rng.choice(
            [
                TumblingEventTimeWindows.of(Time.milliseconds(1000)),
                TumblingEventTimeWindows.of(Time.milliseconds(1000), Time.milliseconds(300)),
                SlidingEventTimeWindows.of(Time.milliseconds(1200), Time.milliseconds(400)),
                SlidingEventTimeWindows.of(Time.milliseconds(500), Time.milliseconds(800)),
                CumulativeEventTimeWindows.of(Time.milliseconds(1500), Time.milliseconds(500)),
                EventTimeSessionWindows.with_gap(Time.milliseconds(400)),
                EventTimeSessionWindows.with_gap(Time.milliseconds(150)),
                TumblingProcessingTimeWindows.of(Time.milliseconds(700)),
            ]
        )
    )
    if rng.random() < 0.5:
        windows = windows.allowed_lateness(rng.choice([0, 300, 1500]))
    if rng.random() < 0.4:
        windows = windows.side_output_late_data(LATE)
    if rng.random() < 0.25:
        triggers = [
            CountTrigger.of(3),
            PurgingTrigger.of(EventTimeTrigger.create()),
            ContinuousEventTimeTrigger.of(Time.milliseconds(333)),
        ]
        windows = windows.trigger(rng.choice(triggers))
    if rng.random() < 0.15:
        windows = windows.evictor(CountEvictor.of(2))
    match rng.randrange(5):
        case 0:
            return windows.sum(2)
        case 1:
            return windows.max(2)
        case 2:
            return windows.min_by(2)
        case 3:
            return windows.process(Listing())
        case _:
            return windows.reduce(lambda a, b: (max(a[0], b[0]), a[1], a[2] + b[2]))


def _second_stage(rng: random.Random, stream: Any) -> Any:
    """Its results show the order in which the first stage's come in."""
    shown = stream.map(
        lambda v: (v[0], str(v[1])[-1], v[2] if isinstance(v[2], int) else 1, repr(v))
    )
    keyed = shown.key_by(lambda v: v[1])
    if rng.random() < 0.5:
        windows = keyed.window(TumblingEventTimeWindows.of(Time.milliseconds(2000)))
        result = windows.process(Listing())
    else:
        result = keyed.reduce(lambda a, b: (a[0], a[1], a[2] + b[2], a[3] + b[3]))
    return result.set_parallelism(rng.choice([1, 2]))


def declare_native(
    rng: random.Random, log: Path | Source, sessions: float = 0.4
) -> StreamExecutionEnvironment:
    """One window over built-in aggregates, which needs no Python; so many of them *sessions*."""
    env = environment(rng)
    source = EventLogSource(log) if isinstance(log, Path) else log
    if rng.random() < 0.5:
        stream = env.from_source(source, strategy(rng, False), "source")
    else:
        stream = env.from_source(source, WatermarkStrategy.no_watermarks(), "source")
        if rng.random() < 0.4:
            stream = stream.filter(lambda v: v[2] % 7 != 0)
        stream = stream.assign_timestamps_and_watermarks(strategy(rng, False))
    if rng.random() < 0.3:
        stream = stream.filter(lambda v: v[2] > -30 and v[1] != "k0")
    if rng.random() < 0.3:
        stream = stream.map(lambda v: (v[0], v[1], v[2] * 2 + 1))
    has_sessions = rng.random() < sessions
    selectors = [lambda v: v[1], lambda v: (v[1], v[2] % 2), lambda v: v[2] % 3]
    if not has_sessions:  # few records of a key would seldom make a session that a late one cuts
        selectors.append(lambda v: v[2])
    windows = stream.key_by(rng.choice(selectors)).window(
        _session(rng) if has_sessions else _grid(rng)
    )
    windows = windows.allowed_lateness(rng.choice([0, 0, 300, 1500]))
    aside = rng.random() < 0.5
    if aside:
        windows = windows.side_output_late_data(LATE)
    result = _built_in(rng, windows)
    if aside:
        result.get_side_output(LATE).map(lambda v: ("late", v)).sink_to(CollectSink())
    if rng.random() < 0.5:
        result = result.map(lambda v: ("result", v))
    result.sink_to(CollectSink())
    return env


def _grid(rng: random.Random) -> Any:
    offset = rng.choice([0, 300, -200])
    return rng.choice(
        [
            TumblingEventTimeWindows.of(Time.milliseconds(1000), Time.milliseconds(offset)),
            SlidingEventTimeWindows.of(Time.milliseconds(1200), Time.milliseconds(400)),
            SlidingEventTimeWindows.of(
                Time.milliseconds(2000), Time.milliseconds(500), Time.milliseconds(100)
            ),
            SlidingEventTimeWindows.of(Time.milliseconds(2400), Time.milliseconds(200)),
            CumulativeEventTimeWindows.of(
                Time.milliseconds(1500), Time.milliseconds(500), Time.milliseconds(offset)
            ),
            CumulativeEventTimeWindows.of(Time.milliseconds(2400), Time.milliseconds(200)),
        ]
    )


def _session(rng: random.Random) -> Any:
    return EventTimeSessionWindows.with_gap(Time.milliseconds(rng.choice([100, 150, 400, 1000])))


_OVERLAPPING = (SlidingEventTimeWindows, CumulativeEventTimeWindows)


def _built_in(rng: random.Random, windows: Any) -> Any:
    """An aggregate that needs no Python."""
    match rng.randrange(9):
        case 0:
            return windows.sum(2)
        case 1 | 2 if isinstance(windows._assigner, _OVERLAPPING):
            # max and min change what windows share, which expressions do not follow
            return windows.reduce(lambda a, b: (a[0], a[1], max(a[2], b[2])))
        case 1:
            return windows.max(2)
        case 2:
            return windows.min(2)
        case 3:
            return windows.min_by(2)
        case 4:
            return windows.max_by(2)
        case 5:
            return windows.aggregate(Average())
        case 6:
            return windows.aggregate(CountAndExtremes(rng.choice([-10, 0, 1000])))
        case 7:
            return windows.aggregate(Counting())
        case _:
            return windows.reduce(lambda a, b: (max(a[0], b[0]), a[1], a[2] + b[2]))


class Average(AggregateFunction):
    """The mean, as its users write it."""

    def create_accumulator(self) -> Any:
        return 0, 0

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator[0] + value[2], accumulator[1] + 1

    def get_result(self, accumulator: Any) -> Any:
        return accumulator[0] / accumulator[1] if accumulator[1] else 0.0

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]


class Counting(AggregateFunction):
    """How many."""

    def create_accumulator(self) -> Any:
        return 0

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator + 1

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a + acc_b


class CountAndExtremes(AggregateFunction):
    """Several things at once; the extremes have a value to begin with."""

    def __init__(self, first: int) -> None:
        self._first = first

    def create_accumulator(self) -> Any:
        return "all", 0, self._first, self._first

    def add(self, value: Any, accumulator: Any) -> Any:
        name, count, least, greatest = accumulator
        return name, count + 1, min(least, value[2]), max(value[2], greatest)

    def get_result(self, accumulator: Any) -> Any:
        return accumulator[0], accumulator[1], accumulator[3] - accumulator[2]

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        least, greatest = min(acc_a[2], acc_b[2]), max(acc_a[3], acc_b[3])
        return acc_a[0], acc_b[1] + acc_a[1], least, greatest


# --- what a run came to ---------------------------------------------------------------------------

Outcome = tuple[Counter[Any], Counter[Any], Counter[Any]]
"""Firings, dropped records, results; each with everything that is known of it."""


def outcome_of_simulation(simulation: Simulation) -> Outcome:
    return outcome_of_trace(simulation.trace)


def outcome_of_trace(trace: Trace) -> Outcome:
    firings: Counter[Any] = Counter()
    dropped: Counter[Any] = Counter()
    results: Counter[Any] = Counter()
    for step in trace:
        for event in step.events:
            node = str(getattr(event, "operator", "")).partition("/")[0]
            if isinstance(event, WindowFired):
                contents = (event.count, event.contents, event.watermark, step.time_ms)
                firings[node, event.key, event.window, event.kind, *contents] += 1
            elif isinstance(event, LateRecordDropped):
                rest = (event.timestamp, event.watermark, event.side_output, step.time_ms)
                dropped[node, event.key, event.value, *rest] += 1
            elif isinstance(event, ResultWritten):
                results[str(event.operator), event.value, event.timestamp] += 1
    return firings, dropped, results


def outcome_of_job(job: SparkJob, with_results: bool = True) -> Outcome:
    firings = Counter(
        (f"o{f.node}", freeze(f.key), freeze(f.window), f.kind, f.count, freeze(f.contents),
         f.watermark, f.time)
        for f in job.iterate_firings()
    )  # fmt: skip
    dropped = Counter(
        (f"o{d.node}", freeze(d.key), freeze(d.value), d.timestamp, d.watermark,
         d.to_side_output, d.time)
        for d in job.iterate_dropped()
    )  # fmt: skip
    results = Counter(
        (f"o{r.node}/{r.subtask}", freeze(r.value), r.timestamp)
        for r in (job.iterate_results() if with_results else ())
    )
    return firings, dropped, results
