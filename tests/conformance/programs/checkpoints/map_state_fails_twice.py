"""A map for each key; two failures, at two elements, each after a checkpoint of its own."""

# compare: in any order

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction
from pyflink.datastream.state import MapStateDescriptor

from tests.conformance.gated import FailsAt, commit, environment, gated


class Count(KeyedProcessFunction):
    def open(self, runtime_context):
        self.attempt = runtime_context.get_attempt_number()
        self.counts = runtime_context.get_map_state(
            MapStateDescriptor("counts", Types.STRING(), Types.LONG())
        )

    def process_element(self, value, ctx):
        parity = "odd" if value[2] % 2 else "even"
        self.counts.put(parity, (self.counts.get(parity) or 0) + 1)
        yield f"{value[0]} {sorted(self.counts.items())} in attempt {self.attempt}"


env = environment()
groups = [
    [("a", 1, 1), ("b", 2, 2)],
    [("a", 3, 3), ("b", 4, 4)],
    [("a", 5, 5), ("b", 6, 6), ("b", 7, 7)],
]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(4, 1), records.get_type())
    .map(FailsAt(6, 2), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .process(Count(), Types.STRING()),
)
