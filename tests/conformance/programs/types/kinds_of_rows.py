"""Rows of every kind, printed."""

from pyflink.common import Configuration, Row, RowKind, Types
from pyflink.datastream import StreamExecutionEnvironment


def environment(parallelism=1, bundle_size=1):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50)
    return env


kinds = [RowKind.INSERT, RowKind.UPDATE_BEFORE, RowKind.UPDATE_AFTER, RowKind.DELETE]
types = Types.ROW_NAMED(["a", "b"], [Types.INT(), Types.STRING()])


def with_kind(value):
    row = Row(a=value[0], b=value[1])
    row.set_row_kind(kinds[value[0] % 4])
    return row


env = environment()
env.from_collection([(n, chr(97 + n)) for n in range(5)], types).map(with_kind, types).print()
env.execute()
