"""Counts of sliding windows, ranked by a timer behind the end of each."""
# compare: in order per key

from pyflink.common import Types, WatermarkStrategy, Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    StreamExecutionEnvironment,
    ProcessWindowFunction,
    AggregateFunction,
    KeyedProcessFunction,
)
from pyflink.datastream.window import SlidingEventTimeWindows
from pyflink.datastream.state import ListStateDescriptor


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class Count(AggregateFunction):
    def create_accumulator(self):
        return 0

    def add(self, value, acc):
        return acc + 1

    def get_result(self, acc):
        return acc

    def merge(self, a, b):
        return a + b


class Attach(ProcessWindowFunction):
    def process(self, key, ctx, elements):
        for n in elements:
            yield key, n, ctx.window().end


class Top(KeyedProcessFunction):
    def __init__(self, n):
        self.n = n

    def open(self, ctx):
        self.items = ctx.get_list_state(
            ListStateDescriptor("items", Types.TUPLE([Types.STRING(), Types.INT()]))
        )

    def process_element(self, v, ctx):
        self.items.add((v[0], v[1]))
        ctx.timer_service().register_event_time_timer(v[2] + 1)

    def on_timer(self, timestamp, ctx):
        best = sorted(self.items.get(), key=lambda i: (-i[1], i[0]))[: self.n]
        self.items.clear()
        yield f"{ctx.get_current_key()}: " + " ".join(f"{k}={c}" for k, c in best)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
data = [(w, t * 400) for t, w in enumerate("a b a c b a d d d d a b c c".split())]
(
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], Types.STRING())
    .window(SlidingEventTimeWindows.of(Time.seconds(2), Time.seconds(1)))
    .aggregate(
        Count(), Attach(), Types.INT(), Types.TUPLE([Types.STRING(), Types.INT(), Types.LONG()])
    )
    .key_by(lambda v: v[2], Types.LONG())
    .process(Top(2), Types.STRING())
    .print()
)
env.execute()
