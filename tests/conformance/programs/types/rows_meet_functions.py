"""Which functions see the row that was made, without names, and which one that came over an edge."""
# dialect: pyflink

from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment

NAMED = Types.ROW_NAMED(["name", "ts"], [Types.STRING(), Types.LONG()])


def environment():
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    return env


def numbers(env=None):
    return (env or environment()).from_collection([1, 2], Types.INT())


def rows(env=None):
    return numbers(env).map(lambda v: Row("n", v), output_type=NAMED)


def attempt(what, make):
    try:
        print(what, list(make().execute_and_collect()))
    except Exception:
        print(what, "fails")


def named(stream):
    return stream.map(lambda row: row.name, output_type=Types.STRING())


def given(values):
    return environment().from_collection(values, NAMED)


def made(row):
    return numbers().map(row, output_type=NAMED)


attempt("map", lambda: named(rows()))
attempt("filter", lambda: rows().filter(lambda row: row.name == "n"))
attempt("flat_map", lambda: rows().flat_map(lambda r: [r.name], output_type=Types.STRING()))
attempt("map behind an edge", lambda: named(rows().rebalance()))
attempt(
    "custom partitioning",
    lambda: named(rows().partition_custom(lambda key, count: 0, lambda row: row.name)),
)
attempt("reduce", lambda: rows().key_by(lambda r: r[0]).reduce(lambda a, b: Row("n", a.ts + b.ts)))
attempt("map of keyed rows", lambda: named(rows().key_by(lambda r: r[0])))
attempt("made by name", lambda: named(made(lambda v: Row(name="n", ts=v))))
attempt("other names", lambda: named(made(lambda v: Row(a="n", b=v)).rebalance()))
attempt(
    "other order",
    lambda: (
        made(lambda v: Row(ts=v, name="n"))
        .rebalance()
        .map(lambda r: (r.name, r[0]), output_type=Types.PICKLED_BYTE_ARRAY())
    ),
)
attempt("collection", lambda: named(given([Row("n", 1)])))
attempt("collection of tuples", lambda: named(given([("n", 1)])))
