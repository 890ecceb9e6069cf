"""A generator that returns before it yields."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import FlatMapFunction

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)


class Words(FlatMapFunction):
    def flat_map(self, value):
        words = value.split()
        return words
        yield


env.from_collection(["to be", "or not"], Types.STRING()).flat_map(Words(), Types.STRING()).print()
env.execute()
