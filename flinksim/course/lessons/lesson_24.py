"""Lesson 24, Joins, connect and union: which pairs there are, and which input limits the watermark.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Types
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program
from flinksim.course.trace_search import find_first_step, iterate_events
from flinksim.datastream.functions import KeyedCoProcessFunction
from flinksim.datastream.state import ListStateDescriptor
from flinksim.trace import events as e

ORDERS = ((400, 3_000), (800, 9_500), (1_200, 14_000), (1_600, 31_000))
PAYMENTS = ((600, 1_500), (2_000, 10_500), (2_400, 18_000), (2_800, 21_000))
"""The arrivals and event times of both inputs, in ms."""


SIZE_MS, DISTANCE_MS = 10_000, 2_000


Pair = tuple[int, int]


INPUTS = """\
from flinksim.common import Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

env, key = StreamExecutionEnvironment.get_execution_environment(), lambda row: row[0]
strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(lambda row, _: row[1])
def read(name, rows, kind=Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])):
    script = [x for arrival, time in rows for x in (at(arrival), record(("a", time, 1)))]
    return env.from_source(ScriptedSource({name: [*script, at(5_000)]}), strategy, name, kind)
orders = read("orders", $orders)
payments = read("payments", $payments)
"""
"""Reads both inputs, each with its own source and watermarks."""

PROGRAM = Program(
    INPUTS
    + """\
orders.join(payments).where(key).equal_to(key).window(TumblingEventTimeWindows.of(Time.seconds(10))).apply(lambda a, b: ("window", a[1], b[1])).print()
nearby = orders.key_by(key).interval_join(payments.key_by(key)).between(Time.seconds(-2), Time.seconds(2))
nearby.process(lambda a, b, ctx: [("interval", a[1], b[1])]).print()
env.execute("orders and payments")
""",
    orders=ORDERS,
    payments=PAYMENTS,
)

CONNECT_PROGRAM = Program(
    INPUTS
    + """\
from flinksim.course.lessons.lesson_24 import PairInState
orders.connect(payments).key_by(key, key).process(PairInState()).print()
env.execute("orders connected with payments")
"""
)


def build_joins_job(orders: Any, payments: Any) -> fs.Simulation:
    """Pair orders with payments: in windows of 10 s, and within 2 s of each other."""
    return PROGRAM.build(orders=orders, payments=payments)


class PairInState(KeyedCoProcessFunction):
    """Keeps both inputs in state, pairs what is near, and never clears anything."""

    def open(self, runtime_context: Any) -> None:
        self.rows = [
            runtime_context.get_list_state(ListStateDescriptor(name, Types.LONG()))
            for name in ("orders", "payments")
        ]

    def process_element1(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        self.rows[0].add(value[1])
        yield from (("connect", value[1], time) for time in self.find_near(1, value[1]))

    def process_element2(self, value: Any, ctx: KeyedCoProcessFunction.Context) -> Iterator[Any]:
        self.rows[1].add(value[1])
        yield from (("connect", time, value[1]) for time in self.find_near(0, value[1]))

    def find_near(self, side: int, time: int) -> list[int]:
        return [other for other in self.rows[side].get() if abs(other - time) <= DISTANCE_MS]


def build_connect_job(orders: Any, payments: Any) -> fs.Simulation:
    """Pair orders with payments in a function of both inputs, with state of its own."""
    return CONNECT_PROGRAM.build(orders=orders, payments=payments)


def list_pairs(run: fs.Simulation, kind: str) -> list[Pair]:
    """List the pairs that one of the joins emits, in order: the event times of both."""
    return [event.value[1:] for _, event in find_pairs(run, kind)]


def find_pairs(run: fs.Simulation, kind: str) -> Iterator[tuple[int, e.ResultWritten]]:
    """Find the results of one of the joins, each with its step."""
    return iterate_events(run.trace, e.ResultWritten, lambda event: event.value[0] == kind)


class TwoInputs:
    """The exercise's data: orders and payments of one key, with their arrivals."""

    def __init__(self, orders: tuple[Pair, ...], payments: tuple[Pair, ...]) -> None:
        self.order_rows, self.payment_rows = orders, payments

    @property
    def orders(self) -> list[int]:
        """The event times of the orders."""
        return [time for _, time in self.order_rows]

    @property
    def payments(self) -> list[int]:
        """The event times of the payments."""
        return [time for _, time in self.payment_rows]


def draw_data(random: Random) -> TwoInputs:
    """Draw orders and payments: some near and in different windows, some far and in the same one."""
    border = random.choice((10_000, 20_000))
    near = border - random.randrange(300, 900, 100)
    orders = [near, border + random.randrange(2_500, 4_500, 100)]
    orders.append(orders[-1] + random.randrange(1_000, 3_000, 100))
    payments = [near + DISTANCE_MS, near - random.randrange(500, 1_900, 100)]
    payments.append(orders[1] + random.randrange(2_100, 4_500, 100))
    last = border + SIZE_MS + random.randrange(1_000, 3_000, 100)
    ahead = last + random.randrange(3_000, 9_000, 100)
    first, second = random.sample([last, ahead], 2)
    return TwoInputs(
        tuple((400 * n, time) for n, time in enumerate([*sorted(orders), first], 1)),
        tuple((400 * n + 200, time) for n, time in enumerate([*sorted(payments), second], 1)),
    )


LESSON = LessonDefinition(
    number="24",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    find_opening_step=find_first_step(e.ResultWritten, lambda event: event.value[0] == "interval"),
    options={
        "1 s apart": ("window", "interval", "both"),
        "when": ("100", "2000", "10000"),
        "clock": ("30999", "20999", "21000"),
    },
    exercise=Exercise(
        fields=("window", "interval", "watermark_ms"),
        learner_fields=("orders", "payments"),
        draw_data=draw_data,
    ),
    tools={"joins": build_joins_job, "connect": build_connect_job, "pairs": list_pairs},
)
