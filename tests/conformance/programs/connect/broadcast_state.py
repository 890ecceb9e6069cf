"""Rules are broadcast, then applied to what comes later from the same paced source."""

import time

from pyflink.common import Configuration, Types
from pyflink.datastream import BroadcastProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import MapStateDescriptor

RULES = MapStateDescriptor("rules", Types.STRING(), Types.INT())


class Apply(BroadcastProcessFunction):
    def process_element(self, value, ctx: BroadcastProcessFunction.ReadOnlyContext):
        rules = ctx.get_broadcast_state(RULES)
        known = rules.contains(value[1])
        yield f"{value[1]} {value[2]} -> {value[2] * rules.get(value[1]) if known else 'no rule'}"

    def process_broadcast_element(self, value, ctx: BroadcastProcessFunction.Context):
        rules = ctx.get_broadcast_state(RULES)
        if value[2] == 0:
            rules.remove(value[1])
        else:
            rules.put(value[1], value[2])
        yield f"rules {sorted(rules.items())}"


def paced(value):
    time.sleep(0.2)
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
three = Types.TUPLE([Types.STRING(), Types.STRING(), Types.INT()])
data = [
    ("value", "x", 1),
    ("rule", "x", 10),
    ("value", "x", 2),
    ("rule", "y", 5),
    ("value", "y", 3),
    ("rule", "x", 0),
    ("value", "x", 4),
]
both = env.from_collection(data, type_info=three).map(paced, output_type=three).start_new_chain()
rules = both.filter(lambda value: value[0] == "rule").broadcast(RULES)
values = both.filter(lambda value: value[0] == "value")
values.connect(rules).process(Apply(), output_type=Types.STRING()).print()
env.execute()
