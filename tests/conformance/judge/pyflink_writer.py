"""Writes random PyFlink programs, as text, for :mod:`random_pyflink`.

The values of a stream are (key, time, number, extra), as tuples, rows or objects of no type; they come
one by one, slowly enough for a watermark behind each. What depends on a race is left out: with two
subtasks only one operator has keys, and what is not paced has no watermark but the last.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

PRELUDE = """\
import time

from pyflink.common import Configuration, Duration, Row, Time, Types, WatermarkStrategy
from pyflink.common.watermark_strategy import TimestampAssigner
from pyflink.datastream import *
from pyflink.datastream.functions import *
from pyflink.datastream.state import *
from pyflink.datastream.window import *


class EventTime(TimestampAssigner):
    def extract_timestamp(self, value, record_timestamp):
        return value[1]


def paced(value):
    time.sleep(0.2)  # long enough for the 50 ms watermark timer to come once after each value
    return value


def add(left, right):
    return left + right


def told(value):
    return value if isinstance(value, (str, int, float, tuple, bool)) else str(value)


def environment(bundle_size, batch, pace, parallelism):
    configuration = Configuration()
    configuration.set_integer("python.fn-execution.bundle.size", bundle_size)
    configuration.set_integer("python.fn-execution.bundle.time", 100_000)
    env = StreamExecutionEnvironment.get_execution_environment(configuration)
    env.set_parallelism(parallelism)
    env.get_config().set_auto_watermark_interval(50 if pace else 3_600_000)
    if batch:
        env.set_runtime_mode(RuntimeExecutionMode.BATCH)
    return env


def timed(env, values, type_info, bound_ms, pace):
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(
        Duration.of_millis(bound_ms)
    ).with_timestamp_assigner(EventTime())
    stream = env.from_collection(values, type_info)
    if pace:
        stream = stream.map(paced, output_type=type_info).start_new_chain()
    return stream.assign_timestamps_and_watermarks(strategy)

"""

EXTRAS: dict[str, Callable[[random.Random], str]] = {
    "Types.DOUBLE()": lambda c: repr(c.choice((0.5, -2.25, 1e20, 3.0))),
    "Types.BOOLEAN()": lambda c: repr(c.random() < 0.5),
    "Types.STRING()": lambda c: repr(c.choice(("", "x y", "\u00e9", "None", "a,b"))),
    "Types.LIST(Types.INT())": lambda c: repr([c.randrange(9) for _ in range(c.randrange(3))]),
    "Types.MAP(Types.STRING(), Types.INT())": lambda c: repr(
        {k: c.randrange(9) for k in c.sample("pq", c.randrange(1, 3))}
    ),
    "Types.BYTE()": lambda c: repr(c.randrange(-128, 128)),
    "Types.TUPLE([Types.STRING(), Types.INT()])": lambda c: repr((c.choice("uv"), c.randrange(5))),
    "Types.BASIC_ARRAY(Types.LONG())": lambda c: repr([c.randrange(9) for _ in range(2)]),
    "Types.BIG_DEC()": lambda c: f'__import__("decimal").Decimal("{c.randrange(-50, 50) / 4}")',
    "Types.SHORT()": lambda c: repr(c.randrange(-300, 300)),
    "Types.FLOAT()": lambda c: repr(c.choice((0.5, -1.25, 1024.0))),
    "Types.SQL_TIME()": lambda c: f'__import__("datetime").time({c.randrange(24)}, 5, 9)',
    "Types.SQL_TIMESTAMP()": lambda c: (
        f'__import__("datetime").datetime(2024, 1, {c.randrange(1, 28)}, 7, 8, {c.choice((0, 9))})'
    ),
    "Types.PRIMITIVE_ARRAY(Types.BYTE())": lambda c: repr(bytes(c.sample(range(60, 90), 3))),
    "Types.OBJECT_ARRAY(Types.STRING())": lambda c: repr([c.choice("uv"), "w"]),
    "Types.ROW_NAMED(['p', 'q'], [Types.INT(), Types.STRING()])": lambda c: (
        f"Row(p={c.randrange(5)}, q={c.choice(('x', 'y z'))!r})"
    ),
    "Types.SQL_DATE()": lambda c: f'__import__("datetime").date(2024, 1, {c.randrange(1, 28)})',
}


@dataclass(frozen=True)
class Stream:
    """The variable that holds it, and the type of its values, ``None`` if they have none."""

    name: str
    type: str | None
    keyed: bool = False


class Writer:
    """Writes the text of one program."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.lines: list[str] = []
        self.classes: list[str] = []
        self.names = 0
        self.sinks = 0
        self.kind = "event time"
        self.has_calls = False
        """Whether a function prints its calls: a function that two others read may be called twice."""

    def _choose_values(self) -> None:
        """Choose the form and the type of the values."""
        c = self.chance
        self.form = c.choice(("tuple", "tuple", "row", "named", "named"))
        self.extra = c.choice(list(EXTRAS))
        number = c.choice(("Types.INT()", "Types.LONG()"))
        fields = f"Types.STRING(), Types.LONG(), {number}, {self.extra}"
        made = {
            "tuple": f"Types.TUPLE([{fields}])",
            "row": f"Types.ROW([{fields}])",
            "named": f'Types.ROW_NAMED(["k", "t", "n", "x"], [{fields}])',
        }
        self.type = made[self.form]

    def write(self) -> str:
        c = self.chance
        self.batch = c.random() < 0.08
        self.parallel = not self.batch and c.random() < 0.15
        self.has_nulls = c.random() < 0.15
        self.has_keys = False
        self.races = False
        self._choose_values()
        untyped = c.random() < 0.2
        bundle = c.choice((1, 1, 3, 1000))
        stream = self._source("None" if untyped else self.type, c.choice((0, 0, 300, 1500)))
        # Two subtasks of a Python function that end their bundles at once: either may be read first.
        self.races = bool(self.parallel and self.pace and bundle > 1)
        if not self.batch and not self.parallel and c.random() < 0.25:
            # Each branch has a record writer with a flusher thread: either may be read first.
            self.races = bundle > 1
            if c.random() < 0.3:
                stream = self._called(stream)
            stream = self._two(stream)
        for _ in range(c.choice((1, 2, 2, 3))):
            stream = self._step(stream)
        bounds = f"{bundle}, {self.batch}, {self.pace}, {1 + self.parallel}"
        ending = self._end(stream)
        mixed = self.sinks > 1 or self.parallel or self.races or self.has_calls
        return self._render(PRELUDE, mixed, f"env = environment({bounds})", ending)

    def _print_side(self, stream: str, name: str) -> None:
        self._say(f'{stream}.print("{name}")')
        self.sinks += 1

    def _end(self, stream: Stream) -> str:
        """Print the last stream; returns the line that runs the job."""
        c = self.chance
        self.sinks += 1
        custom = any("partition_custom" in line for line in self.lines)  # fails with a collect
        if c.random() < 0.1 and not custom:  # other sinks are dropped
            if c.random() < 0.3:
                limit = f"limit={c.choice((1, 3, 100))}"
                return f"for each in {stream.name}.execute_and_collect({limit}):\n    print(each)"
            return (
                f"with {stream.name}.execute_and_collect() as results:\n"
                "    for each in results:\n        print(each)"
            )
        if c.random() < 0.1:
            self._say(
                f'{stream.name}.map(lambda v: f"{{told(v[0])}} {{v[2]}}", Types.STRING()).print()'
            )
        else:
            self._say(f"{stream.name}.print()")
        return "env.execute()"

    def _render(self, prelude: str, mixed: bool, env: str, ending: str) -> str:
        header = "# dialect: pyflink\n" + ("# compare: in any order\n" if mixed else "")
        make = {
            "tuple": "def make(k, t, n, x):\n    return (k, t, n, x)\n",
            "row": "def make(k, t, n, x):\n    return Row(k, t, n, x)\n",
            "named": "def make(k, t, n, x):\n    return Row(k=k, t=t, n=n, x=x)\n",
        }[self.form]
        text = [f'"""Random."""\n\n{header}', prelude, "", make, "", *self.classes, env]
        return "\n".join([*text, *self.lines, ending, ""])

    def _say(self, line: str) -> None:
        self.lines.append(line)

    def _new(self) -> str:
        self.names += 1
        return f"s{self.names}"

    def _made(self, call: str, type_: str | None, keyed: bool = False) -> Stream:
        name = self._new()
        self._say(f"{name} = {call}")
        return Stream(name, type_, keyed)

    def _class(self, base: str, body: str) -> str:
        name = f"F{len(self.classes)}"
        lines = "\n".join(f"    {line}" if line else "" for line in body.strip("\n").split("\n"))
        self.classes.append(f"class {name}({base}):\n{lines}\n\n")
        return name

    def _out(self) -> tuple[str, str | None]:
        """How a call is told the type of what it gives, and that type."""
        kind = self.chance.random()
        if kind < 0.75:
            return f", output_type={self.type}", self.type
        return "", None

    def _extra(self) -> str:
        if self.has_nulls and self.chance.random() < 0.3:
            return "None"
        return EXTRAS[self.extra](self.chance)

    # --- sources ---------------------------------------------------------------------------------

    def _source(self, type_: str, bound: int) -> Stream:
        c = self.chance
        count = c.choice((4, 8, 12))
        at, values = 0, []
        for _ in range(count):
            at += c.choice((0, 1, 250, 400, 999, 2500))
            moment = max(0, at - c.choice((0, 0, 0, 300, 1500, 4000)))
            values.append(
                f"make({c.choice('abc')!r}, {moment}, {c.randrange(-3, 9)}, {self._extra()})"
            )
        listed = ",\n    ".join(values)
        self.pace = not self.batch and c.random() < 0.9
        return self._made(f"timed(env, [\n    {listed},\n], {type_}, {bound}, {self.pace})",
                          None if type_ == "None" else self.type)  # fmt: skip

    def _called(self, stream: Stream) -> Stream:
        self.has_calls = True
        out, type_ = self._out()
        made = self._class("MapFunction", """
def map(self, v):
    print("called with", v[2])
    return v
""")  # fmt: skip
        return self._made(f"{stream.name}.map({made}(){out})", type_)

    def _two_ways(self) -> tuple[str, ...]:
        """What joins two branches; the first three have no keys."""
        return ("union", "co_map", "co_flat_map", "keyed", "keyed", "broadcast",
                "keyed broadcast", "keyed broadcast")  # fmt: skip

    def _two(self, stream: Stream) -> Stream:
        c = self.chance
        if c.random() < 0.2:
            stream = self._made(f"{stream.name}.forward()", stream.type)
        left = self._made(f"{stream.name}.filter(lambda v: v[2] % 2 == 0)", stream.type)
        right = self._made(f"{stream.name}.filter(lambda v: v[2] % 2 != 0)", stream.type)
        out, type_ = self._out()
        kinds = self._two_ways()
        match c.choice(kinds[:3] if self.races else kinds):
            case "union":
                return self._made(f"{left.name}.union({right.name})", stream.type)
            case "co_map":
                made = self._class("CoMapFunction", """
def map1(self, v):
    return make(v[0], v[1], v[2] + 100, v[3])

def map2(self, v):
    return make(v[0] + "2", v[1], v[2], v[3])
""")  # fmt: skip
                return self._made(f"{left.name}.connect({right.name}).map({made}(){out})", type_)
            case "co_flat_map":
                made = self._class("CoFlatMapFunction", """
def flat_map1(self, v):
    for i in range(max(0, v[2] % 3)):
        yield make(v[0], v[1], i, v[3])

def flat_map2(self, v):
    return [v]
""")  # fmt: skip
                return self._made(
                    f"{left.name}.connect({right.name}).flat_map({made}(){out})", type_
                )
            case "broadcast":
                rules = 'MapStateDescriptor("rules", Types.STRING(), Types.LONG())'
                made = self._class("BroadcastProcessFunction", f"""
def process_element(self, v, ctx):
    state = ctx.get_broadcast_state({rules})
    yield make(v[0], v[1], v[2] + (state.get(v[0]) or 0), v[3])

def process_broadcast_element(self, v, ctx):
    state = ctx.get_broadcast_state({rules})
    state.put(v[0], (state.get(v[0]) or 0) + 10)
    yield make("rule " + v[0], v[1], len(list(state.items())), v[3])
""")  # fmt: skip
                return self._made(
                    f"{left.name}.connect({right.name}.broadcast({rules})).process({made}(){out})",
                    type_,
                )
            case "keyed broadcast":
                return self._keyed_broadcast(left, right)
            case _:
                ahead = c.choice((0, 300, 2000))
                made = self._class("KeyedCoProcessFunction", f"""
def open(self, runtime_context):
    self.seen = runtime_context.get_list_state(ListStateDescriptor("seen", Types.LONG()))

def process_element1(self, v, ctx):
    self.seen.add(v[2])
    self.last = v[3]
    ctx.timer_service().register_event_time_timer(v[1] + {ahead})
    yield make("L" + str(ctx.get_current_key()), v[1], v[2], v[3])

def process_element2(self, v, ctx):
    self.seen.add(v[2] * 10)
    ctx.timer_service().register_event_time_timer(v[1] + {ahead} * 2)
    self.last = v[3]
    yield make("R", ctx.timestamp(), v[2], v[3])

def on_timer(self, timestamp, ctx):
    yield make("T" + str(ctx.get_current_key()), timestamp, sum(self.seen.get()), self.last)
""")  # fmt: skip
                key = self._key_text()
                return self._made(
                    f"{left.name}.key_by({key}).connect({right.name}.key_by({key})).process({made}(){out})",
                    type_,
                )

    def _keyed_broadcast(self, left: Stream, right: Stream) -> Stream:
        """Values of a key under the broadcast rules of their moment, and of that of a timer."""
        c = self.chance
        out, type_ = self._out()
        rules = 'MapStateDescriptor("rules", Types.STRING(), Types.LONG())'
        made = self._class("KeyedBroadcastProcessFunction", f"""
def open(self, runtime_context):
    self.count = runtime_context.get_state(ValueStateDescriptor("count", Types.LONG()))

def process_element(self, v, ctx):
    self.count.update((self.count.value() or 0) + v[2])
    ctx.timer_service().register_event_time_timer(v[1] + {c.choice((0, 300, 2000))})
    rule = ctx.get_broadcast_state({rules}).get(v[0]) or 0
    yield make("E" + str(ctx.get_current_key()), v[1], rule, v[3])

def process_broadcast_element(self, v, ctx):
    state = ctx.get_broadcast_state({rules})
    {c.choice(("state.put(v[0], v[2])", "state.put(v[0], (state.get(v[0]) or 0) + v[2])",
               "state.remove(v[0]) if state.contains(v[0]) else state.put(v[0], v[2])"))}
    yield make("rule " + v[0], v[1], sum(state.values()), v[3])

def on_timer(self, timestamp, ctx):
    total = sum(value for _, value in ctx.get_broadcast_state({rules}).items())
    yield make("T" + str(ctx.get_current_key()), timestamp, self.count.value() * 100 + total, {self._extra()})
""")  # fmt: skip
        self.has_keys = True
        keyed = f"{left.name}.key_by({self._key_text()})"
        return self._made(
            f"{keyed}.connect({right.name}.broadcast({rules})).process({made}(){out})", type_
        )

    # --- operators -------------------------------------------------------------------------------

    def _key_text(self) -> str:
        c = self.chance
        way = c.choice(("name", "name", "number", "pair", "class"))
        if way == "class":
            made = self._class("KeySelector", """
def get_key(self, v):
    return v[0] + "-" + str(v[2] % 2)
""")  # fmt: skip
            return f"{made}(){c.choice(('', ', Types.STRING()'))}"
        if way == "name":
            return "lambda v: v[0]" + c.choice(
                ("", ", Types.STRING()", ", key_type=Types.STRING()")
            )
        if way == "number":
            return "lambda v: v[2] % 3" + c.choice(("", ", Types.INT()", ", Types.LONG()"))
        typed = ", Types.TUPLE([Types.STRING(), Types.LONG()])"
        return "lambda v: (v[0], v[2] % 2)" + self.chance.choice(("", typed))

    def _keyed(self, stream: Stream) -> Stream:
        self.has_keys = True
        return self._made(f"{stream.name}.key_by({self._key_text()})", stream.type, keyed=True)

    def _step(self, stream: Stream) -> Stream:
        c = self.chance
        kinds = (
            ["plain"] * 2 + ["rolling"] * 2 + ["process"] * 2 + ["window"] * 4 + ["count", "all"]
        )
        if self.batch:  # of timers and windows see docs/reference/fidelity.md
            kinds = ["plain", "rolling"]
        if self.races or (self.parallel and self.has_keys):  # values of a key come in any order
            kinds = ["plain"]
        return self._make_step(c.choice(kinds), stream)

    def _make_step(self, kind: str, stream: Stream) -> Stream:
        match kind:
            case "plain":
                return self._plain(stream)
            case "rolling":
                return self._rolling(self._keyed(stream))
            case "process":
                return self._process(self._keyed(stream))
            case "count":
                return self._count(self._keyed(stream))
            case "all":
                windows = self._window_text(over_all=True)
                return self._windowed(stream, f"window_all({windows})", over_all=True)
            case _:
                windows = self._window_text(over_all=False)
                return self._windowed(self._keyed(stream), f"window({windows})", over_all=False)

    def _plain_ways(self) -> tuple[str, ...]:
        return ("map", "map", "rename", "filter", "flat_map", "process", "rebalance", "class",
                "custom", "async")  # fmt: skip

    def _plain(self, stream: Stream) -> Stream:
        c = self.chance
        out, type_ = self._out()
        match c.choice(self._plain_ways()):
            case "map":
                made = f"make(v[0], v[1], v[2] + {c.randrange(5)}, v[3])"
                return self._made(f"{stream.name}.map(lambda v: {made}{out})", type_)
            case "rename":
                made = "make(v[0].upper() + str(v[2] % 2), v[1], v[2], v[3])"
                return self._made(f"{stream.name}.map(lambda v: {made}{out})", type_)
            case "filter":
                return self._made(
                    f"{stream.name}.filter(lambda v: v[2] % {c.choice((2, 3))} != 0)", stream.type
                )
            case "flat_map":
                made = self._class("FlatMapFunction", """
def flat_map(self, v):
    if v[2] % 2:
        yield v
    yield make(v[0] + "!", v[1], -v[2], v[3])
""")  # fmt: skip
                return self._made(f"{stream.name}.flat_map({made}(){out})", type_)
            case "rebalance":
                return self._made(f"{stream.name}.rebalance()", stream.type)
            case "class":
                made = self._class("MapFunction", """
def open(self, runtime_context):
    self.count = 0
    self.name = str(runtime_context.get_number_of_parallel_subtasks())

def map(self, v):
    self.count += 1
    return make(v[0] + self.name, v[1], self.count, v[3])
""" if not self.parallel else """
def map(self, v):
    return make(v[0] * 2, v[1], v[2], v[3])
""")  # fmt: skip
                return self._made(f"{stream.name}.map({made}(){out})", type_)
            case "custom":
                made = self._class("Partitioner", """
def partition(self, key, num_partitions):
    return len(key) % num_partitions
""")  # fmt: skip
                return self._made(
                    f"{stream.name}.partition_custom({made}(), lambda v: v[0])", stream.type
                )
            case "async":
                if self.batch:
                    return stream
                made = self._class("AsyncFunction", """
async def async_invoke(self, v):
    return [make(v[0], v[1], v[2] + 1000, v[3])]

def timeout(self, v):
    return []
""")  # fmt: skip
                return self._made(
                    f"AsyncDataStream.ordered_wait({stream.name}, {made}(), Time.seconds(50), "
                    f"{c.choice((2, 10))}{out})",
                    type_,
                )
            case _:
                tag = f'OutputTag("odd", {self.type})'
                made = self._class("ProcessFunction", f"""
def process_element(self, v, ctx):
    if v[2] % 3 == 0:
        yield {tag}, v
    else:
        yield make(v[0], v[1] if ctx.timestamp() is None else ctx.timestamp(), v[2], v[3])
""")  # fmt: skip
                parts = self._made(f"{stream.name}.process({made}(){out})", type_)
                side = self._made(f"{parts.name}.get_side_output({tag})", self.type)
                way = c.random()
                if way < 0.3:
                    return side
                if way < 0.6:
                    self._print_side(side.name, "odd")
                return parts

    def _rolling(self, keyed: Stream) -> Stream:
        c = self.chance
        match c.choice(("reduce", "reduce", "field", "map", "filter", "flat_map")):
            case "reduce":
                how = c.choice(
                    ("make(a[0], b[1], a[2] + b[2], b[3])", "make(a[0], max(a[1], b[1]), b[2], a[3])",
                     "a if a[2] >= b[2] else b")
                )  # fmt: skip
                return self._made(f"{keyed.name}.reduce(lambda a, b: {how})", keyed.type)
            case "field":
                how = c.choice(("sum", "min", "max", "min_by", "max_by"))
                field = '"n"' if self.form == "named" and c.random() < 0.5 else "2"
                return self._made(f"{keyed.name}.{how}({field})", keyed.type)
            case "map":
                kind = c.choice(("Value", "Reducing", "Aggregating", "Map"))
                out, type_ = self._out()
                made = self._class("MapFunction", self._remembering("map", "v", kind))
                return self._made(f"{keyed.name}.map({made}(){out})", type_)
            case "filter":
                made = self._class("FilterFunction", """
def open(self, runtime_context):
    self.state = runtime_context.get_state(ValueStateDescriptor("last", Types.LONG()))

def filter(self, v):
    last = self.state.value()
    self.state.update(v[2])
    return last is None or v[2] != last
""")  # fmt: skip
                return self._made(f"{keyed.name}.filter({made}())", keyed.type)
            case _:
                made = self._class("FlatMapFunction", """
def open(self, runtime_context):
    self.state = runtime_context.get_list_state(ListStateDescriptor("all", Types.LONG()))

def flat_map(self, v):
    self.state.add(v[2])
    seen = list(self.state.get())
    if len(seen) == 3:
        self.state.clear()
        yield make(v[0], v[1], sum(seen), v[3])
""")  # fmt: skip
                out, type_ = self._out()
                return self._made(f"{keyed.name}.flat_map({made}(){out})", type_)

    def _remembering(self, name: str, arguments: str, kind: str) -> str:
        """A function that counts in a state of that kind, and gives the count as its number."""
        count = {
            "Value": "n = (self.state.value() or 0) + v[2]\nself.state.update(n)",
            "Reducing": "self.state.add(v[2])\nn = self.state.get()",
            "Aggregating": "self.state.add(v[2])\nn = self.state.get()",
            "Map": "self.state.put(v[2] % 3, v[1])\n"
            "n = sum(k for k in self.state.keys()) + len(list(self.state.values()))",
        }[kind].replace("\n", "\n    ")
        made = {
            "Value": 'get_state(ValueStateDescriptor("s", Types.LONG()))',
            "Reducing": 'get_reducing_state(ReducingStateDescriptor("s", add, Types.LONG()))',
            "Aggregating": "get_aggregating_state("
            'AggregatingStateDescriptor("s", Longest(), Types.LONG()))',
            "Map": 'get_map_state(MapStateDescriptor("s", Types.LONG(), Types.LONG()))',
        }[kind]
        if kind == "Aggregating":
            self._longest()
        return f"""
def open(self, runtime_context):
    self.state = runtime_context.{made}

def {name}(self, {arguments}):
    {count}
    return make(v[0], v[1], n, v[3])
"""

    def _longest(self) -> None:
        """Write the function of aggregating states, once."""
        if not any("class Longest" in each for each in self.classes):
            self.classes.insert(0, """class Longest(AggregateFunction):
    def create_accumulator(self):
        return 0

    def add(self, value, accumulator):
        return max(value, accumulator) + 1

    def get_result(self, accumulator):
        return accumulator * 2

    def merge(self, a, b):
        return max(a, b)


""")  # fmt: skip

    def _process(self, keyed: Stream) -> Stream:
        c = self.chance
        out, type_ = self._out()
        kind = c.choice(("Value", "Reducing", "Aggregating", "Map"))
        body = self._remembering("count", "v", kind)
        ahead = c.choice((0, 1, 500, 2000))
        also = c.choice(
            ("", "", "if v[2] % 2:\n        ctx.timer_service().delete_event_time_timer(v[1] + "
             f"{ahead})", "if ctx.timer_service().current_watermark() > 500:\n        yield made")
        )  # fmt: skip
        again = c.choice(
            ("", "", "if len(self.given) < 9:\n        self.given.append(timestamp)\n"
             "        ctx.timer_service().register_event_time_timer(timestamp + 700)",
             "self.state.clear()")
        )  # fmt: skip
        body = (
            body.replace("def count", "given = []\n\ndef count")
            + f"""
def process_element(self, v, ctx):
    made = self.count(v)
    self.last = made
    ctx.timer_service().register_event_time_timer(v[1] + {ahead})
    {also}
    yield made

def on_timer(self, timestamp, ctx):
    now = ctx.timer_service().current_watermark() % 1000
    yield make("T " + str(ctx.get_current_key()), timestamp, now, self.last[3])
    {again}
"""
        )
        made = self._class("KeyedProcessFunction", body)
        return self._made(f"{keyed.name}.process({made}(){out})", type_)

    # --- windows ---------------------------------------------------------------------------------

    def _window_text(self, over_all: bool) -> str:
        c = self.chance
        offset = c.choice(("", "", ", Time.milliseconds(100)"))
        match c.choice(("tumbling", "tumbling", "sliding", "session", "dynamic", "global")):
            case "tumbling":
                self.assigner = "time"
                size = c.choice((500, 1000, 2000))
                return f"TumblingEventTimeWindows.of(Time.milliseconds({size}){offset})"
            case "sliding":
                self.assigner = "time"
                size, slide = c.choice(((2000, 1000), (1500, 700), (500, 1000)))
                return (
                    "SlidingEventTimeWindows.of("
                    f"Time.milliseconds({size}), Time.milliseconds({slide}){offset})"
                )
            case "session":
                self.assigner = "session"
                return (
                    f"EventTimeSessionWindows.with_gap(Time.milliseconds({c.choice((300, 1000))}))"
                )
            case "dynamic":
                self.assigner = "session"
                made = self._class(
                    "SessionWindowTimeGapExtractor",
                    "\ndef extract(self, v):\n    return 300 + v[2] % 3 * 400\n",
                )
                return f"EventTimeSessionWindows.with_dynamic_gap({made}())"
            case _:
                self.assigner = "global"
                return "GlobalWindows.create()"

    def _trigger(self) -> str:
        c = self.chance
        count = f"CountTrigger.of({c.choice((1, 2, 3))})"
        if self.assigner == "global":
            return f".trigger({c.choice((count, f'PurgingTrigger.of({count})'))})"
        if c.random() < 0.65:
            return ""
        every = f"ContinuousEventTimeTrigger.of(Time.milliseconds({c.choice((300, 700))}))"
        made = c.choice((count, every, "EventTimeTrigger.create()"))
        return f".trigger({c.choice((made, f'PurgingTrigger.of({made})'))})"

    def _windowed(self, stream: Stream, call: str, over_all: bool) -> Stream:
        c = self.chance
        text = f"{stream.name}.{call}{self._trigger()}"
        late = False
        tag = f'OutputTag("late", {self.type})'
        if self.assigner != "global":
            if c.random() < 0.35:
                text += f".allowed_lateness({c.choice((0, 400, 2500))})"
            late = c.random() < 0.35
        if late:
            text += f".side_output_late_data({tag})"
        call, type_ = self._contents(stream, over_all, self.assigner == "global")
        made = self._made(text + call, type_)
        if late and c.random() < 0.7:
            self._print_side(f"{made.name}.get_side_output({tag})", "late")
        return made

    def _count(self, keyed: Stream) -> Stream:
        c = self.chance
        size = c.choice((1, 2, 3))
        slide = c.choice(("", f", {c.choice((1, 2))}"))
        call, type_ = self._contents(keyed, over_all=False, count=True)
        return self._made(f"{keyed.name}.count_window({size}{slide}){call}", type_)

    def _contents(self, stream: Stream, over_all: bool, count: bool) -> tuple[str, str | None]:
        """The call that says what is made of a window's contents."""
        c = self.chance
        out, type_ = self._out()
        key = "" if over_all else "key, "
        moment = "elements[0][1]" if count else c.choice(("window.end", "window.max_timestamp()"))
        all_ = "All" if over_all else ""
        name = "'all'" if over_all else "'W' + str(key)"

        def process() -> str:
            return self._class(f"Process{all_}WindowFunction", f"""
def process(self, {key}context, elements):
    window = context.window()
    elements = list(elements)
    total = sum(v[2] for v in elements)
    yield make({name}, {moment}, total, elements[0][3])
    {c.choice(("", "if len(elements) > 1: yield elements[-1]"))}
""")  # fmt: skip

        reduce = "lambda a, b: make(a[0], min(a[1], b[1]), a[2] + b[2], b[3])"
        kind = c.choice(
            ("reduce", "process", "process", "apply", "aggregate", "aggregate+", "reduce+")
        )
        match kind:
            case "reduce":
                return f".reduce({reduce}{out})", type_
            case "reduce+":
                given = f"window_function={process()}()"
                return f".reduce({reduce}, {given}{out})", type_
            case "process":
                return f".process({process()}(){out})", type_
            case "apply":
                made = self._class(f"{all_}WindowFunction", f"""
def apply(self, {key}window, inputs):
    inputs = list(inputs)
    return [make(str({key.strip(", ") or "'all'"}), inputs[-1][1], len(inputs), inputs[0][3])]
""")  # fmt: skip
                return f".apply({made}(){out})", type_
        made = self._class("AggregateFunction", """
def create_accumulator(self):
    return None

def add(self, v, acc):
    return v if acc is None else make(acc[0] + v[0], v[1], acc[2] * 2 + v[2], acc[3])

def get_result(self, acc):
    return make(acc[0], acc[1], -acc[2], acc[3])

def merge(self, a, b):
    return make(a[0] + "+" + b[0], b[1], a[2] + b[2], a[3])
""")  # fmt: skip
        accumulator = c.choice(("", f", accumulator_type={self.type}"))
        if kind == "aggregate":
            return f".aggregate({made}(){accumulator}{out})", type_
        return f".aggregate({made}(), window_function={process()}(){accumulator}{out})", type_
