"""A trigger that cannot merge, on session windows."""

from pyflink.common import Types
from pyflink.common.time import Time
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import EventTimeSessionWindows, Trigger, TriggerResult

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
pairs = env.from_collection([("a", 1), ("b", 2)], Types.TUPLE([Types.STRING(), Types.INT()]))


class Never(Trigger):
    def on_element(self, element, timestamp, window, ctx):
        return TriggerResult.CONTINUE

    def on_processing_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def on_event_time(self, time, window, ctx):
        return TriggerResult.CONTINUE

    def on_merge(self, window, ctx):
        pass

    def can_merge(self):
        return False

    def clear(self, window, ctx):
        pass


pairs.key_by(lambda pair: pair[0]).window(
    EventTimeSessionWindows.with_gap(Time.seconds(1))
).trigger(Never()).reduce(lambda a, b: a).print()
env.execute()
