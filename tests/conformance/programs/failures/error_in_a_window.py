"""An error in a window function."""
# raises: RuntimeError: window of 2

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


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        count = len(list(elements))
        if count > 1:
            raise RuntimeError(f"window of {count}")
        yield count


env = environment()
(
    timed_stream(env, [("a", 1000), ("a", 1500)])
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .process(Contents(), Types.INT())
    .print()
)
env.execute()
