"""rebalance gives each subtask the same number of values; which ones depends on a random start."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment


class CountHere(MapFunction):
    def open(self, runtime_context):
        self.count = 0

    def map(self, value):
        self.count += 1
        return self.count


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(3)
(
    env.from_collection(list(range(12)), type_info=Types.INT())
    .rebalance()
    .map(CountHere(), output_type=Types.INT())
    .print()
    .set_parallelism(1)
)
env.execute()
