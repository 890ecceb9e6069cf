"""Rows, with and without names, nested, with None, and with a kind of change."""
# compare: in order per key

from pyflink.common import Row, RowKind, Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
plain = Types.ROW([Types.INT(), Types.STRING(), Types.DOUBLE(), Types.BOOLEAN()])
env.from_collection([Row(1, "a", 1.5, True), Row(2, None, 1e10, False)], type_info=plain).print(
    "plain"
)
inner = Types.ROW([Types.INT(), Types.ROW([Types.STRING(), Types.LONG()])])
env.from_collection([Row(1, Row("x", 5))], type_info=inner).print("nested")
deleted = Row(7, "gone")
deleted.set_row_kind(RowKind.DELETE)
pair = Types.ROW([Types.INT(), Types.STRING()])
env.from_collection([deleted], type_info=pair).print("kind")
env.execute()
