"""A ProcessFunction on a keyed stream."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import ProcessFunction

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))


class Echo(ProcessFunction):
    def process_element(self, value, ctx):
        yield ctx.get_current_key()


pairs.key_by(lambda pair: pair[0]).process(Echo()).print()
env.execute()
