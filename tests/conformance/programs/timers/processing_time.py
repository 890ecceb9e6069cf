"""A processing-time timer fires while the source is still sleeping."""

import time

from pyflink.common import Configuration, Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment, TimeDomain


class Timers(KeyedProcessFunction):
    def process_element(self, value, ctx):
        now = ctx.timer_service().current_processing_time()
        ctx.timer_service().register_processing_time_timer(now + 300)
        yield f"value {value}"

    def on_timer(self, timestamp, ctx):
        late = ctx.timer_service().current_processing_time() - timestamp
        yield f"timer, in time: {0 <= late < 300}, {ctx.time_domain() == TimeDomain.PROCESSING_TIME}"


def paced(value):
    time.sleep(1.0)
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
    .process(Timers(), output_type=Types.STRING())
    .print()
)
env.execute()
