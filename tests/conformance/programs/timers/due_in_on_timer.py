"""A timer set by on_timer that is due at once: same advance in Java, the next one in PyFlink."""
# dialect: pyflink

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


class Ticks(KeyedProcessFunction):
    def process_element(self, value, ctx):
        if value[0] == "start":
            ctx.timer_service().register_event_time_timer(1000)
        yield f"{value[0]} {value[1]}"

    def on_timer(self, timestamp, ctx):
        yield f"tick {timestamp} at {ctx.timer_service().current_watermark()}"
        if timestamp < 3000:
            ctx.timer_service().register_event_time_timer(timestamp + 1000)


env = environment()
data = [("start", 0), ("a", 3500), ("b", 4400)]
(
    timed_stream(env, data)
    .key_by(lambda value: 0)
    .process(Ticks(), output_type=Types.STRING())
    .print()
)
env.execute()
