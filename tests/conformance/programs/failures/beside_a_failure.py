"""A function that fails ends the job with its bundle: until then those beside it go on."""
# compare: in order per key
# raises: ZeroDivisionError
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment


def tenth(value):
    return 10 // (value - 2)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2, 3, 4], Types.INT())
numbers.print("raw")
numbers.map(lambda n: n * 10, Types.INT()).print("good")
numbers.map(tenth, Types.INT()).map(str, Types.STRING()).print("lost")
env.execute()
