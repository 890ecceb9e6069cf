"""A map function that yields."""

from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)


def double(value):
    yield 2 * value


env.from_collection([1, 2]).map(double).print()
env.execute()
