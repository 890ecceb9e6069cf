"""Reducing and aggregating state go on from what the checkpoint has of them."""

# compare: in any order

from pyflink.common import Types
from pyflink.datastream import AggregateFunction, KeyedProcessFunction
from pyflink.datastream.state import AggregatingStateDescriptor, ReducingStateDescriptor

from tests.conformance.gated import FailsAt, commit, environment, gated


class Mean(AggregateFunction):
    def create_accumulator(self):
        return (0, 0)

    def add(self, value, accumulator):
        return accumulator[0] + 1, accumulator[1] + value

    def get_result(self, accumulator):
        return accumulator[1] / accumulator[0]

    def merge(self, a, b):
        return a[0] + b[0], a[1] + b[1]


class Both(KeyedProcessFunction):
    def open(self, runtime_context):
        self.most = runtime_context.get_reducing_state(
            ReducingStateDescriptor("most", max, Types.LONG())
        )
        self.mean = runtime_context.get_aggregating_state(
            AggregatingStateDescriptor("mean", Mean(), Types.TUPLE([Types.LONG(), Types.LONG()]))
        )

    def process_element(self, value, ctx):
        self.most.add(value[2])
        self.mean.add(value[2])
        yield f"{value[0]} most {self.most.get()} mean {self.mean.get()}"


env = environment()
groups = [[("a", 1, 9), ("b", 2, 2)], [("a", 3, 4), ("b", 4, 5), ("a", 5, 2)]]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(5), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .process(Both(), Types.STRING()),
)
