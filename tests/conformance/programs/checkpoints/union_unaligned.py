"""Two branches come together under unaligned checkpoints; nothing of either is lost or doubled."""

# compare: in any order

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction
from pyflink.datastream.state import ValueStateDescriptor

from tests.conformance.gated import FailsAt, commit, environment, gated


class Count(KeyedProcessFunction):
    def open(self, runtime_context):
        self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.LONG()))

    def process_element(self, value, ctx):
        self.count.update((self.count.value() or 0) + 1)
        yield f"{value[0]} {self.count.value()}"


env = environment(execution__checkpointing__unaligned__enabled="true")
groups = [[("a", 1, 1), ("b", 2, 2)], [("a", 3, 3), ("b", 4, 4)], [("b", 5, 5)]]
records = gated(env, groups)
doubled = records.map(lambda value: (value[0] * 2, value[1], value[2]), records.get_type())
commit(
    env,
    records.union(doubled)
    .map(FailsAt(4), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .process(Count(), Types.STRING()),
)
