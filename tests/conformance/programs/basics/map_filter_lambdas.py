"""Lambdas all the way: squares of even numbers."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection(list(range(1, 11)), type_info=Types.INT())
numbers.filter(lambda n: n % 2 == 0).map(lambda n: n * n, output_type=Types.INT()).print()
env.execute("squares")
