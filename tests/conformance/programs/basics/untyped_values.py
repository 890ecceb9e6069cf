"""Without a type a stream carries Python objects and prints them as Python does."""
# compare: in order per key

from pyflink.datastream import StreamExecutionEnvironment


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __str__(self):
        return f"Point({self.x}, {self.y})"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
values = [1, 2.5, "text", True, None, (1, "a"), [1, 2], {"k": 1}]
env.from_collection(values).print("value")
env.from_collection([1, 2]).map(lambda n: Point(n, n * n)).print("point")
env.execute()
