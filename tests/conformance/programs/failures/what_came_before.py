"""With bundles of one element the results before the failure have been printed."""
# dialect: pyflink

from pyflink.common import Types, Configuration
from pyflink.datastream import StreamExecutionEnvironment, KeyedProcessFunction
from pyflink.datastream.state import ValueStateDescriptor


class P(KeyedProcessFunction):
    def open(self, ctx):
        self.n = ctx.get_state(ValueStateDescriptor("n", Types.INT()))

    def process_element(self, v, ctx):
        self.n.update((self.n.value() or 0) + 1)
        if self.n.value() > 2:
            raise RuntimeError(f"too many of {ctx.get_current_key()}")
        yield f"{v}"
        yield f"{v}!"


c = Configuration()
c.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(c)
env.set_parallelism(1)
try:
    env.from_collection([1, 2, 3, 4, 5, 6, 7], Types.INT()).key_by(
        lambda v: v % 3, Types.INT()
    ).process(P(), Types.STRING()).print()
    env.execute()
except Exception as e:
    print(type(e).__name__, "RuntimeError" in str(e), "too many of" in str(e))
