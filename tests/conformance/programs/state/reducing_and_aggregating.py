"""ReducingState and AggregatingState: what they hold after each value, and after clear."""

from pyflink.common import Types
from pyflink.datastream import (
    AggregateFunction,
    KeyedProcessFunction,
    StreamExecutionEnvironment,
)
from pyflink.datastream.state import AggregatingStateDescriptor, ReducingStateDescriptor


class Mean(AggregateFunction):
    def create_accumulator(self):
        return 0, 0

    def add(self, value, accumulator):
        return accumulator[0] + value, accumulator[1] + 1

    def get_result(self, accumulator):
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a, acc_b):
        return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]


class Both(KeyedProcessFunction):
    def open(self, runtime_context):
        self.product = runtime_context.get_reducing_state(
            ReducingStateDescriptor("product", lambda a, b: a * b, Types.INT())
        )
        self.mean = runtime_context.get_aggregating_state(
            AggregatingStateDescriptor("mean", Mean(), Types.TUPLE([Types.INT(), Types.INT()]))
        )

    def process_element(self, value, ctx):
        if value[1] == 0:
            self.product.clear()
            self.mean.clear()
        else:
            self.product.add(value[1])
            self.mean.add(value[1])
        yield f"{value[0]} {value[1]}: {self.product.get()} {self.mean.get()}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
data = [("a", 2), ("a", 3), ("b", 7), ("a", 0), ("a", 5), ("b", 1)]
(
    env.from_collection(data, type_info=pair)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Both(), output_type=Types.STRING())
    .print()
)
env.execute()
