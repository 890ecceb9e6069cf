"""Timers of several keys at one timestamp all fire; each key its own."""
# compare: in any order

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment


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


class Timers(KeyedProcessFunction):
    def process_element(self, value, ctx):
        ctx.timer_service().register_event_time_timer(5000)
        ctx.timer_service().register_event_time_timer(5000)

    def on_timer(self, timestamp, ctx):
        yield f"{ctx.get_current_key()} {timestamp}"


env = environment()
(
    timed_stream(env, [("a", 1), ("b", 2), ("c", 3), ("a", 4), ("d", 5)])
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Timers(), output_type=Types.STRING())
    .print()
)
env.execute()
