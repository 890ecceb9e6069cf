"""CountTrigger in time windows: fires on the count alone and keeps the contents; the rest is dropped."""

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import CountTrigger, TumblingEventTimeWindows


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
        yield f"[{context.window().start}) {[value[1] for value in elements]}"


env = environment()
data = [("a", 0), ("a", 1), ("a", 2), ("a", 1000), ("a", 3), ("a", 4), ("a", 1001), ("a", 1002)]
(
    timed_stream(env, data)
    .key_by(lambda value: value[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .trigger(CountTrigger.of(2))
    .process(Contents(), Types.STRING())
    .print()
)
env.execute()
