"""Results of windows for three sinks, one of them on the side."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy, Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, ProcessWindowFunction, OutputTag
from pyflink.datastream.window import TumblingEventTimeWindows


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


BIG = OutputTag("big", Types.STRING())


class W(ProcessWindowFunction):
    def process(self, key, ctx, elements):
        es = [e[1] for e in elements]
        if len(es) > 1:
            yield BIG, f"{key} {len(es)}"
        yield key, sum(es)


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
data = [("a", 1), ("b", 5), ("a", 7), ("c", 12), ("a", 15), ("b", 33), ("c", 31), ("b", 8)]
w = (
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    .process(W(), Types.TUPLE([Types.STRING(), Types.LONG()]))
)
w.print("sum")
w.get_side_output(BIG).print("big")
w.map(lambda v: v[1], Types.LONG()).print("value")
env.execute()
