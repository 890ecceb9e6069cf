"""Rich functions: open and close frame the values of each operator."""

from pyflink.common import Types
from pyflink.datastream import (
    FilterFunction,
    FlatMapFunction,
    MapFunction,
    RuntimeContext,
    StreamExecutionEnvironment,
)


class AddOffset(MapFunction):
    def __init__(self, offset):
        self.offset = offset
        self.seen = 0

    def open(self, runtime_context: RuntimeContext):
        self.offset += 100

    def map(self, value):
        self.seen += 1
        return value + self.offset, self.seen


class Repeat(FlatMapFunction):
    def flat_map(self, value):
        for number in range(value[1]):
            yield value[0], number


class NotThirds(FilterFunction):
    def open(self, runtime_context):
        self.divisor = 3

    def filter(self, value):
        return value[0] % self.divisor != 0


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pair = Types.TUPLE([Types.INT(), Types.INT()])
(
    env.from_collection([1, 2, 3, 4], type_info=Types.INT())
    .map(AddOffset(10), output_type=pair)
    .flat_map(Repeat(), output_type=pair)
    .filter(NotThirds())
    .print()
)
env.execute()
