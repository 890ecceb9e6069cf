"""Two operators with the same uid."""

from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2])
numbers.map(lambda value: value).uid("same").map(lambda value: -value).uid("same").print()
env.execute()
