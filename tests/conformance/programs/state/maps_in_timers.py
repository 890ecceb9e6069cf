"""In which order timers find the entries of a map that elements have filled."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, KeyedProcessFunction
from pyflink.datastream.state import MapStateDescriptor


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class P(KeyedProcessFunction):
    def open(self, ctx):
        self.m = ctx.get_map_state(MapStateDescriptor("m", Types.STRING(), Types.INT()))

    def process_element(self, v, ctx):
        self.m.put(v[2], (self.m.get(v[2]) or 0) + 1)
        ctx.timer_service().register_event_time_timer(100)
        ctx.timer_service().register_event_time_timer(200)
        return []

    def on_timer(self, t, ctx):
        yield f"{ctx.get_current_key()} {t} {list(self.m.items())}"
        self.m.put("new", t)
        yield f"{ctx.get_current_key()} {t} {list(self.m.keys())}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
data = [("k", i, w) for i, w in enumerate("pear apple fig zoo apple kiwi b fig a".split())] + [
    ("j", 3, "x"),
    ("j", 4, "yy"),
    ("j", 5, "ab"),
]
(
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.LONG(), Types.STRING()]))
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], Types.STRING())
    .process(P(), Types.STRING())
    .print()
)
env.execute()
