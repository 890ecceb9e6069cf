"""What on_timer gives carries the timer's timestamp, what process_element gives the record's."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    KeyedProcessFunction,
    ProcessFunction,
    StreamExecutionEnvironment,
    TimeDomain,
)


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
        ctx.timer_service().register_event_time_timer(value[1] + 250)
        yield f"value {value[1]}"

    def on_timer(self, timestamp, ctx):
        yield f"timer {timestamp} {ctx.timestamp()} {ctx.time_domain() == TimeDomain.EVENT_TIME}"


class Tell(ProcessFunction):
    def process_element(self, value, ctx):
        yield f"{value}: carries {ctx.timestamp()}"


env = environment()
(
    timed_stream(env, [("a", 1000), ("a", 2000), ("a", 2100), ("a", 3000)])
    .key_by(lambda value: value[0])
    .process(Timers(), output_type=Types.STRING())
    .process(Tell(), output_type=Types.STRING())
    .print()
)
env.execute()
