"""With two restarts a job that fails twice ends well: attempts 0, 1 and 2, each from the beginning."""

from pyflink.common import Configuration, Types
from pyflink.datastream import MapFunction, StreamExecutionEnvironment


class FailsTwice(MapFunction):
    def open(self, runtime_context):
        self.attempt = runtime_context.get_attempt_number()
        print("attempt", self.attempt)

    def map(self, value):
        if value == 2 and self.attempt < 2:
            raise RuntimeError("not yet")
        print("value", value)
        return value


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
configuration.set_string("restart-strategy.type", "fixed-delay")
configuration.set_string("restart-strategy.fixed-delay.attempts", "2")
configuration.set_string("restart-strategy.fixed-delay.delay", "10 ms")
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
(
    env.from_collection([1, 2, 3], type_info=Types.INT())
    .map(FailsTwice(), output_type=Types.INT())
    .filter(lambda n: False)
    .print()
)
env.execute()
print("over")
