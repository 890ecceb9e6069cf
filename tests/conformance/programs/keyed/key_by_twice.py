"""A key_by of a keyed stream replaces its key."""

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment


class Key(KeyedProcessFunction):
    def process_element(self, value, ctx):
        yield f"{ctx.get_current_key()} of {value}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
(
    env.from_collection([("a", 1), ("b", 2), ("a", 3)], type_info=pair)
    .key_by(lambda value: value[0])
    .key_by(lambda value: value[1] % 2)
    .process(Key(), output_type=Types.STRING())
    .print()
)
env.execute()
