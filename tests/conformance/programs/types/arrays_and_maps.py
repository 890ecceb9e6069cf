"""Arrays, lists and maps as Python values behind an operator."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)


def show(value):
    return f"{type(value).__name__} {list(value)}"


env.from_collection([[1, 2, 3]], type_info=Types.LIST(Types.INT())).map(
    show, output_type=Types.STRING()
).print("list")
env.from_collection([["x", "y"]], type_info=Types.BASIC_ARRAY(Types.STRING())).map(
    show, output_type=Types.STRING()
).print("basic")
env.from_collection([{"a": 1, "b": 2}], type_info=Types.MAP(Types.STRING(), Types.INT())).map(
    lambda m: f"{sorted(m.items())}", output_type=Types.STRING()
).print("map")
env.execute()
