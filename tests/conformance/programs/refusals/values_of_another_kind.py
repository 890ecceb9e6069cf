"""A worker writes down values of the declared type alone."""
# dialect: pyflink

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment


def stream(value, output_type):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    return env.from_collection([1], Types.INT()).map(lambda _: value, output_type=output_type)


def pair():
    return Types.TUPLE([Types.STRING(), Types.INT()])


def attempt(name, given):
    try:
        print(name, "works", list(given.execute_and_collect()))
    except Exception:
        print(name, "fails")


attempt("list for TUPLE", stream(["a", 1], pair()).rebalance())
attempt("row for TUPLE", stream(Row("a", 1), pair()))
attempt("tuple for LIST", stream((1, 2), Types.LIST(Types.INT())).rebalance())
attempt("tuple for ROW", stream(("a", 1), Types.ROW([Types.STRING(), Types.INT()])))
