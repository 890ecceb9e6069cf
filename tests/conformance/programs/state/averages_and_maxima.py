"""Aggregating and reducing state before the first value, while they run, and after clear."""

from pyflink.common import Configuration, Types
from pyflink.datastream import AggregateFunction, KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import AggregatingStateDescriptor, ReducingStateDescriptor


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


class Average(AggregateFunction):
    def create_accumulator(self):
        return 0, 0

    def add(self, value, accumulator):
        return accumulator[0] + value, accumulator[1] + 1

    def get_result(self, accumulator):
        return accumulator[0] / accumulator[1]

    def merge(self, a, b):
        return a[0] + b[0], a[1] + b[1]


class Keep(KeyedProcessFunction):
    def open(self, runtime_context):
        average = AggregatingStateDescriptor("average", Average(), Types.PICKLED_BYTE_ARRAY())
        self.average = runtime_context.get_aggregating_state(average)
        greatest = ReducingStateDescriptor("greatest", max, Types.LONG())
        self.greatest = runtime_context.get_reducing_state(greatest)

    def process_element(self, value, ctx):
        before = (self.average.get(), self.greatest.get())
        self.average.add(value[1])
        self.greatest.add(value[1])
        yield f"{value[0]} {before} {self.average.get()} {self.greatest.get()}"
        if value[1] == 30:
            self.average.clear()
            self.greatest.clear()


env = environment()
env.from_collection([("a", 10), ("b", 1), ("a", 30), ("a", 2)], KV).key_by(
    lambda v: v[0], Types.STRING()
).process(Keep(), Types.STRING()).print()
env.execute()
