"""The iterator of execute_and_collect raises when the job fails."""
# raises: ZeroDivisionError

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection([1, 0], type_info=Types.INT()).map(
    lambda n: 10 // n, output_type=Types.INT()
)
list(stream.execute_and_collect())
