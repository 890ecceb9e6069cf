"""In thread mode a timer that is set while others fire takes its place among them, as in Java."""

from pyflink.common import Configuration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


class Timers(KeyedProcessFunction):
    def process_element(self, value, ctx):
        for timestamp in (1_000, 3_000, 5_000):
            ctx.timer_service().register_event_time_timer(timestamp)
        return []

    def on_timer(self, timestamp, ctx):
        if timestamp == 1_000:
            ctx.timer_service().register_event_time_timer(2_000)
            ctx.timer_service().delete_event_time_timer(3_000)
        yield f"{ctx.get_current_key()} {timestamp}"


configuration = Configuration().set_string("python.execution-mode", "thread")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
stream = env.from_collection([("a", 1)], Types.TUPLE([Types.STRING(), Types.LONG()]))
keyed = stream.assign_timestamps_and_watermarks(strategy).key_by(
    lambda value: value[0], key_type=Types.STRING()
)
keyed.process(Timers(), output_type=Types.STRING()).print()
env.execute()
