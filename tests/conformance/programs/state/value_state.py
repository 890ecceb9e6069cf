"""ValueState: None at first, updated, cleared; one for each key."""

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


class Track(KeyedProcessFunction):
    def open(self, runtime_context):
        self.last = runtime_context.get_state(ValueStateDescriptor("last", Types.INT()))

    def process_element(self, value, ctx):
        before = self.last.value()
        if value[1] < 0:
            self.last.clear()
        else:
            self.last.update(value[1])
        yield f"{value[0]}: {before} -> {self.last.value()}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
data = [("a", 1), ("b", 5), ("a", 2), ("a", -1), ("a", 3), ("b", 6), ("b", 0)]
(
    env.from_collection(data, type_info=pair)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Track(), output_type=Types.STRING())
    .print()
)
env.execute()
