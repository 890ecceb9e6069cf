"""Java prints no null: the job fails at the first None of a stream that has a type."""
# dialect: pyflink
# raises: because "record" is null

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

VALUES = ["a", None, "b"]

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([0, 1, 2], Types.INT())
numbers.map(lambda n: VALUES[n], output_type=Types.STRING()).print()
env.execute()
