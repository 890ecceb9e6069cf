"""Which methods of a trigger are called, in which order, when sessions merge and fire."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    ProcessWindowFunction,
    StreamExecutionEnvironment,
    Trigger,
    TriggerResult,
)
from pyflink.datastream.window import EventTimeSessionWindows


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


class Loud(Trigger):
    def on_element(self, element, timestamp, window, ctx):
        print(f"on_element {timestamp} [{window.start},{window.end})")
        ctx.register_event_time_timer(window.max_timestamp())
        return TriggerResult.CONTINUE

    def on_processing_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def on_event_time(self, time, window, ctx):
        print(f"on_event_time {time} [{window.start},{window.end})")
        return TriggerResult.FIRE if time == window.max_timestamp() else TriggerResult.CONTINUE

    def can_merge(self):
        return True

    def on_merge(self, window, ctx):
        print(f"on_merge [{window.start},{window.end})")
        if window.max_timestamp() > ctx.get_current_watermark():
            ctx.register_event_time_timer(window.max_timestamp())

    def clear(self, window, ctx):
        print(f"clear [{window.start},{window.end})")
        ctx.delete_event_time_timer(window.max_timestamp())


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        print(f"process [{context.window().start},{context.window().end})")
        yield len(list(elements))


env = environment()
data = [("a", 1000), ("a", 2500), ("a", 1900), ("a", 8000)]
(
    timed_stream(env, data, 2000)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(EventTimeSessionWindows.with_gap(Time.seconds(1)))
    .trigger(Loud())
    .process(Contents(), Types.INT())
    .map(lambda n: n, output_type=Types.INT())
    .filter(lambda n: False)
    .print()
)
env.execute()
