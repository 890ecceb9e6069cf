"""A union of two streams of different types."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1], Types.INT())
numbers.union(env.from_collection(["a"], Types.STRING())).print()
env.execute()
