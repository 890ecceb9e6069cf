"""In batch mode a keyed reduction gives only the last value of each key."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import RuntimeExecutionMode, StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
(
    env.from_collection([("b", 1), ("a", 2), ("b", 3), ("a", 4), ("c", 5)], type_info=pair)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .sum(1)
    .print()
)
env.execute()
