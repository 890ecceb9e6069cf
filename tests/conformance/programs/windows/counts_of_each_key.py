"""Count windows with a process function: what is left over at the end never fires."""

from pyflink.common import Configuration, Types
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


class Show(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"{key} {[element[1] for element in elements]} {context.window().max_timestamp()}"


env = environment()
data = [("a", n) for n in range(7)] + [("b", n) for n in range(4)]
env.from_collection(data, KV).key_by(lambda v: v[0], Types.STRING()).count_window(3).process(
    Show(), Types.STRING()
).print()
env.execute()
