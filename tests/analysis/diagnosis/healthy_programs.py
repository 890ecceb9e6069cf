"""Random programs without anything wrong, on which no rule may be certain.

::

    python -m tests.analysis.diagnosis.healthy_programs --seed 1 --programs 300

Their delay covers their disorder, no split ends before the others, keys repeat, windows are much shorter
than the input, and functions clear what they keep.
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
from flinksim.analysis.diagnosis.diagnose import diagnose_run
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.functions import CoMapFunction, KeyedProcessFunction
from flinksim.datastream.state import ValueStateDescriptor
from flinksim.datastream.window import (
    EventTimeSessionWindows,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)

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

    def build(self) -> StreamExecutionEnvironment:
        """Build the program and return its environment."""
        stream = self._read_collection() if self.random.random() < 0.15 else self._read("orders")
        for _ in range(self.random.randint(0, 2)):
            stream = self._transform(stream)
        shape = self.random.choice(
            [self._window, self._window, self._window, self._process, self._none]
        )
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
        delay = self.disorder + (self.gap if self.random.random() < 0.7 else 0)
        strategy = (
            WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(delay))
            if delay
            else WatermarkStrategy.for_monotonous_timestamps()
        )
        if self.random.random() < 0.3:
            strategy = strategy.with_idleness(Duration.of_seconds(10))
        strategy = strategy.with_timestamp_assigner(lambda value, _: value[1])
        return self.env.from_source(ScriptedSource(splits), strategy, name, ROW)

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

    def _transform(self, stream: Any) -> Any:
        choice: Callable[[Any], Any] = self.random.choice(
            [
                lambda one: one.map(lambda row: (row[0], row[1], row[2] * 2), ROW),
                lambda one: one.filter(lambda row: row[2] > 1),
                lambda one: one.flat_map(lambda row: [row], ROW),
                lambda one: one.rebalance().map(lambda row: row, ROW),
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
        if self.random.random() < 0.15:
            return self._close_sessions(stream)
        windowed = stream.key_by(_key).window(assigner)
        event_time = not isinstance(assigner, TumblingProcessingTimeWindows)
        if event_time and self.random.random() < 0.3:
            windowed = windowed.allowed_lateness(1_000)
        if event_time and self.random.random() < 0.3:
            windowed = windowed.side_output_late_data(LATE)
        return windowed.reduce(_add)

    def _close_sessions(self, stream: Any) -> Any:
        """Use sessions, with a pause of the whole input that ends them."""
        gap = EventTimeSessionWindows.with_gap(Time.milliseconds(self.gap // 2))
        return stream.key_by(_key).window(gap).reduce(_add)

    def _process(self, stream: Any) -> Any:
        return stream.key_by(_key).process(CountUntilQuiet(), ROW)

    def _none(self, stream: Any) -> Any:
        return stream


def diagnose_program(seed: int) -> list[str]:
    """Run the healthy program of *seed* and return the rules that were certain of an illness."""
    simulation = fs.simulate(ProgramGenerator(Random(seed)).build())
    with contextlib.redirect_stdout(io.StringIO()):
        simulation.run()
    report = diagnose_run(simulation.trace)
    return [f"{one.rule}: {one.evidence}" for one in report if one.confidence == "certain"]


def main() -> int:
    """Print the false alarms of many programs; the exit status is 1 if more than 1 % have one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=300)
    options = parser.parse_args()
    alarms: Counter[str] = Counter()
    programs = 0
    for number in range(options.programs):
        found = diagnose_program(options.seed * 100_000 + number)
        programs += bool(found)
        for one in found:
            alarms[one.partition(":")[0]] += 1
            print(f"seed {options.seed * 100_000 + number}: {one}", flush=True)
    print(
        f"{programs} of {options.programs} healthy programs have a certain finding: {dict(alarms)}"
    )
    return int(programs * 100 > options.programs)


if __name__ == "__main__":
    sys.exit(main())
