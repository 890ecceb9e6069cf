"""A deleted timer does not fire; deleting what is not there does no harm."""

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


class Inactivity(KeyedProcessFunction):
    def open(self, runtime_context):
        self.deadline = runtime_context.get_state(ValueStateDescriptor("deadline", Types.LONG()))

    def process_element(self, value, ctx):
        service = ctx.timer_service()
        deadline = self.deadline.value()
        if deadline is not None:
            service.delete_event_time_timer(deadline)
        service.delete_event_time_timer(12345678)
        service.register_event_time_timer(value[1] + 1000)
        self.deadline.update(value[1] + 1000)
        yield f"{value[0]} {value[1]}"

    def on_timer(self, timestamp, ctx):
        self.deadline.clear()
        yield f"{ctx.get_current_key()} silent at {timestamp}"


env = environment()
data = [("a", 0), ("b", 400), ("a", 900), ("a", 1500), ("b", 2000), ("a", 4000), ("b", 4100)]
(
    timed_stream(env, data)
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .process(Inactivity(), output_type=Types.STRING())
    .print()
)
env.execute()
