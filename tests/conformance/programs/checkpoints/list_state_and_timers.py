"""Values in a list, and the timers that tell them, are there again after a failure; each fires once."""

# compare: in any order

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction
from pyflink.datastream.state import ListStateDescriptor

from tests.conformance.gated import FailsAt, commit, environment, gated


class Collect(KeyedProcessFunction):
    def open(self, runtime_context):
        self.seen = runtime_context.get_list_state(ListStateDescriptor("seen", Types.LONG()))

    def process_element(self, value, ctx):
        self.seen.add(value[2])
        ctx.timer_service().register_event_time_timer(value[1] + 10)

    def on_timer(self, timestamp, ctx):
        yield f"{ctx.get_current_key()} at {timestamp} has {list(self.seen.get())}"


env = environment()
groups = [
    [("a", 1, 1), ("b", 2, 2), 5],
    [("a", 6, 3), ("b", 7, 4), 11, ("a", 12, 5)],
    [("b", 30, 6), 40, ("a", 41, 7)],
]
records = gated(env, groups)
commit(
    env,
    records.map(FailsAt(5), records.get_type())
    .key_by(lambda value: value[0], Types.STRING())
    .process(Collect(), Types.STRING()),
)
