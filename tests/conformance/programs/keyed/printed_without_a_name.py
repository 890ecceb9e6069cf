"""The name that is to stand before printed values is forgotten on a keyed stream."""
# dialect: pyflink

from pyflink.common import Configuration, Types
from pyflink.datastream import StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


env = environment()
env.from_collection([("a", 1), ("b", 2)], KV).key_by(lambda v: v[0], Types.STRING()).print("name")
env.execute()
