"""Sliding count windows begin after size values in PyFlink."""
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment, WindowFunction
from pyflink.datastream.window import CountWindow


class Listing(WindowFunction[tuple, tuple, str, CountWindow]):
    def apply(self, key, window, inputs):
        yield f"{[value[1] for value in inputs]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
(
    env.from_collection([("a", n) for n in range(1, 11)], type_info=pair)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .count_window(4, 2)
    .apply(Listing(), Types.STRING())
    .print()
)
env.execute()
