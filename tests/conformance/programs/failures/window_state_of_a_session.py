"""State per window is refused for sessions, since they merge."""
# raises: Per-window state is not allowed when using merging windows.

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor
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
        state = context.window_state().get_state(ValueStateDescriptor("s", Types.INT()))
        yield f"{state.value()}"


env = environment()
(
    timed_stream(env, [("a", 1000)])
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(EventTimeSessionWindows.with_gap(Time.seconds(1)))
    .process(Contents(), Types.STRING())
    .print()
)
env.execute()
