"""Fifteen programs as people write them, and what they ask of them; each answer was read and checked by
hand (programs.txt).

python -m tests.analysis.why.programs --write
"""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import OutputTag, StreamExecutionEnvironment
from flinksim.datastream.functions import (
    KeyedBroadcastProcessFunction,
    KeyedCoProcessFunction,
    KeyedProcessFunction,
    MapFunction,
)
from flinksim.datastream.state import MapStateDescriptor, ValueStateDescriptor
from flinksim.datastream.window import (
    ContinuousEventTimeTrigger,
    CountTrigger,
    EventTimeSessionWindows,
    GlobalWindows,
    PurgingTrigger,
    SlidingEventTimeWindows,
    TumblingEventTimeWindows,
    TumblingProcessingTimeWindows,
)

ANSWERS = Path(__file__).with_name("programs.txt")
PROGRAMS: dict[str, tuple[Any, tuple[str, ...]]] = {}


def env0(parallelism: int = 1) -> Any:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(parallelism)
    return env


def ws(ms: int) -> Any:
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(ms))
    return strategy.with_timestamp_assigner(lambda value, _: value[1])


def src(splits: dict[str, list[tuple[int, Any]]]) -> Any:
    return ScriptedSource(
        {
            name: [item for time, value in rows for item in (at(time), record(value))]
            for name, rows in splits.items()
        }
    )


def added(left: Any, right: Any) -> Any:
    return left[0], left[1], left[2] + right[2]


def prog(*questions: str) -> Any:
    def declare(function: Any) -> Any:
        PROGRAMS[function.__name__] = function, questions
        return function

    return declare


@prog(
    "why is record (bot1, 61000, /a) not in the result",
    "why did window [0,60) of ann fire",
    "why has window [60,120) of bob not fired at step 20",
    "why is key ann different from bob",
)
def p01_clicks():
    e = env0()
    e.from_source(
        src(
            {
                "log": [
                    (0, ("ann", 1000, "/a")),
                    (100, ("bot1", 61000, "/a")),
                    (300, ("bob", 62000, "/b")),
                    (500, ("ann", 55000, "/c")),
                    (900, ("bob", 130000, "/d")),
                ]
            }
        ),
        ws(5000),
        "clicks",
    ).filter(lambda v: not v[0].startswith("bot")).key_by(lambda v: v[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(60))
    ).reduce(added).print()
    return e


class Match(KeyedCoProcessFunction):
    def open(self, ctx):
        self.order = ctx.get_state(ValueStateDescriptor("order", Types.PICKLED_BYTE_ARRAY()))

    def process_element1(self, v, ctx):
        self.order.update(v)
        ctx.timer_service().register_event_time_timer(v[1] + 10000)

    def process_element2(self, v, ctx):
        o = self.order.value()
        if o is not None:
            ctx.timer_service().delete_event_time_timer(o[1] + 10000)
            self.order.clear()
            yield ("paid", v[0])

    def on_timer(self, t, ctx):
        yield ("unpaid", ctx.get_current_key())
        self.order.clear()


@prog(
    "why did the timer of o2 fire",
    "why has the timer of o1 at 11000 not fired",
    "why was the timer of o1 deleted",
    "why is the result (unpaid, o2)",
    "why is the watermark of orders paid what it is at step 30",
)
def p02_orders_payments():
    e = env0()
    o = e.from_source(
        src({"o": [(0, ("o1", 1000)), (100, ("o2", 2000)), (900, ("o3", 20000))]}), ws(0), "orders"
    ).key_by(lambda v: v[0])
    p = e.from_source(
        src({"p": [(300, ("o1", 4000)), (1200, ("o3", 25000))]}), ws(0), "payments"
    ).key_by(lambda v: v[0])
    o.connect(p).process(Match()).name("orders paid").print()
    return e


@prog(
    "why was record (t1, 4000, 20) dropped",
    "why did window [0,10) of t1 fire late",
    "why is the result (t1,3000,25)",
    "why did record (t2, 3000, 5) go to alerts",
    "why is record (t1, 4000, 20) not in window [0,10) of t1",
)
def p03_late_output():
    e = env0(2)
    tag = OutputTag("late", Types.PICKLED_BYTE_ARRAY())
    w = (
        e.from_source(
            src(
                {
                    "a": [
                        (0, ("t1", 3000, 10)),
                        (50, ("t2", 3000, 5)),
                        (300, ("t1", 12500, 1)),
                        (600, ("t1", 5000, 15)),
                        (900, ("t1", 30000, 1)),
                        (1200, ("t1", 4000, 20)),
                    ]
                }
            ),
            ws(1000),
            "sensors",
        )
        .set_parallelism(1)
        .key_by(lambda v: v[0])
        .window(TumblingEventTimeWindows.of(Time.seconds(10)))
        .allowed_lateness(5000)
        .side_output_late_data(tag)
        .reduce(added)
        .name("alerts")
    )
    w.print()
    w.get_side_output(tag).print()
    return e


@prog(
    "why did the sessions of u become one",
    "why did window [0,12) of u fire early",
    "why has key w no window",
    "why has window [0,12) of u not fired at step 10",
)
def p04_sessions_early():
    e = env0()
    e.from_source(
        src(
            {
                "s": [
                    (0, ("u", 0, 1)),
                    (200, ("v", 100, 1)),
                    (400, ("u", 7000, 1)),
                    (600, ("u", 3000, 1)),
                    (800, ("v", 20000, 1)),
                    (1500, ("u", 30000, 1)),
                ]
            }
        ),
        ws(2000),
        "app",
    ).key_by(lambda v: v[0]).window(EventTimeSessionWindows.with_gap(Time.seconds(5))).trigger(
        ContinuousEventTimeTrigger.of(Time.seconds(2))
    ).reduce(added).print()
    return e


@prog("why is score busy", "why is sink idle")
def p05_slow_middle():
    e = env0()
    e.from_source(src({"f": [(i, (f"k{i % 3}", i * 100)) for i in range(60)]}), ws(0), "feed").map(
        lambda v: v
    ).name("parse").key_by(lambda v: v[0]).map(fs.cost(lambda v: v, ms=30)).name("score").key_by(
        lambda v: v[0]
    ).map(lambda v: v).name("sink").print()
    return e


@prog(
    "why did window GlobalWindow of a fire",
    "why has window GlobalWindow of b not fired",
    "why is the result (a,0,2)",
    "why is key a different from b",
)
def p06_global_count():
    e = env0()
    e.from_source(
        src({"f": [(0, ("a", 0, 1)), (10, ("b", 5, 1)), (20, ("a", 9, 1)), (30, ("a", 12, 1))]}),
        WatermarkStrategy.no_watermarks(),
        "orders",
    ).key_by(lambda v: v[0]).window(GlobalWindows.create()).trigger(
        PurgingTrigger.of(CountTrigger.of(2))
    ).reduce(added).print()
    return e


@prog(
    "why has window [0,10) of a not fired",
    "why is the watermark of counts what it is",
    "why has the watermark of counts not moved",
    "why is counts idle",
)
def p07_union():
    e = env0()
    a = e.from_source(
        src(
            {
                "web": [
                    (0, ("a", 1000, 1)),
                    (400, ("a", 15000, 1)),
                    (800, ("b", 40000, 1)),
                    (5000, ("b", 60000, 1)),
                ]
            }
        ),
        ws(0),
        "web",
    )
    b = e.from_source(
        src({"app": [(0, ("a", 2000, 1)), (4000, ("a", 50000, 1)), (5000, ("b", 60000, 1))]}),
        ws(30000),
        "app",
    )
    a.union(b).key_by(lambda v: v[0]).window(TumblingEventTimeWindows.of(Time.seconds(10))).reduce(
        added
    ).name("counts").print()
    return e


class Rules(KeyedBroadcastProcessFunction):
    D = MapStateDescriptor("rules", Types.STRING(), Types.INT())

    def process_element(self, v, ctx):
        r = ctx.get_broadcast_state(self.D)
        if r.get("limit") is not None and v[2] > r.get("limit"):
            yield ("too much", v[0], v[2])

    def process_broadcast_element(self, v, ctx):
        ctx.get_broadcast_state(self.D).put(v[0], v[1])


@prog(
    "why is record (a, 1, 100) not in the result",
    "why is the result (too much, a, 70)",
    "why did record (limit, 50) go to check 2",
)
def p08_broadcast():
    e = env0(2)
    r = (
        e.from_source(
            src({"r": [(500, ("limit", 50))]}), WatermarkStrategy.no_watermarks(), "rules"
        )
        .set_parallelism(1)
        .broadcast(Rules.D)
    )
    e.from_source(
        src({"e": [(0, ("a", 1, 100)), (600, ("a", 2, 70)), (700, ("b", 3, 10))]}),
        WatermarkStrategy.no_watermarks(),
        "events",
    ).set_parallelism(1).key_by(lambda v: v[0]).connect(r).process(Rules()).name("check").print()
    return e


@prog(
    "why did window [0,1) of a fire",
    "why has window [2,3) of b not fired",
    "why is the result (a,5,3)",
    "why has key c no window",
    "why is record (b, 9, 1) not in window [0,1) of b",
)
def p09_processing_time():
    e = env0()
    e.from_source(
        src(
            {"e": [(0, ("a", 5, 1)), (300, ("a", 6, 2)), (1200, ("b", 9, 1)), (2300, ("b", 10, 1))]}
        ),
        WatermarkStrategy.no_watermarks(),
        "events",
    ).key_by(lambda v: v[0]).window(TumblingProcessingTimeWindows.of(Time.seconds(1))).reduce(
        added
    ).print()
    return e


@prog(
    "why is the result (the, 3)",
    "why is the result (cat, 1)",
    "why is record the cat not in the result",
    "why is key the different from cat",
)
def p10_words():
    e = env0(2)
    e.from_source(
        src({"l": [(0, "the cat"), (10, "the dog the")]}),
        WatermarkStrategy.no_watermarks(),
        "lines",
    ).set_parallelism(1).flat_map(lambda line: ((w, 1) for w in line.split())).set_parallelism(
        1
    ).key_by(lambda v: v[0]).reduce(lambda a, b: (a[0], a[1] + b[1])).name("count").print()
    return e


@prog(
    "why has the watermark of w not moved",
    "why is Source: fast idle",
    "why has window [0,10) of a not fired at step 60",
    "why is the watermark of w what it is at step 60",
)
def p11_alignment():
    e = env0()

    def al():
        return (
            WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(0))
            .with_watermark_alignment("g", Duration.of_millis(5000), Duration.of_millis(200))
            .with_timestamp_assigner(lambda v, _: v[1])
        )

    a = e.from_source(src({"f": [(i * 50, ("a", i * 3000, 1)) for i in range(12)]}), al(), "fast")
    b = e.from_source(src({"s": [(i * 400, ("a", i * 1000, 1)) for i in range(8)]}), al(), "slow")
    a.union(b).key_by(lambda v: v[0]).window(TumblingEventTimeWindows.of(Time.seconds(10))).reduce(
        added
    ).name("w").print()
    return e


class Bad(MapFunction):
    def map(self, v):
        if v[2] < 0:
            raise ValueError("negative amount")
        return v


@prog("why did the job fail", "why has window [0,10) of a not fired")
def p12_fails():
    e = env0()
    e.from_source(
        src({"e": [(0, ("a", 1000, 1)), (100, ("b", 2000, -1)), (300, ("c", 9000, 1))]}),
        ws(0),
        "payments",
    ).map(Bad()).name("check").key_by(lambda v: v[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(10))
    ).reduce(lambda x, y: x).print()
    return e


class Debounce(KeyedProcessFunction):
    def open(self, ctx):
        self.t = ctx.get_state(ValueStateDescriptor("t", Types.LONG()))

    def process_element(self, v, ctx):
        if self.t.value() is not None:
            ctx.timer_service().delete_processing_time_timer(self.t.value())
        t = ctx.timer_service().current_processing_time() + 1000
        ctx.timer_service().register_processing_time_timer(t)
        self.t.update(t)
        return []

    def on_timer(self, t, ctx):
        yield ("quiet", ctx.get_current_key())
        self.t.clear()


@prog(
    "why was the timer of a deleted",
    "why did the timer of a fire",
    "why has the timer of b not fired",
    "why is the result (quiet, a)",
)
def p13_debounce():
    e = env0()
    e.from_source(
        src({"e": [(0, ("a", 1)), (400, ("a", 2)), (900, ("b", 3)), (1600, ("c", 4))]}),
        WatermarkStrategy.no_watermarks(),
        "keys",
    ).key_by(lambda v: v[0]).process(Debounce()).name("debounce").print()
    return e


@prog(
    "why did window [0,10) of a fire",
    "why did window [5,15) of a fire",
    "why is record (a, 7000, 2) not in window [0,10) of a",
    "why is record (a, 16000, 1) not in window [5,15) of a",
    "why is the result (a,12000,5)",
    "why was record (a, 2000, 9) dropped",
)
def p14_sliding():
    e = env0()
    e.from_source(
        src(
            {
                "e": [
                    (0, ("a", 1000, 1)),
                    (300, ("a", 7000, 2)),
                    (600, ("a", 12000, 3)),
                    (900, ("a", 16000, 1)),
                    (1200, ("a", 2000, 9)),
                    (1500, ("a", 30000, 1)),
                ]
            }
        ),
        ws(0),
        "e",
    ).key_by(lambda v: v[0]).window(
        SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(5))
    ).reduce(lambda a, b: (a[0], b[1], a[2] + b[2])).print()
    return e


@prog(
    "why has window [0,60) of shop1 not fired",
    "why is the watermark of totals what it is",
    "why is record (shop1, 5000, 10) not in the result",
    "why has the watermark of totals not moved",
    "why has window [0,60) of shop2 not fired",
)
def p15_empty_partition():
    e = env0(1)
    e.from_source(
        src(
            {
                "p0": [
                    (0, ("shop1", 5000, 10)),
                    (1000, ("shop1", 90000, 5)),
                    (2000, ("shop2", 130000, 7)),
                    (9000, ("shop2", 140000, 7)),
                ],
                "p1": [(8900, ("shop2", 1000, 1))],
            }
        ),
        ws(1000),
        "sales",
    ).set_parallelism(2).key_by(lambda v: v[0]).window(
        TumblingEventTimeWindows.of(Time.seconds(60))
    ).reduce(added).name("totals").print()
    return e


STOP_AT_MS = {"p07_union": 3900, "p15_empty_partition": 8000}


def answers(name: str) -> str:
    """What is answered to the questions of one program."""
    make, questions = PROGRAMS[name]
    sim = fs.simulate(make())
    until = f"clock > {STOP_AT_MS[name]}" if name in STOP_AT_MS else None
    # the job of one of them fails, of which one asks why
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(fs.JobExecutionError):
        sim.run(until=until)
    told = [f"? {question}\n\n{sim.why(question).full_text()}\n" for question in questions]
    return "\n".join([f"=== {name}\n", *told])


if __name__ == "__main__":
    text = "\n".join(answers(name) for name in PROGRAMS)
    if "--write" in sys.argv:
        ANSWERS.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
