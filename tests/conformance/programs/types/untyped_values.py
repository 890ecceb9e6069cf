"""Values of no declared type, printed as Python writes them; objects of classes too."""

from pyflink.common import Configuration, Row
from pyflink.datastream import StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


class Point:
    def __init__(self, x):
        self.x = x

    def __repr__(self):
        return f"Point({self.x})"


env = environment()
values = [1, "a", None, 2.5, (1, "x"), [1, [2]], {"k": (1,)}, Row(1, None), Row(a=1, b="z"), True]
env.from_collection(values).print()
env.execute()
env.from_collection([1, 2, 3]).map(lambda n: Point(n)).filter(lambda p: p.x != 2).map(
    lambda p: (p, None)
).print("points")
env.execute()
