"""Which timestamp assigners see the row that was made, without names, and which one from an edge."""
# dialect: pyflink

from pyflink.common import Row, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import KeyedProcessFunction, ProcessFunction, StreamExecutionEnvironment

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


class Rows(ProcessFunction):
    def process_element(self, value, ctx):
        yield Row("n", value)


class KeyedRows(KeyedProcessFunction):
    def process_element(self, value, ctx):
        yield Row("n", value)


class Assigner(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value.ts


def assigned(stream):
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Assigner())
    times = stream.assign_timestamps_and_watermarks(strategy)
    return times.map(lambda row: row[1], output_type=Types.LONG())


WAYS = {
    "map": rows,
    "flat_map": lambda: numbers().flat_map(lambda v: [Row("n", v)], output_type=NAMED),
    "process": lambda: numbers().process(Rows(), output_type=NAMED),
    "keyed process": lambda: numbers().key_by(lambda v: v).process(KeyedRows(), output_type=NAMED),
    "rebalance": lambda: rows().rebalance(),
    "twice": lambda: assigned(rows().rebalance()).map(lambda v: Row("n", v), output_type=NAMED),
}
for way, stream in WAYS.items():
    attempt(way, lambda stream=stream: assigned(stream()))
