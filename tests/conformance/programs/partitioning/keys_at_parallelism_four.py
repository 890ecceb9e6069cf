"""Which subtask a typed key goes to."""
# compare: in order per key
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(4)
(
    env.from_collection(list(range(16)), type_info=Types.INT())
    .key_by(lambda n: n, key_type=Types.INT())
    .map(lambda n: n, output_type=Types.INT())
    .print()
)
env.execute()
