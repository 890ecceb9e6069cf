"""Runs of random programs, from a seed, with all kinds of operators, times and networks."""

from __future__ import annotations

import contextlib
import io
from random import Random
from typing import Any

from flinksim import NetworkSettings, RunSettings, Seeded, simulate
from flinksim.common import Configuration, Duration, Time, Types, WatermarkStrategy
from flinksim.common.watermark_strategy import TimestampAssigner
from flinksim.connectors.scripted_source import (
    ScriptedSource,
    active,
    idle,
    pause,
    record,
    watermark,
)
from flinksim.core.java.timestamps import MAX_TIMESTAMP, MIN_TIMESTAMP
from flinksim.datastream import CheckpointingMode, OutputTag, StreamExecutionEnvironment
from flinksim.datastream.functions import CoMapFunction, KeyedProcessFunction
from flinksim.datastream.joined_streams import ProcessJoinFunction
from flinksim.datastream.state import ListStateDescriptor, ValueStateDescriptor
from flinksim.datastream.window import (
    ContinuousEventTimeTrigger,
    CountEvictor,
    CountTrigger,
    EventTimeSessionWindows,
    GlobalWindows,
    ProcessingTimeSessionWindows,
    PurgingTrigger,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)
from flinksim.runtime.failure_report import JobExecutionError
from flinksim.trace.recorder import Trace
from tests.failing import Fails, restarts

LATE = OutputTag("late")
DAY_MS = 1_357_084_800_000
STARTS = (0, 0, DAY_MS, MAX_TIMESTAMP - 20_000, MIN_TIMESTAMP + 20_000)


class SecondField(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        return int(value[1])


class Timers(KeyedProcessFunction):
    """Registers, deletes and serves timers, and keeps states."""

    def open(self, runtime_context: Any) -> None:
        self.greatest = runtime_context.get_state(ValueStateDescriptor("greatest", Types.LONG()))
        self.seen = runtime_context.get_list_state(ListStateDescriptor("seen", Types.LONG()))

    def process_element(self, value: Any, ctx: Any) -> Any:
        timers = ctx.timer_service()
        timers.register_event_time_timer(value[1])
        timers.register_processing_time_timer(timers.current_processing_time() + 70)
        if value[2] % 3 == 0:
            timers.delete_event_time_timer(value[1])
        self.greatest.update(max(self.greatest.value() or MIN_TIMESTAMP, value[1]))
        self.seen.add(value[1])
        yield (value[0], value[1], 1)

    def on_timer(self, timestamp: int, ctx: Any) -> Any:
        self.greatest.clear()
        self.seen.clear()
        yield (ctx.get_current_key(), timestamp, 0)


class Same(CoMapFunction):
    def map1(self, value: Any) -> Any:
        return value

    def map2(self, value: Any) -> Any:
        return value


class Both(ProcessJoinFunction):
    def process_element(self, left: Any, right: Any, ctx: Any) -> Any:
        yield (left[0], max(left[1], right[1]), left[2] + right[2])


def random_run(seed: int) -> Trace:
    """The trace of a random program; a program that fails has one too."""
    env, network, start_time_ms = random_program(seed)
    settings = RunSettings(interleaving=Seeded(seed), network=network, start_time_ms=start_time_ms)
    simulation = simulate(env, settings=settings)
    with contextlib.suppress(JobExecutionError), contextlib.redirect_stdout(io.StringIO()):
        simulation.run(until=3000)
    return simulation.trace


def random_program(
    seed: int,
) -> tuple[StreamExecutionEnvironment, NetworkSettings, int | None]:
    """A random program, the network that it runs on, and when it starts."""
    random = Random(seed)
    start = random.choice(STARTS)
    configuration = Configuration.from_dict(
        {"taskmanager.network.memory.buffer-debloat.enabled": random.random() < 0.2}
    )
    failing = Random(-seed - 1)
    restarts(configuration, 3, failing.choice([0, 30, 500]))
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(random.choice([1, 2, 3]))
    if failing.random() < 0.2:
        env.disable_operator_chaining()
    if failing.random() < 0.4:
        _checkpoints(failing, env)
    env.get_config().set_latency_tracking_interval(random.choice([0, 0, 30]))
    env.get_config().set_auto_watermark_interval(random.choice([20, 100, 200]))
    stream = _operators(random, _source(random, env, start, "one"))
    if failing.random() < 0.3:
        stream = stream.map(Fails(failing.randint(1, 3), failing.randint(1, 6)))
    if random.random() < 0.3:
        stream = _together(random, stream, _source(random, env, start, "two"))
    _windows(random, stream.key_by(lambda value: value[0])).print()
    network = NetworkSettings(
        buffer_timeout_ms=random.choice([-1, 0, 5, 100]),
        segment_bytes=random.choice([64, 32_768]),
        latency_ms=random.choice([0, 0, 3]),
        bytes_per_s=random.choice([None, 20_000]),
        flow_control=random.choice(["credits", "credits", "before credits"]),
    )
    return env, network, start if start == DAY_MS else None


def _checkpoints(random: Random, env: StreamExecutionEnvironment) -> None:
    env.enable_checkpointing(random.choice([20, 100, 400]))
    config = env.get_checkpoint_config()
    if random.random() < 0.3:
        config.set_checkpointing_mode(CheckpointingMode.AT_LEAST_ONCE)
    elif random.random() < 0.5:
        config.enable_unaligned_checkpoints()
        config.set_aligned_checkpoint_timeout(Duration.of_millis(random.choice([0, 5])))
    most = 1 if config.is_unaligned_checkpoints_enabled() else random.choice([1, 2])
    config.set_max_concurrent_checkpoints(most)
    config.set_tolerable_checkpoint_failure_number(random.choice([0, 3]))


def _source(random: Random, env: StreamExecutionEnvironment, start: int, name: str) -> Any:
    strategy: Any = random.choice(
        [
            WatermarkStrategy.for_monotonous_timestamps(),
            WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(500)),
            WatermarkStrategy.no_watermarks(),
        ]
    )
    if random.random() < 0.4:
        strategy = strategy.with_idleness(Duration.of_millis(150))
    if random.random() < 0.3:
        strategy = strategy.with_watermark_alignment(
            "group", Duration.of_millis(700), Duration.of_millis(100)
        )
    script = {
        split: [_item(random, start) for _ in range(random.randrange(3, 9))]
        for split in ("north", "east", "south")[: random.choice([1, 2, 3])]
    }
    return env.from_source(
        ScriptedSource(script), strategy.with_timestamp_assigner(SecondField()), name
    )


def _item(random: Random, start: int) -> Any:
    kind = random.randrange(12)
    if kind == 0:
        return random.choice([idle(), active()])
    if kind == 1:
        return watermark(start + random.randrange(3000))
    if kind < 5:
        return pause(random.choice([0, 40, 300]))
    return record((random.choice("ab"), start + random.randrange(3000), random.randrange(9)))


def _operators(random: Random, stream: Any) -> Any:
    if random.random() < 0.4:
        stream = stream.filter(lambda value: value[2] != 5)
    if random.random() < 0.4:
        stream = stream.rebalance().map(lambda value: value)
    if random.random() < 0.4:
        stream = stream.key_by(lambda value: value[0]).process(Timers())
    return stream


def _together(random: Random, one: Any, two: Any) -> Any:
    match random.randrange(3):
        case 0:
            return one.union(two)
        case 1:
            return one.connect(two).map(Same())
        case _:
            keyed = [stream.key_by(lambda value: value[0]) for stream in (one, two)]
            between = keyed[0].interval_join(keyed[1])
            return between.between(Time.milliseconds(-300), Time.milliseconds(300)).process(Both())


def _windows(random: Random, keyed: Any) -> Any:
    second = Time.milliseconds(1000)
    assigner = random.choice(
        [
            TumblingEventTimeWindows.of(second),
            SlidingEventTimeWindows.of(second, Time.milliseconds(500)),
            EventTimeSessionWindows.with_gap(Time.milliseconds(400)),
            TumblingProcessingTimeWindows.of(Time.milliseconds(100)),
            ProcessingTimeSessionWindows.with_gap(Time.milliseconds(80)),
            GlobalWindows.create(),
        ]
    )
    windows = keyed.window(assigner)
    match random.randrange(5):
        case 0:
            windows = windows.trigger(CountTrigger.of(2))
        case 1:
            windows = windows.trigger(PurgingTrigger.of(CountTrigger.of(3)))
        case 2 if isinstance(assigner, TumblingEventTimeWindows):
            windows = windows.trigger(ContinuousEventTimeTrigger.of(Time.milliseconds(300)))
    if random.random() < 0.3:
        windows = windows.allowed_lateness(600)
    if random.random() < 0.3:
        windows = windows.side_output_late_data(LATE)
    if random.random() < 0.3:
        windows = windows.evictor(CountEvictor.of(2))
    if random.random() < 0.4:
        return windows.max(2)
    return windows.reduce(lambda a, b: (a[0], max(a[1], b[1]), a[2] + b[2]))
