"""Sessions that merge: of two accumulators, and of two states of a trigger, one is left in PyFlink."""
# dialect: pyflink

import random

from pyflink.common import Duration, Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    AggregateFunction,
    ProcessWindowFunction,
    StreamExecutionEnvironment,
)
from pyflink.datastream.state import ReducingStateDescriptor
from pyflink.datastream.window import EventTimeSessionWindows, Trigger, TriggerResult


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[2]


class Names(AggregateFunction):
    def create_accumulator(self):
        return ""

    def add(self, value, accumulator):
        return accumulator + value[1]

    def get_result(self, accumulator):
        return accumulator

    def merge(self, acc_a, acc_b):
        return acc_a + acc_b


class Noting(Trigger):
    """Fires at the end of the window, and notes the names of its elements until then."""

    noted = None

    def __init__(self):
        self.names = ReducingStateDescriptor("names", lambda a, b: a + b, Types.STRING())

    def on_element(self, element, timestamp, window, ctx):
        ctx.get_partitioned_state(self.names).add(element[1])
        ctx.register_event_time_timer(window.max_timestamp())
        return TriggerResult.CONTINUE

    def on_event_time(self, time, window, ctx):
        if time != window.max_timestamp():
            return TriggerResult.CONTINUE
        Noting.noted = ctx.get_partitioned_state(self.names).get()
        return TriggerResult.FIRE

    def on_processing_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def can_merge(self):
        return True

    def on_merge(self, window, ctx):
        ctx.merge_partitioned_state(self.names)
        ctx.register_event_time_timer(window.max_timestamp())

    def clear(self, window, ctx):
        ctx.delete_event_time_timer(window.max_timestamp())
        ctx.get_partitioned_state(self.names).clear()


class Tell(ProcessWindowFunction):
    def process(self, key, context, elements):
        window = context.window()
        yield f"{key} [{window.start},{window.end}) {list(elements)} trigger {Noting.noted}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = random.Random(5)
data = [(f"k{k:02}", name, numbers.randrange(7000)) for k in range(40) for name in "abcdefghi"]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(
    Duration.of_millis(100000)
).with_timestamp_assigner(EventTime())
(
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(strategy)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(EventTimeSessionWindows.with_gap(Time.milliseconds(900)))
    .trigger(Noting())
    .aggregate(
        Names(),
        window_function=Tell(),
        accumulator_type=Types.STRING(),
        output_type=Types.STRING(),
    )
    .print()
)
env.execute()
