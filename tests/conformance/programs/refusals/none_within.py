"""A worker writes no None into a tuple or a list; into an array and a row it does."""
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


attempt("None in a tuple", stream(("a", None), pair()))
attempt("None in a list", stream([1, None], Types.LIST(Types.INT())))
attempt("None in an array", stream([1, None], Types.BASIC_ARRAY(Types.INT())))
attempt("None in a row", stream(Row("a", None), Types.ROW([Types.STRING(), Types.INT()])))
