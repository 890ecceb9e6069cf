"""Ordered waits: results come in the order of the inputs, however long each took."""

import asyncio

from pyflink.common import Types
from pyflink.common.time import Time
from pyflink.datastream import AsyncDataStream, AsyncFunction, StreamExecutionEnvironment


class LookUp(AsyncFunction):
    async def async_invoke(self, value):
        await asyncio.sleep((5 - value) * 0.1)
        return [f"{value} looked up"] * (2 if value == 3 else 1)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2, 3, 4], type_info=Types.INT())
AsyncDataStream.ordered_wait(numbers, LookUp(), Time.seconds(20), 4, Types.STRING()).print()
env.execute()
