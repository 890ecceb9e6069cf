"""Which subtask a key of no declared type goes to: by the bytes of its pickle."""
# compare: in order per key
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(4)
keys = [*range(6), -1, 300, 70000, 3.5, "a", "bc", "hello", ("a", 1), (1, 2, 3), True, "ä"]
(
    env.from_collection(keys)
    .key_by(lambda key: key)
    .map(lambda key: repr(key), output_type=Types.STRING())
    .print()
)
env.execute()
