"""Timers set and deleted by firing timers wait for the next watermark, even those that are set already."""
# dialect: pyflink

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)  # long enough for the 50 ms watermark timer to come once after each value
    return value


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


KV = Types.TUPLE([Types.STRING(), Types.LONG()])


def timed_stream(env, values, bound_ms=0, type_info=KV):
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(bound_ms)
    ).with_timestamp_assigner(EventTime())
    return (
        env.from_collection(values, type_info)
        .map(paced, output_type=type_info)
        .start_new_chain()
        .assign_timestamps_and_watermarks(strategy)
    )


class Chain(KeyedProcessFunction):
    def open(self, runtime_context):
        self.left = runtime_context.get_state(ValueStateDescriptor("left", Types.INT()))

    def process_element(self, value, ctx):
        self.left.update(3)
        timers = ctx.timer_service()
        timers.register_event_time_timer(value[1] + 1000)
        timers.register_event_time_timer(value[1] + 1000)
        timers.register_event_time_timer(value[1] + 5)
        timers.delete_event_time_timer(value[1] + 5)
        timers.delete_event_time_timer(value[1] + 77)
        yield f"{value} at {timers.current_watermark()}"

    def on_timer(self, timestamp, ctx):
        left = self.left.value()
        if left:
            self.left.update(left - 1)
            ctx.timer_service().register_event_time_timer(timestamp + 1000)
        now = ctx.timer_service().current_watermark()
        yield f"{ctx.get_current_key()} {timestamp} left={left} at {now} {ctx.time_domain().name}"


env = environment()
data = [("a", 0), ("b", 500), ("x", 2000), ("x", 4000), ("x", 9000), ("x", 20000)]
timed_stream(env, data).key_by(lambda v: v[0], Types.STRING()).process(
    Chain(), Types.STRING()
).print()
env.execute()
