"""Lesson 04, When watermarks are sent: what a finite test proves about late records.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job

DELAY_MS, MAX_ARRIVAL_MS = 1_000, 20_000


TIMES = (2_000, 14_000, 5_000, 16_000, 31_000, 8_000)
SIMULTANEOUS = (0, 0, 0, 0, 0, 0)


def build_scheduled_job(times: Any, arrivals: Any) -> fs.Simulation:
    """Count clicks that arrive at given times; watermarks are 1 s behind and sent every 200 ms."""
    clicks = [(arrival, "a", time) for arrival, time in zip(arrivals, times, strict=True)]
    return build_clicks_job({"clicks": clicks}, delay_ms=DELAY_MS)


class Clicks:
    """Six clicks in a fixed order; the learner chooses when they arrive."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times


def draw_data(random: Random) -> Clicks:
    """Draw six clicks, of which two are late if a watermark comes before them."""
    return Clicks((
        random.randrange(1_000, 6_000, 100), random.randrange(12_000, 15_000, 100),
        random.randrange(3_000, 9_000, 100), random.randrange(15_500, 19_000, 100),
        random.randrange(4_000, 9_500, 100), random.randrange(22_000, 26_000, 100),
    ))  # fmt: skip


_COUNT_OPTIONS = {
    "0": Option(("none", "没有"), ("Look at what is sent between them.", "请看这些点击之间发送了什么。")),
    "1": Option(("one", "一次"), ("Count the watermarks between the clicks.", "请数一数点击之间的水位线。")),
    "2": Option(("two", "两次"), ("A click is late only after a watermark was sent.", "只有在水位线发出之后到达的点击才可能迟到。")),
}  # fmt: skip


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = (2_000, 14_000, 5_000, 16_000, 31_000, 8_000)
clicks = {"clicks": [(0, "a", time) for time in times]}
script = {s: [x for t, *click, n in rows for x in (at(t), record((*click, n, 1)))] for s, rows in clicks.items()}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(1_000))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
keyed = source.set_parallelism(1).key_by(lambda click: click[0])
keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).allowed_lateness(0).sum(2).print()
env.execute("clicks per colour in 10 s")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="04",
    title=("When watermarks are sent", "水位线何时发出"),
    misconception=("my finite unit test proves late handling", "用有限数据的单元测试就能证明迟到处理是正确的"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    predictions={
        "at once": Prediction(
            ("All six clicks arrive at the same time: 2, 14, 5, 16, 31 and 8 s. How many are dropped?", "六次点击同时到达：2、14、5、16、31 和 8 s。丢弃几次？"),
            _COUNT_OPTIONS,
            ("No watermark is sent between them, because less than 200 ms pass.", "由于经过的时间不足 200 ms，点击之间没有发出水位线。"),
        ),
        "slowly": Prediction(
            ("The same six clicks, 600 ms apart. How many are dropped?", "同样的六次点击，间隔 600 ms。丢弃几次？"),
            _COUNT_OPTIONS,
            ("Now a watermark is sent before each click. The windows of 5 s and 8 s are already removed.", "现在，每次点击之前都会发出水位线。5 s 和 8 s 的点击所在的窗口已移除。"),
        ),
        "first watermark": Prediction(
            ("All arrive at the same time. Which is the first watermark above 0 that the source sends?", "六次点击同时到达。数据源发出的第一个大于 0 的水位线是哪一个？"),
            {
                "each": Option(("1 999 - 1 000, after the first click", "1,999 - 1,000，在第一次点击之后"), ("No watermark is generated for a single record. A timer generates them.", "水位线不是针对单条记录生成的，而是由定时器生成。")),
                "end": Option(("Long.MAX_VALUE, at the end of the input", "Long.MAX_VALUE，在输入结束时")),
                "half": Option(("30 999 - 1 000, after the highest timestamp", "30,999 - 1,000，在最大的时间戳之后"), ("The input ended before 200 ms had passed.", "不到 200 ms，输入就已结束。")),
            },
            ("A finite input ends with the watermark Long.MAX_VALUE. In a unit test it is often the only watermark.", "有限的输入以水位线 Long.MAX_VALUE 结束。在单元测试中，这常常是唯一的水位线。"),
        ),
    },
    exercise=Exercise(
        questions={
            "one_late": ("six arrival times with exactly one dropped click", "恰好丢弃一次点击的六个到达时间"),
            "none_late": ("six arrival times without a dropped click", "不丢弃点击的六个到达时间"),
        },
        learner_fields=("times",),
        draw_data=draw_data,
    ),
    tools={"on_schedule": build_scheduled_job},
)  # fmt: skip
