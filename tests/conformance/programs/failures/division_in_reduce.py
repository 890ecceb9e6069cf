"""An error in a lambda of a reduction."""
# raises: unsupported operand type

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
env.from_collection([("a", 1), ("a", 2)], type_info=pair).key_by(lambda v: v[0]).reduce(
    lambda x, y: x[0] - y[0]
).print()
env.execute()
