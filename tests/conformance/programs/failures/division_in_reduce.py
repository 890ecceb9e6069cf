"""An error in a lambda of a reduction."""
# raises: unsupported operand type

from pyflink.common import Configuration, Types
from pyflink.datastream import StreamExecutionEnvironment

configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
env.from_collection([("a", 1), ("a", 2)], type_info=pair).key_by(lambda v: v[0]).reduce(
    lambda x, y: x[0] - y[0]
).print()
env.execute()
