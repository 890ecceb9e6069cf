"""A function works on a copy of the module's globals and of its own object: the program's stay."""

from pyflink.common import Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment

seen = []


class Count(MapFunction):
    def __init__(self):
        self.count = 0

    def map(self, value):
        self.count += 1
        return self.count


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
count = Count()
numbers = env.from_collection([5, 6], type_info=Types.INT())
numbers.map(count, output_type=Types.INT()).print()
env.execute()
print(count.count)
