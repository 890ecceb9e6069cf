"""A timer that each value moves on, and what happens when none comes."""

import time
from pyflink.common import Types, WatermarkStrategy, Configuration
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, KeyedProcessFunction
from pyflink.datastream.state import ValueStateDescriptor


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class Watch(KeyedProcessFunction):
    def open(self, ctx):
        self.t = ctx.get_state(ValueStateDescriptor("t", Types.LONG()))

    def process_element(self, v, ctx):
        if self.t.value() is not None:
            ctx.timer_service().delete_event_time_timer(self.t.value())
        else:
            yield f"{v[0]} up at {ctx.timestamp()}"
        self.t.update(v[1] + 1000)
        ctx.timer_service().register_event_time_timer(v[1] + 1000)

    def on_timer(self, ts, ctx):
        self.t.clear()
        yield f"{ctx.get_current_key()} down at {ts} (wm {ctx.timer_service().current_watermark()}) {ctx.time_domain()}"


def paced(v):
    time.sleep(0.2)
    return v


T = Types.TUPLE([Types.STRING(), Types.LONG()])
c = Configuration()
c.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(c)
env.set_parallelism(1)
env.get_config().set_auto_watermark_interval(50)
data = [("a", 0), ("b", 300), ("a", 800), ("a", 1500), ("b", 2000), ("a", 4000), ("b", 4100)]
(
    env.from_collection(data, T)
    .map(paced, T)
    .start_new_chain()
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], Types.STRING())
    .process(Watch(), Types.STRING())
    .print()
)
env.execute()
