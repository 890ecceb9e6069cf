"""reduce of rows; max_by keeps the earlier on ties."""
# compare: in order per key

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
row_type = Types.ROW([Types.STRING(), Types.INT(), Types.STRING()])
data = [
    Row("a", 5, "first"),
    Row("a", 5, "second"),
    Row("b", 1, "x"),
    Row("a", 6, "third"),
    Row("a", 6, "no"),
]
keyed = env.from_collection(data, type_info=row_type).key_by(lambda row: row[0], Types.STRING())
keyed.max_by(1).print("max_by")
keyed.min_by(1).print("min_by")
keyed.reduce(lambda a, b: Row(a[0], a[1] + b[1], b[2])).print("reduce")
env.execute()
