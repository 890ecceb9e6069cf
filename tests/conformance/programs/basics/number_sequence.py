"""A number sequence source, doubled."""

from pyflink.common import Types, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors.number_seq import NumberSequenceSource

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
sequence = env.from_source(
    NumberSequenceSource(3, 8), WatermarkStrategy.no_watermarks(), "numbers", Types.LONG()
)
sequence.map(lambda n: n * 2, output_type=Types.LONG()).print()
env.execute()
