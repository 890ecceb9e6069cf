"""rescale from one subtask to two: in turn, from the first."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
env.from_collection([1, 2, 3, 4, 5], type_info=Types.INT()).rescale().map(
    lambda n: n * 100, output_type=Types.INT()
).print()
env.execute()
