"""Keys of two subtasks come back to the subtask that they belong to."""

# compare: in any order
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction
from pyflink.datastream.state import ValueStateDescriptor

from tests.conformance.gated import FailsAt, commit, environment, gated


class Sum(KeyedProcessFunction):
    def open(self, runtime_context):
        self.subtask = runtime_context.get_index_of_this_subtask()
        self.sum = runtime_context.get_state(ValueStateDescriptor("sum", Types.LONG()))

    def process_element(self, value, ctx):
        self.sum.update((self.sum.value() or 0) + value[2])
        yield f"{value[0]} {self.sum.value()} in subtask {self.subtask}"


env = environment()
groups = [
    [(key, number, number) for number, key in enumerate("abcdefgh")],
    [(key, number, 10 + number) for number, key in enumerate("hgfedcba")],
]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(14), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .process(Sum(), Types.STRING())
    .set_parallelism(2),
)
