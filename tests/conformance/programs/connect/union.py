"""The union of three streams has every value once."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
one = env.from_collection([1, 2], type_info=Types.INT())
two = env.from_collection([10, 20], type_info=Types.INT())
three = env.from_collection([100], type_info=Types.INT())
one.union(two, three).map(lambda n: n + 1, output_type=Types.INT()).print()
env.execute()
