"""Both inputs of a KeyedCoProcessFunction set timers of one timer service."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedCoProcessFunction, StreamExecutionEnvironment
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


class Timeout(KeyedCoProcessFunction):
    def open(self, runtime_context):
        self.order = runtime_context.get_state(ValueStateDescriptor("order", Types.LONG()))

    def process_element1(self, value, ctx):
        self.order.update(value[1])
        ctx.timer_service().register_event_time_timer(value[1] + 1000)
        yield f"order {value[1]}"

    def process_element2(self, value, ctx):
        ordered = self.order.value()
        if ordered is not None:
            ctx.timer_service().delete_event_time_timer(ordered + 1000)
            self.order.clear()
        yield f"payment {value[1]} of {ordered}"

    def on_timer(self, timestamp, ctx):
        yield f"timeout {timestamp} of {ctx.get_current_key()}"
        self.order.clear()


env = environment()
data = [
    ("order", 0), ("pay", 300), ("order", 1000), ("pay", 1100), ("order", 2500),
    ("pay", 2600), ("order", 3000), ("pay", 5000), ("-", 9000),
]  # fmt: skip
both = timed_stream(env, data)
orders = both.filter(lambda value: value[0] == "order")
payments = both.filter(lambda value: value[0] == "pay")
(
    orders.connect(payments)
    .key_by(lambda value: value[1] // 2000, lambda value: value[1] // 2000)
    .process(Timeout(), output_type=Types.STRING())
    .print()
)
env.execute()
