"""In batch mode on_timer registers timers for the past and the future, and both fire."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    KeyedProcessFunction,
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
)


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


class Timers(KeyedProcessFunction):
    def process_element(self, value, ctx):
        ctx.timer_service().register_event_time_timer(value[1] + 5)
        yield f"element {value[1]}"

    def on_timer(self, timestamp, ctx):
        yield f"timer {timestamp}"
        if timestamp in (15, 35):
            ctx.timer_service().register_event_time_timer(timestamp - 3)
        elif timestamp in (12, 13):
            ctx.timer_service().register_event_time_timer(timestamp + 1)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
(
    env.from_collection([("a", 10), ("a", 30)], Types.TUPLE([Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(strategy)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Timers(), output_type=Types.STRING())
    .print()
)
env.execute()
