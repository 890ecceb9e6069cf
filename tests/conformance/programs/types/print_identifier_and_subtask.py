"""What stands before a printed value at parallelism 2, with and without an identifier."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
numbers = env.from_collection([0, 1, 2, 3], type_info=Types.INT()).partition_custom(
    lambda key, partitions: key % partitions, lambda n: n
)
numbers.map(lambda n: n * 10, output_type=Types.INT()).print()
numbers.map(lambda n: n * 100, output_type=Types.INT()).print("id")
numbers.map(lambda n: n * 1000, output_type=Types.INT()).print("one").set_parallelism(1)
env.execute()
