"""aggregate per window, alone and with a window function."""
# compare: in order per key

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    AggregateFunction,
    ProcessWindowFunction,
    StreamExecutionEnvironment,
)
from pyflink.datastream.window import TumblingEventTimeWindows


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def environment():
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    return env


def timed_stream(env, values, type_info=Types.TUPLE([Types.STRING(), Types.LONG()])):
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
    return env.from_collection(values, type_info).assign_timestamps_and_watermarks(strategy)


class Average(AggregateFunction):
    def create_accumulator(self):
        return 0, 0

    def add(self, value, accumulator):
        return accumulator[0] + value[1], accumulator[1] + 1

    def get_result(self, accumulator):
        return accumulator[0] / accumulator[1]

    def merge(self, acc_a, acc_b):
        return acc_a[0] + acc_b[0], acc_a[1] + acc_b[1]


class WithKey(ProcessWindowFunction):
    def process(self, key, context, elements):
        for value in elements:
            yield f"{key} {context.window().end} {value}"


env = environment()
data = [("a", 100), ("b", 1), ("a", 301), ("a", 1100), ("b", 2)]
accumulator = Types.TUPLE([Types.LONG(), Types.INT()])
keyed = timed_stream(env, data).key_by(lambda value: value[0], key_type=Types.STRING())
keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).aggregate(
    Average(), accumulator_type=accumulator, output_type=Types.DOUBLE()
).map(lambda average: f"average {average}", output_type=Types.STRING()).print("plain")
keyed.window(TumblingEventTimeWindows.of(Time.seconds(1))).aggregate(
    Average(), WithKey(), accumulator_type=accumulator, output_type=Types.STRING()
).print("with key")
env.execute()
