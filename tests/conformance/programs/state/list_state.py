"""ListState: add, add_all, update, get, clear."""

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ListStateDescriptor


class Lists(KeyedProcessFunction):
    def open(self, runtime_context):
        self.items = runtime_context.get_list_state(ListStateDescriptor("items", Types.INT()))

    def process_element(self, value, ctx):
        step = value[1]
        if step == 1:
            self.items.add(10)
        elif step == 2:
            self.items.add_all([20, 30])
        elif step == 3:
            self.items.update([7, 8])
        elif step == 4:
            self.items.clear()
        else:
            self.items.add(99)
        yield f"{value[0]} {step}: {list(self.items.get())}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
data = [("a", 1), ("a", 2), ("b", 2), ("a", 3), ("a", 4), ("a", 5), ("b", 5)]
(
    env.from_collection(data, type_info=pair)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Lists(), output_type=Types.STRING())
    .print()
)
env.execute()
