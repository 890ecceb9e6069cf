"""A process function with two side outputs."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import OutputTag, ProcessFunction, StreamExecutionEnvironment

EVEN = OutputTag("even", Types.INT())
LARGE = OutputTag("large", Types.STRING())


class Sort(ProcessFunction):
    def process_element(self, value, ctx):
        if value % 2 == 0:
            yield EVEN, value
        if value > 3:
            yield LARGE, f"{value}!"
        yield value * 100


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
main = env.from_collection([1, 2, 3, 4, 5, 6], type_info=Types.INT()).process(
    Sort(), output_type=Types.INT()
)
main.print("main")
main.get_side_output(EVEN).map(lambda n: n // 2, output_type=Types.INT()).print("even")
main.get_side_output(LARGE).print("large")
env.execute()
