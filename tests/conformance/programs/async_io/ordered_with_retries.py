"""A call that fails is made again after a delay; results come in the order of the values."""
# dialect: pyflink
# Java makes none of them again once the input has ended.

import asyncio

from pyflink.common import Configuration, Types
from pyflink.common.time import Time
from pyflink.datastream import AsyncDataStream, AsyncFunction, StreamExecutionEnvironment
from pyflink.datastream.functions import AsyncRetryStrategy


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


calls = {}


class Ask(AsyncFunction):
    async def async_invoke(self, value):
        calls[value] = calls.get(value, 0) + 1
        await asyncio.sleep(0.1 * (4 - value))
        if value == 2 and calls[value] < 3:
            raise ValueError("again")
        return [f"{value} after {calls[value]}"]

    def timeout(self, value):
        return [f"{value} timed out"]


env = environment()
strategy = AsyncRetryStrategy.fixed_delay(5, 50, None, lambda error: isinstance(error, ValueError))
AsyncDataStream.ordered_wait_with_retry(
    env.from_collection([1, 2, 3], Types.INT()),
    Ask(),
    Time.seconds(5),
    strategy,
    10,
    Types.STRING(),
).print()
env.execute()
