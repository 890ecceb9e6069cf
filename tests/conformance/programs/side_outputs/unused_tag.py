"""What goes to a side output that nobody takes is dropped; PyFlink takes it for the main output."""
# dialect: pyflink
# raises: an integer is required

from pyflink.common import Types
from pyflink.datastream import OutputTag, ProcessFunction, StreamExecutionEnvironment

LOST = OutputTag("lost", Types.INT())


class Half(ProcessFunction):
    def process_element(self, value, ctx):
        if value % 2:
            yield LOST, value
        else:
            yield value


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2, 3, 4], type_info=Types.INT()).process(
    Half(), output_type=Types.INT()
).print()
env.execute()
