"""What one side has brought waits in state for the other side, over a failure."""

# compare: in any order

from pyflink.common import Types
from pyflink.datastream import KeyedCoProcessFunction
from pyflink.datastream.state import ValueStateDescriptor

from tests.conformance.gated import FailsAt, commit, environment, gated


class Join(KeyedCoProcessFunction):
    def open(self, runtime_context):
        self.left = runtime_context.get_state(ValueStateDescriptor("left", Types.LONG()))
        self.right = runtime_context.get_state(ValueStateDescriptor("right", Types.LONG()))

    def process_element1(self, value, ctx):
        self.left.update(value[2])
        if self.right.value() is not None:
            yield f"{value[0]} {value[2]} finds {self.right.value()}"

    def process_element2(self, value, ctx):
        self.right.update(value[2])
        if self.left.value() is not None:
            yield f"{value[0]} {value[2]} is found by {self.left.value()}"


env = environment()
groups = [[("a", 1, 1), ("b", 2, 2)], [("a", 3, 4), ("b", 4, 3), ("b", 5, 5)]]
records = gated(env, groups)
read = records.map(FailsAt(5), records.get_type())
left = read.filter(lambda value: value[2] % 2 == 1).key_by(lambda value: value[0], Types.STRING())
right = read.filter(lambda value: value[2] % 2 == 0).key_by(lambda value: value[0], Types.STRING())
commit(env, left.connect(right).process(Join(), Types.STRING()))
