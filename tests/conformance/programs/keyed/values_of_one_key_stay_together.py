"""At parallelism 3 all values of one key meet in one subtask, in order."""
# compare: in order per key

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


class Count(KeyedProcessFunction):
    def open(self, runtime_context):
        self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.INT()))

    def process_element(self, value, ctx):
        count = (self.count.value() or 0) + 1
        self.count.update(count)
        yield f"{value[0]} {value[1]} is number {count}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(3)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
data = [(f"k{i % 5}", i) for i in range(20)]
(
    env.from_collection(data, type_info=pair)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Count(), output_type=Types.STRING())
    .print()
    .set_parallelism(1)
)
env.execute()
