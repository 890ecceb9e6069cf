"""The watermark of a union of three streams."""

import time
from pyflink.common import Types, WatermarkStrategy, Time, Configuration
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import StreamExecutionEnvironment, ProcessFunction


class TS(TimestampAssigner):
    def extract_timestamp(self, value, ts):
        return value[1]


class Show(ProcessFunction):
    def process_element(self, v, ctx):
        yield f"{v[0]}{v[1]} wm {ctx.timer_service().current_watermark()}"


def paced(v):
    time.sleep(0.2)
    return v


T = Types.TUPLE([Types.STRING(), Types.LONG()])
c = Configuration()
c.set_integer("python.fn-execution.bundle.size", 1)
env = StreamExecutionEnvironment.get_execution_environment(c)
env.set_parallelism(1)
env.get_config().set_auto_watermark_interval(50)
data = [
    ("a", 1000),
    ("b", 500),
    ("c", 2000),
    ("a", 3000),
    ("b", 2500),
    ("c", 2200),
    ("a", 4000),
    ("b", 5000),
    ("c", 6000),
    ("x", 0),
]
s = env.from_collection(data, T).map(paced, T).start_new_chain()


def part(k):
    return s.filter(lambda v: v[0] == k).assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(TS())
    )


part("a").union(part("b"), part("c")).process(Show(), Types.STRING()).print()
env.execute()
