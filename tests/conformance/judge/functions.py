"""The functions that a program can name; ``java/Functions.java`` has the same in Java.

A value is (key, time, value, note), a ``Tuple4<String, Long, Long, String>``.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from flinksim.common import Time, Types
from flinksim.common.watermark_generators import Watermark, WatermarkGenerator
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.core.java.timestamps import MIN_TIMESTAMP
from flinksim.datastream import (
    AggregateFunction,
    AsyncFunction,
    BroadcastProcessFunction,
    CoFlatMapFunction,
    CoGroupFunction,
    CoMapFunction,
    FilterFunction,
    FlatMapFunction,
    JoinFunction,
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    MapFunction,
    OutputTag,
    Partitioner,
    ProcessFunction,
    ProcessJoinFunction,
    ProcessWindowFunction,
    ReduceFunction,
    TimeDomain,
    TimeWindow,
    WindowFunction,
)
from flinksim.datastream.functions import AllWindowFunction, ProcessAllWindowFunction
from flinksim.datastream.state import (
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    StateTtlConfig,
    ValueStateDescriptor,
)

Value = tuple[str, int, int, str]
Statement = dict[str, Any]
TYPE = Types.TUPLE([Types.STRING(), Types.LONG(), Types.LONG(), Types.STRING()])
RULES = MapStateDescriptor("rules", Types.STRING(), Types.LONG())


def tag(name: str) -> OutputTag:
    return OutputTag(name, TYPE)


def bounds(window: Any) -> str:
    return f"[{window.start},{window.end})" if isinstance(window, TimeWindow) else "[all]"


class Map(MapFunction):
    def __init__(self, s: Statement) -> None:
        self.fn, self.n = s["fn"], s.get("n", 0)

    def open(self, runtime_context: Any) -> None:
        self.attempt = runtime_context.get_attempt_number()

    def map(self, v: Value) -> Value:
        match self.fn:
            case "add":
                return (v[0], v[1], v[2] + self.n, v[3])
            case "note":
                return (*v[:3], f"{v[3]}n{self.n}")
            case "key":
                return (f"k{v[2] % self.n}", *v[1:])
            case "pad":
                return (*v[:3], "x" * self.n)
            case "short":
                return (*v[:3], "")
            case "fail":  # a note such as "!2": so many attempts fail at this value
                if self.attempt < (int(v[3][1:]) if v[3].startswith("!") else 0):
                    raise RuntimeError(f"failed at {v}")
                return v
            case "hold":  # until a checkpoint has begun; they are less than that apart
                if v[3] == "hold" and self.attempt == 0:
                    time.sleep(0.03)
                return v
        raise ValueError(self.fn)


class Filter(FilterFunction):
    def __init__(self, s: Statement) -> None:
        self.n = s["n"]

    def filter(self, v: Value) -> bool:
        return v[2] % self.n != 0


class FlatMap(FlatMapFunction):
    def __init__(self, s: Statement) -> None:
        self.n = s["n"]

    def flat_map(self, v: Value) -> Iterable[Value]:
        for i in range(v[2] % self.n):
            yield (*v[:3], f"{v[3]}#{i}")


class Reduce(ReduceFunction):
    def reduce(self, a: Value, b: Value) -> Value:
        return (a[0], max(a[1], b[1]), a[2] + b[2], f"{a[3]}+{b[3]}")


class Aggregate(AggregateFunction):
    def create_accumulator(self) -> Value:
        return ("", 0, 0, "")

    def add(self, v: Value, a: Value) -> Value:
        return (v[0], max(a[1], v[1]), a[2] + v[2], f"{a[3]},{v[2]}")

    def get_result(self, a: Value) -> Value:
        return (*a[:3], "agg" + a[3])

    def merge(self, a: Value, b: Value) -> Value:
        return (a[0], max(a[1], b[1]), a[2] + b[2], f"{a[3]}|{b[3]}")


def pane(key: Any, window: Any, watermark: int, values: Iterable[Value]) -> Value:
    told = list(values)
    note = f"{key}{bounds(window)}w{watermark}" + "".join(f" {v[2]}{v[3]}" for v in told)
    return (told[-1][0] if told else "", window.max_timestamp(), len(told), note)


class Pane(ProcessWindowFunction[Any, Any, Any, Any]):
    def process(self, key: Any, context: Any, elements: Iterable[Value]) -> Iterable[Value]:
        firings = context.global_state().get_state(ValueStateDescriptor("firings", Types.LONG()))
        n = (firings.value() or 0) + 1
        firings.update(n)
        told = pane(key, context.window(), context.current_watermark(), elements)
        yield (*told[:3], f"f{n}{told[3]}")


class AllPane(ProcessAllWindowFunction[Any, Any, Any]):
    def process(self, context: Any, elements: Iterable[Value]) -> Iterable[Value]:
        yield pane("all", context.window(), 0, elements)


class Apply(WindowFunction[Any, Any, Any, Any]):
    def apply(self, key: Any, window: Any, inputs: Iterable[Value]) -> Iterable[Value]:
        yield pane(key, window, 0, inputs)


class AllApply(AllWindowFunction[Any, Any, Any]):
    def apply(self, window: Any, inputs: Iterable[Value]) -> Iterable[Value]:
        yield pane("all", window, 0, inputs)


class Sum(ReduceFunction):
    def reduce(self, a: int, b: int) -> int:
        return a + b


class Process(KeyedProcessFunction):
    """Counts, keeps what it is told to keep, registers timers, and tells of each that fires."""

    def __init__(self, s: Statement) -> None:
        self.s = s

    def open(self, runtime_context: Any) -> None:
        long = Types.LONG()
        counts = ValueStateDescriptor("count", long)
        lists = ListStateDescriptor("list", long)
        maps = MapStateDescriptor("map", long, long)
        sums = ReducingStateDescriptor("reducing", Sum(), long)
        if "ttl" in self.s:
            config = StateTtlConfig.new_builder(Time.milliseconds(self.s["ttl"])).build()
            for each in (counts, lists, maps, sums):
                each.enable_time_to_live(config)
        self.count = runtime_context.get_state(counts)
        self.last = runtime_context.get_state(ValueStateDescriptor("last", long))
        self.list = runtime_context.get_list_state(lists)
        self.map = runtime_context.get_map_state(maps)
        self.reducing = runtime_context.get_reducing_state(sums)

    def process_element(self, v: Value, ctx: Any) -> Iterable[Value]:
        s = self.s
        n = (self.count.value() or 0) + 1
        self.count.update(n)
        kept = ""
        match s.get("state"):
            case "list":
                self.list.add(v[2])
                kept = ";".join(str(each) for each in self.list.get())
            case "map":
                key = v[2] % 3
                self.map.put(key, (self.map.get(key) or 0) + 1)
                total = sum(self.map.keys()) + sum(self.map.values())
                assert not self.map.is_empty()
                assert self.map.contains(key)
                assert total
                kept = ";".join(f"{k}:{c}" for k, c in sorted(self.map.items()))
            case "reducing":
                self.reducing.add(v[2])
                kept = str(self.reducing.get())
        timers = ctx.timer_service()
        if known(ctx.timestamp()) is not None:
            last = self.last.value()
            if s.get("delete", 0) > 0 and n % s["delete"] == 0 and last is not None:
                timers.delete_event_time_timer(last)
            for delta in s.get("event", ()):
                timers.register_event_time_timer(ctx.timestamp() + delta)
                self.last.update(ctx.timestamp() + delta)
        now = timers.current_processing_time()
        for delta in s.get("processing", ()):
            timers.register_processing_time_timer(now + delta)
        yield (*v[:3], f"{v[3]}<{n} {kept}>")

    def on_timer(self, timestamp: int, ctx: Any) -> Iterable[Value]:
        n = self.count.value() or 0
        event = ctx.time_domain() == TimeDomain.EVENT_TIME
        note = f"{'e' if event else 'p'}{timestamp}/{ctx.get_current_key()}/{java(ctx.timestamp())}"
        if self.s.get("clear"):
            for state in (self.count, self.list, self.map, self.reducing):
                state.clear()
        elif self.s.get("again", 0) > 0 and n < 5:
            self.count.update(n + 1)
            if event:
                ctx.timer_service().register_event_time_timer(timestamp + self.s["again"])
            else:
                ctx.timer_service().register_processing_time_timer(timestamp + self.s["again"])
        yield (str(ctx.get_current_key()), timestamp, n, note)


def known(timestamp: int | None) -> int | None:
    """A timestamp; ``None`` if there is none, where Flink has null or the least long."""
    return None if timestamp == MIN_TIMESTAMP else timestamp


def java(value: int | None) -> str:
    return "null" if known(value) is None else str(value)


class PlainProcess(ProcessFunction):
    def process_element(self, v: Value, ctx: Any) -> Iterable[Any]:
        yield (tag("odd"), v) if v[2] % 2 == 0 else v


class CoMap(CoMapFunction):
    def map1(self, v: Value) -> Value:
        return (*v[:3], v[3] + "l")

    def map2(self, v: Value) -> Value:
        return (*v[:3], v[3] + "r")


class CoFlatMap(CoFlatMapFunction):
    def flat_map1(self, v: Value) -> Iterable[Value]:
        yield (*v[:3], v[3] + "l")

    def flat_map2(self, v: Value) -> Iterable[Value]:
        for i in range(v[2] % 3):
            yield (*v[:3], f"{v[3]}r{i}")


class CoProcess(KeyedCoProcessFunction):
    def __init__(self, s: Statement) -> None:
        self.delta, self.processing = s["delta"], s.get("processing", False)

    def open(self, runtime_context: Any) -> None:
        self.sum = runtime_context.get_state(ValueStateDescriptor("sum", Types.LONG()))

    def _element(self, v: Value, change: int, side: str, ctx: Any) -> Iterable[Value]:
        total = (self.sum.value() or 0) + change
        self.sum.update(total)
        timers = ctx.timer_service()
        if self.processing:
            timers.register_processing_time_timer(timers.current_processing_time() + self.delta)
        elif known(ctx.timestamp()) is not None:
            timers.register_event_time_timer(ctx.timestamp() + self.delta)
        yield (*v[:3], f"{v[3]}{side}{total}")

    def process_element1(self, v: Value, ctx: Any) -> Iterable[Value]:
        return self._element(v, v[2], "L", ctx)

    def process_element2(self, v: Value, ctx: Any) -> Iterable[Value]:
        return self._element(v, -v[2], "R", ctx)

    def on_timer(self, timestamp: int, ctx: Any) -> Iterable[Value]:
        yield (str(ctx.get_current_key()), timestamp, self.sum.value(), "co/")


def _with_rule(v: Value, ctx: Any) -> Value:
    rule = ctx.get_broadcast_state(RULES).get(v[0])
    return (*v[:3], f"{v[3]}b{'-' if rule is None else rule}")


class Broadcast(BroadcastProcessFunction[Any, Any, Any]):
    def process_element(self, v: Value, ctx: Any) -> Iterable[Value]:
        yield _with_rule(v, ctx)

    def process_broadcast_element(self, v: Value, ctx: Any) -> Iterable[Value]:
        ctx.get_broadcast_state(RULES).put(v[0], v[2])
        yield (*v[:3], v[3] + "rule")


class KeyedBroadcast(KeyedBroadcastProcessFunction[Any, Any, Any, Any]):
    def __init__(self, s: Statement) -> None:
        self.delta = s.get("delta", 0)

    def process_element(self, v: Value, ctx: Any) -> Iterable[Value]:
        if self.delta > 0 and ctx.timestamp() is not None:
            ctx.timer_service().register_event_time_timer(ctx.timestamp() + self.delta)
        yield _with_rule(v, ctx)

    def process_broadcast_element(self, v: Value, ctx: Any) -> Iterable[Value]:
        ctx.get_broadcast_state(RULES).put(v[0], v[2])
        yield (*v[:3], v[3] + "rule")

    def on_timer(self, timestamp: int, ctx: Any) -> Iterable[Value]:
        yield (str(ctx.get_current_key()), timestamp, 0, "kb/")


class Joined(ProcessJoinFunction):
    def process_element(self, left: Value, right: Value, ctx: Any) -> Iterable[Value]:
        note = f"{ctx.get_left_timestamp()}&{ctx.get_right_timestamp()}"
        yield (left[0], ctx.get_timestamp(), left[2] * 100 + right[2], left[3] + note + right[3])


class Join(JoinFunction):
    def join(self, a: Value, b: Value) -> Value:
        return (a[0], max(a[1], b[1]), a[2] * 100 + b[2], f"{a[3]}x{b[3]}")


class CoGroup(CoGroupFunction):
    def co_group(self, first: Iterable[Value], second: Iterable[Value]) -> Iterable[Value]:
        sides = [(v, "l") for v in first] + [(v, "r") for v in second]
        key = sides[-1][0][0] if sides else ""
        yield (key, 0, len(sides), "".join(f"{v[2]}{side} " for v, side in sides))


class Async(AsyncFunction[Any, Any]):
    def __init__(self, s: Statement) -> None:
        self.delay = s["delay"]
        self.retried = "retry" in s
        self.attempts: Counter[Value] = Counter()

    def answer(self, v: Value) -> list[Value]:
        """Nothing until it has been asked as often as the value says."""
        if not self.retried:
            return [(*v[:3], v[3] + "async")]
        self.attempts[v] += 1
        attempt = self.attempts[v]
        return [] if attempt <= v[2] % 3 else [(*v[:3], f"{v[3]}async{attempt}")]

    async def async_invoke(self, v: Value) -> list[Value]:
        told = self.answer(v)
        wait = v[2] % 3 * self.delay
        if wait:
            await asyncio.sleep(wait / 1000)
        return told

    def timeout(self, v: Value) -> list[Value]:
        return [(*v[:3], v[3] + "late")]


class Report(ProcessFunction):
    """Tells of each value, with its timestamp and the watermark that stands."""

    def __init__(self, name: str, tell: Callable[[str], None]) -> None:
        self.name, self.tell = name, tell

    def open(self, runtime_context: Any) -> None:
        self.subtask = runtime_context.get_index_of_this_subtask()

    def process_element(self, v: Value, ctx: Any) -> Iterable[str]:
        timers = ctx.timer_service()
        text = ",".join(str(field) for field in v)
        line = f"{self.name}:{self.subtask} ({text}) @{java(ctx.timestamp())}"
        line += f" w{timers.current_watermark()}"
        self.tell(f"{timers.current_processing_time()} {line}")
        yield line


class Assigner(TimestampAssigner):
    def extract_timestamp(self, v: Value, record_timestamp: int) -> int:
        return v[1]


class Punctuated(WatermarkGenerator):
    def on_event(self, v: Value, timestamp: int, output: Any) -> None:
        output.emit_watermark(Watermark(timestamp - 1))

    def on_periodic_emit(self, output: Any) -> None:
        pass


class Partition(Partitioner):
    def partition(self, key: int, num_partitions: int) -> int:
        return key % num_partitions
