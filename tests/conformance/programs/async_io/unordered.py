"""Unordered waits: the same results, in whatever order."""
# compare: in any order

import asyncio

from pyflink.common import Types
from pyflink.common.time import Time
from pyflink.datastream import AsyncDataStream, AsyncFunction, StreamExecutionEnvironment


class LookUp(AsyncFunction):
    async def async_invoke(self, value):
        await asyncio.sleep((5 - value) * 0.1)
        return [] if value == 2 else [value * 10]


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2, 3, 4], type_info=Types.INT())
AsyncDataStream.unordered_wait(numbers, LookUp(), Time.seconds(20), 2, Types.INT()).print()
env.execute()
