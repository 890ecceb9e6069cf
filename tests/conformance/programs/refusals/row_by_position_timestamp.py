"""A timestamp assigner sees the row that the function before it made: it has no names yet."""
# dialect: pyflink
# raises: AttributeError

from pyflink.common import Row, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment


class Assigner(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value.ts


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
named = Types.ROW_NAMED(["name", "ts"], [Types.STRING(), Types.LONG()])
rows = env.from_collection([1, 2], Types.INT()).map(lambda v: Row("n", v), output_type=named)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Assigner())
rows.assign_timestamps_and_watermarks(strategy).print()
env.execute()
