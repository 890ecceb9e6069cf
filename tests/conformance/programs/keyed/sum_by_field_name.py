"""Rolling aggregations of rows by field name."""
# compare: in order per key

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
row_type = Types.ROW_NAMED(["city", "sales"], [Types.STRING(), Types.INT()])
data = [Row("rome", 3), Row("oslo", 2), Row("rome", 1), Row("oslo", 7)]
keyed = env.from_collection(data, type_info=row_type).key_by(lambda row: row["city"])
keyed.sum("sales").print("sum")
keyed.max("sales").print("max")
keyed.min_by("sales").print("min_by")
env.execute()
