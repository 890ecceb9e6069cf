"""A batch job chooses the parallelism that no operator was given: one, for so little."""
# compare: in any order
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import RuntimeExecutionMode, StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(2)
s = env.from_collection(list(range(6)), Types.INT())
s.print("direct")
env.execute()
s.map(lambda v: v + 1, Types.INT()).set_parallelism(1).print("one")
env.execute()
s.key_by(lambda v: v % 3, Types.INT()).map(lambda v: v * 10, Types.INT()).print("keyed")
env.execute()
s.key_by(lambda v: v % 3, Types.INT()).sum().set_parallelism(2).print("fixed")
env.execute()
