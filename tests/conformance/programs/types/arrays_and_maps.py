"""Arrays, lists and maps as Python values behind an operator."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)


def show(value):
    return f"{type(value).__name__} {list(value)}"


numbers = env.from_collection([3], type_info=Types.INT())
numbers.map(lambda n: list(range(n)), output_type=Types.LIST(Types.INT())).rebalance().map(
    show, output_type=Types.STRING()
).print("list")
env.from_collection([["x", "y"]], type_info=Types.BASIC_ARRAY(Types.STRING())).map(
    show, output_type=Types.STRING()
).print("basic")
numbers.map(
    lambda n: {"a": n, "b": n * n}, output_type=Types.MAP(Types.STRING(), Types.INT())
).rebalance().map(lambda m: f"{sorted(m.items())}", output_type=Types.STRING()).print("map")
env.execute()
