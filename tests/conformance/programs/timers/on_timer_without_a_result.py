"""An on_timer that returns None gives no result; PyFlink fails."""
# dialect: pyflink
# raises: 'NoneType' object is not iterable

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value


class Silent(KeyedProcessFunction):
    def process_element(self, value, ctx):
        ctx.timer_service().register_event_time_timer(value)
        return [value]

    def on_timer(self, timestamp, ctx):
        return None


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
(
    env.from_collection([1, 2], type_info=Types.LONG())
    .assign_timestamps_and_watermarks(strategy)
    .key_by(lambda n: 0)
    .process(Silent(), output_type=Types.LONG())
    .filter(lambda n: False)
    .print()
)
env.execute()
