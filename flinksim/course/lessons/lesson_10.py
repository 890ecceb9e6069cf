"""Lesson 10, Windows, offsets, time zones: windows start at the epoch, not at the first record.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.course.example_jobs import CLICK_TYPE, EventTime
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first_step, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace import events as e

TIMES = (7_000, 9_000, 11_000, 17_000, 23_000)


def build_window_size_job(times: Any, size_ms: int, offset_ms: int = 0) -> fs.Simulation:
    """Count clicks in windows of *size_ms*, shifted by *offset_ms*."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_days(400))
    (
        env.from_source(
            ScriptedSource([record(("a", time, 1)) for time in times]),
            strategy.with_timestamp_assigner(EventTime()),
            "clicks",
            CLICK_TYPE,
        )
        .key_by(lambda click: click[0])
        .window(
            TumblingEventTimeWindows.of(Time.milliseconds(size_ms), Time.milliseconds(offset_ms))
        )
        .sum(2)
        .print()
    )
    return fs.simulate(env, job_name="clicks by window")


def list_window_starts(run: fs.Simulation) -> list[int]:
    """List the starts of the windows to which the clicks were assigned, in the order of the clicks."""
    return [event.window[0] for _, event in iterate_events(run.trace, e.WindowAssigned)]


class Zones:
    """The exercise's data: two time zones, and days of a year with summer time.

    The learner chooses window offsets.
    """

    def __init__(self, east_min: int, west_min: int, summer: tuple[bool, ...]) -> None:
        self.east_min, self.west_min, self.summer = east_min, west_min, summer


def draw_data(random: Random) -> Zones:
    """Draw a zone in the east, one in the west, and eight days of which some are in summer."""
    many = random.choice((2, 3, 5, 6))
    summer = [True] * many + [False] * (8 - many)
    random.shuffle(summer)
    return Zones(
        random.choice((480, 540, 330, 345, 180)),
        random.choice((-300, -480, -210, -180)),
        tuple(summer),
    )


_START_OPTIONS = {
    "7000": Option(("7 s", "7 s"), ("The first record does not decide where a window starts.", "窗口的起点不由第一条记录决定。")),
    "0": Option(("0 s", "0 s"), ("The offset shifts every window.", "偏移量会移动每个窗口。")),
    "3000": Option(("3 s", "3 s"), ("Count from the offset in steps of 10 s.", "请从偏移量开始，每 10 s 数一个窗口。")),
    "6000": Option(("6 s", "6 s"), ("Count from the offset in steps of 10 s.", "请从偏移量开始，每 10 s 数一个窗口。")),
    "-4000": Option(("-4 s", "-4 s"), ("The window must contain 7 s, so it starts less than 10 s before 7 s.", "窗口必须包含 7 s，因此起点与 7 s 相距不到 10 s。")),
}  # fmt: skip


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = (7_000, 9_000, 11_000, 17_000, 23_000)
script = [record(("a", time, 1)) for time in times]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_days(400))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
windows = source.key_by(lambda click: click[0]).window(TumblingEventTimeWindows.of(Time.seconds(10), Time.seconds(0)))
windows.sum(2).print()
env.execute("clicks by window")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="10",
    title=("Windows, offsets, time zones", "窗口、偏移量与时区"),
    misconception=("windows start at the first record", "窗口从第一条记录开始"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.WindowAssigned),
    predictions={
        "first": Prediction(
            ("The first click has timestamp 7 s. Windows have 10 s. Where does its window start?", "第一次点击的时间戳为 7 s，窗口长 10 s。这次点击的窗口从哪里开始？"),
            _START_OPTIONS,
            ("Windows have fixed positions: every 10 s since 1970-01-01 UTC.", "窗口的位置是固定的：从 1970-01-01 UTC 起，每 10 s 一个。"),
        ),
        "offset": Prediction(
            ("With an offset of 3 s, where does the window of 7 s start?", "偏移量为 3 s 时，7 s 所在的窗口从哪里开始？"),
            _START_OPTIONS,
            ("The windows are [3 s, 13 s), [13 s, 23 s), and so on.", "窗口是 [3 s, 13 s)、[13 s, 23 s)，依此类推。"),
        ),
        "negative": Prediction(
            ("With an offset of -4 s?", "偏移量为 -4 s 时呢？"),
            _START_OPTIONS,
            ("Windows start at -4 s, 6 s, 16 s, and so on. An offset of 6 s gives the same windows.", "窗口从 -4 s、6 s、16 s 等处开始。偏移量为 6 s 时，得到的窗口相同。"),
        ),
    },
    exercise=Exercise(
        questions={
            "east_ms": ("the offset for the zone in the east, in ms", "东边时区的偏移量（ms）"),
            "west_ms": ("the offset for the zone in the west (in winter), in ms", "西边时区（冬季）的偏移量（ms）"),
            "days": ("how many of the 8 days start at local midnight with that offset", "使用该偏移量时，8 天中有几天从当地午夜开始"),
        },
        learner_fields=("east_min", "west_min", "summer"),
        draw_data=draw_data,
    ),
    tools={"by_size": build_window_size_job, "starts": list_window_starts},
)  # fmt: skip
