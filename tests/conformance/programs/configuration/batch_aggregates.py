"""In batch mode each key has one result: sum, max_by, reduce, and functions behind it."""

from pyflink.common import Configuration, Types
from pyflink.datastream import RuntimeExecutionMode, StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


data = [("b", 3), ("a", 1), ("b", 5), ("c", 2), ("a", 9), ("c", -4)]
for what in ("sum", "max_by", "reduce"):
    env = environment(bundle_size=1000)
    env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    keyed = env.from_collection(data, KV).key_by(lambda v: v[0], Types.STRING())
    if what == "reduce":
        products = keyed.reduce(lambda x, y: (x[0], x[1] * y[1]))
        products.map(lambda v: v[1], Types.LONG()).print(what)
    else:
        getattr(keyed, what)(1).print(what)
    env.execute()
