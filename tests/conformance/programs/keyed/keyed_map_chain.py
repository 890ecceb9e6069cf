"""map, filter and flat_map of a keyed stream; the result is not keyed any more."""

from pyflink.common import Types
from pyflink.datastream import DataStream, KeyedStream, StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
keyed = env.from_collection([1, 2, 3, 4, 5], type_info=Types.INT()).key_by(lambda n: n % 3)
print(isinstance(keyed, KeyedStream))
mapped = keyed.map(lambda n: n * 10, output_type=Types.INT())
print(isinstance(mapped, DataStream), isinstance(mapped, KeyedStream))
mapped.filter(lambda n: n != 30).print()
env.execute()
