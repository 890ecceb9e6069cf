"""A row with named fields made in a map: as_dict, by name, str."""

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
named = Types.ROW_NAMED(["id", "score"], [Types.INT(), Types.DOUBLE()])


def describe(row):
    return f"{row.as_dict()} {row['score']} {row.id} {len(row)} {row}"


(
    env.from_collection([1, 2, 3], type_info=Types.INT())
    .map(lambda n: Row(id=n, score=n / 2), output_type=named)
    .map(describe, output_type=Types.STRING())
    .print()
)
env.execute()
