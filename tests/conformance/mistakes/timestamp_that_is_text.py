"""A timestamp assigner that gives text."""

from pyflink.common import Types
from pyflink.common.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))


class Texts(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return str(value[1])


strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Texts())
pairs.assign_timestamps_and_watermarks(strategy).print()
env.execute()
