"""A WindowFunction with apply()."""
# compare: in order per key

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, WindowFunction
from pyflink.datastream.window import TimeWindow, TumblingEventTimeWindows


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


class Total(WindowFunction[tuple, tuple, str, TimeWindow]):
    def apply(self, key, window, inputs):
        return [(key, window.max_timestamp(), sum(value[1] for value in inputs))]


env = environment()
data = [("a", 100), ("b", 1), ("a", 301), ("a", 1100), ("b", 2)]
(
    timed_stream(env, data)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .apply(Total(), Types.TUPLE([Types.STRING(), Types.LONG(), Types.LONG()]))
    .print()
)
env.execute()
