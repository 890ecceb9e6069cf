"""forward keeps values in their subtask."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
(
    env.from_collection([0, 1, 2, 3, 4], type_info=Types.INT())
    .partition_custom(lambda key, partitions: 1 - key % partitions, lambda n: n)
    .map(lambda n: n * 10, output_type=Types.INT())
    .forward()
    .map(lambda n: n + 1, output_type=Types.INT())
    .print()
)
env.execute()
