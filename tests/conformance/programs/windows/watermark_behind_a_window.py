"""A function behind a window is part of its operator: it sees the watermark that fired the window."""
# dialect: pyflink

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.window import TumblingEventTimeWindows


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)  # long enough for the 50 ms watermark timer to come once after each value
    return value


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


def timed_stream(env, values, bound_ms=0, type_info=KV):
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(bound_ms)
    ).with_timestamp_assigner(EventTime())
    return (
        env.from_collection(values, type_info)
        .map(paced, output_type=type_info)
        .start_new_chain()
        .assign_timestamps_and_watermarks(strategy)
    )


class Show(ProcessFunction):
    def process_element(self, value, ctx):
        yield f"{value} {ctx.timestamp()} at {ctx.timer_service().current_watermark()}"


env = environment()
data = [("a", 0), ("b", 100), ("a", 1100), ("a", 2500), ("b", 900), ("a", 9000)]
(
    timed_stream(env, data)
    .key_by(lambda v: v[0], Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .allowed_lateness(2000)
    .reduce(lambda a, b: (a[0], a[1] + b[1]))
    .map(lambda v: v, KV)
    .process(Show(), Types.STRING())
    .print()
)
env.execute()
