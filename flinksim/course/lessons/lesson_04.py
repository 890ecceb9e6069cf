"""Lesson 04, When watermarks are sent: what a finite test proves about late records.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction

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
    "0": Option(("none", "不丢"), ("Look at what is sent between them.", "看看它们之间来了什么。")),
    "1": Option(("one", "一条"), ("Count the watermarks between the clicks.", "数一数点击之间的水位线。")),
    "2": Option(("two", "两条"), ("A click is late only after a watermark was sent.", "只有落在已发出的水位线之后才算迟到。")),
}  # fmt: skip


LESSON = LessonDefinition(
    number="04",
    title=("When watermarks are sent", "水位线何时发出"),
    misconception=("my finite unit test proves late handling", "有限数据的单元测试证明了迟到处理"),
    simulate=lambda: build_scheduled_job(TIMES, SIMULTANEOUS),
    program=build_clicks_job,
    predictions={
        "at once": Prediction(
            ("All six clicks arrive at the same time: 2, 14, 5, 16, 31 and 8 s. How many are dropped?", "六条同时到：2、14、5、16、31、8 s。丢几条？"),
            _COUNT_OPTIONS,
            ("No watermark is sent between them, because less than 200 ms pass.", "中间没有水位线：数据源一直读，没有过 200 ms。"),
        ),
        "slowly": Prediction(
            ("The same six clicks, 600 ms apart. How many are dropped?", "同样六条，间隔 600 ms。丢几条？"),
            _COUNT_OPTIONS,
            ("Now a watermark is sent before each click. The windows of 5 s and 8 s are already removed.", "现在每条之前都有水位线：5 s 和 8 s 的窗口已清除。"),
        ),
        "first watermark": Prediction(
            ("All arrive at the same time. Which is the first watermark above 0 that the source sends?", "同时到达时：数据源发出的第一条大于 0 的水位线是？"),
            {
                "each": Option(("1 999 - 1 000, after the first click", "第一次点击之后的那条"), ("No watermark is generated for a single record. A timer generates them.", "这里不为单条记录产生水位线；由定时器产生。")),
                "end": Option(("Long.MAX_VALUE, at the end of the input", "输入结束时的 Long.MAX_VALUE")),
                "half": Option(("30 999 - 1 000, after the highest timestamp", "最大时间戳之后的那条"), ("The input ended before 200 ms had passed.", "200 ms 未到，输入已结束。")),
            },
            ("A finite input ends with the watermark Long.MAX_VALUE. In a unit test it is often the only watermark.", "有限输入以水位线 Long.MAX_VALUE 结束。单元测试里常常只有它。"),
        ),
    },
    exercise=Exercise(
        questions={
            "one_late": ("six arrival times with exactly one dropped click", "恰好丢一条的六个到达时刻"),
            "none_late": ("six arrival times without a dropped click", "一条不丢的六个到达时刻"),
        },
        learner_fields=("times",),
        draw_data=draw_data,
    ),
    tools={"on_schedule": build_scheduled_job},
)  # fmt: skip
