"""Monotonous timestamps: the watermark is one behind the largest, also if one goes back."""

import time

from pyflink.common import Configuration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value


def paced(value):
    time.sleep(0.2)
    return value


class Tell(ProcessFunction):
    def process_element(self, value, ctx):
        yield f"{value}: {ctx.timestamp()} {ctx.timer_service().current_watermark()}"


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(1)
env.get_config().set_auto_watermark_interval(50)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
(
    env.from_collection([-500, 0, 10, 5, 10, 2000], type_info=Types.LONG())
    .map(paced, output_type=Types.LONG())
    .disable_chaining()
    .assign_timestamps_and_watermarks(strategy)
    .process(Tell(), output_type=Types.STRING())
    .print()
)
env.execute()
