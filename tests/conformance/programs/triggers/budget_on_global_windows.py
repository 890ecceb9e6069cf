"""A trigger with two states on global windows that purges every second time."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment, ProcessWindowFunction
from pyflink.datastream.window import GlobalWindows, Trigger, TriggerResult
from pyflink.datastream.state import ValueStateDescriptor, ReducingStateDescriptor


class Budget(Trigger):
    """fires when the sum since the last firing exceeds 10; purges every second time"""

    def __init__(self):
        self.s = ReducingStateDescriptor("s", lambda a, b: a + b, Types.INT())
        self.n = ValueStateDescriptor("n", Types.INT())

    def on_element(self, element, timestamp, window, ctx):
        s = ctx.get_partitioned_state(self.s)
        s.add(element[1])
        if s.get() > 10:
            s.clear()
            n = ctx.get_partitioned_state(self.n)
            k = (n.value() or 0) + 1
            n.update(k)
            return TriggerResult.FIRE_AND_PURGE if k % 2 == 0 else TriggerResult.FIRE
        return TriggerResult.CONTINUE

    def on_processing_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def on_event_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def on_merge(self, window, ctx):
        pass

    def clear(self, window, ctx):
        pass


class W(ProcessWindowFunction):
    def process(self, key, ctx, elements):
        yield f"{key} {[e[1] for e in elements]}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
data = [
    ("a", 5),
    ("b", 11),
    ("a", 6),
    ("a", 3),
    ("b", 4),
    ("a", 8),
    ("b", 7),
    ("b", 1),
    ("a", 1),
    ("a", 20),
]
(
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.INT()]))
    .key_by(lambda v: v[0], Types.STRING())
    .window(GlobalWindows.create())
    .trigger(Budget())
    .process(W(), Types.STRING())
    .print()
)
env.execute()
