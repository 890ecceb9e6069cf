"""Plans for the lens: the programs of every textbook, and a large one."""

from __future__ import annotations

from random import Random
from typing import Any

from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.datastream import CoMapFunction, ProcessFunction, StreamExecutionEnvironment
from flinksim.datastream.output_tag import OutputTag
from flinksim.datastream.window import TumblingEventTimeWindows


def environment(parallelism: int) -> StreamExecutionEnvironment:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    return env


def same(value: Any) -> Any:
    return value


def words(parallelism: int) -> StreamExecutionEnvironment:
    """Flat map, shuffle, filter, print."""
    env = environment(parallelism)
    lines = env.from_collection(["a b", "c"])
    lines.flat_map(str.split).shuffle().filter(bool).print()
    return env


def shuffled(parallelism: int) -> StreamExecutionEnvironment:
    """The same from a socket, whose source is of the old kind and never parallel."""
    env = environment(parallelism)
    lines = env.socket_text_stream("localhost", 9999)
    lines.flat_map(str.split).shuffle().filter(bool).print()
    return env


def classic(parallelism: int) -> StreamExecutionEnvironment:
    """Filter, map, watermarks, key, window, sum, print."""
    env = environment(parallelism)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(2))
    lines = env.socket_text_stream("localhost", 9999).filter(bool)
    pairs = lines.map(lambda line: (line, 1)).assign_timestamps_and_watermarks(strategy)
    keyed = pairs.key_by(lambda pair: pair[0])
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).sum(1).print()
    return env


def windows(parallelism: int) -> StreamExecutionEnvironment:
    env = environment(parallelism)
    keyed = env.from_collection([("a", 1)]).map(same).key_by(lambda pair: pair[0])
    keyed.window(TumblingEventTimeWindows.of(Time.seconds(5))).reduce(lambda a, _: a).print()
    return env


def union_of_three(parallelism: int) -> StreamExecutionEnvironment:
    env = environment(parallelism)
    first, *others = (env.from_collection([1]).map(same) for _ in range(3))
    first.union(*others).map(same).print()
    return env


class Split(ProcessFunction):
    def process_element(self, value: Any, ctx: ProcessFunction.Context) -> Any:
        yield value


def side_output(parallelism: int) -> StreamExecutionEnvironment:
    env = environment(parallelism)
    split = env.from_collection([1]).process(Split())
    split.map(same).print()
    split.get_side_output(OutputTag("late")).key_by(same).map(same).print()
    return env


class Both(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return value

    def map2(self, value: Any) -> Any:
        return value


def two_inputs(parallelism: int) -> StreamExecutionEnvironment:
    env = environment(parallelism)
    first = env.from_collection([1]).map(same).key_by(same)
    first.connect(env.from_collection([2]).key_by(same)).map(Both()).print()
    return env


def large(nodes: int, parallelism: int = 2) -> StreamExecutionEnvironment:
    """About so many operators, in streams that fork and join."""
    env = environment(parallelism)
    random = Random(1)
    streams: list[Any] = [env.from_collection([1]).map(same) for _ in range(6)]
    count = 2 * len(streams)
    while count < nodes - len(streams):
        place = random.randrange(len(streams))
        stream, choice = streams[place], random.randrange(5)
        if choice == 4:
            other = random.choice(streams)
            stream = stream.union(other) if other is not stream else stream
        elif choice == 3:
            stream = stream.rebalance()
        elif choice == 2:
            stream = stream.key_by(same)
        streams[place] = stream.map(same)
        count += 1
    for stream in streams:
        stream.print()
    return env


SEEDS = {
    "shuffle": shuffled, "classic": classic, "windows": windows, "union": union_of_three,
    "side output": side_output, "two inputs": two_inputs,
}  # fmt: skip
"""The seeds of every textbook."""
