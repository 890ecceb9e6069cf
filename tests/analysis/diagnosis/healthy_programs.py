"""Random programs without anything wrong, on which no rule may be certain.

::

    python -m tests.analysis.diagnosis.healthy_programs --seed 1 --programs 300

Their delay covers their disorder, no split ends before the others, keys repeat, windows are much shorter
than the input, and functions clear what they keep. They have windows of all kinds, sessions that close,
joins, timers, broadcast state, side outputs, idle splits that return in time, and some SQL.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import flinksim as fs
from flinksim.analysis.diagnosis.diagnose import DiagnosisReport
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.functions import (
    CoMapFunction,
    KeyedBroadcastProcessFunction,
    KeyedProcessFunction,
    MapFunction,
    ProcessFunction,
    ProcessWindowFunction,
)
from flinksim.datastream.joined_streams import ProcessJoinFunction
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from flinksim.table import StreamTableEnvironment

ROW = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
LATE = OutputTag("late", ROW)


class CountUntilQuiet(KeyedProcessFunction):
    """Emits the count of a key after 2 s without a record, and clears it."""

    def open(self, runtime_context: Any) -> None:
        """Get the states."""
        self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.INT()))
        self.timer = runtime_context.get_state(ValueStateDescriptor("timer", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        """Count, and move the timer."""
        self.count.update((self.count.value() or 0) + 1)
        if self.timer.value() is not None:
            ctx.timer_service().delete_event_time_timer(self.timer.value())
        self.timer.update(ctx.timestamp() + 2_000)
        ctx.timer_service().register_event_time_timer(self.timer.value())
        yield from ()

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        """Emit and clear."""
        yield ctx.get_current_key(), timestamp, self.count.value()
        self.count.clear()
        self.timer.clear()


RULES = MapStateDescriptor("rules", Types.STRING(), Types.INT())
SMALL = OutputTag("small", ROW)


class ApplyRules(KeyedBroadcastProcessFunction[Any, Any, Any, Any]):
    """Multiplies amounts by a factor that a broadcast stream sets for each key."""

    def process_element(self, value: Any, ctx: Any) -> Any:
        """Apply the factor."""
        factor = ctx.get_broadcast_state(RULES).get(value[0])
        yield value[0], value[1], value[2] * (factor or 1)

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        """Set a factor."""
        ctx.get_broadcast_state(RULES).put(value[0], value[2])
        yield from ()


class SplitOff(ProcessFunction):
    """Sends small amounts to a side output."""

    def process_element(self, value: Any, ctx: Any) -> Any:
        """Pass or send aside."""
        if value[2] < 3:
            yield SMALL, value
        else:
            yield value


class RemindLater(KeyedProcessFunction):
    """Registers one processing-time timer per key at a time, and keeps a map with a time to live."""

    def open(self, runtime_context: Any) -> None:
        """Get the states."""
        self.waits = runtime_context.get_state(ValueStateDescriptor("waits", Types.BOOLEAN()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        """Register a timer unless there is one."""
        if not self.waits.value():
            self.waits.update(True)
            timers = ctx.timer_service()
            timers.register_processing_time_timer(timers.current_processing_time() + 1_000)
        yield value

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        """Forget the timer."""
        self.waits.clear()
        yield from ()


class Lookup(MapFunction):
    """Reads a table that it loads once; it changes nothing per record."""

    def open(self, runtime_context: Any) -> None:
        """Load the table."""
        self.names = {f"k{n}": f"K{n}" for n in range(9)}

    def map(self, value: Any) -> Any:
        """Look the key up."""
        return self.names[value[0]].lower(), value[1], value[2]


class JoinAmounts(ProcessJoinFunction):
    """Adds the amounts of two records that are close in time."""

    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        """Add."""
        yield left[0], max(left[1], right[1]), left[2] + right[2]


class CountInWindow(ProcessWindowFunction[Any, Any, Any, Any]):
    """Counts the records of a window."""

    def process(self, key: Any, context: Any, elements: Any) -> Any:
        """Count."""
        yield key, context.window().start, len(list(elements))


class PassBoth(CoMapFunction):
    """Passes the records of both inputs."""

    def map1(self, value: Any) -> Any:
        """Pass a record of the first input."""
        return value

    def map2(self, value: Any) -> Any:
        """Pass a record of the second input."""
        return value


def _add(one: Any, other: Any) -> Any:
    return one[0], max(one[1], other[1]), one[2] + other[2]


def _key(row: Any) -> Any:
    return row[0]


class ProgramGenerator:
    """Generates one program from a source of random numbers."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.env = StreamExecutionEnvironment.get_execution_environment()
        self.parallelism = random.choice([1, 1, 2, 3])
        self.env.set_parallelism(self.parallelism)
        if random.random() < 0.3:
            self.env.enable_checkpointing(random.choice([1_000, 3_000]))
        if random.random() < 0.2:
            self.env.set_buffer_timeout(random.choice([0, 10, 100]))
        self.disorder = random.choice([0, 0, 300, 1_500])
        self.gap = random.choice([150, 400])
        self.count = random.randint(40, 70)
        self.keys = random.randint(3, 6)
        self.base = random.choice([0, 1_700_000_000_000])
        self.has_bursts = random.random() < 0.2
        self.has_silence = random.random() < 0.15

    def build(self) -> StreamExecutionEnvironment:
        """Build the program and return its environment."""
        stream = self._read_collection() if self.random.random() < 0.15 else self._read("orders")
        for _ in range(self.random.randint(0, 2)):
            stream = self._transform(stream)
        shape = self.random.choice(
            [
                self._window, self._window, self._window, self._process, self._none, self._remind,
                self._join, self._broadcast, self._split_off, self._count, self._query,
            ]
        )  # fmt: skip
        shape(stream).print()
        return self.env

    def _read_collection(self) -> Any:
        """Read a list, of which all records arrive at once: no strategy generates a watermark."""
        rows = sorted((item.value for item in self._script(0)[::2]), key=lambda row: row[1])
        strategy = WatermarkStrategy.for_monotonous_timestamps()
        strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
        return self.env.from_collection(rows, ROW).assign_timestamps_and_watermarks(strategy)

    def _read(self, name: str) -> Any:
        splits = {f"{name}-{n}": self._script(n) for n in range(self._count_splits())}
        if self.has_bursts:
            splits = {name: self._pause_after_bursts(items) for name, items in splits.items()}
        elif self.has_silence and self.base == 0:
            self._silence_one(splits)
        delay = self.disorder + (self.gap if self.random.random() < 0.7 else 0)
        strategy = (
            WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay))
            if delay
            else WatermarkStrategy.for_monotonous_timestamps()
        )
        if self.has_silence or self.random.random() < 0.3:
            idle_ms = 10_000 if not self.has_silence else 4 * self.gap
            strategy = strategy.with_idleness(Duration.of_millis(idle_ms))
        strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
        return self.env.from_source(ScriptedSource(splits), strategy, name, ROW)

    def _silence_one(self, splits: dict[str, list[Any]]) -> None:
        """Let one split be idle for a while; it returns with records of the present."""
        name = self.random.choice(sorted(splits))
        items = splits[name]
        first = self.random.randint(8, 14)
        silence = self.random.randint(10, 20)
        splits[name] = [
            *items[: 2 * first], pause(self.gap * silence), *items[2 * (first + silence) :]
        ]  # fmt: skip

    def _count_splits(self) -> int:
        return self.parallelism * self.random.choice([1, 1, 2])

    def _script(self, split: int) -> list[Any]:
        items: list[Any] = []
        order = [f"k{n}" for n in range(self.keys)]
        for number in range(self.count):
            if number % self.keys == 0:
                self.random.shuffle(order)
            time = self.gap * number - self.random.randint(0, self.disorder)
            row = order[number % self.keys], self.base + max(0, time), self.random.randint(1, 9)
            items += [record(row), pause(self.gap)]
        return items

    def _pause_after_bursts(self, items: list[Any]) -> list[Any]:
        """Let five records follow each other closely, and then none for a while, in event time too."""
        rows = items[::2]
        found: list[Any] = []
        for number, item in enumerate(rows):
            key, time, amount = item.value
            shift = number // 5 * 5 * self.gap
            found += [record((key, time + shift, amount)), pause(self.gap)]
            if number % 5 == 4:
                found.append(pause(5 * self.gap))
        return found

    def _transform(self, stream: Any) -> Any:
        choice: Callable[[Any], Any] = self.random.choice(
            [
                lambda one: one.map(lambda row: (row[0], row[1], row[2] * 2), ROW),
                lambda one: one.filter(lambda row: row[2] > 1),
                lambda one: one.flat_map(lambda row: [row], ROW),
                lambda one: one.rebalance().map(lambda row: row, ROW),
                lambda one: one.map(Lookup(), ROW),
                lambda one: one.map(fs.cost(lambda row: row, ms=self.gap // 50), ROW),
                lambda one: one.union(self._read("more")),
                lambda one: one.connect(self._read("others")).map(PassBoth(), ROW),
            ]
        )
        return choice(stream)

    def _window(self, stream: Any) -> Any:
        span = self.gap * self.count
        size = max(1_000, span // self.random.choice([6, 10]) // 100 * 100)
        assigner = self.random.choice(
            [
                TumblingEventTimeWindows.of(Time.milliseconds(size)),
                SlidingEventTimeWindows.of(Time.milliseconds(size), Time.milliseconds(size // 2)),
                TumblingProcessingTimeWindows.of(Time.milliseconds(size)),
            ]
        )
        if self.has_bursts or self.random.random() < 0.15:
            return self._close_sessions(stream)
        windowed = stream.key_by(_key).window(assigner)
        event_time = not isinstance(assigner, TumblingProcessingTimeWindows)
        if event_time and self.random.random() < 0.3:
            windowed = windowed.allowed_lateness(1_000)
        if event_time and self.random.random() < 0.3:
            windowed = windowed.side_output_late_data(LATE)
        if self.random.random() < 0.3:
            return windowed.process(CountInWindow(), ROW)
        return windowed.reduce(_add)

    def _close_sessions(self, stream: Any) -> Any:
        """Use sessions, with a pause of the whole input that ends them."""
        gap = self.gap // 2 if not self.has_bursts else 3 * self.gap
        windows = EventTimeSessionWindows.with_gap(Time.milliseconds(gap))
        return stream.key_by(_key).window(windows).reduce(_add)

    def _remind(self, stream: Any) -> Any:
        return stream.key_by(_key).process(RemindLater(), ROW)

    def _join(self, stream: Any) -> Any:
        """Join records that are at most some gaps apart."""
        bound = Time.milliseconds(self.random.randint(1, 6) * self.gap)
        other = self._read("payments").key_by(_key)
        joined = stream.key_by(_key).interval_join(other).between(Time.milliseconds(0), bound)
        return joined.process(JoinAmounts(), ROW)

    def _broadcast(self, stream: Any) -> Any:
        rules = self._read("rules").broadcast(RULES)
        return stream.key_by(_key).connect(rules).process(ApplyRules(), ROW)

    def _split_off(self, stream: Any) -> Any:
        large = stream.process(SplitOff(), ROW)
        large.get_side_output(SMALL).print()
        return large

    def _count(self, stream: Any) -> Any:
        return stream.key_by(_key).count_window(self.random.randint(2, 5)).reduce(_add)

    def _query(self, stream: Any) -> Any:
        tables = StreamTableEnvironment.create(self.env)
        tables.create_temporary_view("orders", stream)
        query = self.random.choice(
            [
                "SELECT f0, f1, f2 FROM orders WHERE f2 > 1",
                "SELECT f0, COUNT(*), SUM(f2) FROM orders GROUP BY f0",
            ]
        )
        return tables.to_changelog_stream(tables.sql_query(query))

    def _process(self, stream: Any) -> Any:
        return stream.key_by(_key).process(CountUntilQuiet(), ROW)

    def _none(self, stream: Any) -> Any:
        return stream


def diagnose_program(seed: int) -> list[str]:
    """Run the healthy program of *seed* and return the findings that are certain."""
    return _list_findings(_diagnose(seed), "certain")


def _diagnose(seed: int) -> DiagnosisReport:
    simulation = fs.simulate(ProgramGenerator(Random(seed)).build())
    with contextlib.redirect_stdout(io.StringIO()):
        simulation.run()
    report: DiagnosisReport = simulation.diagnose()
    return report


def _list_findings(report: DiagnosisReport, confidence: str) -> list[str]:
    return [f"{one.rule}: {one.evidence}" for one in report if one.confidence == confidence]


def main() -> int:
    """Print the false alarms of many programs; the exit status is 1 if more than 1 % are certain."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=300)
    options = parser.parse_args()
    alarms: dict[str, Counter[str]] = {"certain": Counter(), "likely": Counter()}
    programs: Counter[str] = Counter()
    for seed in range(options.seed * 100_000, options.seed * 100_000 + options.programs):
        report = _diagnose(seed)
        for confidence, counts in alarms.items():
            found = _list_findings(report, confidence)
            programs[confidence] += bool(found)
            counts.update(one.partition(":")[0] for one in found)
            for one in found:
                print(f"seed {seed}: {confidence}: {one}", flush=True)
    for confidence, counts in alarms.items():
        print(
            f"{programs[confidence]} of {options.programs} healthy programs have a {confidence} "
            f"finding: {dict(counts)}"
        )
    return int(programs["certain"] * 100 > options.programs)


if __name__ == "__main__":
    sys.exit(main())
