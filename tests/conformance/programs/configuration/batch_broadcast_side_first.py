"""In batch mode the broadcast side is read to its end before the other."""

from pyflink.common import Types
from pyflink.datastream import (
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
    KeyedBroadcastProcessFunction,
)
from pyflink.datastream.state import MapStateDescriptor, ValueStateDescriptor

D = MapStateDescriptor("rules", Types.STRING(), Types.INT())


class B(KeyedBroadcastProcessFunction):
    def open(self, ctx):
        self.n = ctx.get_state(ValueStateDescriptor("n", Types.INT()))

    def process_element(self, v, ctx):
        self.n.update((self.n.value() or 0) + 1)
        yield f"{v} {ctx.get_current_key()} {self.n.value()} {ctx.get_broadcast_state(D).get(v)}"

    def process_broadcast_element(self, v, ctx):
        ctx.get_broadcast_state(D).put(v[0], v[1])
        yield f"rule {v}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)
data = env.from_collection(["b", "a", "a", "c", "b"], Types.STRING())
rules = env.from_collection(
    [("a", 1), ("b", 2), ("a", 3), ("c", 5)], Types.TUPLE([Types.STRING(), Types.INT()])
)
data.key_by(lambda v: v, Types.STRING()).connect(rules.broadcast(D)).process(
    B(), Types.STRING()
).print()
env.execute()
