"""A flat_map function that returns one value instead of a list."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2]).flat_map(lambda value: value + 1, Types.INT()).print()
env.execute()
