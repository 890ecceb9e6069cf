"""The function of a window must return something to iterate over."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy, Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, ProcessWindowFunction
from pyflink.datastream.window import TumblingEventTimeWindows


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class L(ProcessWindowFunction):
    def process(self, key, ctx, elements):
        return [(key, e[1]) for e in elements if e[1] % 2] or None


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
data = [("a", 1), ("b", 2), ("a", 3), ("b", 13), ("a", 14), ("b", 15)]
(
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    .process(L(), Types.TUPLE([Types.STRING(), Types.LONG()]))
    .print()
)
try:
    env.execute()
except Exception as e:
    print(type(e).__name__)
