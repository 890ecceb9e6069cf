"""Two sessions that both hold an accumulator merge; PyFlink loses one of them."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import AggregateFunction, StreamExecutionEnvironment
from pyflink.datastream.window import EventTimeSessionWindows


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def environment():
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    return env


def timed_stream(env, values, type_info=Types.TUPLE([Types.STRING(), Types.LONG()])):
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
    return env.from_collection(values, type_info).assign_timestamps_and_watermarks(strategy)


class Names(AggregateFunction):
    def create_accumulator(self):
        return ""

    def add(self, value, accumulator):
        return accumulator + value[0]

    def get_result(self, accumulator):
        return accumulator

    def merge(self, acc_a, acc_b):
        return acc_a + acc_b


env = environment()
data = [("a", 1000), ("b", 2500), ("c", 1800), ("d", 9000)]
(
    timed_stream(env, data)
    .key_by(lambda value: 0)
    .window(EventTimeSessionWindows.with_gap(Time.seconds(1)))
    .aggregate(Names(), accumulator_type=Types.STRING(), output_type=Types.STRING())
    .print()
)
env.execute()
