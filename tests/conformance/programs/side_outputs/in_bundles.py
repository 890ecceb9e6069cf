"""A sink right behind a function has everything before one that is another function away."""
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment, ProcessFunction, OutputTag

even = OutputTag("even", Types.INT())
text = OutputTag("text", Types.STRING())


class Split(ProcessFunction):
    def process_element(self, v, ctx):
        if v % 2 == 0:
            yield OutputTag("even", Types.INT()), v
        if v > 3:
            yield OutputTag("text", Types.STRING()), f"big {v}"
        yield v * 10


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
main = env.from_collection([1, 2, 3, 4, 5, 6], Types.INT()).process(Split(), Types.INT())
main.print("main")
main.get_side_output(even).print("even")
main.get_side_output(text).map(lambda t: t.upper(), Types.STRING()).print("text")
env.execute()
