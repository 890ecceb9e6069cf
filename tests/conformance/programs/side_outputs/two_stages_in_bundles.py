"""Two keyed functions in a row, a side output and three sinks."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, KeyedProcessFunction, OutputTag
from pyflink.datastream.state import ListStateDescriptor, MapStateDescriptor


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


DONE = OutputTag("done", Types.STRING())


class A(KeyedProcessFunction):
    def open(self, ctx):
        self.l = ctx.get_list_state(ListStateDescriptor("l", Types.LONG()))

    def process_element(self, v, ctx):
        self.l.add(v[1])
        ctx.timer_service().register_event_time_timer(v[1] // 10 * 10 + 10)
        yield v[0], len(list(self.l.get()))

    def on_timer(self, t, ctx):
        yield DONE, f"{ctx.get_current_key()}@{t}: {list(self.l.get())}"
        self.l.clear()


class B(KeyedProcessFunction):
    def open(self, ctx):
        self.m = ctx.get_map_state(MapStateDescriptor("m", Types.STRING(), Types.INT()))

    def process_element(self, v, ctx):
        self.m.put(v[0], v[1])
        if self.m.contains("b"):
            yield str(list(self.m.items()))


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
data = [("a", 1), ("b", 5), ("a", 7), ("c", 12), ("a", 15), ("b", 33), ("c", 31), ("d", 8)]
a = (
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], Types.STRING())
    .process(A(), Types.TUPLE([Types.STRING(), Types.INT()]))
)
a.key_by(lambda v: 0, Types.INT()).process(B(), Types.STRING()).print("maps")
a.get_side_output(DONE).print("done")
a.print("a")
env.execute()
