"""Results of a processing-time timer have no timestamp; in PyFlink they have the timer's."""
# compare: in any order
# dialect: pyflink

import time

from pyflink.common import Configuration, Types
from pyflink.datastream import KeyedProcessFunction, ProcessFunction, StreamExecutionEnvironment


class Once(KeyedProcessFunction):
    def process_element(self, value, ctx):
        if value == 1:
            timers = ctx.timer_service()
            timers.register_processing_time_timer(timers.current_processing_time() + 100)
        yield f"element {value}"

    def on_timer(self, timestamp, ctx):
        yield "timer"


class Tell(ProcessFunction):
    def process_element(self, value, ctx):
        timestamp = ctx.timestamp()
        known = timestamp is not None and timestamp > 0
        yield f"{value} {'with' if known else 'without'} a timestamp"


def paced(value):
    time.sleep(0.6)  # long enough for the timer
    return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
(
    env.from_collection([1, 2, 3, 4], Types.INT())
    .map(paced, Types.INT())
    .start_new_chain()
    .key_by(lambda value: 0)
    .process(Once(), Types.STRING())
    .process(Tell(), Types.STRING())
    .print()
)
env.execute()
