"""Counts the clicks of each user in windows of 5 s; the window runs in PyFlink's Python worker."""

import time

from pyflink.common import Configuration, Duration, Time, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])


class ClickTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def wait(click):
    time.sleep(0.3)
    return click


env = StreamExecutionEnvironment.get_execution_environment(
    Configuration().set_string("python.fn-execution.bundle.size", "1")
)
env.set_parallelism(1)
env.get_config().set_auto_watermark_interval(10)
clicks = [
    ("ann", 1000, 1), ("bob", 3000, 1), ("ann", 4000, 1), ("bob", 9000, 1), ("ann", 2000, 1),
    ("bob", 16000, 1),
]  # fmt: skip
counts = (
    env.from_collection(clicks, CLICK)
    .map(wait, CLICK)
    .assign_timestamps_and_watermarks(
        WatermarkStrategy.for_bounded_out_of_orderness(
            Duration.of_seconds(2)
        ).with_timestamp_assigner(ClickTime())
    )
    .key_by(lambda click: click[0])
    .window(TumblingEventTimeWindows.of(Time.seconds(5)))
    .reduce(lambda left, right: (left[0], right[1], left[2] + right[2]))
)
counts.print()
env.execute("clicks")
