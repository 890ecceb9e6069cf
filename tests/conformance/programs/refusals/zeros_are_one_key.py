"""0.0 and -0.0 are one key to PyFlink's worker."""
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([0.0, -0.0, 0.0], Types.DOUBLE()).map(
    lambda value: (value, 1), output_type=Types.TUPLE([Types.DOUBLE(), Types.INT()])
)
keyed = pairs.key_by(lambda pair: pair[0], key_type=Types.DOUBLE())
keyed.reduce(lambda one, other: (one[0], one[1] + other[1])).print()
env.execute()
