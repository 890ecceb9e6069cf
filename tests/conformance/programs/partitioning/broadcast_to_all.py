"""broadcast() sends every value to every subtask."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(3)
env.from_collection(["a", "b"], type_info=Types.STRING()).broadcast().map(
    lambda text: text * 2, output_type=Types.STRING()
).print()
env.execute()
