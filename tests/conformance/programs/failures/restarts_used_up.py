"""When the restarts are used up the job fails with the last error."""
# raises: always

from pyflink.common import Configuration, Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment


class Fails(MapFunction):
    def open(self, runtime_context):
        print("attempt", runtime_context.get_attempt_number())

    def map(self, value):
        raise RuntimeError("always")


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
configuration.set_string("restart-strategy.type", "fixed-delay")
configuration.set_string("restart-strategy.fixed-delay.attempts", "1")
configuration.set_string("restart-strategy.fixed-delay.delay", "10 ms")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
env.from_collection([1], type_info=Types.INT()).map(Fails(), output_type=Types.INT()).print()
env.execute()
