"""count_window: a result for every three values of a key; a rest of two gives none."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment, WindowFunction
from pyflink.datastream.window import CountWindow


class Listing(WindowFunction[tuple, tuple, str, CountWindow]):
    def apply(self, key, window, inputs):
        yield f"{key} {[value[1] for value in inputs]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
data = [("a", 1), ("b", 10), ("a", 2), ("a", 3), ("b", 20), ("a", 4), ("a", 5), ("b", 30)]
(
    env.from_collection(data, type_info=pair)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .count_window(3)
    .apply(Listing(), Types.STRING())
    .print()
)
env.execute()
