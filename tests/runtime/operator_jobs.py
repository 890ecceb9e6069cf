"""One job for each kind of operator, over any number of records, for what must not grow with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors import CollectionSource, ScriptedSource
from flinksim.connectors.source import SourceRecord
from flinksim.datastream import (
    KeyedProcessFunction,
    ProcessJoinFunction,
    ProcessWindowFunction,
    StreamExecutionEnvironment,
)
from flinksim.datastream.evictors import CountEvictor, TimeEvictor
from flinksim.datastream.joined_streams import CoGroupFunction
from flinksim.datastream.state import ListStateDescriptor, MapStateDescriptor
from flinksim.datastream.triggers import ContinuousEventTimeTrigger, CountTrigger
from flinksim.datastream.window import (
    DynamicEventTimeSessionWindows,
    EventTimeSessionWindows,
    GlobalWindows,
    SessionWindowTimeGapExtractor,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)

KEYS = 40


class Second(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


class Gap(SessionWindowTimeGapExtractor):
    def extract(self, element: Any) -> int:
        return 700


class Listed(ProcessWindowFunction):
    def process(self, key: Any, context: Any, elements: Any) -> Any:
        yield key, len(list(elements))


class Pairs(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        yield left[0], right[2]


class Groups(CoGroupFunction):
    def co_group(self, first: Any, second: Any) -> Any:
        yield len(list(first)), len(list(second))


class ListAdder(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        self.items = runtime_context.get_list_state(ListStateDescriptor("items", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.items.add(value[2])
        yield value[0]


class MapPutter(KeyedProcessFunction):
    def open(self, runtime_context: Any) -> None:
        descriptor = MapStateDescriptor("entries", Types.LONG(), Types.LONG())
        self.entries = runtime_context.get_map_state(descriptor)

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.entries.put(value[1], value[2])
        yield value[0]


class Timers(KeyedProcessFunction):
    def process_element(self, value: Any, ctx: Any) -> Any:
        ctx.timer_service().register_event_time_timer(value[1] + 1_000)
        yield from ()

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield timestamp


def build_values(records: int) -> list[tuple[str, int, int]]:
    """Records with a key, an event time that is a little out of order, and a number."""
    return [(f"k{i % KEYS}", i * 20 - (i * 7 % 5) * 40 + 200, i % 9) for i in range(records)]


def _read(env: StreamExecutionEnvironment, records: int, is_timed: bool = False) -> Any:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500))
    values = build_values(records)
    source: Any = CollectionSource(values)
    if is_timed:
        source = ScriptedSource([SourceRecord(v, None, i * 20) for i, v in enumerate(values)])
    return env.from_source(source, strategy.with_timestamp_assigner(Second()), "log")


def _get_key(value: Any) -> Any:
    return value[0]


_SECONDS_10 = TumblingEventTimeWindows.of(Time.seconds(10))
_GAP = EventTimeSessionWindows.with_gap(Time.milliseconds(700))
_SHORT_GAP = EventTimeSessionWindows.with_gap(Time.milliseconds(1))


def _checkpoint(env: StreamExecutionEnvironment) -> StreamExecutionEnvironment:
    env.enable_checkpointing(1_000)
    return env


JOBS: dict[str, Callable[[StreamExecutionEnvironment, int], Any]] = {
    "windows": lambda env, n: _read(env, n).key_by(_get_key).window(_SECONDS_10).sum(2),
    "windows of a log with arrival times": lambda env, n: (
        _read(env, n, is_timed=True).key_by(_get_key).window(_SECONDS_10).sum(2)
    ),
    "the same with a checkpoint each second": lambda env, n: (
        _read(_checkpoint(env), n, is_timed=True).key_by(_get_key).window(_SECONDS_10).sum(2)
    ),
    "sessions, open": lambda env, n: _read(env, n).key_by(_get_key).window(_GAP).sum(2),
    "sessions of one key, open": lambda env, n: (
        _read(env, n).key_by(lambda value: 0).window(_SHORT_GAP).sum(2)
    ),
    "sessions that fire": lambda env, n: (
        _read(env, n, is_timed=True).key_by(_get_key).window(_GAP).sum(2)
    ),
    "sessions with a dynamic gap": lambda env, n: (
        _read(env, n)
        .key_by(_get_key)
        .window(DynamicEventTimeSessionWindows.with_dynamic_gap(Gap()))
        .sum(2)
    ),
    "sessions with a merging trigger": lambda env, n: (
        _read(env, n)
        .key_by(_get_key)
        .window(_GAP)
        .trigger(ContinuousEventTimeTrigger.of(Time.milliseconds(100)))
        .sum(2)
    ),
    "windows that list elements": lambda env, n: (
        _read(env, n).key_by(_get_key).window(_SECONDS_10).process(Listed())
    ),
    "one pane": lambda env, n: (
        _read(env, n)
        .key_by(_get_key)
        .window(TumblingEventTimeWindows.of(Time.days(10)))
        .process(Listed())
    ),
    "sliding windows": lambda env, n: (
        _read(env, n)
        .key_by(_get_key)
        .window(SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(2)))
        .sum(2)
    ),
    "sliding windows with max": lambda env, n: (
        _read(env, n)
        .key_by(_get_key)
        .window(SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(2)))
        .max(2)
    ),
    "processing-time windows": lambda env, n: (
        _read(env, n)
        .key_by(_get_key)
        .window(TumblingProcessingTimeWindows.of(Time.seconds(10)))
        .sum(2)
    ),
    "count windows": lambda env, n: _read(env, n).key_by(lambda value: 0).count_window(10).sum(2),
    "sliding count windows": lambda env, n: (
        _read(env, n).key_by(lambda value: 0).count_window(10, 5).sum(2)
    ),
    "count evictor": lambda env, n: (
        _read(env, n)
        .key_by(lambda value: 0)
        .window(GlobalWindows.create())
        .trigger(CountTrigger.of(5))
        .evictor(CountEvictor.of(10))
        .process(Listed())
    ),
    "time evictor": lambda env, n: (
        _read(env, n)
        .key_by(lambda value: 0)
        .window(GlobalWindows.create())
        .trigger(CountTrigger.of(5))
        .evictor(TimeEvictor.of(Time.milliseconds(200)))
        .process(Listed())
    ),
    "window join": lambda env, n: (
        _read(env, n // 2)
        .join(_read(env, n // 2))
        .where(_get_key)
        .equal_to(_get_key)
        .window(TumblingEventTimeWindows.of(Time.seconds(2)))
        .apply(lambda left, right: (left[0], right[2]))
    ),
    "interval join": lambda env, n: (
        _read(env, n // 2, is_timed=True)
        .key_by(_get_key)
        .interval_join(_read(env, n // 2, is_timed=True).key_by(_get_key))
        .between(Time.milliseconds(-500), Time.milliseconds(500))
        .process(Pairs())
    ),
    "co-group": lambda env, n: (
        _read(env, n // 2)
        .co_group(_read(env, n // 2))
        .where(_get_key)
        .equal_to(_get_key)
        .window(TumblingEventTimeWindows.of(Time.seconds(2)))
        .apply(Groups())
    ),
    "list state": lambda env, n: _read(env, n).key_by(lambda value: 0).process(ListAdder()),
    "map state": lambda env, n: _read(env, n).key_by(lambda value: 0).process(MapPutter()),
    "timers": lambda env, n: _read(env, n).key_by(_get_key).process(Timers()),
    "rolling reduce": lambda env, n: _read(env, n).key_by(_get_key).sum(2),
    "union": lambda env, n: _read(env, n // 2).union(_read(env, n // 2)).map(lambda value: value),
}
"""The jobs by the name of the operator; each declares a pipeline over about so many records."""
