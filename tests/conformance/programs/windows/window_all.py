"""window_all: one window for all keys, with process, reduce and apply."""
# compare: in order per key

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import AllWindowFunction, ProcessAllWindowFunction
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


class Names(ProcessAllWindowFunction):
    def process(self, context, elements):
        yield f"{context.window().start}: {''.join(value[0] for value in elements)}"


class Count(AllWindowFunction[tuple, tuple, TimeWindow]):
    def apply(self, window, inputs):
        yield f"{window.start}: {len(list(inputs))}"


env = environment()
stream = timed_stream(env, [("a", 100), ("b", 200), ("c", 1500), ("d", 1600), ("e", 1700)])
size = Time.seconds(1)
stream.window_all(TumblingEventTimeWindows.of(size)).process(Names(), Types.STRING()).print("names")
stream.window_all(TumblingEventTimeWindows.of(size)).apply(Count(), Types.STRING()).print("count")
stream.window_all(TumblingEventTimeWindows.of(size)).reduce(
    lambda x, y: (x[0] + y[0], max(x[1], y[1]))
).print("reduced")
env.execute()
