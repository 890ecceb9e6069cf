"""Counts per word and second, then the two greatest of each second over all words."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    AggregateFunction,
    ProcessWindowFunction,
    StreamExecutionEnvironment,
)
from pyflink.datastream.functions import ProcessAllWindowFunction
from pyflink.datastream.window import TumblingEventTimeWindows


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)  # long enough for the 50 ms watermark timer to come once after each value
    return value


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


def timed_stream(env, values, bound_ms=0, type_info=KV):
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(bound_ms)
    ).with_timestamp_assigner(EventTime())
    return (
        env.from_collection(values, type_info)
        .map(paced, output_type=type_info)
        .start_new_chain()
        .assign_timestamps_and_watermarks(strategy)
    )


class Count(AggregateFunction):
    def create_accumulator(self):
        return "", 0

    def add(self, value, accumulator):
        return value[0], accumulator[1] + 1

    def get_result(self, accumulator):
        return accumulator

    def merge(self, a, b):
        return a[0], a[1] + b[1]


class WithEnd(ProcessWindowFunction):
    def process(self, key, context, elements):
        for word, count in elements:
            yield word, context.window().end, count


class Top(ProcessAllWindowFunction):
    def process(self, context, elements):
        best = sorted(elements, key=lambda element: (-element[2], element[0]))[:2]
        yield f"{context.window().start} {best}"


env = environment()
data = [
    ("a", 1), ("b", 2), ("a", 3), ("c", 900), ("c", 1001), ("b", 1500), ("b", 1600), ("a", 5000),
]  # fmt: skip
counted = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
(
    timed_stream(env, data)
    .key_by(lambda v: v[0], Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .aggregate(Count(), WithEnd(), Types.TUPLE([Types.STRING(), Types.INT()]), counted)
    .window_all(TumblingEventTimeWindows.of(Time.seconds(1)))
    .process(Top(), Types.STRING())
    .print()
)
env.execute()
