"""What a flat_map may give, and what a filter may: lists, tuples, iterators, ranges; truth of any kind."""

from pyflink.common import Configuration, Types
from pyflink.datastream import StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


def give(value):
    if value == 1:
        return []
    if value == 2:
        return [2, 22]
    if value == 3:
        return (3, 33)
    if value == 4:
        return iter([4])
    return range(5, 8)


env = environment()
env.from_collection([1, 2, 3, 4, 5], Types.INT()).flat_map(give, Types.INT()).filter(
    lambda value: "" if value == 33 else [value]
).print()
env.execute()
