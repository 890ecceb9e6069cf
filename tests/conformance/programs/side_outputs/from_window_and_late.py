"""A window function's own side output, and that of values which come too late."""
# compare: in any order

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import OutputTag, ProcessWindowFunction, StreamExecutionEnvironment
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


class Split(ProcessWindowFunction):
    def __init__(self, tag):
        self.tag = tag

    def process(self, key, context, elements):
        count = len(list(elements))
        if count > 1:
            yield self.tag, f"{key} {count}"
        yield key, count


env = environment()
late = OutputTag("late", Types.TUPLE([Types.STRING(), Types.LONG()]))
large = OutputTag("large", Types.STRING())
data = [("a", 100), ("a", 200), ("b", 1500), ("a", 300), ("b", 2500), ("b", 900), ("z", 9000)]
counts = (
    timed_stream(env, data)
    .key_by(lambda v: v[0], Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .side_output_late_data(late)
    .process(Split(large), Types.TUPLE([Types.STRING(), Types.INT()]))
)
counts.print("count")
counts.get_side_output(late).print("late")
counts.get_side_output(large).print("large")
env.execute()
