"""One side output, asked for with two types."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import ProcessFunction
from pyflink.datastream.output_tag import OutputTag

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)


class Split(ProcessFunction):
    def process_element(self, value, ctx):
        yield value
        yield OutputTag("side", Types.INT()), value


numbers = env.from_collection([1, 2], Types.INT()).process(Split(), Types.INT())
numbers.get_side_output(OutputTag("side", Types.INT())).print()
numbers.get_side_output(OutputTag("side", Types.STRING())).print()
env.execute()
