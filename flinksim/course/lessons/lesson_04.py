"""Lesson 04, When watermarks are sent: what a finite test proves about late records.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import build_list_parser, parse_milliseconds
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

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
        self._runs: dict[tuple[int, ...], fs.Simulation] = {}

    def run(self, arrivals: tuple[int, ...]) -> fs.Simulation:
        """Return the run with these arrivals."""
        if arrivals not in self._runs:
            self._runs[arrivals] = run_quietly(build_scheduled_job(self.times, arrivals))
        return self._runs[arrivals]


def draw_data(random: Random) -> Clicks:
    """Draw six clicks, of which two are late if a watermark comes before them."""
    return Clicks((
        random.randrange(1_000, 6_000, 100), random.randrange(12_000, 15_000, 100),
        random.randrange(3_000, 9_000, 100), random.randrange(15_500, 19_000, 100),
        random.randrange(4_000, 9_500, 100), random.randrange(22_000, 26_000, 100),
    ))  # fmt: skip


def judge_answer(data: Clicks, answer: Answer) -> Verdict:
    """Check the two answered arrival schedules: one drops exactly one late click, the other none."""
    for name, expected in (("one_late", 1), ("none_late", 0)):
        arrivals = answer[name]
        if (
            len(arrivals) != 6
            or list(arrivals) != sorted(arrivals)
            or not 0 <= arrivals[0] <= arrivals[-1] <= MAX_ARRIVAL_MS
        ):
            return Verdict(
                False,
                (f"{name}: expected six arrival times from 0 to {MAX_ARRIVAL_MS} ms in ascending order",
                 f"{name}：六个到达时刻，0 到 {MAX_ARRIVAL_MS} ms，依次不减"),
            )  # fmt: skip
        run = data.run(arrivals)
        drops = list(iterate_events(run.trace, e.LateRecordDropped))
        if len(drops) != expected:
            step = drops[0][0] if drops else len(run.trace) - 1
            return Verdict(
                False,
                (f"{name}: {len(drops)} clicks are dropped, not {expected}", f"{name}：丢了 {len(drops)} 条，不是 {expected} 条"),
                step, run,
            )  # fmt: skip
    return Verdict(
        True,
        (
            "six records, two schedules: one record is dropped, or none",
            "同样六条记录：丢一条，或一条不丢",
        ),
    )


def solve(data: Clicks) -> dict[str, Any]:
    """Return two arrival schedules: with a watermark between the two late clicks, and without one."""
    return {"one_late": [0, 0, 0, 0, 1_000, 1_000], "none_late": [0] * 6}


SPACED_ARRIVALS = [600 * n for n in range(6)]
MISCONCEPTIONS = {
    "what is older comes too late": Misconception(
        ("There is no watermark between some of them: all records of one millisecond are read before the next watermark is sent.",
         "它们之间没有水位线：同一时刻的都处理完了，才发下一条水位线。"),
        lambda d: {"one_late": [0] * 6, "none_late": [0] * 6},
    ),
    "a slow source loses nothing": Misconception(
        ("Slow arrivals cause drops: a watermark is sent between the records.", "慢才会丢：中间有时间插进水位线。"),
        lambda d: {"one_late": [0] * 6, "none_late": SPACED_ARRIVALS},
    ),
    "every pause drops one": Misconception(
        ("With pauses everywhere, both late clicks arrive after a watermark.", "处处停顿，两条迟到的都会碰上水位线。"),
        lambda d: {"one_late": SPACED_ARRIVALS, "none_late": [0] * 6},
    ),
    "a pause before the first is enough": Misconception(
        ("Before the first click there is no timestamp for a watermark.", "第一次点击之前没有东西可以产生水位线。"),
        lambda d: {"one_late": [1_000] * 6, "none_late": [0] * 6},
    ),
    "a watermark follows each record": Misconception(
        ("They are sent every 200 ms of processing time, not after each record.", "水位线每 200 ms 处理时间发一次，不是每条记录之后。"),
        lambda d: {"one_late": [0, 10, 20, 30, 40, 50], "none_late": [0] * 6},
    ),
    "the end comes too late for the last": Misconception(
        ("A pause after the late clicks does not affect them.", "迟到点击之后的停顿对它们毫无影响。"),
        lambda d: {"one_late": [0, 0, 0, 0, 0, 1_000], "none_late": [0] * 6},
    ),
}  # fmt: skip


def _build_drop_counter(times: Any, arrivals: Any) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        other = run_quietly(build_scheduled_job(times, arrivals))
        return str(len(other.trace.get_events(e.LateRecordDropped))), None

    return truth


def _find_first_watermark(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WatermarkEmitted, lambda f: f.timestamp > 0)
    return ("end" if event.timestamp > 10**15 else "each"), step


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
            _COUNT_OPTIONS, _build_drop_counter(TIMES, SIMULTANEOUS),
            ("No watermark is sent between them, because less than 200 ms pass.", "中间没有水位线：数据源一直读，没有过 200 ms。"),
        ),
        "slowly": Prediction(
            ("The same six clicks, 600 ms apart. How many are dropped?", "同样六条，间隔 600 ms。丢几条？"),
            _COUNT_OPTIONS, _build_drop_counter(TIMES, SPACED_ARRIVALS),
            ("Now a watermark is sent before each click. The windows of 5 s and 8 s are already removed.", "现在每条之前都有水位线：5 s 和 8 s 的窗口已清除。"),
        ),
        "first watermark": Prediction(
            ("All arrive at the same time. Which is the first watermark above 0 that the source sends?", "同时到达时：数据源发出的第一条大于 0 的水位线是？"),
            {
                "each": Option(("1 999 - 1 000, after the first click", "第一次点击之后的那条"), ("No watermark is generated for a single record. A timer generates them.", "这里不为单条记录产生水位线；由定时器产生。")),
                "end": Option(("Long.MAX_VALUE, at the end of the input", "输入结束时的 Long.MAX_VALUE")),
                "half": Option(("30 999 - 1 000, after the highest timestamp", "最大时间戳之后的那条"), ("The input ended before 200 ms had passed.", "200 ms 未到，输入已结束。")),
            },
            _find_first_watermark,
            ("A finite input ends with the watermark Long.MAX_VALUE. In a unit test it is often the only watermark.", "有限输入以水位线 Long.MAX_VALUE 结束。单元测试里常常只有它。"),
        ),
    },
    exercise=Exercise(
        questions={
            "one_late": ("six arrival times with exactly one dropped click", "恰好丢一条的六个到达时刻"),
            "none_late": ("six arrival times without a dropped click", "一条不丢的六个到达时刻"),
        },
        parsers={"one_late": build_list_parser(parse_milliseconds), "none_late": build_list_parser(parse_milliseconds)},
        learner_fields=("times",),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {name: tuple(times) for name, times in a.items()},
            {name: [f"{time} ms" for time in times] for name, times in a.items()},
            {"one_late": [0, 0, 0, 0, 5_000, 9_000], "none_late": [0, 10, 20, 30, 40, 50]},
        ],
        wrong_answers=lambda d: [
            {"one_late": [0, 0, 0, 0, 1_000], "none_late": [0] * 6},
            {"one_late": [0, 0, 0, 1_000, 0, 0], "none_late": [0] * 6},
            {"one_late": [0, 0, 0, 0, 10**9, 10**9], "none_late": [0] * 6},
            {"one_late": [-600, 0, 0, 0, 0, 0], "none_late": [0] * 6},
        ],
    ),
    tools={"on_schedule": build_scheduled_job},
)  # fmt: skip
