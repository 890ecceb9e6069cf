"""Several keys and windows; each key's windows fire in order."""
# compare: in order per key

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import SlidingEventTimeWindows


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


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"{key} {context.window()} {[value[1] for value in elements]}"


env = environment()
data = [("a", 1000), ("b", 1100), ("c", 900), ("a", 2500), ("b", 300), ("c", 4000), ("a", 3999)]
(
    timed_stream(env, data, 1000)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(
        SlidingEventTimeWindows.of(Time.seconds(2), Time.milliseconds(1500), Time.milliseconds(200))
    )
    .process(Contents(), Types.STRING())
    .print()
)
env.execute()
