"""A lambda with two parameters in map."""

from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2]).map(lambda value, more: value).print()
env.execute()
