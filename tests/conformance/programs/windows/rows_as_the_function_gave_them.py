"""A row that is printed right behind the function shows what the function put into it."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy, Time, Row
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, AggregateFunction, ProcessWindowFunction
from pyflink.datastream.window import TumblingEventTimeWindows


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value.t


class Stats(AggregateFunction):
    def create_accumulator(self):
        return Row(n=0, total=0.0, lo=float("inf"), hi=float("-inf"))

    def add(self, v, acc):
        return Row(n=acc.n + 1, total=acc.total + v.x, lo=min(acc.lo, v.x), hi=max(acc.hi, v.x))

    def get_result(self, acc):
        return Row(acc.n, acc.total / acc.n, acc.lo, acc.hi)

    def merge(self, a, b):
        raise NotImplementedError


class Attach(ProcessWindowFunction):
    def process(self, key, ctx, elements):
        (r,) = elements
        return [Row(key, ctx.window().end, r)]


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
I = Types.ROW_NAMED(["k", "x", "t"], [Types.STRING(), Types.DOUBLE(), Types.LONG()])
acc = Types.ROW_NAMED(
    ["n", "total", "lo", "hi"], [Types.INT(), Types.DOUBLE(), Types.DOUBLE(), Types.DOUBLE()]
)
out = Types.ROW(
    [
        Types.STRING(),
        Types.LONG(),
        Types.ROW([Types.INT(), Types.DOUBLE(), Types.DOUBLE(), Types.DOUBLE()]),
    ]
)
data = [
    Row("a", 1.5, 10),
    Row("b", 2.0, 20),
    Row("a", 3.25, 900),
    Row("a", -1.0, 1100),
    Row("b", 1e10, 1999),
    Row("b", 0.1, 1500),
    Row("b", 0.2, 1501),
]
(
    env.from_collection(data, I)
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v.k, Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .aggregate(Stats(), Attach(), acc, out)
    .print()
)
env.execute()
