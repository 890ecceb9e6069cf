"""Timers set twice, deleted, set again, and set in the past."""

import time
from pyflink.common import Types, WatermarkStrategy, Configuration
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, KeyedProcessFunction


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class P(KeyedProcessFunction):
    def process_element(self, v, ctx):
        t = ctx.timer_service()
        if v[2] == "twice":
            t.register_event_time_timer(v[1] + 100)
            t.register_event_time_timer(v[1] + 100)
        elif v[2] == "delete":
            t.register_event_time_timer(v[1] + 50)
            t.delete_event_time_timer(v[1] + 50)
            t.delete_event_time_timer(12345)
        elif v[2] == "back":
            t.register_event_time_timer(v[1] + 70)
            t.delete_event_time_timer(v[1] + 70)
            t.register_event_time_timer(v[1] + 70)
        elif v[2] == "past":
            t.register_event_time_timer(-5)
            t.register_event_time_timer(t.current_watermark())
        elif v[2] == "other":
            t.delete_event_time_timer(100)
        yield f"{v} wm {t.current_watermark()}"

    def on_timer(self, ts, ctx):
        yield f"timer {ctx.get_current_key()} {ts} {ctx.timestamp()} wm {ctx.timer_service().current_watermark()}"


def paced(v):
    time.sleep(0.2)
    return v


T = Types.TUPLE([Types.STRING(), Types.LONG(), Types.STRING()])
c = Configuration()
c.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(c)
env.set_parallelism(1)
env.get_config().set_auto_watermark_interval(50)
data = [
    ("a", 0, "twice"),
    ("b", 10, "delete"),
    ("a", 20, "back"),
    ("b", 30, "twice"),
    ("b", 40, "other"),
    ("a", 150, "past"),
    ("c", 151, "past"),
    ("a", 300, "-"),
]
(
    env.from_collection(data, T)
    .map(paced, T)
    .start_new_chain()
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], Types.STRING())
    .process(P(), Types.STRING())
    .print()
)
env.execute()
