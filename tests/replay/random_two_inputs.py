"""Random programs over two logs: union, connect, interval join, window join, broadcast."""

from __future__ import annotations

import random
from typing import Any

from flinksim.common import Time, Types
from flinksim.connectors.sinks import CollectSink
from flinksim.connectors.source import Source
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.functions import (
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
)
from flinksim.datastream.joined_streams import ProcessJoinFunction
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.window import TumblingEventTimeWindows
from tests.replay.random_programs import environment, strategy

RULES = MapStateDescriptor("rules", Types.STRING(), Types.INT())


class Both(KeyedCoProcessFunction):
    """What one input left behind, the other sees; timers of both kinds of time."""

    def open(self, runtime_context: Any) -> None:
        self.total = runtime_context.get_state(ValueStateDescriptor("total", Types.INT()))

    def process_element1(self, value: Any, ctx: Any) -> Any:
        total = (self.total.value() or 0) + value[2]
        self.total.update(total)
        timers = ctx.timer_service()
        timers.register_event_time_timer(ctx.timestamp() + 500)
        if total % 3 == 0:
            timers.register_processing_time_timer(timers.current_processing_time() + 250)
        yield ("first", ctx.get_current_key(), total, timers.current_watermark())

    def process_element2(self, value: Any, ctx: Any) -> Any:
        yield ("second", ctx.get_current_key(), self.total.value(), value[2], ctx.timestamp())

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield ("timer", ctx.get_current_key(), self.total.value(), timestamp)
        self.total.clear()


class Ruled(KeyedBroadcastProcessFunction):
    """The latest rule of every kind counts."""

    def process_element(self, value: Any, ctx: Any) -> Any:
        rules = ctx.get_broadcast_state(RULES)
        yield (value[1], value[2], sorted(rules.items()), ctx.current_watermark())

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        ctx.get_broadcast_state(RULES).put(value[1], value[2])
        yield ("rule", value[1], value[2])


class Pairs(ProcessJoinFunction):
    """Every pair, with its time."""

    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        yield (left[1], left[2], right[2], ctx.timestamp())


def declare_two_inputs(rng: random.Random, one: Source, two: Source) -> StreamExecutionEnvironment:
    """A program over two logs."""
    env = environment(rng)
    # a generator of the program's own may keep a source from being read in any order
    first = env.from_source(one, strategy(rng, rng.random() < 0.3), "one")
    second = env.from_source(two, strategy(rng, False), "two")
    result = _together(rng, first, second)
    if rng.random() < 0.3:
        result = result.map(lambda v: ("mapped", v))
    result.sink_to(CollectSink())
    return env


def _together(rng: random.Random, first: Any, second: Any) -> Any:
    kind = rng.randrange(6)
    if kind == 0:
        windows = first.union(second).key_by(lambda v: v[1])
        return windows.window(TumblingEventTimeWindows.of(Time.milliseconds(800))).sum(2)
    if kind == 1:
        both = first.union(second.filter(lambda v: v[2] > 0)).key_by(lambda v: v[1])
        return both.reduce(lambda a, b: (a[0], a[1], a[2] + b[2]))
    if kind == 2:
        keyed = first.key_by(lambda v: v[1]).connect(second.key_by(lambda v: v[1]))
        return keyed.process(Both())
    if kind == 3:
        left, right = first.key_by(lambda v: v[1]), second.key_by(lambda v: v[1])
        lower, upper = rng.choice([(-300, 200), (0, 500), (-400, -100)])
        joined = left.interval_join(right).between(
            Time.milliseconds(lower), Time.milliseconds(upper)
        )
        if rng.random() < 0.5:
            joined = joined.upper_bound_exclusive()
        return joined.process(Pairs())
    if kind == 4:
        windows = first.join(second).where(lambda v: v[1]).equal_to(lambda v: v[1])
        windows = windows.window(TumblingEventTimeWindows.of(Time.milliseconds(600)))
        return windows.apply(lambda a, b: (a[1], a[2], b[2]))
    return first.key_by(lambda v: v[1]).connect(second.broadcast(RULES)).process(Ruled())
