"""A keyed window on a stream without keys."""

from pyflink.common import Types
from pyflink.common.time import Time
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))

pairs.window(TumblingEventTimeWindows.of(Time.seconds(1))).reduce(lambda a, b: a).print()
env.execute()
