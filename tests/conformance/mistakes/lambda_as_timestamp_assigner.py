"""A lambda as timestamp assigner."""

from pyflink.common import Types
from pyflink.common.watermark_strategy import WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))

strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(
    lambda value, timestamp: value[1]
)
pairs.assign_timestamps_and_watermarks(strategy).print()
env.execute()
