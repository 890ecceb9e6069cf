"""When functions of a chain are opened, called and closed."""
# dialect: pyflink

from pyflink.common import Configuration, Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


class Tell(MapFunction):
    def __init__(self, name):
        self.name = name

    def open(self, runtime_context):
        print("open", self.name, flush=True)

    def map(self, value):
        print("map", self.name, value, flush=True)
        return value

    def close(self):
        print("close", self.name, flush=True)


env = environment()
env.from_collection([1, 2], Types.INT()).map(Tell("a"), Types.INT()).map(
    Tell("b"), Types.INT()
).filter(lambda value: value).map(Tell("c"), Types.INT()).print()
env.execute()
