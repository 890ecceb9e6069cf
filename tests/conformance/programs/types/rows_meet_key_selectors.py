"""Which key selectors see the row that was made, without names, and which one that came over an edge."""
# dialect: pyflink

from pyflink.common import Row, Types
from pyflink.datastream import (
    KeyedProcessFunction,
    OutputTag,
    ProcessFunction,
    ProcessWindowFunction,
    StreamExecutionEnvironment,
)
from pyflink.datastream.window import CountTumblingWindowAssigner

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


TAG = OutputTag("t", NAMED)


class Rows(ProcessFunction):
    def process_element(self, value, ctx):
        yield Row("n", value)


class KeyedRows(KeyedProcessFunction):
    def process_element(self, value, ctx):
        yield Row("n", value)


class Sided(ProcessFunction):
    def process_element(self, value, ctx):
        yield value
        yield TAG, Row("n", value)


class WindowRows(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield Row("n", len(list(elements)))


def unchained():
    env = environment()
    env.disable_operator_chaining()
    return rows(env)


def united():
    env = environment()
    return rows(env).union(rows(env))


def counted():
    windows = numbers().key_by(lambda v: 1).window(CountTumblingWindowAssigner.of(2))
    return windows.process(WindowRows(), output_type=NAMED)


WAYS = {
    "flat_map": lambda: numbers().flat_map(lambda v: [Row("n", v)], output_type=NAMED),
    "process": lambda: numbers().process(Rows(), output_type=NAMED),
    "keyed process": lambda: numbers().key_by(lambda v: v).process(KeyedRows(), output_type=NAMED),
    "filter": lambda: rows().filter(lambda row: True),
    "union": united,
    "new chain": lambda: rows().start_new_chain(),
    "no chaining": lambda: rows().disable_chaining(),
    "environment without chaining": unchained,
    "shuffle": lambda: rows().shuffle(),
    "forward": lambda: rows().forward(),
    "reduce": lambda: rows().key_by(lambda r: r[0]).reduce(lambda a, b: Row("n", a[1] + b[1])),
    "count window": counted,
    "side output": lambda: numbers().process(Sided(), output_type=Types.INT()).get_side_output(TAG),
}


def by_name(stream):
    return stream.key_by(lambda row: row.name).map(lambda row: row[1], output_type=Types.LONG())


for way, stream in WAYS.items():
    attempt(way, lambda stream=stream: by_name(stream()))
