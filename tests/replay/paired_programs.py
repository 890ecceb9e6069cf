"""Programs on two logs that come together in some way, from a seed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from flinksim.common import Time, Types
from flinksim.connectors import EventLogSource
from flinksim.connectors.sinks import CollectSink
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import (
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoMapFunction,
    CoProcessFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
)
from flinksim.datastream.joined_streams import ProcessJoinFunction
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.window import EventTimeSessionWindows, TumblingEventTimeWindows
from tests.replay.random_programs import Listing, environment, strategy, write_log

RULES = MapStateDescriptor("rules", Types.STRING(), Types.INT())


class BothSides(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return ("one", *value)

    def map2(self, value: Any) -> Any:
        return ("two", *value)


class SomeOfBoth(CoFlatMapFunction):
    def flat_map1(self, value: Any) -> Any:
        return [value, value] if value[2] > 0 else []

    def flat_map2(self, value: Any) -> Any:
        return [("right", *value)]


class InTurn(CoProcessFunction):
    """Shows in which order the two inputs come, and the watermark at each."""

    def open(self, runtime_context: Any) -> None:
        self.seen = 0

    def process_element1(self, value: Any, ctx: Any) -> Any:
        self.seen += 1
        yield (self.seen, "one", value, ctx.timer_service().current_watermark())

    def process_element2(self, value: Any, ctx: Any) -> Any:
        self.seen += 1
        yield (self.seen, "two", value, ctx.timer_service().current_watermark())


class Matching(KeyedCoProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.last = runtime_context.get_state(
            ValueStateDescriptor("last", Types.PICKLED_BYTE_ARRAY())
        )

    def process_element1(self, value: Any, ctx: Any) -> Any:
        self.last.update(value)
        ctx.timer_service().register_event_time_timer(ctx.timestamp() + 600)
        return []

    def process_element2(self, value: Any, ctx: Any) -> Any:
        yield (self.last.value(), value, ctx.timer_service().current_watermark())

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield ("timer", self.last.value(), timestamp, ctx.timer_service().current_watermark())
        self.last.clear()


class Ruled(BroadcastProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        yield (value, ctx.get_broadcast_state(RULES).get(value[1]))

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        ctx.get_broadcast_state(RULES).put(value[1], value[2])
        yield ("rule", value)


class RuledByKey(KeyedBroadcastProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.INT()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.count.update((self.count.value() or 0) + 1)
        yield (value[1], self.count.value(), ctx.get_broadcast_state(RULES).get(value[1]))

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        ctx.get_broadcast_state(RULES).put(value[1], value[2])
        return []


class Pairs(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        yield (left, right, ctx.get_timestamp())


def declare_pair(rng: random.Random, logs: tuple[Path, Path]) -> StreamExecutionEnvironment:
    """Two logs that come together in some way."""
    env = environment(rng)
    first, second = (
        env.from_source(EventLogSource(log), strategy(rng, True), name)
        for log, name in zip(logs, ("first", "second"), strict=True)
    )
    if rng.random() < 0.3:
        first = first.map(lambda v: v).set_parallelism(rng.choice([1, 2, 3]))
    kind = rng.choice(
        ["union", "co map", "co flat map", "co process", "keyed co process", "interval join",
         "broadcast", "keyed broadcast", "window after window", "union of windows"]
    )  # fmt: skip
    by_key = (first.key_by(lambda v: v[1]), second.key_by(lambda v: v[1]))
    second_only = TumblingEventTimeWindows.of(Time.seconds(1))
    match kind:
        case "union":
            result = (
                first.union(second).key_by(lambda v: v[1]).window(second_only).process(Listing())
            )
        case "co map":
            result = first.connect(second).map(BothSides())
        case "co flat map":
            result = first.connect(second).flat_map(SomeOfBoth())
        case "co process":
            result = first.connect(second).process(InTurn())
        case "keyed co process":
            result = by_key[0].connect(by_key[1]).process(Matching())
        case "interval join":
            joined = by_key[0].interval_join(by_key[1])
            between = joined.between(Time.milliseconds(-300), Time.milliseconds(200))
            if rng.random() < 0.5:
                between = between.upper_bound_exclusive()
            result = between.process(Pairs())
        case "broadcast":
            result = first.connect(second.broadcast(RULES)).process(Ruled())
        case "keyed broadcast":
            result = by_key[0].connect(second.broadcast(RULES)).process(RuledByKey())
        case "window after window":
            sums = by_key[0].window(second_only).allowed_lateness(300).sum(2)
            gaps = EventTimeSessionWindows.with_gap(Time.milliseconds(1100))
            result = sums.key_by(lambda v: v[2] % 2).window(gaps).process(Listing())
            second.sink_to(CollectSink())
        case _:
            windows = [keyed.window(second_only).max(2) for keyed in by_key]
            both = windows[0].union(windows[1]).key_by(lambda v: v[1])
            result = both.window(TumblingEventTimeWindows.of(Time.seconds(2))).process(Listing())
    if rng.random() < 0.4:
        result = result.set_parallelism(rng.choice([1, 2]))
    result.sink_to(CollectSink())
    return env


def logs_of(rng: random.Random, folder: Path) -> tuple[Path, Path]:
    logs = (folder / "first.csv", folder / "second.csv")
    for log in logs:
        write_log(rng, log)
    return logs
