"""Broadcast rules and keyed state side by side in a KeyedBroadcastProcessFunction."""

import time

from pyflink.common import Configuration, Types
from pyflink.datastream import KeyedBroadcastProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import MapStateDescriptor, ValueStateDescriptor

LIMIT = MapStateDescriptor("limit", Types.STRING(), Types.INT())


class Alarm(KeyedBroadcastProcessFunction):
    def open(self, runtime_context):
        self.total = runtime_context.get_state(ValueStateDescriptor("total", Types.INT()))

    def process_element(self, value, ctx: KeyedBroadcastProcessFunction.ReadOnlyContext):
        total = (self.total.value() or 0) + value[2]
        self.total.update(total)
        limit = ctx.get_broadcast_state(LIMIT).get("limit")
        over = limit is not None and total > limit
        yield f"{ctx.get_current_key()} total {total}{' over ' + str(limit) if over else ''}"

    def process_broadcast_element(self, value, ctx: KeyedBroadcastProcessFunction.Context):
        ctx.get_broadcast_state(LIMIT).put("limit", value[2])
        yield f"limit {value[2]}"


def paced(value):
    time.sleep(0.2)
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
three = Types.TUPLE([Types.STRING(), Types.STRING(), Types.INT()])
data = [
    ("v", "a", 6),
    ("l", "", 10),
    ("v", "b", 7),
    ("v", "a", 5),
    ("l", "", 20),
    ("v", "a", 4),
    ("v", "a", 9),
]
both = env.from_collection(data, type_info=three).map(paced, output_type=three).start_new_chain()
limits = both.filter(lambda value: value[0] == "l").broadcast(LIMIT)
(
    both.filter(lambda value: value[0] == "v")
    .key_by(lambda value: value[1], key_type=Types.STRING())
    .connect(limits)
    .process(Alarm(), output_type=Types.STRING())
    .print()
)
env.execute()
