"""Running aggregates by name and by index: of equals the first is kept."""

from pyflink.common import Configuration, Types
from pyflink.datastream import StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


types = Types.ROW_NAMED(["k", "v", "n"], [Types.STRING(), Types.INT(), Types.INT()])
data = [("a", 3, 0), ("a", 1, 1), ("a", 1, 2), ("a", 3, 3), ("b", 7, 4), ("a", 0, 5)]
for method, field in (("min", "v"), ("max", 1), ("min_by", "v"), ("max_by", 1), ("sum", "v")):
    env = environment()
    keyed = env.from_collection(data, types).key_by(lambda row: row[0], Types.STRING())
    getattr(keyed, method)(field).print(method)
    env.execute()
