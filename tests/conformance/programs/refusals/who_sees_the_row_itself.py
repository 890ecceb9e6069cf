"""Which functions see the object itself of the one before them, and which see what came over an edge."""

# dialect: pyflink
from pyflink.common import Row, Time, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    KeyedProcessFunction,
    OutputTag,
    ProcessFunction,
    ProcessWindowFunction,
    ReduceFunction,
    StreamExecutionEnvironment,
)
from pyflink.datastream.window import CountTumblingWindowAssigner


def named():
    return Types.ROW_NAMED(["name", "ts"], [Types.STRING(), Types.LONG()])


def environment():
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(1)
    return env


def numbers(env=None):
    return (env or environment()).from_collection([1, 2], Types.INT())


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


class Assigner(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value.ts


def tag():
    return OutputTag("t", named())


TAG = tag()


def attempt(what, make):
    try:
        print(what, list(make().execute_and_collect()))
    except Exception:
        print(what, "fails")


def keyed(rows):
    return rows.key_by(lambda row: row.name).map(lambda row: row[1], output_type=Types.LONG())


def mapped(env=None):
    return numbers(env).map(lambda v: Row("n", v), output_type=named())


def assigned(rows):
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Assigner())
    return rows.assign_timestamps_and_watermarks(strategy).map(
        lambda row: row[1], output_type=Types.LONG()
    )


def unchained():
    env = environment()
    env.disable_operator_chaining()
    return env


attempt(
    "flat_map, key", lambda: keyed(numbers().flat_map(lambda v: [Row("n", v)], output_type=named()))
)
attempt("process, key", lambda: keyed(numbers().process(Rows(), output_type=named())))
attempt(
    "keyed process, key",
    lambda: keyed(numbers().key_by(lambda v: v).process(KeyedRows(), output_type=named())),
)
attempt("filter, key", lambda: keyed(mapped().filter(lambda row: True)))
attempt("union, key", lambda: (lambda e: keyed(mapped(e).union(mapped(e))))(environment()))
attempt("new chain, key", lambda: keyed(mapped().start_new_chain()))
attempt("no chaining, key", lambda: keyed(mapped().disable_chaining()))
attempt("env without chaining, key", lambda: keyed(mapped(unchained())))
attempt("shuffle, key", lambda: keyed(mapped().shuffle()))
attempt("forward, key", lambda: keyed(mapped().forward()))
attempt(
    "reduce, key",
    lambda: keyed(mapped().key_by(lambda r: r[0]).reduce(lambda a, b: Row("n", a[1] + b[1]))),
)
attempt(
    "count window, key",
    lambda: keyed(
        numbers()
        .key_by(lambda v: 1)
        .window(CountTumblingWindowAssigner.of(2))
        .process(WindowRows(), output_type=named())
    ),
)
attempt(
    "side output, key",
    lambda: keyed(numbers().process(Sided(), output_type=Types.INT()).get_side_output(TAG)),
)
attempt(
    "flat_map, timestamps",
    lambda: assigned(numbers().flat_map(lambda v: [Row("n", v)], output_type=named())),
)
attempt("process, timestamps", lambda: assigned(numbers().process(Rows(), output_type=named())))
attempt("rebalance, timestamps", lambda: assigned(mapped().rebalance()))
attempt(
    "keyed process, timestamps",
    lambda: assigned(numbers().key_by(lambda v: v).process(KeyedRows(), output_type=named())),
)
attempt(
    "timestamps, timestamps",
    lambda: assigned(
        assigned(mapped().rebalance()).map(lambda v: Row("n", v), output_type=named())
    ),
)
attempt("map, map", lambda: mapped().map(lambda row: row.name, output_type=Types.STRING()))
attempt("map, filter", lambda: mapped().filter(lambda row: row.name == "n"))
attempt(
    "map, flat_map", lambda: mapped().flat_map(lambda row: [row.name], output_type=Types.STRING())
)
attempt(
    "map, rebalance, map",
    lambda: mapped().rebalance().map(lambda row: row.name, output_type=Types.STRING()),
)
attempt(
    "map, partition",
    lambda: (
        mapped()
        .partition_custom(lambda k, n: 0, lambda row: row.name)
        .map(lambda r: r[1], output_type=Types.LONG())
    ),
)
attempt(
    "key, reduce",
    lambda: mapped().key_by(lambda r: r[0]).reduce(lambda a, b: Row("n", a.ts + b.ts)),
)
attempt(
    "key, map",
    lambda: mapped().key_by(lambda r: r[0]).map(lambda r: r.name, output_type=Types.STRING()),
)
attempt(
    "made by name",
    lambda: (
        numbers()
        .map(lambda v: Row(name="n", ts=v), output_type=named())
        .map(lambda r: r.name, output_type=Types.STRING())
    ),
)
attempt(
    "other names",
    lambda: (
        numbers()
        .map(lambda v: Row(a="n", b=v), output_type=named())
        .rebalance()
        .map(lambda r: r.name, output_type=Types.STRING())
    ),
)
attempt(
    "other order",
    lambda: (
        numbers()
        .map(lambda v: Row(ts=v, name="n"), output_type=named())
        .rebalance()
        .map(lambda r: (r.name, r[0]), output_type=Types.PICKLED_BYTE_ARRAY())
    ),
)
attempt(
    "collection by position",
    lambda: (
        environment()
        .from_collection([Row("n", 1)], named())
        .map(lambda r: r.name, output_type=Types.STRING())
    ),
)
attempt(
    "tuple for row",
    lambda: (
        environment()
        .from_collection([("n", 1)], named())
        .map(lambda r: r.name, output_type=Types.STRING())
    ),
)
