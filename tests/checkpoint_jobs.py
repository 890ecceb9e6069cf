"""Small jobs with checkpoints, each with a sink that commits: what a failure must not change.

``JOBS`` are those without late records, processing time or unordered results, whose committed output a
failure may not change at all; each is a function of the environment, and gives the stream that ends in
the sink. Of ``OTHER_JOBS`` a failure may change it, but for the rows that begin with ``STATE``: what an
operator has counted in its state.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from flinksim.common import Configuration, Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import (
    TimestampAssigner,
    Watermark,
    WatermarkGenerator,
)
from flinksim.connectors.scripted_source import ScriptedSource, pause, record
from flinksim.datastream import AsyncDataStream, DataStream, StreamExecutionEnvironment
from flinksim.datastream.functions import (
    AggregateFunction,
    AsyncFunction,
    BroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    ProcessWindowFunction,
)
from flinksim.datastream.joined_streams import ProcessJoinFunction
from flinksim.datastream.state import (
    AggregatingStateDescriptor,
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    ValueStateDescriptor,
)
from flinksim.datastream.window import (
    CountEvictor,
    CountTrigger,
    EventTimeSessionWindows,
    PurgingTrigger,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)

RULES = MapStateDescriptor("rules", Types.STRING(), Types.LONG())


class EachRecord(WatermarkGenerator):
    """A watermark after each record."""

    def on_event(self, event: Any, event_timestamp: int, output: Any) -> None:
        output.emit_watermark(Watermark(event_timestamp - 1))

    def on_periodic_emit(self, output: Any) -> None:
        """None of its own."""


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


def events(
    env: StreamExecutionEnvironment, seed: int = 1, splits: int = 2, count: int = 6
) -> DataStream:
    """Records (key, time, number) of several splits, in order within a split."""
    random = Random(seed)
    script: dict[str, list[Any]] = {}
    for split in range(splits):
        time, items = 0, []
        for number in range(count):
            time += random.randrange(1, 12)
            if random.random() < 0.5:
                items.append(pause(random.choice([3, 15])))
            items.append(record((random.choice("abc"), time, 10 * split + number)))
        script[f"s{split}"] = items
    strategy: Any = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(2))
    return env.from_source(
        ScriptedSource(script), strategy.with_timestamp_assigner(SecondField()), f"events {seed}"
    )


def key(value: Any) -> Any:
    return value[0]


class Names(ProcessWindowFunction):
    """Counts, with state of the window and of the key."""

    def process(self, key: Any, context: Any, elements: Any) -> Any:
        fired = context.global_state().get_state(ValueStateDescriptor("fired", Types.LONG()))
        fired.update((fired.value() or 0) + 1)
        window = context.window()
        yield (key, window.start, sorted(element[2] for element in elements), fired.value())


class Total(AggregateFunction):
    def create_accumulator(self) -> Any:
        return [0, 0]

    def add(self, value: Any, accumulator: Any) -> Any:
        accumulator[0] += 1
        accumulator[1] += value[2]
        return accumulator

    def get_result(self, accumulator: Any) -> Any:
        return tuple(accumulator)

    def merge(self, first: Any, second: Any) -> Any:
        return [first[0] + second[0], first[1] + second[1]]


class Timers(KeyedProcessFunction):
    """All kinds of state, and timers: one for each record, and the one at the end that tells."""

    def open(self, runtime_context: Any) -> None:
        self.last = runtime_context.get_state(ValueStateDescriptor("last", Types.LONG()))
        self.seen = runtime_context.get_list_state(ListStateDescriptor("seen", Types.LONG()))
        self.counts = runtime_context.get_map_state(
            MapStateDescriptor("counts", Types.LONG(), Types.LONG())
        )
        self.sum = runtime_context.get_reducing_state(
            ReducingStateDescriptor("sum", lambda a, b: a + b, Types.LONG())
        )
        self.mean = runtime_context.get_aggregating_state(
            AggregatingStateDescriptor("mean", Total(), Types.PICKLED_BYTE_ARRAY())
        )

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.last.update(value[1])
        self.seen.add(value[2])
        self.counts.put(value[2] % 3, (self.counts.get(value[2] % 3) or 0) + 1)
        self.sum.add(value[2])
        self.mean.add(value)
        ctx.timer_service().register_event_time_timer(value[1] + 9)
        ctx.timer_service().register_event_time_timer(1000)
        return ()

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        # what else is known then depends on when watermarks are sent
        if timestamp < 1000:
            yield (ctx.get_current_key(), timestamp)
            return
        yield (
            ctx.get_current_key(), timestamp, self.last.value(), sorted(self.seen.get()),
            sorted(self.counts.items()), self.sum.get(), self.mean.get(),
        )  # fmt: skip


class Both(KeyedCoProcessFunction):
    """Waits, with a timer, until both sides have come."""

    def open(self, runtime_context: Any) -> None:
        self.left = runtime_context.get_list_state(ListStateDescriptor("left", Types.LONG()))
        self.right = runtime_context.get_list_state(ListStateDescriptor("right", Types.LONG()))

    def process_element1(self, value: Any, ctx: Any) -> Any:
        self.left.add(value[2])
        ctx.timer_service().register_event_time_timer(1000)
        return ()

    def process_element2(self, value: Any, ctx: Any) -> Any:
        self.right.add(value[2])
        ctx.timer_service().register_event_time_timer(1000)
        return ()

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield ctx.get_current_key(), sorted(self.left.get()), sorted(self.right.get())


class Pairs(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        yield (left[0], left[2], right[2], ctx.get_timestamp())


class Slow(AsyncFunction):
    async def async_invoke(self, value: Any) -> Any:
        import asyncio

        await asyncio.sleep(0.004 * (value[2] % 3))
        return [(value[0], value[1], value[2] + 100)]


class Rules(BroadcastProcessFunction):
    """What comes out does not depend on which side is first."""

    def process_element(self, value: Any, ctx: Any) -> Any:
        ctx.get_broadcast_state(RULES).get("none")
        yield ("record", value[2])

    def process_broadcast_element(self, value: Any, ctx: Any) -> Any:
        rules = ctx.get_broadcast_state(RULES)
        rules.put(value[0], (rules.get(value[0]) or 0) + 1)
        yield ("rule", value[0], rules.get(value[0]))


def tumbling(env: StreamExecutionEnvironment) -> DataStream:
    return (
        events(env).key_by(key).window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
        .process(Names())
    )  # fmt: skip


def sliding(env: StreamExecutionEnvironment) -> DataStream:
    windows = SlidingEventTimeWindows.of(Time.milliseconds(12), Time.milliseconds(4))
    return events(env, 2).key_by(key).window(windows).aggregate(Total())


def sessions(env: StreamExecutionEnvironment) -> DataStream:
    windows = EventTimeSessionWindows.with_gap(Time.milliseconds(7))
    return events(env, 3).key_by(key).window(windows).process(Names())


def sessions_reduced(env: StreamExecutionEnvironment) -> DataStream:
    windows = EventTimeSessionWindows.with_gap(Time.milliseconds(5))
    return (
        events(env, 4).key_by(key).window(windows)
        .reduce(lambda a, b: (a[0], max(a[1], b[1]), a[2] + b[2]))
    )  # fmt: skip


def purged(env: StreamExecutionEnvironment) -> DataStream:
    return (
        events(env, 5, splits=1).key_by(key)
        .window(TumblingEventTimeWindows.of(Time.milliseconds(40)))
        .trigger(PurgingTrigger.of(CountTrigger.of(2))).aggregate(Total())
    )  # fmt: skip


def counted(env: StreamExecutionEnvironment) -> DataStream:
    return events(env, 6, splits=1).key_by(key).count_window(2).aggregate(Total())


def evicted(env: StreamExecutionEnvironment) -> DataStream:
    return (
        events(env, 7, splits=1).key_by(key)
        .window(TumblingEventTimeWindows.of(Time.milliseconds(20))).evictor(CountEvictor.of(2))
        .process(Names())
    )  # fmt: skip


def timers(env: StreamExecutionEnvironment) -> DataStream:
    return events(env, 8, splits=1).key_by(key).process(Timers())


def rolling_sum(env: StreamExecutionEnvironment) -> DataStream:
    return events(env, 9, splits=1).key_by(key).sum(2)


def rolling_reduce(env: StreamExecutionEnvironment) -> DataStream:
    return (
        events(env, 10, splits=1).key_by(key)
        .reduce(lambda a, b: (a[0], max(a[1], b[1]), a[2] * 2 + b[2]))
    )  # fmt: skip


def two_inputs(env: StreamExecutionEnvironment) -> DataStream:
    left, right = events(env, 11, 1), events(env, 12, 1)
    return left.key_by(key).connect(right.key_by(key)).process(Both())


def interval_join(env: StreamExecutionEnvironment) -> DataStream:
    left, right = events(env, 13, 1), events(env, 14, 1)
    return (
        left.key_by(key).interval_join(right.key_by(key))
        .between(Time.milliseconds(-10), Time.milliseconds(10)).process(Pairs())
    )  # fmt: skip


def window_join(env: StreamExecutionEnvironment) -> DataStream:
    left, right = events(env, 15, 1), events(env, 16, 1)
    return (
        left.join(right).where(key).equal_to(key)
        .window(TumblingEventTimeWindows.of(Time.milliseconds(20)))
        .apply(lambda a, b: (a[0], a[2], b[2]))
    )  # fmt: skip


def broadcast(env: StreamExecutionEnvironment) -> DataStream:
    rules = events(env, 17, 1, 4).map(lambda value: (value[0], value[2]))
    return events(env, 18, 1, 4).connect(rules.broadcast(RULES)).process(Rules())


def asynchronous(env: StreamExecutionEnvironment) -> DataStream:
    answers = AsyncDataStream.ordered_wait(
        events(env, 19, 1), Slow(), Time.milliseconds(100), 2, Types.PICKLED_BYTE_ARRAY()
    )
    return answers.key_by(key).sum(2)


def windows_in_a_row(env: StreamExecutionEnvironment) -> DataStream:
    first = (
        events(env, 20).key_by(key).window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
        .reduce(lambda a, b: (a[0], max(a[1], b[1]), a[2] + b[2]))
    )  # fmt: skip
    return (
        first.key_by(lambda value: 0).window(TumblingEventTimeWindows.of(Time.milliseconds(20)))
        .process(Names())
    )  # fmt: skip


def union(env: StreamExecutionEnvironment) -> DataStream:
    return (
        events(env, 21, 1).union(events(env, 22, 1)).key_by(key)
        .window(TumblingEventTimeWindows.of(Time.milliseconds(15))).process(Names())
    )  # fmt: skip


def rebalanced(env: StreamExecutionEnvironment) -> DataStream:
    return (
        events(env, 23).rebalance().map(lambda value: (value[0], value[1], value[2] + 1))
        .key_by(key).window(TumblingEventTimeWindows.of(Time.milliseconds(15))).aggregate(Total())
    )  # fmt: skip


def over_all(env: StreamExecutionEnvironment) -> DataStream:
    return (
        events(env, 24).window_all(TumblingEventTimeWindows.of(Time.milliseconds(10)))
        .aggregate(Total())
    )  # fmt: skip


def stateless(env: StreamExecutionEnvironment) -> DataStream:
    return events(env, 25).filter(lambda value: value[2] % 2 == 0).map(lambda value: value[2])


JOBS: dict[str, Callable[[StreamExecutionEnvironment], DataStream]] = {
    job.__name__: job
    for job in (
        tumbling, sliding, sessions, sessions_reduced, purged, counted, evicted, timers,
        rolling_sum, rolling_reduce, two_inputs, interval_join, window_join, broadcast,
        asynchronous, windows_in_a_row, union, rebalanced, over_all, stateless,
    )
}  # fmt: skip


STATE = "state"


class Counted(KeyedProcessFunction):
    """Tells at the end how many records of its key it has seen, and the sum of their numbers."""

    def open(self, runtime_context: Any) -> None:
        self.seen = runtime_context.get_aggregating_state(
            AggregatingStateDescriptor("seen", Total(), Types.PICKLED_BYTE_ARRAY())
        )

    def process_element(self, value: Any, ctx: Any) -> Any:
        self.seen.add(value)
        ctx.timer_service().register_event_time_timer(1000)
        return ()

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        yield (STATE, ctx.get_current_key(), self.seen.get())


def late(env: StreamExecutionEnvironment) -> DataStream:
    """The watermark is in no checkpoint: what was too late before a failure may count after it, and a
    window that had fired and was gone may fire again.
    """
    random = Random(26)
    behind = [random.randrange(20) for _ in range(12)]
    old: Any = WatermarkStrategy.for_generator(lambda context: EachRecord())
    old = old.with_timestamp_assigner(SecondField())
    records = events(env, 26, 1, 12)
    timed = records.map(
        lambda value: (value[0], value[1] - behind[value[2]], value[2])
    ).assign_timestamps_and_watermarks(old)
    windows = timed.key_by(key).window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    return windows.process(Names()).union(timed.key_by(key).process(Counted()))


def processing_time(env: StreamExecutionEnvironment) -> DataStream:
    """What comes again does so at another time, and belongs to another window."""
    records = events(env, 27, 1, 12)
    windows = records.key_by(key).window(TumblingProcessingTimeWindows.of(Time.milliseconds(20)))
    return windows.process(Names()).union(records.key_by(key).process(Counted()))


def unordered(env: StreamExecutionEnvironment) -> DataStream:
    """Answers that were under way are asked for again, all at once, and come in another order."""
    answers = AsyncDataStream.unordered_wait(
        events(env, 28, 1, 12), Slow(), Time.milliseconds(100), 4, Types.PICKLED_BYTE_ARRAY()
    )
    return answers.key_by(key).sum(2).union(answers.key_by(key).process(Counted()))


OTHER_JOBS: dict[str, Callable[[StreamExecutionEnvironment], DataStream]] = {
    job.__name__: job for job in (late, processing_time, unordered)
}


def environment(interval_ms: int | None = 10, parallelism: int = 1, **options: str) -> Any:
    """An environment with checkpoints, unless that is ``None``, and with any number of restarts."""
    interval = (
        {} if interval_ms is None else {"execution.checkpointing.interval": f"{interval_ms} ms"}
    )
    configuration = Configuration.from_dict(
        {
            **interval,
            "restart-strategy.type": "fixed-delay",
            "restart-strategy.fixed-delay.attempts": "1000",
            "restart-strategy.fixed-delay.delay": "3 ms",
            **{name.replace("__", "."): value for name, value in options.items()},
        }
    )
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    return env
