"""A session that grows value by value keeps one reduced value."""

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import EventTimeSessionWindows


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def environment():
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    return env


def timed_stream(env, values, type_info=Types.TUPLE([Types.STRING(), Types.LONG()])):
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
    return env.from_collection(values, type_info).assign_timestamps_and_watermarks(strategy)


class Bounds(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"{key} [{context.window().start},{context.window().end}) {list(elements)}"


env = environment()
data = [("a", 1000), ("a", 1800), ("a", 500), ("a", 2700), ("a", 6000), ("a", 6100)]
(
    timed_stream(env, data)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(EventTimeSessionWindows.with_gap(Time.seconds(1)))
    .reduce(lambda x, y: (x[0], x[1] + y[1]), Bounds(), Types.STRING())
    .print()
)
env.execute()
