"""A flat_map that returns None fails: it must return something to iterate over."""
# raises: 'NoneType' object is not iterable

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1], type_info=Types.INT()).flat_map(
    lambda value: None, output_type=Types.INT()
).print()
env.execute()
