"""In batch mode a window over all values gets them by timestamp."""

from pyflink.common import Types, WatermarkStrategy, Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import RuntimeExecutionMode, StreamExecutionEnvironment
from pyflink.datastream.functions import ProcessAllWindowFunction
from pyflink.datastream.window import TumblingEventTimeWindows


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class W(ProcessAllWindowFunction):
    def process(self, ctx, elements):
        yield f"{ctx.window().start}-{ctx.window().end} {[e[1] for e in elements]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)
data = [
    ("b", 5),
    ("a", 13),
    ("b", 1),
    ("a", 9),
    ("c", 2),
    ("b", 23),
    ("a", 1),
    ("b", 12),
    ("c", 31),
    ("c", 4),
]
(
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .window_all(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    .process(W(), Types.STRING())
    .print()
)
env.execute()
