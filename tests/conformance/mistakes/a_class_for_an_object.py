"""The class of a function in place of an object of it."""

from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import MapFunction

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)


class Double(MapFunction):
    def map(self, value):
        return 2 * value


env.from_collection([1, 2]).map(Double).print()
env.execute()
