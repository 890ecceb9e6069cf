"""Broadcast state changed by the side that may only read it."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import BroadcastProcessFunction
from pyflink.datastream.state import MapStateDescriptor

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
rules = MapStateDescriptor("rules", Types.INT(), Types.STRING())


class Rules(BroadcastProcessFunction):
    def process_element(self, value, ctx):
        ctx.get_broadcast_state(rules).put(value, "x")
        yield value

    def process_broadcast_element(self, value, ctx):
        pass


sent = env.from_collection([1], Types.INT()).broadcast(rules)
env.from_collection([2], Types.INT()).connect(sent).process(Rules(), Types.INT()).print()
env.execute()
