"""A collection of rows with field names, read by name and by position."""
# compare: in order per key

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
row_type = Types.ROW_NAMED(["name", "age"], [Types.STRING(), Types.INT()])
people = env.from_collection([Row("ada", 36), Row("bob", 5)], type_info=row_type)
people.print("row")
people.map(lambda row: f"{row['name']} is {row[1]} or {row.age}", output_type=Types.STRING()).print(
    "text"
)
env.execute()
