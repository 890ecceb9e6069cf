"""A window that fires with nothing to hand on is not purged, and not cleared at its end."""
# dialect: pyflink

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import AggregateFunction, ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import Trigger, TriggerResult, TumblingEventTimeWindows


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


class EvenOnly(AggregateFunction):
    def create_accumulator(self):
        return 0

    def add(self, value, accumulator):
        return accumulator + value[1]

    def get_result(self, accumulator):
        return accumulator if accumulator % 2 == 0 else None

    def merge(self, a, b):
        return a + b


class Show(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"{key} {list(elements)} {context.window().start}"

    def clear(self, context):
        print("clear", context.window().start, context.current_watermark(), flush=True)


class FireAndPurge(Trigger):
    def on_element(self, element, timestamp, window, ctx):
        return TriggerResult.FIRE_AND_PURGE

    def on_event_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def on_processing_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def on_merge(self, window, ctx):
        pass

    def clear(self, window, ctx):
        print("clear of the trigger", window.start, flush=True)


env = environment()
data = [("a", 1), ("a", 5), ("a", 1001), ("a", 1002), ("a", 2002), ("a", 2003), ("a", 9000)]
(
    timed_stream(env, data)
    .key_by(lambda v: v[0], Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .trigger(FireAndPurge())
    .aggregate(EvenOnly(), Show(), Types.LONG(), Types.STRING())
    .print()
)
env.execute()
