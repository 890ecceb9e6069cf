"""Each value brings its own gap."""

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessWindowFunction, StreamExecutionEnvironment
from pyflink.datastream.window import EventTimeSessionWindows, SessionWindowTimeGapExtractor


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[0]


class Gap(SessionWindowTimeGapExtractor):
    def extract(self, element):
        return element[1]


class Contents(ProcessWindowFunction):
    def process(self, key, context, elements):
        window = context.window()
        yield f"[{window.start},{window.end}) {sorted(value[0] for value in elements)}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
pair = Types.TUPLE([Types.LONG(), Types.LONG()])
(
    env.from_collection([(0, 100), (90, 10), (200, 1000), (1100, 5), (1300, 5)], type_info=pair)
    .assign_timestamps_and_watermarks(strategy)
    .key_by(lambda value: "k", key_type=Types.STRING())
    .window(EventTimeSessionWindows.with_dynamic_gap(Gap()))
    .process(Contents(), Types.STRING())
    .print()
)
env.execute()
