"""What a bundle had put out before a function failed is lost."""
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
try:
    env.from_collection([1, 2, 0, 4], Types.INT()).map(lambda v: 10 // v, Types.INT()).print()
    env.execute()
except Exception as e:
    print(type(e).__name__, "ZeroDivisionError" in str(e))
