"""execute_and_collect of rows, and with a limit."""

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
row_type = Types.ROW_NAMED(["a", "b"], [Types.INT(), Types.STRING()])
rows = env.from_collection([Row(1, "x"), Row(2, "y"), Row(3, None)], type_info=row_type)
for row in rows.execute_and_collect("rows"):
    print(row, row["a"], row.as_dict())
print(len(rows.execute_and_collect("limited", 2)))
