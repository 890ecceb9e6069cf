"""A function that gives text where numbers were declared."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2], Types.INT()).map(lambda value: f"number {value}", Types.INT()).print()
env.execute()
