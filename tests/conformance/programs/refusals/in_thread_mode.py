"""Thread mode: what is not the same as in a process of its own."""

# dialect: pyflink
from pyflink.common import Configuration, Row, Time, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import (
    KeyedProcessFunction,
    ProcessWindowFunction,
    StreamExecutionEnvironment,
    MapFunction,
)
from pyflink.datastream.state import MapStateDescriptor, ValueStateDescriptor
from pyflink.datastream.window import (
    TumblingEventTimeWindows,
    EventTimeSessionWindows,
    CountTumblingWindowAssigner,
)


def environment():
    env = StreamExecutionEnvironment.get_execution_environment(
        Configuration().set_string("python.execution-mode", "thread")
    )
    env.set_parallelism(1)
    return env


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def keyed(values):
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(EventTime())
    stream = environment().from_collection(values, Types.TUPLE([Types.STRING(), Types.LONG()]))
    return stream.assign_timestamps_and_watermarks(strategy).key_by(
        lambda v: v[0], key_type=Types.STRING()
    )


def attempt(what, make):
    try:
        print(what, list(make().execute_and_collect()))
    except Exception as error:
        print(what, "fails")


class Counts(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"{key} {context.window()} {len(list(elements))}"


class Count(ProcessWindowFunction):
    def process(self, key, context, elements):
        yield f"{key} {sorted(v[1] for v in elements)}"


class States(KeyedProcessFunction):
    def open(self, c):
        self.v = c.get_state(ValueStateDescriptor("v", Types.LONG()))
        self.m = c.get_map_state(MapStateDescriptor("m", Types.STRING(), Types.LONG()))

    def process_element(self, value, ctx):
        self.v.update((self.v.value() or 0) + value[1])
        self.m.put(str(value[1]), value[1])
        self.m.clear()
        self.m.put("a", 1)
        told = ""
        try:
            self.m.remove("absent")
        except KeyError:
            told = "KeyError"
        yield f"{value} {self.v.value()} {dict(self.m.items())} {told} {ctx.timestamp()} {ctx.timer_service().current_watermark()}"


class Rounds(KeyedProcessFunction):
    def process_element(self, value, ctx):
        for t in (10, 30, 20):
            ctx.timer_service().register_event_time_timer(t)
        yield f"in {value}"

    def on_timer(self, timestamp, ctx):
        if timestamp < 100:
            ctx.timer_service().register_event_time_timer(
                timestamp + 5 if timestamp % 10 == 0 else 1000
            )
        yield f"{ctx.get_current_key()} {timestamp} {ctx.timer_service().current_watermark()} {ctx.time_domain()}"


VALUES = [("a", 1), ("b", 2), ("a", 12), ("b", 25), ("a", 31), ("a", 47)]
attempt(
    "windows",
    lambda: (
        keyed(VALUES)
        .window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
        .process(Counts(), Types.STRING())
    ),
)
attempt(
    "sessions",
    lambda: (
        keyed(VALUES)
        .window(EventTimeSessionWindows.with_gap(Time.milliseconds(12)))
        .process(Counts(), Types.STRING())
    ),
)
attempt(
    "count windows",
    lambda: (
        keyed(VALUES).window(CountTumblingWindowAssigner.of(2)).process(Count(), Types.STRING())
    ),
)
attempt("states", lambda: keyed(VALUES).process(States(), Types.STRING()))
attempt("timers", lambda: keyed(VALUES).process(Rounds(), Types.STRING()))
attempt("reduce", lambda: keyed(VALUES).reduce(lambda a, b: (a[0], a[1] + b[1])))
attempt("sum", lambda: keyed(VALUES).sum(1))
attempt(
    "row by position, key",
    lambda: (
        environment()
        .from_collection([1, 2], Types.INT())
        .map(lambda v: Row("n", v), Types.ROW_NAMED(["name", "s"], [Types.STRING(), Types.INT()]))
        .key_by(lambda r: r.name)
        .map(lambda r: r[1], Types.INT())
    ),
)
attempt(
    "list for TUPLE",
    lambda: (
        environment()
        .from_collection([1], Types.INT())
        .map(lambda v: ["a", v], Types.TUPLE([Types.STRING(), Types.INT()]))
        .rebalance()
        .map(repr, Types.STRING())
    ),
)
attempt(
    "text for INT",
    lambda: environment().from_collection([1], Types.INT()).map(lambda v: "a", Types.INT()),
)
attempt(
    "None for INT",
    lambda: (
        environment()
        .from_collection([1], Types.INT())
        .map(lambda v: None, Types.INT())
        .rebalance()
        .map(repr, Types.STRING())
    ),
)
attempt(
    "1.5 for INT",
    lambda: (
        environment()
        .from_collection([1], Types.INT())
        .map(lambda v: 1.5, Types.INT())
        .rebalance()
        .map(repr, Types.STRING())
    ),
)
attempt(
    "tuple for LIST",
    lambda: (
        environment()
        .from_collection([1], Types.INT())
        .map(lambda v: (1, 2), Types.LIST(Types.INT()))
        .rebalance()
        .map(repr, Types.STRING())
    ),
)
attempt(
    "zeros",
    lambda: (
        environment()
        .from_collection([0.0, -0.0], Types.DOUBLE())
        .map(lambda v: (v, 1), Types.TUPLE([Types.DOUBLE(), Types.INT()]))
        .key_by(lambda p: p[0], Types.DOUBLE())
        .reduce(lambda a, b: (a[0], a[1] + b[1]))
    ),
)
