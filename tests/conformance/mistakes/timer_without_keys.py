"""A timer on a stream without keys."""

from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.functions import ProcessFunction

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)


class Timers(ProcessFunction):
    def process_element(self, value, ctx):
        ctx.timer_service().register_processing_time_timer(0)
        yield value


env.from_collection([1, 2]).process(Timers()).print()
env.execute()
