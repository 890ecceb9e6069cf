"""With a limit so many values are read, and the job is cancelled."""

from pyflink.common import Types, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.number_seq import NumberSequenceSource

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
numbers = env.from_source(
    NumberSequenceSource(1, 10**12), WatermarkStrategy.no_watermarks(), "numbers", Types.LONG()
)
print(numbers.map(lambda value: value * 2, output_type=Types.LONG()).execute_and_collect(limit=3))
print(env.from_collection([1, 2], Types.INT()).execute_and_collect(limit=3))
