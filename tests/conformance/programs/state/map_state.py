"""MapState: put, get, remove, contains, keys, values, items, the operators, is_empty, clear."""

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import MapStateDescriptor


class Maps(KeyedProcessFunction):
    def open(self, runtime_context):
        self.map = runtime_context.get_map_state(
            MapStateDescriptor("map", Types.STRING(), Types.INT())
        )

    def process_element(self, value, ctx):
        word = value[1]
        state = self.map
        yield f"empty: {state.is_empty()}"
        if word == "clear":
            state.clear()
        elif word.startswith("-"):
            state.remove(word[1:])
        elif word in state:
            state[word] = state[word] + 1
        else:
            state.put(word, 1)
        yield (
            f"{sorted(state.keys())} {sorted(state.values())} {sorted(state.items())} "
            f"{state.get(word)} {state.contains(word)}"
        )


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.STRING()])
words = ["x", "y", "x", "-y", "-nothing", "clear", "x"]
(
    env.from_collection([("k", word) for word in words], type_info=pair)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Maps(), output_type=Types.STRING())
    .print()
)
env.execute()
