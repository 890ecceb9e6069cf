"""The watermark behind a union is the smaller one of its streams."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)
    return value


class Tell(ProcessFunction):
    def process_element(self, value, ctx):
        yield f"{value[0]} {value[1]}, watermark {ctx.timer_service().current_watermark()}"


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
env.get_config().set_auto_watermark_interval(50)
pair = Types.TUPLE([Types.STRING(), Types.LONG()])
data = [("x", 1000), ("y", 700), ("x", 900), ("y", 5000), ("x", 4000), ("y", 5500), ("-", 0)]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(
    Duration.of_millis(100)
).with_timestamp_assigner(EventTime())
source = env.from_collection(data, pair).map(paced, output_type=pair).start_new_chain()
x = source.filter(lambda v: v[0] == "x").assign_timestamps_and_watermarks(strategy)
y = source.filter(lambda v: v[0] == "y").assign_timestamps_and_watermarks(strategy)
x.union(y).process(Tell(), output_type=Types.STRING()).print()
env.execute()
