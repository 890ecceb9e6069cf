"""A function whose two readers are fused before it is: the job has it alone and fused, too."""

# compare: in any order
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def say(value):
    print("called", value)
    return value


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
called = env.from_collection([1, 2, 3], Types.INT()).map(say, Types.INT()).map(say, Types.INT())
even = called.filter(lambda value: value % 2 == 0).map(lambda value: value * 10, Types.INT())
odd = called.filter(lambda value: value % 2 == 1).map(lambda value: value * 100, Types.INT())
with even.union(odd).map(lambda value: value + 1, Types.INT()).execute_and_collect() as results:
    for result in results:
        print("collected", result)
