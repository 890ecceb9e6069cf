"""Two keyed inputs share their state per key: totals do not depend on which comes first."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import KeyedCoProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ListStateDescriptor


class Match(KeyedCoProcessFunction):
    def open(self, runtime_context):
        self.left = runtime_context.get_list_state(ListStateDescriptor("left", Types.STRING()))
        self.right = runtime_context.get_list_state(ListStateDescriptor("right", Types.STRING()))

    def process_element1(self, value, ctx):
        self.left.add(value[1])
        for other in self.right.get():
            yield f"{ctx.get_current_key()}: {value[1]} with {other}"

    def process_element2(self, value, ctx):
        self.right.add(value[1])
        for other in self.left.get():
            yield f"{ctx.get_current_key()}: {other} with {value[1]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.STRING()])
orders = env.from_collection([("a", "o1"), ("b", "o2"), ("a", "o3")], type_info=pair)
payments = env.from_collection([("a", "p1"), ("c", "p2"), ("b", "p3")], type_info=pair)
(
    orders.connect(payments)
    .key_by(lambda value: value[0], lambda value: value[0], key_type=Types.STRING())
    .process(Match(), output_type=Types.STRING())
    .print()
)
env.execute()
