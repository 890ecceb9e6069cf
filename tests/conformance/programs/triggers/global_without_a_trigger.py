"""Global windows without a trigger never fire."""

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import GlobalWindows


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


env = environment()
timed_stream(env, [("a", 1), ("a", 2)]).key_by(lambda value: value[0]).window(
    GlobalWindows.create()
).reduce(lambda x, y: x).print()
env.execute()
print("over")
