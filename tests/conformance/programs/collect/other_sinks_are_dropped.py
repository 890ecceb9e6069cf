"""``execute_and_collect`` runs what the collected stream reads, and no other sink."""

# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2, 3], Types.INT()).map(lambda value: value * 10, Types.INT())
numbers.print("never printed")
with numbers.map(lambda value: value + 1, Types.INT()).execute_and_collect() as results:
    for result in results:
        print("collected", result)
