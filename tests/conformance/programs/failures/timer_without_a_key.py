"""Timers need a key."""
# raises: only supported on a keyed stream

from pyflink.common import Types
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment


class Wrong(ProcessFunction):
    def process_element(self, value, ctx):
        ctx.timer_service().register_event_time_timer(1)
        yield value


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1], type_info=Types.INT()).process(Wrong(), output_type=Types.INT()).print()
env.execute()
