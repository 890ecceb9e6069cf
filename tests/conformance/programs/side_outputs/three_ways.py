"""A value goes to the main output or to one of two others, and through a function of its own."""
# compare: in any order

from pyflink.common import Configuration, Types
from pyflink.datastream import OutputTag, ProcessFunction, StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


odd = OutputTag("odd", Types.INT())
even = OutputTag("even", Types.STRING())


class Split(ProcessFunction):
    def process_element(self, value, ctx):
        if value % 2:
            yield odd, value
        elif value % 4:
            yield even, str(value)
        else:
            yield value


env = environment()
split = env.from_collection(list(range(8)), Types.INT()).process(Split(), Types.INT())
split.print("main")
split.get_side_output(odd).map(lambda value: value * 2, Types.INT()).print("odd")
split.get_side_output(even).map(lambda text: text + "!", Types.STRING()).print("even")
env.execute()
