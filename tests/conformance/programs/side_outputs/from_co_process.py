"""A CoProcessFunction with a side output."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import CoProcessFunction, OutputTag, StreamExecutionEnvironment

REST = OutputTag("rest", Types.STRING())


class Both(CoProcessFunction):
    def process_element1(self, value, ctx):
        yield f"number {value}"

    def process_element2(self, value, ctx):
        if value == "x":
            yield REST, f"rest {value}"
        else:
            yield f"word {value}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2], type_info=Types.INT())
words = env.from_collection(["w", "x"], type_info=Types.STRING())
main = numbers.connect(words).process(Both(), output_type=Types.STRING())
main.print("main")
main.get_side_output(REST).print("side")
env.execute()
