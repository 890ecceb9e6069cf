"""reduce per window; and reduce with a window function that adds the bounds."""
# compare: in order per key

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import TumblingEventTimeWindows


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


class WithBounds(ProcessWindowFunction):
    def process(self, key, context, elements):
        values = list(elements)
        yield f"{key} {context.window().start} {values} of {len(values)}"


env = environment()
data = [("a", 100), ("a", 300), ("b", 200), ("a", 1100), ("b", 400), ("b", 600)]
windowed = timed_stream(env, data).key_by(lambda value: value[0], key_type=Types.STRING())
windowed.window(TumblingEventTimeWindows.of(Time.seconds(1))).reduce(
    lambda x, y: (x[0], x[1] + y[1])
).print("plain")
windowed.window(TumblingEventTimeWindows.of(Time.seconds(1))).reduce(
    lambda x, y: (x[0], max(x[1], y[1])), WithBounds(), Types.STRING()
).print("bounds")
env.execute()
