"""An assigner with two subtasks: behind it the smaller watermark counts, and none before both have one."""

import time

from pyflink.common import Configuration, Duration, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(5.0 if value[1] == 1000 else 0.8)  # at first all subtasks are still starting
    return value


class Tell(ProcessFunction):
    def process_element(self, value, ctx):
        if value[1] < 99999:
            yield f"{value[1]}, watermark {ctx.timer_service().current_watermark()}"


configuration = Configuration()
configuration.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(configuration)
env.set_parallelism(2)
env.get_config().set_auto_watermark_interval(50)
pair = Types.TUPLE([Types.INT(), Types.LONG()])
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
(
    # the last value is not told: it races with the end of the other subtask's input
    env.from_collection([(0, 1000), (1, 2000), (1, 2500), (0, 3000), (0, 9000), (0, 99999)], pair)
    .map(paced, output_type=pair)
    .set_parallelism(1)
    .start_new_chain()
    .partition_custom(lambda key, partitions: key, lambda value: value[0])
    .map(lambda value: value, output_type=pair)
    .assign_timestamps_and_watermarks(strategy)
    .process(Tell(), output_type=Types.STRING())
    .set_parallelism(1)
    .print()
    .set_parallelism(1)
)
env.execute()
