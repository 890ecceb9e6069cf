"""A sum for each key goes on from the checkpoint: no record is added twice, none is forgotten."""

# compare: in any order

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction
from pyflink.datastream.state import ValueStateDescriptor

from tests.conformance.gated import FailsAt, commit, environment, gated


class Sum(KeyedProcessFunction):
    def open(self, runtime_context):
        self.sum = runtime_context.get_state(ValueStateDescriptor("sum", Types.LONG()))

    def process_element(self, value, ctx):
        self.sum.update((self.sum.value() or 0) + value[2])
        yield f"{value[0]} {self.sum.value()}"


env = environment()
records = gated(env, [[("a", 1, 1), ("b", 2, 2)], [("a", 3, 3), ("b", 4, 4), ("a", 5, 5)]])
commit(
    env,
    records.map(FailsAt(4), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .process(Sum(), Types.STRING()),
)
