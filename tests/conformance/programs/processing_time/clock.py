"""The processing time of a keyed function goes on while a function sleeps."""

import time

from pyflink.common import Configuration, Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.state import ValueStateDescriptor


class Clock(KeyedProcessFunction):
    def open(self, runtime_context):
        self.last = runtime_context.get_state(ValueStateDescriptor("last", Types.LONG()))

    def process_element(self, value, ctx):
        now = ctx.timer_service().current_processing_time()
        wall = abs(now - time.time() * 1000) < 500
        before = self.last.value()
        self.last.update(now)
        yield f"{value}: wall clock {wall}, later {before is not None and now - before >= 450}"


def paced(value):
    time.sleep(0.5)
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
(
    env.from_collection([1, 2, 3], type_info=Types.INT())
    .map(paced, output_type=Types.INT())
    .start_new_chain()
    .key_by(lambda n: 0)
    .process(Clock(), output_type=Types.STRING())
    .print()
)
env.execute()
