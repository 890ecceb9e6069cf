"""Subtasks know their index and how many they are."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment


class Who(MapFunction):
    def open(self, runtime_context):
        self.me = runtime_context.get_index_of_this_subtask()
        self.all = runtime_context.get_number_of_parallel_subtasks()

    def map(self, value):
        return f"{value} at {self.me} of {self.all}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
(
    env.from_collection([0, 1, 2, 3], type_info=Types.INT())
    .partition_custom(lambda key, partitions: key % partitions, lambda n: n)
    .map(Who(), output_type=Types.STRING())
    .print()
    .set_parallelism(1)
)
env.execute()
