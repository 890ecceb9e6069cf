"""A trigger of one's own: fires early on every third value of a window, and at its end."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    ProcessWindowFunction,
    ReduceFunction,
    StreamExecutionEnvironment,
    Trigger,
    TriggerResult,
)
from pyflink.datastream.state import ReducingStateDescriptor
from pyflink.datastream.window import TumblingEventTimeWindows


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)  # long enough for the 50 ms watermark timer to come once after each value
    return value


def environment():
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", 1)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    env.get_config().set_auto_watermark_interval(50)
    return env


def timed_stream(env, values, bound_ms=0, type_info=Types.TUPLE([Types.STRING(), Types.LONG()])):
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(bound_ms)
    ).with_timestamp_assigner(EventTime())
    return (
        env.from_collection(values, type_info)
        .map(paced, output_type=type_info)
        .start_new_chain()
        .assign_timestamps_and_watermarks(strategy)
    )


class Add(ReduceFunction):
    def reduce(self, value1, value2):
        return value1 + value2


class EveryThird(Trigger):
    def __init__(self):
        self.seen = ReducingStateDescriptor("seen", Add(), Types.INT())

    def on_element(self, element, timestamp, window, ctx):
        ctx.register_event_time_timer(window.max_timestamp())
        seen = ctx.get_partitioned_state(self.seen)
        seen.add(1)
        if seen.get() == 3:
            seen.clear()
            return TriggerResult.FIRE
        return TriggerResult.CONTINUE

    def on_processing_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def on_event_time(self, time, window, ctx):
        return TriggerResult.FIRE if time == window.max_timestamp() else TriggerResult.CONTINUE

    def on_merge(self, window, ctx):
        raise NotImplementedError

    def can_merge(self):
        return False

    def clear(self, window, ctx):
        ctx.get_partitioned_state(self.seen).clear()
        ctx.delete_event_time_timer(window.max_timestamp())


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"[{context.window().start}) {''.join(value[0] for value in elements)}"


env = environment()
data = [
    ("a", 100),
    ("b", 200),
    ("c", 300),
    ("d", 400),
    ("e", 1100),
    ("f", 1200),
    ("g", 1300),
    ("h", 1400),
]
(
    timed_stream(env, data)
    .key_by(lambda value: 0)
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .trigger(EveryThird())
    .process(Contents(), Types.STRING())
    .print()
)
env.execute()
