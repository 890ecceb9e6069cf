"""Without time between the values no periodic watermark comes before the last value."""

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


class Tell(KeyedProcessFunction):
    def process_element(self, value, ctx):
        ctx.timer_service().register_event_time_timer(value[1] + 1)
        yield f"{value[0]} {ctx.timestamp()} {ctx.timer_service().current_watermark()}"

    def on_timer(self, timestamp, ctx):
        yield f"timer {timestamp} {ctx.timestamp()} {ctx.timer_service().current_watermark()}"


env = environment()
env.get_config().set_auto_watermark_interval(0)
(
    timed_stream(env, [("a", 100), ("b", 300), ("c", 200)])
    .key_by(lambda value: 0)
    .process(Tell(), output_type=Types.STRING())
    .print()
)
env.execute()
