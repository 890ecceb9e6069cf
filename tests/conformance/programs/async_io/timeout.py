"""A call that takes too long: timeout() gives the result in its place."""

import asyncio

from pyflink.common import Types
from pyflink.common.time import Time
from pyflink.datastream import AsyncDataStream, AsyncFunction, StreamExecutionEnvironment


class Slow(AsyncFunction):
    async def async_invoke(self, value):
        await asyncio.sleep(8.0 if value == 2 else 0.01)
        return [f"{value} in time"]

    def timeout(self, value):
        return [f"{value} timed out"]


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2, 3], type_info=Types.INT())
AsyncDataStream.ordered_wait(numbers, Slow(), Time.seconds(2), 4, Types.STRING()).print()
env.execute()
