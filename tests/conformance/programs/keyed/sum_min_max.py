"""Rolling aggregations by position: other fields are those of the key's first element."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

DATA = [("a", 3, 30), ("b", 1, 10), ("a", 1, 20), ("a", 5, 50), ("b", 1, 40)]

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
three = Types.TUPLE([Types.STRING(), Types.INT(), Types.INT()])
keyed = env.from_collection(DATA, type_info=three).key_by(
    lambda value: value[0], key_type=Types.STRING()
)
keyed.sum(1).print("sum")
keyed.min(1).print("min")
keyed.max(1).print("max")
keyed.min_by(1).print("min_by")
keyed.max_by(1).print("max_by")
env.execute()
