"""What the client reads of what it collects: nothing behind a None, and no timestamps."""

# dialect: pyflink
import datetime, decimal, fractions
from pyflink.common import Row, Types
from pyflink.datastream import StreamExecutionEnvironment


def stream(values, output_type):
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    values = list(values)
    mapped = env.from_collection(list(range(len(values))), Types.INT())
    return (
        mapped.map(lambda n: values[n], output_type=output_type)
        if output_type
        else mapped.map(lambda n: values[n])
    )


def attempt(name, make):
    try:
        print(name, "works", make())
    except Exception:
        print(name, "fails")


def collected(given):
    return list(given.execute_and_collect())


attempt("text, None, collected", lambda: collected(stream(["a", None, "b"], Types.STRING())))
attempt(
    "text, None, limit",
    lambda: stream(["a", None, "b"], Types.STRING()).execute_and_collect(limit=3),
)
attempt(
    "text, None, network",
    lambda: collected(
        stream(["a", None, "b"], Types.STRING()).rebalance().map(repr, Types.STRING())
    ),
)
attempt("untyped None, collected", lambda: collected(stream([1, None, 2], None)))
attempt(
    "untyped None, network",
    lambda: collected(stream([1, None, 2], None).rebalance().map(repr, Types.STRING())),
)
attempt(
    "untyped None, key_by",
    lambda: collected(stream([1, None, 2], None).key_by(lambda v: 1).map(repr, Types.STRING())),
)
attempt(
    "untyped None, chained", lambda: collected(stream([1, None, 2], None).map(repr, Types.STRING()))
)
attempt(
    "date, None, collected",
    lambda: collected(stream([datetime.date(2020, 1, 2), None], Types.SQL_DATE())),
)
attempt(
    "int None, chained", lambda: collected(stream([None], Types.INT()).map(repr, Types.STRING()))
)
attempt(
    "int None, filtered",
    lambda: collected(stream([None, 1], Types.INT()).filter(lambda v: v is not None)),
)
moment = datetime.datetime(2020, 1, 2, 3, 4, 5, 678901)
for value, name in (
    (moment, "SQL_DATE"),
    (moment, "SQL_TIME"),
    (moment, "SQL_TIMESTAMP"),
    (moment.date(), "SQL_DATE"),
    (moment.time(), "SQL_TIME"),
):
    attempt(f"{name} {value!r}", lambda: collected(stream([value], getattr(Types, name)())))
for value in (b"ab", bytearray(b"ab"), [1, 2], "ab"):
    attempt(
        f"BYTES {type(value).__name__}",
        lambda: collected(stream([value], Types.PRIMITIVE_ARRAY(Types.BYTE()))),
    )
    attempt(
        f"BYTES {type(value).__name__}, network",
        lambda: collected(
            stream([value], Types.PRIMITIVE_ARRAY(Types.BYTE()))
            .rebalance()
            .map(repr, Types.STRING())
        ),
    )
s = stream([1, None, 2], None)
s.print()
s.get_execution_environment().execute()
