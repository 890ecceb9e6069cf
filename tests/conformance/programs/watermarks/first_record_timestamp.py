"""Before any assigner a record's timestamp is the smallest long."""

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment


class Show(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value * 1000 + (7 if record_timestamp == -9223372036854775808 else 0)


class Tell(ProcessFunction):
    def process_element(self, value, ctx):
        yield f"{value} {ctx.timestamp()}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Show())
(
    env.from_collection([1, 2], type_info=Types.INT())
    .assign_timestamps_and_watermarks(strategy)
    .process(Tell(), output_type=Types.STRING())
    .print()
)
env.execute()
