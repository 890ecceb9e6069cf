"""A lambda for process fails when the job runs."""
# dialect: pyflink
# raises: AttributeError

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection([1], type_info=Types.INT()).process(lambda value: [value])
print("built")
stream.print()
env.execute()
