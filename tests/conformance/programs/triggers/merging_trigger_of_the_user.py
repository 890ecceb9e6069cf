"""A trigger of one's own on sessions: fires at every third value and at the end."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy, Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, ProcessWindowFunction
from pyflink.datastream.window import EventTimeSessionWindows, Trigger, TriggerResult
from pyflink.datastream.state import ReducingStateDescriptor


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class Three(Trigger):
    def __init__(self):
        self.d = ReducingStateDescriptor("c", lambda a, b: a + b, Types.LONG())

    def on_element(self, e, ts, window, ctx):
        c = ctx.get_partitioned_state(self.d)
        c.add(1)
        ctx.register_event_time_timer(window.max_timestamp())
        return TriggerResult.FIRE if c.get() % 3 == 0 else TriggerResult.CONTINUE

    def on_processing_time(self, t, w, ctx):
        return TriggerResult.CONTINUE

    def on_event_time(self, t, w, ctx):
        return TriggerResult.FIRE if t == w.max_timestamp() else TriggerResult.CONTINUE

    def can_merge(self):
        return True

    def on_merge(self, w, ctx):
        ctx.merge_partitioned_state(self.d)
        ctx.register_event_time_timer(w.max_timestamp())

    def clear(self, w, ctx):
        ctx.delete_event_time_timer(w.max_timestamp())
        ctx.get_partitioned_state(self.d).clear()


class W(ProcessWindowFunction):
    def process(self, key, ctx, elements):
        yield f"{key} {ctx.window().start}-{ctx.window().end} {[e[1] for e in elements]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
data = [("a", 1), ("a", 3), ("b", 2), ("a", 6), ("a", 30), ("b", 8), ("b", 5), ("a", 33), ("b", 11)]
(
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], Types.STRING())
    .window(EventTimeSessionWindows.with_gap(Time.milliseconds(5)))
    .trigger(Three())
    .process(W(), Types.STRING())
    .print()
)
env.execute()
