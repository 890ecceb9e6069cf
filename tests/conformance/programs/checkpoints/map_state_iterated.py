"""A map of the checkpoint is iterated after the failure: all of its entries are there."""

# compare: in any order
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction
from pyflink.datastream.state import MapStateDescriptor

from tests.conformance.gated import FailsAt, commit, environment, gated


class Latest(KeyedProcessFunction):
    def open(self, runtime_context):
        self.latest = runtime_context.get_map_state(
            MapStateDescriptor("latest", Types.STRING(), Types.LONG())
        )

    def process_element(self, value, ctx):
        keys = " ".join(self.latest.keys())
        total = sum(self.latest.values())
        is_empty = self.latest.is_empty()
        self.latest.put(f"value {value[2]}", value[1])
        yield f"{value[0]} {value[2]}: {keys}, {total}, {is_empty}"


env = environment()
groups = [
    [("a", 1, 1), ("a", 2, 2), ("b", 3, 3), ("a", 4, 4), ("a", 5, 5), ("a", 6, 6)],
    [("a", 7, 7), ("b", 8, 8), ("c", 9, 9), ("a", 10, 10)],
]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(8), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .process(Latest(), Types.STRING()),
)
