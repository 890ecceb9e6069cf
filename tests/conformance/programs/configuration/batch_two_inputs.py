"""In batch mode two keyed inputs are merged by key and take turns within one."""

from pyflink.common import Types
from pyflink.datastream import (
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
    KeyedCoProcessFunction,
)
from pyflink.datastream.state import ListStateDescriptor


class J(KeyedCoProcessFunction):
    def open(self, ctx):
        self.l = ctx.get_list_state(ListStateDescriptor("l", Types.INT()))
        self.r = ctx.get_list_state(ListStateDescriptor("r", Types.STRING()))

    def process_element1(self, v, ctx):
        self.l.add(v[1])
        for r in self.r.get():
            yield f"1: {v[0]} {v[1]} {r}"

    def process_element2(self, v, ctx):
        self.r.add(v[1])
        for l in self.l.get():
            yield f"2: {v[0]} {l} {v[1]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)
a = env.from_collection(
    [("b", 5), ("a", 13), ("b", 1), ("c", 9)], Types.TUPLE([Types.STRING(), Types.INT()])
)
b = env.from_collection(
    [("a", "x"), ("b", "y"), ("d", "z"), ("a", "w")], Types.TUPLE([Types.STRING(), Types.STRING()])
)
a.key_by(lambda v: v[0], Types.STRING()).connect(b.key_by(lambda v: v[0], Types.STRING())).process(
    J(), Types.STRING()
).print()
env.execute()
