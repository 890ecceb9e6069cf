"""Three subtasks share a number sequence; together they give every number once."""
# compare: in any order

from pyflink.common import Types, WatermarkStrategy
from pyflink.datastream import StreamExecutionEnvironment
from pyflink.datastream.connectors import NumberSequenceSource

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(3)
sequence = env.from_source(
    NumberSequenceSource(1, 20), WatermarkStrategy.no_watermarks(), "numbers", Types.LONG()
)
sequence.map(lambda n: n * n, output_type=Types.LONG()).print().set_parallelism(1)
env.execute()
