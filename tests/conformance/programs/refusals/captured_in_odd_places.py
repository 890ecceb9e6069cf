"""More of what is pickled while a program is built: locks in odd places, streams, generators, connections."""

# dialect: pyflink
import queue, re, socket, sqlite3, subprocess, sys, threading, weakref, contextvars, collections, functools, itertools
from pyflink.common import Row, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    CoMapFunction,
    FlatMapFunction,
    KeyedProcessFunction,
    KeySelector,
    MapFunction,
    OutputTag,
    Partitioner,
    ProcessFunction,
    ReduceFunction,
    StreamExecutionEnvironment,
    RuntimeContext,
    SinkFunction,
)
from pyflink.datastream.state import (
    MapStateDescriptor,
    ListStateDescriptor,
    StateTtlConfig,
    ReducingStateDescriptor,
)
from pyflink.common.time import Time

env = StreamExecutionEnvironment.get_execution_environment()
env.set_parallelism(1)
stream = env.from_collection([1, 2], type_info=Types.INT())


def attempt(name, action):
    try:
        action()
        print(name, "works")
    except Exception as error:
        print(name, type(error).__name__)


LOCK = threading.RLock()
things = {
    "queue": queue.Queue(),
    "simple queue": queue.SimpleQueue(),
    "pattern": re.compile("a"),
    "socket": socket.socket(),
    "database": sqlite3.connect(":memory:"),
    "semaphore": threading.Semaphore(),
    "condition": threading.Condition(),
    "thread": threading.Thread(),
    "local": threading.local(),
    "counter": collections.Counter("ab"),
    "deque": collections.deque([1]),
    "iterator": iter([1]),
    "count": itertools.count(),
    "islice": itertools.islice(itertools.count(), 3),
    "map": map(str, [1]),
    "zip": zip([1]),
    "partial": functools.partial(int, base=2),
    "partial of a lock": functools.partial(int, LOCK),
    "list with a lock": [LOCK],
    "dict with a lock": {"a": LOCK},
    "tuple of a lambda": (lambda: LOCK,),
    "module": sys,
    "frame": sys._getframe(),
    "stdout": sys.stdout,
    "context": contextvars.ContextVar("x"),
    "memoryview": memoryview(b"a"),
    "bytearray": bytearray(b"a"),
    "type": type,
    "dict keys": {}.keys(),
    "slice": slice(1, 2),
    "ellipsis": ...,
    "property": property(lambda self: 1),
    "exception": ValueError("x"),
    "set": {1},
    "complex": 1j,
    "range": range(3),
    "coroutine function": None,
}


def lru():
    @functools.lru_cache
    def f(x):
        return x

    return f


things["cached function"] = lru()
things["weak reference"] = weakref.ref(LOCK.__class__)
for name, thing in things.items():
    attempt(name, lambda: stream.map(lambda value, thing=thing: thing))
for name, thing in things.items():

    def closing(thing):
        return lambda value: thing

    attempt(name + " in a closure", lambda: stream.map(closing(thing)))


class HoldsStream(MapFunction):
    def __init__(self):
        self.s = stream

    def map(self, value):
        return value


class HoldsEnv(FlatMapFunction):
    def __init__(self):
        self.e = env

    def flat_map(self, value):
        yield value


class HoldsConfig(ProcessFunction):
    def __init__(self):
        self.c = env.get_config()

    def process_element(self, value, ctx):
        yield value


class ClassLock(MapFunction):
    lock = threading.Lock()

    def map(self, value):
        return self.lock


class GetState(MapFunction):
    lock = 1

    def __init__(self):
        self.l = threading.Lock()

    def __getstate__(self):
        return {}

    def map(self, value):
        return value


class Reduces(MapFunction):
    def __init__(self):
        self.l = threading.Lock()

    def __reduce__(self):
        return (Reduces, ())

    def map(self, value):
        return value


class Key(KeySelector):
    def __init__(self):
        self.l = threading.Lock()

    def get_key(self, value):
        return value


class Part(Partitioner):
    def __init__(self):
        self.l = threading.Lock()

    def partition(self, key, n):
        return 0


class Assigner(TimestampAssigner):
    def __init__(self):
        self.l = threading.Lock()

    def extract_timestamp(self, value, t):
        return 1


class Co(CoMapFunction):
    def __init__(self):
        self.l = threading.Lock()

    def map1(self, value):
        return value

    def map2(self, value):
        return value


for cls in (HoldsStream, HoldsEnv, HoldsConfig, ClassLock, GetState, Reduces):
    attempt(
        cls.__name__,
        lambda: (
            stream.process(cls())
            if cls is HoldsConfig
            else stream.flat_map(cls())
            if cls is HoldsEnv
            else stream.map(cls())
        ),
    )
attempt("key selector", lambda: stream.key_by(Key()))
attempt("partitioner", lambda: stream.partition_custom(Part(), lambda v: v))
attempt(
    "assigner",
    lambda: stream.assign_timestamps_and_watermarks(
        WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Assigner())
    ),
)
attempt("co-map", lambda: stream.connect(stream).map(Co()))
attempt("key of connected", lambda: stream.connect(stream).key_by(lambda v: LOCK, lambda v: v))
used = Types.LONG()
stream.map(lambda v: v, used)
attempt(
    "map descriptor",
    lambda: stream.map(lambda v, d=MapStateDescriptor("m", Types.STRING(), used): d),
)
attempt("list descriptor", lambda: stream.map(lambda v, d=ListStateDescriptor("m", used): d))
attempt("list of the type", lambda: stream.map(lambda v, d=Types.LIST(used): d))
attempt(
    "descriptor with a ttl",
    lambda: stream.map(
        lambda v, d=ListStateDescriptor("x", Types.INT()).enable_time_to_live(StateTtlConfig.new_builder(Time.seconds(1)).build()): (
            d
        )
    ),
)
attempt(
    "reducing descriptor",
    lambda: stream.map(lambda v, d=ReducingStateDescriptor("x", lambda a, b: LOCK, Types.INT()): d),
)
attempt("row", lambda: stream.map(lambda v, r=Row(a=1): r))
attempt("sorted", lambda: stream.map(sorted))
attempt("print", lambda: stream.map(print))
attempt("class of the program", lambda: stream.map(HoldsStream))
attempt("str.upper", lambda: stream.map(str.upper))
attempt("method of a list", lambda: stream.map([].append))
attempt("generator expression", lambda: stream.map((x for x in [])))
attempt("generator function", lambda: stream.flat_map(lambda v: (yield v)))
attempt("nested function with a lock", lambda: stream.map(lambda v: (lambda: LOCK)()))
attempt("lock by getattr", lambda: stream.map(lambda v: globals()["LOCK"]))
attempt("a lock that is not used", lambda: stream.map(lambda v: v))
for name in ("socket", "database"):
    things[name].close()
