"""Keys of maps of many types, in the order of Java's hash map."""
# dialect: pyflink

from pyflink.common import Types, Configuration
from pyflink.datastream import StreamExecutionEnvironment, KeyedProcessFunction
from pyflink.datastream.state import MapStateDescriptor

WORDS = "pear apple fig zoo kiwi b a banana cherry date elderberry grape lemon".split()


class P(KeyedProcessFunction):
    def open(self, ctx):
        self.s = ctx.get_map_state(MapStateDescriptor("s", Types.STRING(), Types.INT()))
        self.l = ctx.get_map_state(MapStateDescriptor("l", Types.LONG(), Types.INT()))
        self.p = ctx.get_map_state(MapStateDescriptor("p", Types.PICKLED_BYTE_ARRAY(), Types.INT()))
        self.t = ctx.get_map_state(
            MapStateDescriptor("t", Types.TUPLE([Types.STRING(), Types.INT()]), Types.INT())
        )
        self.b = ctx.get_map_state(MapStateDescriptor("b", Types.BOOLEAN(), Types.INT()))
        self.d = ctx.get_map_state(MapStateDescriptor("d", Types.DOUBLE(), Types.INT()))
        self.h = ctx.get_map_state(MapStateDescriptor("h", Types.SHORT(), Types.INT()))

    def process_element(self, v, ctx):
        if v < 0:
            for m in (self.s, self.l, self.p, self.t, self.b, self.d, self.h):
                yield f"{list(m.keys())}"
            yield f"{list(self.s.items())}"
        else:
            w = WORDS[v]
            self.s.put(w, v)
            self.l.put(v * 7919 - 20000, v)
            self.p.put(w, v)
            self.t.put((w[:3], v), v)
            self.b.put(v % 2 == 1, v)
            self.d.put(v * 1.25, v)
            self.h.put(v * 300, v)


c = Configuration()
c.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(c)
env.set_parallelism(1)
env.from_collection([*range(10), -1, 10, 11, 12, -1], Types.INT()).key_by(lambda v: 0).process(
    P(), Types.STRING()
).print()
env.execute()
