"""Entries of a map while each element is a bundle: what it wrote comes first."""
# dialect: pyflink

from pyflink.common import Types, Configuration
from pyflink.datastream import StreamExecutionEnvironment, KeyedProcessFunction
from pyflink.datastream.state import MapStateDescriptor


class P(KeyedProcessFunction):
    def open(self, ctx):
        self.m = ctx.get_map_state(MapStateDescriptor("m", Types.STRING(), Types.INT()))

    def process_element(self, v, ctx):
        if v.startswith("-"):
            self.m.remove(v[1:])
        else:
            self.m.put(v, (self.m.get(v) or 0) + 1)
        yield f"{v}: {list(self.m.items())}"


c = Configuration()
c.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(c)
env.set_parallelism(1)
env.from_collection(
    ["pear", "apple", "fig", "zoo", "apple", "-fig", "kiwi", "b", "fig", "a"], Types.STRING()
).key_by(lambda v: 0).process(P(), Types.STRING()).print()
env.execute()
