"""The end of the input is a watermark beyond all timers: they fire in order."""

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
        ctx.timer_service().register_event_time_timer(10_000 - value[1])
        ctx.timer_service().register_event_time_timer(9223372036854775807)

    def on_timer(self, timestamp, ctx):
        yield f"{timestamp} at {ctx.timer_service().current_watermark()}"


env = environment()
(
    timed_stream(env, [("a", 1), ("a", 20), ("a", 300)])
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Timers(), output_type=Types.STRING())
    .print()
)
env.execute()
