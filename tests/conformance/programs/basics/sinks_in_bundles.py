"""What functions print comes before what sinks print, and the nearer sink is first."""
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def show(v):
    print("inside", v, flush=True)
    return v


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
s = env.from_collection([1, 2, 3], Types.INT()).map(show, Types.INT())
s.print("a")
s.map(lambda v: v * 2, Types.INT()).print("b")
s.filter(lambda v: v != 2).print("c")
env.execute()
