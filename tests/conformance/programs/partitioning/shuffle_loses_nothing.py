"""shuffle sends values anywhere, and loses none."""
# compare: in any order

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(2)
(
    env.from_collection(list("abcdef"), type_info=Types.STRING())
    .shuffle()
    .map(lambda text: text.upper(), output_type=Types.STRING())
    .print()
    .set_parallelism(1)
)
env.execute()
