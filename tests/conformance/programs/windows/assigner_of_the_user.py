"""A window assigner of one's own: spans that double."""
# compare: in order per key

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.serializer import TypeSerializer
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, ProcessWindowFunction
from pyflink.datastream.window import (
    WindowAssigner,
    TimeWindow,
    EventTimeTrigger,
    TimeWindowSerializer,
)


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class Powers(WindowAssigner):
    """windows [0,10), [10,20), [20,40), [40,80) ..."""

    def assign_windows(self, element, timestamp, context):
        end = 10
        while end <= timestamp:
            end *= 2
        return [TimeWindow(end // 2 if end > 10 else 0, end)]

    def get_default_trigger(self, env):
        return EventTimeTrigger.create()

    def get_window_serializer(self):
        return TimeWindowSerializer()

    def is_event_time(self):
        return True


class W(ProcessWindowFunction):
    def process(self, key, ctx, elements):
        yield f"{key} {ctx.window().start}-{ctx.window().end} {[e[1] for e in elements]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
data = [("a", 1), ("a", 9), ("a", 10), ("b", 35), ("a", 39), ("a", 41), ("b", 3), ("a", 700)]
(
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], Types.STRING())
    .window(Powers())
    .process(W(), Types.STRING())
    .print()
)
env.execute()
