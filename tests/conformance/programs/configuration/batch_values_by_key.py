"""In batch mode a keyed function sees all values of one key before those of the next."""

from pyflink.common import Types
from pyflink.datastream import (
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
    KeyedProcessFunction,
)
from pyflink.datastream.state import ValueStateDescriptor, ListStateDescriptor


class P(KeyedProcessFunction):
    def open(self, ctx):
        self.l = ctx.get_list_state(ListStateDescriptor("l", Types.STRING()))

    def process_element(self, value, ctx):
        self.l.add(value)
        items = list(self.l.get())
        yield ",".join(items), len(items)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)
words = "to be or not to be that is the question to to be".split()
env.from_collection(words, Types.STRING()).key_by(lambda w: w, key_type=Types.STRING()).process(
    P(), Types.TUPLE([Types.STRING(), Types.INT()])
).print()
env.execute()
