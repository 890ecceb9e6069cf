"""An input that has ended does not hold the watermark back."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def slow(value):
    time.sleep(5.0 if value[1] == 2000 else 0.2)
    return value


class Tell(ProcessFunction):
    def process_element(self, value, ctx):
        if value[0] == "long" and value[1] >= 3000:
            yield f"{value[1]}, watermark {ctx.timer_service().current_watermark()}"


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
env.get_config().set_auto_watermark_interval(50)
pair = Types.TUPLE([Types.STRING(), Types.LONG()])
strategy = WatermarkStrategy.for_bounded_out_of_orderness(
    Duration.of_millis(0)
).with_timestamp_assigner(EventTime())
long = (
    env.from_collection([("long", n * 1000) for n in range(1, 6)], pair)
    .map(slow, output_type=pair)
    .start_new_chain()
    .assign_timestamps_and_watermarks(strategy)
)
short = env.from_collection([("short", 100)], pair).assign_timestamps_and_watermarks(strategy)
long.union(short).process(Tell(), output_type=Types.STRING()).print()
env.execute()
