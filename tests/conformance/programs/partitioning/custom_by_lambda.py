"""partition_custom sends each key where the lambda says; the prefix shows the subtask."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(3)
(
    env.from_collection([0, 1, 2, 3, 4, 5, 6, 7], type_info=Types.INT())
    .partition_custom(lambda key, partitions: key % partitions, lambda n: n // 2)
    .map(lambda n: n * 10, output_type=Types.INT())
    .print()
)
env.execute()
