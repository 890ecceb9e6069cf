"""A row with a field of almost every type, through Python and printed."""

import datetime

from decimal import Decimal
from pyflink.common import Configuration, Row, Types
from pyflink.datastream import StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


types = {
    "int": Types.INT(), "long": Types.LONG(), "float": Types.FLOAT(), "double": Types.DOUBLE(),
    "bool": Types.BOOLEAN(), "text": Types.STRING(), "none": Types.STRING(), "dec": Types.BIG_DEC(),
    "date": Types.SQL_DATE(), "time": Types.SQL_TIME(), "moment": Types.SQL_TIMESTAMP(),
    "bytes": Types.PRIMITIVE_ARRAY(Types.BYTE()), "list": Types.LIST(Types.INT()),
    "map": Types.MAP(Types.STRING(), Types.INT()), "array": Types.OBJECT_ARRAY(Types.STRING()),
    "row": Types.ROW([Types.INT(), Types.STRING()]),
}  # fmt: skip
row_type = Types.ROW_NAMED(list(types), list(types.values()))
row = (
    1, 2**40, 1.5, 1e-7, True, "x", None, Decimal("12.340"), datetime.date(2024, 2, 29),
    datetime.time(1, 2, 3), datetime.datetime(2024, 2, 29, 1, 2, 3, 450000), b"ab", [1, 2], {"k": 1},
    ["p", None], Row(1, "y"),
)  # fmt: skip
env = environment()
rows = env.from_collection([row], row_type)
rows.map(lambda r: r, row_type).print()
env.execute()
env.from_collection([row], row_type).map(
    lambda r: (r.int, r["long"], r[2], r.none, r.dec, r.row, r.map, r.list, r.bytes, r.array)
).print("python")
env.execute()
