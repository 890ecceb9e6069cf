"""A union of a stream with itself doubles its values."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2, 3], type_info=Types.INT())
plus = numbers.map(lambda n: n + 10, output_type=Types.INT())
plus.union(plus).print()
env.execute()
