"""CoMap and CoFlatMap of two keyed streams, which share keyed state."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import CoFlatMapFunction, CoMapFunction, StreamExecutionEnvironment


class Tag(CoMapFunction):
    def map1(self, value):
        return f"left {value[0]}{value[1]}"

    def map2(self, value):
        return f"right {value[0]}{value[1]}"


class Twice(CoFlatMapFunction):
    def flat_map1(self, value):
        yield value[1]
        yield -value[1]

    def flat_map2(self, value):
        if value[1] > 5:
            yield value[1] * 100


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.STRING(), Types.INT()])
left = env.from_collection([("a", 1), ("b", 2)], type_info=pair)
right = env.from_collection([("a", 5), ("c", 6)], type_info=pair)
connected = left.connect(right).key_by(lambda v: v[0], lambda v: v[0], Types.STRING())
connected.map(Tag(), Types.STRING()).print("map")
connected.flat_map(Twice(), Types.INT()).print("flat")
env.execute()
