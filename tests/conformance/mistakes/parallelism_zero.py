"""A parallelism of zero."""

from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1]).map(lambda value: value).set_parallelism(0).print()
env.execute()
