"""A flat_map may yield, or return a list, a tuple of values, a generator, or nothing in a list."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def mixed(value):
    if value == 1:
        return []
    if value == 2:
        return ["two", "zwei"]
    if value == 3:
        return ("three", "drei")
    if value == 4:
        return iter(["four"])
    return (f"{value}-{i}" for i in range(2))


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([0, 1, 2, 3, 4, 5], type_info=Types.INT()).flat_map(
    mixed, output_type=Types.STRING()
).print()
env.execute()
