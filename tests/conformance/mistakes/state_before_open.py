"""State that was never asked for in open."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import KeyedProcessFunction

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))


class Counts(KeyedProcessFunction):
    def __init__(self):
        self.count = None

    def process_element(self, value, ctx):
        yield self.count.value()


pairs.key_by(lambda pair: pair[0]).process(Counts()).print()
env.execute()
