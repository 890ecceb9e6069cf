"""Two broadcast states on one broadcast stream."""

import time

from pyflink.common import Configuration, Types
from pyflink.datastream import BroadcastProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import MapStateDescriptor

NAMES = MapStateDescriptor("names", Types.INT(), Types.STRING())
COUNTS = MapStateDescriptor("counts", Types.STRING(), Types.INT())


class Label(BroadcastProcessFunction):
    def process_element(self, value, ctx):
        names = ctx.get_broadcast_state(NAMES)
        counts = ctx.get_broadcast_state(COUNTS)
        name = names.get(value[1]) if names.contains(value[1]) else "?"
        updates = counts.get("updates") if "updates" in counts else 0
        yield f"{value[1]} is {name} after {updates}"

    def process_broadcast_element(self, value, ctx):
        ctx.get_broadcast_state(NAMES).put(value[1], value[2])
        counts = ctx.get_broadcast_state(COUNTS)
        counts.put("updates", (counts.get("updates") if counts.contains("updates") else 0) + 1)


def paced(value):
    time.sleep(0.2)
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
three = Types.TUPLE([Types.STRING(), Types.INT(), Types.STRING()])
data = [
    ("v", 1, ""),
    ("n", 1, "one"),
    ("v", 1, ""),
    ("n", 2, "two"),
    ("n", 1, "uno"),
    ("v", 1, ""),
    ("v", 2, ""),
]
both = env.from_collection(data, type_info=three).map(paced, output_type=three).start_new_chain()
names = both.filter(lambda value: value[0] == "n").broadcast(NAMES, COUNTS)
both.filter(lambda value: value[0] == "v").connect(names).process(
    Label(), output_type=Types.STRING()
).print()
env.execute()
