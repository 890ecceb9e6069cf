"""forward to an operator of another parallelism."""

from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2]).map(lambda value: value).set_parallelism(2)
numbers.forward().map(lambda value: value).set_parallelism(1).print()
env.execute()
