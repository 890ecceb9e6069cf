"""Timers of one key fire in the order of their timestamps, each once, when the watermark reaches them."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)  # long enough for the 50 ms watermark timer to come once after each value
    return value


def environment():
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", 1)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(1)
    env.get_config().set_auto_watermark_interval(50)
    return env


def timed_stream(env, values, bound_ms=0, type_info=Types.TUPLE([Types.STRING(), Types.LONG()])):
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(bound_ms)
    ).with_timestamp_assigner(EventTime())
    return (
        env.from_collection(values, type_info)
        .map(paced, output_type=type_info)
        .start_new_chain()
        .assign_timestamps_and_watermarks(strategy)
    )


class Timers(KeyedProcessFunction):
    def process_element(self, value, ctx):
        service = ctx.timer_service()
        for delay in (900, 300, 600, 300):
            service.register_event_time_timer(value[1] + delay)
        yield f"{value[1]} at {service.current_watermark()}"

    def on_timer(self, timestamp, ctx):
        yield f"timer {timestamp} at {ctx.timer_service().current_watermark()} key {ctx.get_current_key()}"


env = environment()
data = [("a", 1000), ("a", 1400), ("a", 1700), ("a", 5000)]
(
    timed_stream(env, data)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Timers(), output_type=Types.STRING())
    .print()
)
env.execute()
