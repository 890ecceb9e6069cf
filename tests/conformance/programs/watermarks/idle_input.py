"""An input that fell idle does not hold the watermark back."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(2.0 if value[1] in (3000, 4000) else 0.3)
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
busy = (
    WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    .with_idleness(Duration.of_seconds(60))
    .with_timestamp_assigner(EventTime())
)
quiet = (
    WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
    .with_idleness(Duration.of_millis(1000))
    .with_timestamp_assigner(EventTime())
)
data = [("quiet", 500), ("busy", 1000), ("busy", 2000), ("busy", 3000), ("busy", 5000), ("-", 0)]
source = env.from_collection(data, pair).map(paced, output_type=pair).start_new_chain().rebalance()
left = source.filter(lambda v: v[0] == "busy").assign_timestamps_and_watermarks(busy)
right = source.filter(lambda v: v[0] == "quiet").assign_timestamps_and_watermarks(quiet)
left.union(right).process(Tell(), output_type=Types.STRING()).print()
env.execute()
