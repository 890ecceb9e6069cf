"""sum() of plain numbers: no position needed."""

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
env.from_collection([1, 2, 3, 4], type_info=Types.INT()).key_by(lambda n: n % 2).sum().print()
env.execute()
