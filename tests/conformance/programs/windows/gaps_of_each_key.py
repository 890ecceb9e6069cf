"""Sessions whose gap depends on the element."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, WindowFunction
from pyflink.datastream.window import EventTimeSessionWindows, SessionWindowTimeGapExtractor


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


class Gap(SessionWindowTimeGapExtractor):
    def extract(self, element):
        return 1000 if element[0] == "a" else 3000


class Show(WindowFunction):
    def apply(self, key, window, inputs):
        yield f"{key} [{window.start},{window.end}) {[value[1] for value in inputs]}"


env = environment()
data = [("a", 0), ("b", 100), ("a", 900), ("b", 2500), ("a", 2500), ("b", 8000), ("a", 12000)]
(
    timed_stream(env, data)
    .key_by(lambda v: v[0], Types.STRING())
    .window(EventTimeSessionWindows.with_dynamic_gap(Gap()))
    .apply(Show(), Types.STRING())
    .print()
)
env.execute()
