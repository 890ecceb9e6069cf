"""Sessions: windows that touch merge, others do not; a value in between joins two."""

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


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        window = context.window()
        yield f"[{window.start},{window.end}) {sorted(value[1] for value in elements)}"


env = environment()
data = [("a", 1000), ("a", 2000), ("a", 3400), ("a", 2900), ("a", 9000), ("a", 10001), ("a", 20000)]
(
    timed_stream(env, data)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(EventTimeSessionWindows.with_gap(Time.seconds(1)))
    .process(Contents(), Types.STRING())
    .print()
)
env.execute()
