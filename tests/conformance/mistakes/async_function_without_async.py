"""An async_invoke that is an ordinary method."""

from pyflink.common import Types
from pyflink.common.time import Time
from pyflink.datastream import AsyncDataStream, AsyncFunction, StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)


class Lookup(AsyncFunction):
    def async_invoke(self, value):
        return [value]


AsyncDataStream.unordered_wait(
    env.from_collection([1, 2]), Lookup(), Time.seconds(1), 2, Types.INT()
).print()
env.execute()
