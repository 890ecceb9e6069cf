"""A key selector sees the row that the function before it made: it has no names yet."""
# dialect: pyflink
# raises: AttributeError

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

NAMED = Types.ROW_NAMED(["name", "size"], [Types.STRING(), Types.INT()])

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
rows = env.from_collection([1, 2], Types.INT()).map(lambda v: Row("n", v), output_type=NAMED)
rows.key_by(lambda row: row.name).map(lambda row: row[1], output_type=Types.INT()).print()
env.execute()
