"""PyFlink's client fails at a None of a type that it takes apart, inside a row; at others it does not."""

# dialect: pyflink

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
PARTS = {
    "string": Types.STRING(),
    "float": Types.FLOAT(),
    "row": Types.ROW([Types.INT()]),
    "list": Types.LIST(Types.INT()),
}
for name, part in PARTS.items():
    rows = env.from_collection([Row(1, None)], Types.ROW([Types.INT(), part]))
    try:
        print(name, rows.execute_and_collect(limit=2))
    except (TypeError, ValueError, AttributeError):
        print(name, "cannot be read")
