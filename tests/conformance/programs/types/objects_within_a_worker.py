"""Functions in a row are one operator: what one does to a value, the one before it sees."""
# compare: in any order
# dialect: pyflink

from pyflink.common import Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment


class Remembers(MapFunction):
    def open(self, runtime_context):
        self.last = None

    def map(self, value):
        seen = str(self.last)
        self.last = [value, seen]
        return self.last


class Marks(MapFunction):
    def map(self, value):
        value.append("marked")
        return value


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_collection([1, 2, 3], Types.INT())
numbers.map(Remembers()).map(Marks()).map(str, Types.STRING()).print()
remembered = numbers.map(Remembers())
remembered.map(Marks()).map(str, Types.STRING()).print("copied, as two read it")
remembered.map(str, Types.STRING()).print("unmarked")
env.execute()
