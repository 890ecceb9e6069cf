"""A function of another number of arguments fails when the first value comes."""
# dialect: pyflink
# raises: TypeError

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection([1], type_info=Types.INT()).map(lambda one, other: one)
print("built")
stream.print()
env.execute()
