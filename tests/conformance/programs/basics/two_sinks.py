"""One stream with two sinks: each sink gets every value."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2, 3], type_info=Types.INT())
numbers.map(lambda n: n * 10, output_type=Types.INT()).print("tens")
numbers.filter(lambda n: n != 2).print("odd")
env.execute()
