"""A side output that was asked for is taken, whether or not anything reads the stream."""

from pyflink.common import Types
from pyflink.datastream import OutputTag, ProcessFunction, StreamExecutionEnvironment


class Split(ProcessFunction):
    def process_element(self, value, ctx):
        yield OutputTag("odd", Types.INT()) if value % 2 else OutputTag("even", Types.INT()), value
        yield value * 10


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
split = env.from_collection([1, 2, 3], Types.INT()).process(Split())
split.get_side_output(OutputTag("odd", Types.INT()))
split.print()
env.execute()
