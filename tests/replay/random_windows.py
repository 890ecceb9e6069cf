"""Random programs with one window, over keys or not, of all that Flink has for it: how many of them go
by columns, and whether these come to the same as in the simulator.

    python -m tests.replay.random_windows --cases 1000 --first 0

Records are tuples of timestamp, key, number and double, as JSON lines or CSV has them.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from flinksim.common import Time
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.connectors.source import Source
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import (
    AggregateFunction,
    AllWindowFunction,
    KeyedProcessFunction,
    ProcessAllWindowFunction,
    ProcessWindowFunction,
    WindowFunction,
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
    TimeEvictor,
    TumblingEventTimeWindows,
)
from flinksim.replay.logs.parquet_source import ParquetLogSource, write_parquet_log
from flinksim.replay.replay_job import ReplaySettings, SparkJob
from tests.replay.many_cases import differences, in_small_parts, simulated
from tests.replay.random_programs import LATE, outcome_of_job, strategy

DELAYS = (0, 10, 100, 500, 1000, 3000)


def write_log(rng: random.Random, path: Path) -> None:
    """As :func:`tests.replay.random_programs.write_log`, with doubles; now and then a wild timestamp."""
    count, splits, keys = rng.choice([5, 40, 120]), rng.choice([1, 2, 3]), rng.choice([1, 3, 6])
    arrival, is_wild = 1_000_000 + rng.randrange(5) * 100, rng.random() < 0.1
    lines = ["split,arrival,ts:timestamp,key,v:int,x:float"]
    for _ in range(count):
        arrival += rng.choice([0, 0, 1, 50, 100, 100, 200, 300, 1000 if rng.random() < 0.1 else 20])
        ts = arrival - rng.choice(DELAYS) + rng.choice([0, 0, 0, 400])
        if is_wild and rng.random() < 0.05:
            ts = rng.choice([0, 10**9, -(10**6), 4 * 10**8])
        x = rng.choice([0.1, 0.2, 1e9, -3.5, 0.3, 1e-9, -0.0, 7.25, rng.random()])
        row = (f"s{rng.randrange(splits)}", arrival, ts, f"k{rng.randrange(keys)}")
        lines.append(",".join(map(str, (*row, rng.randrange(-50, 50), x))))
    path.write_text("\n".join(lines) + "\n")


class Mean(AggregateFunction):
    """Of doubles."""

    def create_accumulator(self) -> Any:
        return 0.0, 0

    def add(self, value: Any, accumulator: Any) -> Any:
        return accumulator[0] + value[3], accumulator[1] + 1

    def get_result(self, accumulator: Any) -> Any:
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]


class Several(AggregateFunction):
    """A key, a count, a sum, a greatest value."""

    def create_accumulator(self) -> Any:
        return "", 0, 0, -1000

    def add(self, value: Any, accumulator: Any) -> Any:
        _, count, total, most = accumulator
        return value[1], count + 1, total + value[2] * 2, max(most, value[2])

    def get_result(self, accumulator: Any) -> Any:
        return accumulator

    def merge(self, acc_a: Any, acc_b: Any) -> Any:
        most = max(acc_a[3], acc_b[3])
        return acc_b[0], acc_a[1] + acc_b[1], acc_a[2] + acc_b[2], most


class Told(ProcessWindowFunction):
    """What it sees of a firing."""

    def process(self, key: Any, context: Any, elements: Any) -> Any:
        window, values = context.window(), list(elements)
        seen = (context.current_watermark(), context.current_processing_time())
        yield (key, window.start, window.end, *seen, len(values), repr(values))


class Applied(WindowFunction):
    """The same without a context."""

    def apply(self, key: Any, window: Any, inputs: Any) -> Any:
        return [(key, window.start, repr(each)) for each in inputs]


class ToldOfAll(ProcessAllWindowFunction):
    """The same without keys."""

    def process(self, context: Any, elements: Any) -> Any:
        window, values = context.window(), list(elements)
        yield (window.start, context.current_watermark(), repr(values))


class AppliedToAll(AllWindowFunction):
    """The same without a context."""

    def apply(self, window: Any, inputs: Any) -> Any:
        return [(window.end, repr(each)) for each in inputs]


class Numbered(ProcessWindowFunction):
    """Has state, and so needs the simulator's operators."""

    def process(self, key: Any, context: Any, elements: Any) -> Any:
        state = context.global_state().get_state(ValueStateDescriptor("n", None))
        state.update((state.value() or 0) + 1)
        yield (key, state.value(), len(list(elements)))


class Counted(KeyedProcessFunction):
    """The number of each value among those of its key."""

    def open(self, runtime_context: Any) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("n", None))

    def process_element(self, value: Any, ctx: Any) -> Any:
        self._count.update((self._count.value() or 0) + 1)
        told = ctx.timestamp(), ctx.timer_service().current_watermark()
        yield (value, self._count.value(), *told)


def declare(
    rng: random.Random, source: Source, goes_on: bool = False, evicts: bool = False
) -> StreamExecutionEnvironment:
    """One window; if it *goes on*, another stage behind it; if it *evicts*, with an evictor."""
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(rng.choice([1, 1, 2, 3]))
    env.get_config().set_auto_watermark_interval(rng.choice([0, 100, 200, 200, 1000]))
    stream = env.from_source(source, strategy(rng, False), "source")
    if rng.random() < 0.3:
        stream = stream.map(lambda v: (v[0], v[1], v[2] + 1, v[3] * 1.5 + 1))
    if rng.random() < 0.3:
        stream = stream.filter(lambda v: v[2] % 7 != 0 and v[3] < 1e8)
    has_keys = rng.random() < 0.85
    windows: Any = (
        stream.key_by(rng.choice([lambda v: v[1], lambda v: v[2] % 4, lambda v: (v[1], v[2] % 2)]))
        .window(_assigner(rng))
        if has_keys
        else stream.window_all(_assigner(rng))
    )  # fmt: skip
    if rng.random() < 0.5:
        windows = windows.allowed_lateness(rng.choice([0, 300, 1500]))
    aside = rng.random() < 0.3
    if aside:
        windows = windows.side_output_late_data(LATE)
    if rng.random() < 0.25:
        inner = rng.choice([
            EventTimeTrigger.create(), CountTrigger.of(rng.choice([1, 2, 5])),
            ContinuousEventTimeTrigger.of(Time.milliseconds(rng.choice([100, 333, 700]))),
        ])  # fmt: skip
        windows = windows.trigger(PurgingTrigger.of(inner) if rng.random() < 0.4 else inner)
    if rng.random() < (1 if evicts else 0.05):
        after, ms = rng.random() < 0.5, Time.milliseconds(rng.choice([100, 400, 1000]))
        few = CountEvictor.of(rng.choice([1, 2, 5]), after)
        windows = windows.evictor(rng.choice([few, TimeEvictor.of(ms, after)]))
    result = _made_of(rng, windows, has_keys)
    if aside:
        result.get_side_output(LATE).map(lambda v: ("late", v)).sink_to(CollectSink())
    if rng.random() < 0.3:
        result = result.map(lambda v: ("result", v))
    if goes_on:
        result = _then(rng, result)
    result.sink_to(CollectSink())
    return env


def _then(rng: random.Random, stream: Any) -> Any:
    """A later stage, which shows the order in which it is given what windows of all keys put out."""
    shown = stream.map(lambda v: (repr(v)[-3:-1], repr(v)))
    keyed, ms = shown.key_by(lambda v: v[0]), Time.milliseconds
    match rng.randrange(5):
        case 0:
            told = keyed.window(TumblingEventTimeWindows.of(ms(2000))).process(Told())
        case 1:
            return shown.window_all(SlidingEventTimeWindows.of(ms(2000), ms(500))).process(
                ToldOfAll()
            )
        case 2:
            told = keyed.reduce(lambda a, b: (a[0], a[1][-40:] + b[1]))
        case 3:
            told = keyed.process(Counted())
        case _:
            told = shown.rebalance().map(lambda v: ("seen", v))
    return told.set_parallelism(rng.choice([1, 2, 3]))


def _assigner(rng: random.Random) -> Any:
    ms, gap = Time.milliseconds, rng.choice([150, 400, 1000])
    return rng.choice([
        TumblingEventTimeWindows.of(ms(1000)),
        TumblingEventTimeWindows.of(ms(1000), ms(300)),
        SlidingEventTimeWindows.of(ms(1200), ms(400)),
        SlidingEventTimeWindows.of(ms(1000), ms(300), ms(50)),
        SlidingEventTimeWindows.of(ms(500), ms(800)),
        CumulativeEventTimeWindows.of(ms(1500), ms(500)),
        EventTimeSessionWindows.with_gap(ms(gap)),
        EventTimeSessionWindows.with_gap(ms(gap)),
    ])  # fmt: skip


def _made_of(rng: random.Random, windows: Any, has_keys: bool) -> Any:
    field = rng.choice([2, 3])
    told = rng.choice([Told(), Applied()] if has_keys else [ToldOfAll(), AppliedToAll()])
    match rng.randrange(14):
        case 0:
            return windows.sum(field)
        case 1:
            return windows.max(field)
        case 2:
            return windows.min(field)
        case 3:
            return windows.min_by(field, first=rng.random() < 0.5)
        case 4:
            return windows.max_by(field, first=rng.random() < 0.5)
        case 5:
            return windows.reduce(lambda a, b: (max(a[0], b[0]), a[1], a[2] + b[2], a[3] + b[3]))
        case 6:
            return windows.aggregate(Mean())
        case 7:
            return windows.aggregate(Several())
        case 8:
            return windows.aggregate(Mean(), told)
        case 9:
            return windows.aggregate(Several(), told)
        case 10:
            return windows.reduce(lambda a, b: (a[0], b[1], min(a[2], b[2]), a[3]), told)
        case 11 | 12:
            by_process = isinstance(told, ProcessWindowFunction | ProcessAllWindowFunction)
            return windows.process(told) if by_process else windows.apply(told)
        case _:
            return windows.process(Numbered()) if has_keys else windows.sum(2)


def source_of(log: Path, seed: int) -> Source:
    """The log as it is, or in columns, which are read part by part in this process, too."""
    text = EventLogSource(log)
    if seed % 3:
        return text
    columns = log.with_suffix(".parquet")
    write_parquet_log(text, columns, rows_per_group=(1, 7, 30)[seed // 3 % 3])
    return ParquetLogSource(columns)


def check(
    seed: int,
    spark: Any = None,
    settings: ReplaySettings | None = None,
    goes_on: bool = False,
    evicts: bool = False,
) -> tuple[list[str], str | None]:
    """What differs, and why the program does not go by columns, if it does not."""
    rng = random.Random(f"windows {seed}")
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.csv"
        write_log(rng, log)
        env = declare(rng, source_of(log, seed), goes_on, evicts)
        expected = simulated(env)
        if expected is None:
            return [], "the program fails"
        with (
            in_small_parts(is_dealt=seed % 2 == 0),
            SparkJob(spark, env.pipeline("job"), settings or ReplaySettings()) as job,
        ):
            found = outcome_of_job(job)
            reason = None if job.not_columnar is None else job.not_columnar.reason
        return differences(found, expected), reason


def main() -> int:
    """Many of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--on-spark", action="store_true")
    parser.add_argument("--backend", choices=("auto", "generic"), default="auto")
    parser.add_argument("--goes-on", action="store_true", help="with a later stage")
    parser.add_argument("--evicts", action="store_true", help="with an evictor")
    parser.add_argument("--units", type=int, help="of a keyed stage")
    given = parser.parse_args()
    spark = None
    if given.on_spark:
        from flinksim.replay import spark_session
        from tests.replay.many_cases import SMALL, THRIFTY

        spark = spark_session("local[2]", settings=SMALL | THRIFTY)
    settings = ReplaySettings(units=given.units, backend=given.lowering)
    reasons: Counter[str] = Counter()
    different = native = 0
    for seed in range(given.first, given.first + given.cases):
        told, reason = check(seed, spark, settings, given.goes_on, given.evicts)
        native += reason is None
        if reason is not None:
            reasons[reason] += 1
        if told:
            different += 1
            print(f"{seed} DIFFERS ({reason or 'by columns'}):", *told, sep="\n  ", flush=True)
    for reason, count in reasons.most_common():
        print(f"{count:>6}  {reason}")
    print(f"{native} of {given.cases} by columns ({native / given.cases:.1%}), {different} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
