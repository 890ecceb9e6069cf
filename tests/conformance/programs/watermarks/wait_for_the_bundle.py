# dialect: pyflink
"""A watermark that comes in the midst of a bundle waits for its end: three elements and timers."""

import time

from pyflink.common import Configuration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    KeyedProcessFunction,
    ProcessWindowFunction,
    StreamExecutionEnvironment,
)
from pyflink.datastream.window import TumblingEventTimeWindows


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)  # long enough for the 50 ms watermark timer to come once after each bundle
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 3)
configuration.set_integer("python.fn-execution.bundle.time", 100_000)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
env.get_config().set_auto_watermark_interval(50)


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        window = context.window()
        yield key, window.end, f"{len(list(elements))} at {context.current_watermark()}"


class Timers(KeyedProcessFunction):
    def process_element(self, value, ctx):
        ctx.timer_service().register_event_time_timer(value[1] + 1)
        yield f"{value} at {ctx.timer_service().current_watermark()}"

    def on_timer(self, timestamp, ctx):
        if timestamp % 10 == 1:
            ctx.timer_service().register_event_time_timer(timestamp + 1)
        yield f"timer {timestamp} at {ctx.timer_service().current_watermark()}"


KV = Types.TUPLE([Types.STRING(), Types.LONG()])
data = [
    ("a", 100), ("b", 900), ("a", 1500), ("c", 2500), ("a", 2400), ("b", 900), ("a", 4100),
    ("c", 300), ("c", 5000), ("a", 5500), ("b", 5400),
]  # fmt: skip
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
(
    env.from_collection(data, KV)
    .map(paced, output_type=KV)
    .start_new_chain()
    .assign_timestamps_and_watermarks(strategy)
    .key_by(lambda value: value[0], Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .process(Contents(), Types.TUPLE([Types.STRING(), Types.LONG(), Types.STRING()]))
    .key_by(lambda value: 0, Types.INT())
    .process(Timers(), Types.STRING())
    .print()
)
env.execute()
