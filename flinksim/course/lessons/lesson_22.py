"""Lesson 22, Sliding and cumulative windows: one record is in several panes.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.course.example_jobs import CLICK_TYPE, EventTime, build_script
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first_step, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import (
    CumulativeEventTimeWindows,
    SlidingEventTimeWindows,
    TimeWindow,
    WindowAssigner,
)
from flinksim.trace import events as e

TIMES = (1_000, 6_000, 12_000, 21_000)


SIZE_MS, SLIDE_MS = 10_000, 5_000


def build_sliding_job(
    times: Any, size_ms: int = SIZE_MS, slide_ms: int = SLIDE_MS
) -> fs.Simulation:
    """Count clicks that arrive every 400 ms in sliding windows."""
    windows = SlidingEventTimeWindows.of(Time.milliseconds(size_ms), Time.milliseconds(slide_ms))
    return build_windows_job(times, windows)


def build_cumulative_job(times: Any) -> fs.Simulation:
    """Count clicks in windows of up to 15 s that end every 5 s."""
    windows = CumulativeEventTimeWindows.of(Time.seconds(15), Time.seconds(5))
    return build_windows_job(times, windows)


def build_windows_job(times: Any, windows: WindowAssigner[Any, TimeWindow]) -> fs.Simulation:
    """Count clicks that arrive every 400 ms in such windows."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    clicks = [(400 * n, "a", time) for n, time in enumerate(times, 1)]
    (
        env.from_source(
            ScriptedSource(build_script({"clicks": clicks})),
            strategy.with_timestamp_assigner(EventTime()),
            "clicks",
            CLICK_TYPE,
        )
        .key_by(lambda click: click[0])
        .window(windows)
        .sum(2)
        .print()
    )
    return fs.simulate(env, job_name="clicks in overlapping windows")


def list_windows(run: fs.Simulation, time: int) -> list[int]:
    """List the starts of the windows to which the clicks with a timestamp were assigned."""
    return sorted(
        event.window[0]
        for _, event in iterate_events(run.trace, e.WindowAssigned)
        if event.timestamp == time
    )


def list_rows(run: fs.Simulation) -> list[tuple[int, int, int]]:
    """List the results: start and end of the window, and its clicks."""
    return [(*f.window, f.count) for _, f in iterate_events(run.trace, e.WindowFired)]


class SlidingClicks:
    """The exercise's data: a window size, a slide that may not divide it, and four clicks."""

    def __init__(self, size_ms: int, slide_ms: int, times: tuple[int, ...]) -> None:
        self.size_ms, self.slide_ms, self.times = size_ms, slide_ms, times


def draw_data(random: Random) -> SlidingClicks:
    """Draw windows that overlap, and clicks of which two are close together."""
    slide_ms = random.choice((3_000, 4_000, 6_000, 7_000))
    size_ms = slide_ms * random.choice((2, 3)) + random.choice((1_000, 2_000))
    first = random.randrange(size_ms, 2 * size_ms, 100)
    second = first + random.randrange(500, slide_ms, 100)
    third = second + random.randrange(slide_ms, 2 * size_ms, 100)
    fourth = third + random.randrange(500, 3 * size_ms, 100)
    return SlidingClicks(size_ms, slide_ms, (first, second, third, fourth))


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import SlidingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = (1_000, 6_000, 12_000, 21_000)
script = [x for n, time in enumerate(times, 1) for x in (at(400 * n), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource({"clicks": script}), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
windows = source.key_by(lambda click: click[0]).window(SlidingEventTimeWindows.of(Time.seconds(10), Time.seconds(5)))
windows.sum(2).print()
env.execute("clicks in overlapping windows")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="22",
    title=("Sliding and cumulative windows", "滑动窗口与累积窗口"),
    misconception=("a record is in one window", "一条记录只属于一个窗口"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.WindowAssigned),
    predictions={
        "1 s": Prediction(
            ("Windows have 10 s and start every 5 s. In how many windows is the click of 1 s?", "窗口长 10 s，每 5 s 开始一个。1 s 的点击属于几个窗口？"),
            {
                "1": Option(("one", "1 个"), ("The next window starts before this one ends.", "这个窗口结束之前，下一个已经开始。")),
                "2": Option(("two", "2 个")),
                "10": Option(("one for each second", "每秒一个"), ("A window starts every 5 s, not every second.", "每 5 s 开始一个窗口，而不是每秒一个。")),
            },
            ("10 s divided by 5 s is 2. The click is added to two panes, and stored twice.", "10 s 除以 5 s 等于 2。这次点击加入两个窗格，并存储两份。"),
        ),
        "first": Prediction(
            ("Where does the earliest of these windows start?", "这些窗口中，最早的一个从哪里开始？"),
            {
                "1000": Option(("1 s", "1 s"), ("No window starts at a click.", "窗口不会从点击处开始。")),
                "0": Option(("0 s", "0 s"), ("The window [0 s, 10 s) has the click, but an earlier one has it, too.", "窗口 [0 s, 10 s) 包含这次点击，但还有一个更早的窗口也包含。")),
                "-5000": Option(("-5 s", "-5 s")),
            },
            ("The window [-5 s, 5 s) contains 1 s. Windows have fixed positions, before 1970, too.", "[-5 s, 5 s) 包含 1 s。窗口位置固定，1970 年之前也一样。"),
        ),
        "rows": Prediction(
            ("There are four clicks. How many results are there?", "共有四次点击。会有几个结果？"),
            {
                "4": Option(("four, one for each click", "4 个，每次点击一个"), ("A result belongs to a window, not to a click.", "结果属于窗口，不属于点击。")),
                "6": Option(("six", "6 个")),
                "8": Option(("eight, two for each click", "8 个，每次点击两个"), ("Some clicks share a window, which has one result.", "有些点击在同一个窗口中，而一个窗口只有一个结果。")),
            },
            ("There is one result for each window that has a click.", "每个有点击的窗口有一个结果。"),
        ),
    },
    exercise=Exercise(
        questions={
            "starts": ("the starts of all windows of the first click, in ms", "第一次点击所在的全部窗口的起点（ms）"),
            "counts": ("for each click the number of its windows", "每次点击所在的窗口数"),
            "results": ("the number of results", "结果的个数"),
        },
        learner_fields=("size_ms", "slide_ms", "times"),
        draw_data=draw_data,
    ),
    tools={"sliding": build_sliding_job, "cumulative": build_cumulative_job, "windows": list_windows, "rows": list_rows},
)  # fmt: skip
