"""A mutable default: the accumulators of all keys are one list."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import AggregateFunction
from pyflink.datastream.window import CountTumblingWindowAssigner

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection(
    [("a", 1), ("b", 2), ("a", 3), ("b", 4)], Types.TUPLE([Types.STRING(), Types.INT()])
)


class Values(AggregateFunction):
    def create_accumulator(self, values=[]):  # noqa: B006
        return values

    def add(self, value, accumulator):
        accumulator.append(value[1])
        return accumulator

    def get_result(self, accumulator):
        return str(accumulator)

    def merge(self, a, b):
        return a + b


windows = pairs.key_by(lambda pair: pair[0]).window(CountTumblingWindowAssigner.of(2))
windows.aggregate(Values(), output_type=Types.STRING()).print()
env.execute()
