"""A function before ``forward()`` with two readers: PyFlink fuses it with each, so it is called twice."""

# compare: in any order
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def say(value):
    print("called", value)
    return value


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
called = env.from_collection([1, 2, 3], Types.INT()).map(say, Types.INT()).forward()
called.map(lambda value: value * 10, Types.INT()).print()
called.map(lambda value: value * 100, Types.INT()).print()
env.execute()
