"""A KeySelector class, tuples as keys."""

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, KeySelector, StreamExecutionEnvironment


class FirstTwo(KeySelector):
    def get_key(self, value):
        return value[0], value[1]


class Tell(KeyedProcessFunction):
    def process_element(self, value, ctx):
        key = ctx.get_current_key()
        yield f"{key[0]}/{key[1]}: {value[2]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
three = Types.TUPLE([Types.STRING(), Types.INT(), Types.DOUBLE()])
data = [("a", 1, 0.5), ("a", 2, 1.5), ("a", 1, 2.5)]
(
    env.from_collection(data, type_info=three)
    .key_by(FirstTwo(), key_type=Types.TUPLE([Types.STRING(), Types.INT()]))
    .process(Tell(), output_type=Types.STRING())
    .print()
)
env.execute()
