"""In batch mode the timers of a key fire when its last value has been seen."""

from pyflink.common import Types, WatermarkStrategy, Configuration
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    RuntimeExecutionMode,
    StreamExecutionEnvironment,
    KeyedProcessFunction,
)
from pyflink.datastream.state import ValueStateDescriptor


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class P(KeyedProcessFunction):
    def open(self, ctx):
        self.v = ctx.get_state(ValueStateDescriptor("v", Types.INT()))

    def process_element(self, value, ctx):
        self.v.update((self.v.value() or 0) + 1)
        ctx.timer_service().register_event_time_timer(value[1] + 10)
        yield f"el {ctx.get_current_key()} {value[1]} ts={ctx.timestamp()} wm={ctx.timer_service().current_watermark()} n={self.v.value()}"

    def on_timer(self, timestamp, ctx):
        yield f"timer {ctx.get_current_key()} {timestamp} wm={ctx.timer_service().current_watermark()} n={self.v.value()}"


c = Configuration()
c.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(c)
env.set_runtime_mode(RuntimeExecutionMode.BATCH)
env.set_parallelism(1)
data = [("b", 5), ("a", 3), ("b", 1), ("a", 9), ("c", 2), ("b", 3), ("a", 1)]
(
    env.from_collection(data, Types.TUPLE([Types.STRING(), Types.LONG()]))
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )
    .key_by(lambda v: v[0], key_type=Types.STRING())
    .process(P(), Types.STRING())
    .print()
)
env.execute()
