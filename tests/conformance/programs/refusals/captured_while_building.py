"""What a function names is pickled as soon as the operator is added."""
# dialect: pyflink

import logging
import threading

from pyflink.common import Configuration, Duration, Row, Time, Types, WatermarkStrategy
from pyflink.datastream import AggregateFunction, MapFunction, StreamExecutionEnvironment
from pyflink.datastream.output_tag import OutputTag
from pyflink.datastream.state import ValueStateDescriptor
from pyflink.datastream.window import TumblingEventTimeWindows

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection([1, 2], type_info=Types.INT())

used = Types.INT()
stream.map(lambda value: value, output_type=used)
used_as_key = Types.INT()
stream.key_by(lambda value: value, key_type=used_as_key)
used_in_row = Types.INT()
stream.map(lambda value: Row(value), output_type=[used_in_row])
used_in_collection = Types.INT()
env.from_collection([1], type_info=used_in_collection)
new = Types.INT()
pair = Types.TUPLE([Types.INT(), Types.INT()])
stream.map(lambda value: (value, value), output_type=pair)

descriptor = ValueStateDescriptor("s", used)
new_descriptor = ValueStateDescriptor("s", new)
tag = OutputTag("t", used)
tag_of_pairs = OutputTag("p", pair)
lock = threading.Lock()
event = threading.Event()
generator = (number for number in range(3))
reading = open(__file__)
binary = open(__file__, "rb")
duration = Duration.of_seconds(1)
time = Time.seconds(1)
configuration = Configuration()
strategy = WatermarkStrategy.no_watermarks()
windows = TumblingEventTimeWindows.of(Time.seconds(1))
keyed = stream.key_by(lambda value: value)
logger = logging.getLogger("x")


def attempt(name, action):
    try:
        action()
        print(name, "works")
    except Exception as error:
        print(name, type(error).__name__)


def helper(value):
    return lock


def recursive(value):
    return recursive(value - 1) if value else 0


def with_default(value, held=lock):
    return value


def closing():
    held = threading.Lock()
    return lambda value: held


class Locked(MapFunction):
    def __init__(self):
        self.lock = threading.Lock()

    def map(self, value):
        return value


class Reading(MapFunction):
    def __init__(self):
        self.file = open(__file__)

    def map(self, value):
        return value


class Plain:
    factor = 2

    def times(self, value):
        return self.factor * value


class Last(AggregateFunction):
    def create_accumulator(self):
        return 0

    def add(self, value, accumulator):
        return value

    def get_result(self, accumulator):
        return accumulator

    def merge(self, one, other):
        return one


plain = Plain()
attempt("type of an operator", lambda: stream.map(lambda value: used))
attempt("type of a key", lambda: stream.map(lambda value: used_as_key))
attempt("type in a row", lambda: stream.map(lambda value: used_in_row))
attempt("type of a collection", lambda: stream.map(lambda value: used_in_collection))
attempt("new type", lambda: stream.map(lambda value: new))
attempt("descriptor", lambda: stream.map(lambda value: descriptor))
attempt("new descriptor", lambda: stream.map(lambda value: new_descriptor))
attempt("tag", lambda: stream.map(lambda value: tag))
attempt("tag of pairs", lambda: stream.map(lambda value: tag_of_pairs))
attempt("lock", lambda: stream.map(lambda value: lock))
attempt("event", lambda: stream.map(lambda value: event))
attempt("generator", lambda: stream.map(lambda value: generator))
attempt("file", lambda: stream.map(lambda value: reading))
attempt("binary file", lambda: stream.map(lambda value: binary))
attempt("environment", lambda: stream.map(lambda value: env))
attempt("stream", lambda: stream.map(lambda value: stream))
attempt("keyed stream", lambda: stream.map(lambda value: keyed))
attempt("duration", lambda: stream.map(lambda value: duration))
attempt("time", lambda: stream.map(lambda value: time))
attempt("configuration", lambda: stream.map(lambda value: configuration))
attempt("strategy", lambda: stream.map(lambda value: strategy))
attempt("assigner", lambda: stream.map(lambda value: windows))
attempt("logger", lambda: stream.map(lambda value: logger))
attempt("module", lambda: stream.map(lambda value: threading.Lock))
attempt("object", lambda: stream.map(lambda value: plain.times(value)))
attempt("helper", lambda: stream.map(lambda value: helper(value)))
attempt("recursion", lambda: stream.map(recursive))
attempt("default", lambda: stream.map(with_default))
attempt("closure", lambda: stream.map(closing()))
attempt("function with a lock", lambda: stream.map(Locked()))
reader = Reading()
attempt("function with a file", lambda: stream.map(reader))
attempt("key_by", lambda: stream.key_by(lambda value: lock))
attempt("filter", lambda: stream.filter(lambda value: lock))
attempt("partition_custom", lambda: stream.partition_custom(lambda key, n: lock, lambda v: v))
attempt("reduce", lambda: keyed.reduce(lambda one, other: lock))
attempt("accumulator", lambda: keyed.window(windows).aggregate(Last(), accumulator_type=used))
attempt(
    "new accumulator", lambda: keyed.window(windows).aggregate(Last(), accumulator_type=Types.INT())
)
attempt("type of a tag that was pickled", lambda: stream.map(lambda value: used))
attempt("collection", lambda: env.from_collection([lock]))
attempt("generator for a function", lambda: stream.map(generator))
for file in (reading, binary, reader.file):
    file.close()
