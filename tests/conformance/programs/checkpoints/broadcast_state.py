"""Rules that were broadcast before the checkpoint hold after the failure."""

# compare: in any order

from pyflink.common import Types
from pyflink.datastream import BroadcastProcessFunction
from pyflink.datastream.state import MapStateDescriptor

from tests.conformance.gated import FailsAt, commit, environment, gated

RULES = MapStateDescriptor("rules", Types.STRING(), Types.LONG())


class Rules(BroadcastProcessFunction):
    def process_element(self, value, ctx):
        rules = sorted(ctx.get_broadcast_state(RULES).items())
        yield f"{value[0]} {value[2]} under {rules}"

    def process_broadcast_element(self, value, ctx):
        ctx.get_broadcast_state(RULES).put(value[0], value[2])


env = environment(python__operator_chaining__enabled="false")
groups = [[("a", 1, 10), ("b", 2, 20)], [("a", 3, 1), ("b", 4, 2)], [("a", 5, 3)]]
records = gated(env, groups)
rules = records.filter(lambda value: value[2] >= 10).broadcast(RULES)
others = records.filter(lambda value: value[2] < 10).map(FailsAt(2), records.get_type())
commit(env, others.connect(rules).process(Rules(), Types.STRING()))
