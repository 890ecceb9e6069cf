"""Timestamps of the results of late firings: in PyFlink those of the late values."""
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


class Tell(ProcessFunction):
    def process_element(self, value, ctx):
        yield f"{value} at {ctx.timestamp()}"


env = environment()
(
    timed_stream(env, [("a", 100), ("a", 1200), ("a", 300), ("a", 5000)])
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .allowed_lateness(2000)
    .reduce(lambda x, y: (x[0], x[1] + y[1]))
    .process(Tell(), output_type=Types.STRING())
    .print()
)
env.execute()
