"""A map may return None: it is a value like any other for the next operator."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
(
    env.from_collection(["a", "", "b"], type_info=Types.STRING())
    .map(lambda text: text or None, output_type=Types.STRING())
    .map(lambda text: f"<{text}>", output_type=Types.STRING())
    .print()
)
env.execute()
