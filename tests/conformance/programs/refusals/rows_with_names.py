"""Rows have names behind the network, if made by name, and if asked by position."""

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment


def named():
    return Types.ROW_NAMED(["name", "size"], [Types.STRING(), Types.INT()])


def rows(make=lambda v: Row("n", v)):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    return env.from_collection([1, 2], Types.INT()).map(make, output_type=named())


def show(what, keyed):
    print(
        what, list(keyed.map(lambda row: row.size, output_type=Types.INT()).execute_and_collect())
    )


show("by position", rows().key_by(lambda row: row[0]))
show("behind the network", rows().rebalance().key_by(lambda row: row.name))
show("made by name", rows(lambda v: Row(name="n", size=v)).key_by(lambda row: row.name))
