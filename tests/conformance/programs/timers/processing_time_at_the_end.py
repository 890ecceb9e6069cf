"""Processing-time timers that are pending when the input ends never fire."""

from pyflink.common import Types
from pyflink.datastream import KeyedProcessFunction, StreamExecutionEnvironment


class Timers(KeyedProcessFunction):
    def process_element(self, value, ctx):
        now = ctx.timer_service().current_processing_time()
        ctx.timer_service().register_processing_time_timer(now + 60_000)
        yield f"value {value}"

    def on_timer(self, timestamp, ctx):
        yield "timer"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2], type_info=Types.INT()).key_by(lambda n: 0).process(
    Timers(), output_type=Types.STRING()
).print()
env.execute()
