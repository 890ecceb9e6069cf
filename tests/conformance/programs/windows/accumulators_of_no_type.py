"""An accumulator that is a list and changes in place; results with and without a declared type."""

from pyflink.common import Configuration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import AggregateFunction, StreamExecutionEnvironment
from pyflink.datastream.window import TumblingEventTimeWindows


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


def unpaced(env, values, type_info=KV):
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
    return env.from_collection(values, type_info).assign_timestamps_and_watermarks(strategy)


class Average(AggregateFunction):
    def create_accumulator(self):
        return [0, 0.0]

    def add(self, value, accumulator):
        accumulator[0] += 1
        accumulator[1] += value[1]
        return accumulator

    def get_result(self, accumulator):
        return tuple(accumulator)

    def merge(self, a, b):
        return [a[0] + b[0], a[1] + b[1]]


data = [("a", 10), ("a", 20), ("b", 25), ("a", 1030)]
for output_type in (Types.TUPLE([Types.INT(), Types.DOUBLE()]), None):
    env = environment(bundle_size=1000)
    unpaced(env, data).key_by(lambda v: v[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(1))
    ).aggregate(Average(), output_type=output_type).print()
    env.execute()
