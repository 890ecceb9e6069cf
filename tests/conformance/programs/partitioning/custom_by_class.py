"""A Partitioner class with open(); everything goes to the last subtask but one key."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import Partitioner, StreamExecutionEnvironment


class LastButZero(Partitioner):
    def open(self, runtime_context):
        self.zero = 0

    def partition(self, key, num_partitions):
        return self.zero if key == "zero" else num_partitions - 1


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(4)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
data = [("zero", 1), ("one", 2), ("two", 3), ("zero", 4)]
(
    env.from_collection(data, type_info=pair)
    .partition_custom(LastButZero(), lambda value: value[0])
    .map(lambda value: f"{value[0]}-{value[1]}", output_type=Types.STRING())
    .print("to")
)
env.execute()
