"""A ProcessFunction without a key: yields any number of values, sees no timestamp and no watermark."""

from pyflink.common import Types
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment


class Describe(ProcessFunction):
    def open(self, runtime_context):
        self.count = 0

    def process_element(self, value, ctx: ProcessFunction.Context):
        self.count += 1
        yield f"{self.count}: {value}"
        if value > 1:
            yield f"timestamp {ctx.timestamp()}"
            yield f"watermark {ctx.timer_service().current_watermark()}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2, 3], type_info=Types.INT()).process(
    Describe(), output_type=Types.STRING()
).print()
env.execute()
