"""Instants as Java prints them, and in Python."""

from pyflink.common import Configuration, Types
from pyflink.common.time import Instant
from pyflink.datastream import StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


env = environment()
types = Types.TUPLE([Types.STRING(), Types.INSTANT()])
data = [(f"{ms}", Instant.of_epoch_milli(ms)) for ms in (1500, 0, 1_700_000_000_123)]
env.from_collection(data, types).map(lambda v: v, types).print()
env.execute()
env.from_collection(data, types).map(
    lambda v: f"{v[0]} {v[1].to_epoch_milli()} {v[1]}", Types.STRING()
).print()
env.execute()
