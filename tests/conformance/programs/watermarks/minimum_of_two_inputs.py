"""A two-input operator's watermark is the smaller one of its inputs."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import CoProcessFunction, StreamExecutionEnvironment


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)
    return value


class Tell(CoProcessFunction):
    def process_element1(self, value, ctx):
        yield f"left {value[1]}, watermark {ctx.timer_service().current_watermark()}"

    def process_element2(self, value, ctx):
        yield f"right {value[1]}, watermark {ctx.timer_service().current_watermark()}"


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
env.get_config().set_auto_watermark_interval(50)
pair = Types.TUPLE([Types.STRING(), Types.LONG()])
data = [("l", 1000), ("r", 500), ("l", 3000), ("r", 2000), ("r", 6000), ("l", 4000), ("-", 0)]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(
    Duration.of_millis(0)
).with_timestamp_assigner(EventTime())
source = env.from_collection(data, pair).map(paced, output_type=pair).start_new_chain()
left = source.filter(lambda v: v[0] == "l").assign_timestamps_and_watermarks(strategy)
right = source.filter(lambda v: v[0] == "r").assign_timestamps_and_watermarks(strategy)
left.connect(right).process(Tell(), output_type=Types.STRING()).print()
env.execute()
