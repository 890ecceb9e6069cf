"""Decimals keep their scale."""

from decimal import Decimal

from pyflink.common import Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
(
    env.from_collection([Decimal("3.140"), Decimal("-2")], type_info=Types.BIG_DEC())
    .map(lambda d: d * 2, output_type=Types.BIG_DEC())
    .map(lambda d: f"{d}", output_type=Types.STRING())
    .print()
)
env.execute()
