"""from_collection with a type that the values are not of."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([("a", "one")], Types.ROW([Types.STRING(), Types.INT()])).print()
env.execute()
