"""Two operators with a state of the same name do not share it."""

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


class Count(KeyedProcessFunction):
    def __init__(self, step):
        self.step = step

    def open(self, runtime_context):
        self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.INT()))

    def process_element(self, value, ctx):
        count = (self.count.value() or 0) + self.step
        self.count.update(count)
        yield value[0], value[1] + [count]


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
(
    env.from_collection([("a", []), ("b", []), ("a", [])])
    .key_by(lambda value: value[0])
    .process(Count(1))
    .key_by(lambda value: value[0])
    .process(Count(10))
    .print()
)
env.execute()
