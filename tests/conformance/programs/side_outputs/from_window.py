"""A ProcessWindowFunction may use a side output too."""
# compare: in order per key

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.time import Time
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import OutputTag, ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import TumblingEventTimeWindows


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


SMALL = OutputTag("small", Types.STRING())


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        values = [value[1] for value in elements]
        if len(values) < 2:
            yield SMALL, f"only {values}"
        else:
            yield f"{values}"


env = environment()
main = (
    timed_stream(env, [("a", 100), ("a", 200), ("a", 1200), ("a", 2300), ("a", 2400)])
    .key_by(lambda value: value[0], key_type=Types.STRING())
    .window(TumblingEventTimeWindows.of(Time.seconds(1)))
    .process(Contents(), Types.STRING())
)
main.print("main")
main.get_side_output(SMALL).print("small")
env.execute()
