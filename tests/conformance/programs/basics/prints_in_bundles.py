"""Functions in a row work value by value; their results come when the bundle ends."""
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment, MapFunction, ProcessFunction


class M(MapFunction):
    def open(self, ctx):
        print("open", flush=True)

    def map(self, v):
        print("map", v, flush=True)
        return v + 1

    def close(self):
        print("close", flush=True)


class P(ProcessFunction):
    def process_element(self, v, ctx):
        print("process", v, flush=True)
        yield v
        print("processed", v, flush=True)
        yield -v


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2], Types.INT()).map(M(), Types.INT()).process(P(), Types.INT()).map(
    lambda v: print("last", v, flush=True) or v, Types.INT()
).print()
env.execute()
