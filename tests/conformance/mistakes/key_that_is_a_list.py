"""A list as a key."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))

pairs.key_by(lambda pair: [pair[0]]).reduce(lambda a, b: a).print()
env.execute()
