"""The sort before a keyed function of a batch job changes the order of the values of one key."""

from pyflink.common import Types
from pyflink.datastream import (
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
    KeyedProcessFunction,
)


class P(KeyedProcessFunction):
    def process_element(self, value, ctx):
        yield f"{value[0]}{value[1]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)
data = [("abc"[(i * 7) % 3], i) for i in range(60)]
env.from_collection(data, Types.TUPLE([Types.STRING(), Types.INT()])).key_by(
    lambda w: w[0], key_type=Types.STRING()
).process(P(), Types.STRING()).print()
env.execute()
