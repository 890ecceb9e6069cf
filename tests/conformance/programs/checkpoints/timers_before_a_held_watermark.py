"""A watermark that waits for the end of a bundle brings its timers into the checkpoint that ends it.

For Java registers the timers of a bundle before it advances the watermark. So the windows of the first
group fire after the failure.
"""

# compare: in any order
# dialect: pyflink

from pyflink.common import Time, Types
from pyflink.datastream import KeyedProcessFunction
from pyflink.datastream.state import ListStateDescriptor
from pyflink.datastream.window import TumblingEventTimeWindows

from tests.conformance.gated import RECORD, FailsAt, commit, environment, gated


class Collect(KeyedProcessFunction):
    def open(self, runtime_context):
        self.seen = runtime_context.get_list_state(ListStateDescriptor("seen", Types.LONG()))

    def process_element(self, value, ctx):
        self.seen.add(value[2])
        ctx.timer_service().register_event_time_timer(value[1] + 10)
        ctx.timer_service().register_event_time_timer(value[1] + 100)

    def on_timer(self, timestamp, ctx):
        yield f"{ctx.get_current_key()} at {timestamp} has {list(self.seen.get())}"
        if timestamp == 20:
            ctx.timer_service().register_event_time_timer(250)


env = environment(python__fn_execution__bundle__size="1000")
groups = [
    [("a", 10, 1), ("a", 20, 2), ("b", 30, 3), 35],
    [("a", 40, 4), 45, ("b", 50, 5), ("c", 60, 6)],
]
records = gated(env, groups).map(FailsAt(5), RECORD)
by_key = records.key_by(lambda value: value[0], Types.STRING())
timers = by_key.process(Collect(), Types.STRING())
sums = by_key.window(TumblingEventTimeWindows.of(Time.milliseconds(50))).reduce(
    lambda a, b: (a[0], b[1], a[2] + b[2])
)
texts = sums.map(lambda value: f"sum {value[0]} {value[1]} {value[2]}", Types.STRING())
commit(env, timers.union(texts))
