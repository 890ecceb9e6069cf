"""A function that gives fewer fields than were declared."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))

pairs.map(lambda pair: (pair[0],), Types.ROW([Types.STRING(), Types.INT()])).print()
env.execute()
