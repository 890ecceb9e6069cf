"""With bundles of one element a call ends before the next begins, so unordered results are in order."""
# dialect: pyflink

import asyncio

from pyflink.common import Configuration, Types
from pyflink.common.time import Time
from pyflink.datastream import AsyncDataStream, AsyncFunction, StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


class Wait(AsyncFunction):
    async def async_invoke(self, value):
        await asyncio.sleep({1: 0.9, 2: 0.1, 3: 0.5, 4: 0.3}[value])
        return [value, value * 10]


env = environment()
AsyncDataStream.unordered_wait(
    env.from_collection([1, 2, 3, 4], Types.INT()), Wait(), Time.seconds(10), 10, Types.INT()
).print()
env.execute()
