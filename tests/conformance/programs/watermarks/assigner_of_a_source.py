"""A source takes no notice of a timestamp assigner; a stream does."""
# dialect: pyflink

from pyflink.common import Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import ProcessFunction, StreamExecutionEnvironment
from pyflink.datastream.connectors.number_seq import NumberSequenceSource


class Seconds(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value * 1000


class Show(ProcessFunction):
    def process_element(self, value, ctx):
        yield f"{value} {ctx.timestamp()} {ctx.timer_service().current_watermark()}"


env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Seconds())
env.from_source(NumberSequenceSource(1, 2), strategy, "seconds").process(
    Show(), Types.STRING()
).print("source")
env.execute()
env.from_source(
    NumberSequenceSource(1, 2), WatermarkStrategy.no_watermarks(), "numbers"
).assign_timestamps_and_watermarks(strategy).process(Show(), Types.STRING()).print("stream")
env.execute()
