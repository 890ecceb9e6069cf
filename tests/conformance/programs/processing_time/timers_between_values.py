"""Processing-time timers fire between the values; one far off is dropped at the end."""

import time

from pyflink.common import Configuration, Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


class Late(KeyedProcessFunction):
    def open(self, runtime_context):
        self.last = runtime_context.get_state(ValueStateDescriptor("last", Types.INT()))

    def process_element(self, value, ctx):
        timers = ctx.timer_service()
        now = timers.current_processing_time()
        timers.register_processing_time_timer(now + 300)
        timers.register_processing_time_timer(now + 10_000_000)
        self.last.update(value)
        yield f"value {value} at {ctx.timestamp()}"

    def on_timer(self, timestamp, ctx):
        yield f"timer after {self.last.value()} {ctx.time_domain().name}"


def slow(value):
    time.sleep(1.0)
    return value


env = environment()
(
    env.from_collection([1, 2, 3], Types.INT())
    .map(slow, Types.INT())
    .start_new_chain()
    .key_by(lambda v: 0, Types.INT())
    .process(Late(), Types.STRING())
    .print()
)
env.execute()
