"""Lesson 10, Windows, offsets, time zones: windows start at the epoch, not at the first record.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, record
from flinksim.course.answer_parsing import parse_milliseconds, parse_whole_number
from flinksim.course.example_jobs import CLICK_TYPE, EventTime
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
from flinksim.course.trace_search import find_first, find_first_step, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows
from flinksim.trace import events as e

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
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
        self._runs: dict[tuple[int, tuple[int, ...]], fs.Simulation | None] = {}

    def list_midnights(self, zone_min: int) -> tuple[int, ...]:
        """Return, in UTC, the time one minute after local midnight for three days.

        *zone_min* is the offset of the zone from UTC in minutes.
        """
        return tuple(
            day * DAY_MS - zone_min * MINUTE_MS + MINUTE_MS for day in (15_700, 15_701, 15_840)
        )

    @cached_property
    def local_midnights(self) -> tuple[int, ...]:
        """In UTC, the time one minute after local midnight of each day; an hour earlier in summer."""
        return tuple(
            (15_700 + 40 * n) * DAY_MS - (self.west_min + 60 * summer) * MINUTE_MS + MINUTE_MS
            for n, summer in enumerate(self.summer)
        )

    def run(self, times: tuple[int, ...], offset_ms: int) -> fs.Simulation | None:
        """Return the run with windows of one day and an offset, or None if Flink rejects the offset."""
        known = offset_ms, times
        if known not in self._runs:
            try:
                self._runs[known] = run_quietly(build_window_size_job(times, DAY_MS, offset_ms))
            except ValueError:
                self._runs[known] = None
        return self._runs[known]

    def count_days_at_midnight(self, offset_ms: int) -> int:
        """Count the days whose window starts at their local midnight."""
        run = self.run(self.local_midnights, offset_ms)
        assert run is not None
        return sum(
            start + MINUTE_MS == time
            for start, time in zip(list_window_starts(run), self.local_midnights, strict=True)
        )


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


def judge_answer(data: Zones, answer: Answer) -> Verdict:
    """Check that with the answered offsets the day windows begin at local midnight."""
    for name, zone in (("east_ms", data.east_min), ("west_ms", data.west_min)):
        times = data.list_midnights(zone)
        run = data.run(times, answer[name])
        if run is None:
            return Verdict(
                False,
                (
                    f"{name}: Flink does not accept an offset of a day or more",
                    f"{name}：Flink 不接受一天或更长的偏移",
                ),
            )
        wrong = [
            start
            for start, time in zip(list_window_starts(run), times, strict=True)
            if start + MINUTE_MS != time
        ]
        if wrong:
            apart = (times[0] - MINUTE_MS - list_window_starts(run)[0]) / HOUR_MS
            step = find_first(run.trace, e.WindowAssigned)[0]
            return Verdict(
                False,
                (
                    f"{name}: local midnight is {apart:g} h after the window's start",
                    f"{name}：本地午夜比窗口起点晚 {apart:g} 小时",
                ),
                step,
                run,
            )
    many = data.count_days_at_midnight(answer["west_ms"])
    if answer["days"] != many:
        return Verdict(
            False,
            (
                f"it is not {answer['days']} of the days that start at local midnight",
                f"从本地午夜开始的不是 {answer['days']} 天",
            ),
            0,
            data.run(data.local_midnights, answer["west_ms"]),
        )
    return Verdict(
        True,
        (
            f"with the offset for winter, {many} of 8 days start at midnight; no offset fits all days",
            f"用冬季的偏移，8 天里 {many} 天对得上；没有哪个偏移全对",
        ),
    )


def solve(data: Zones) -> dict[str, Any]:
    """Return negative offsets for zones ahead of UTC, whose midnight is earlier."""
    return {
        "east_ms": -data.east_min * MINUTE_MS,
        "west_ms": -data.west_min * MINUTE_MS,
        "days": data.summer.count(False),
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


MISCONCEPTIONS = {
    "windows start at the first record": Misconception(
        ("Windows start at multiples of their size since 1970-01-01 UTC, plus the offset.", "窗口从 1970 年 UTC 起按大小对齐，再加偏移。"),
        _build_answer_rule(east_ms=lambda d: 0, west_ms=lambda d: 0),
    ),
    "the offset is the zone's": Misconception(
        ("In a zone ahead of UTC, midnight is before midnight UTC. The sign is the opposite.", "比 UTC 早的时区，午夜也比 UTC 早：符号相反。"),
        _build_answer_rule(east_ms=lambda d: d.east_min * MINUTE_MS, west_ms=lambda d: d.west_min * MINUTE_MS),
    ),
    "the sign is right for the east alone": Misconception(
        ("West of Greenwich, midnight is after midnight UTC.", "格林尼治以西，午夜比 UTC 晚。"),
        _build_answer_rule(west_ms=lambda d: d.west_min * MINUTE_MS),
    ),
    "offsets are minutes": Misconception(
        ("Give the offset in ms.", "单位是毫秒。"),
        _build_answer_rule(east_ms=lambda d: -d.east_min),
    ),
    "a day ahead is the same": Misconception(
        ("Flink rejects an offset that is as long as the window.", "Flink 拒绝和窗口一样长的偏移。"),
        _build_answer_rule(east_ms=lambda d: -d.east_min * MINUTE_MS - DAY_MS),
    ),
    "one offset fits all year": Misconception(
        ("On the days of summer time, midnight is an hour earlier.", "夏令时的日子，午夜早一小时。"),
        _build_answer_rule(days=lambda d: 8),
    ),
    "summer days are those that fit": Misconception(
        ("The offset is for winter.", "这是冬季的偏移。"),
        _build_answer_rule(days=lambda d: d.summer.count(True)),
    ),
}  # fmt: skip


def _find_first_window_start(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowAssigned)
    return str(event.window[0]), step


def _build_start_finder(offset: int) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        return str(
            list_window_starts(run_quietly(build_window_size_job(TIMES, 10_000, offset)))[0]
        ), None

    return truth


_START_OPTIONS = {
    "7000": Option(("7 s", "7 s"), ("The first record does not decide where a window starts.", "窗口的起点与第一条记录无关。")),
    "0": Option(("0 s", "0 s"), ("The offset shifts every window.", "偏移会移动每个窗口。")),
    "3000": Option(("3 s", "3 s"), ("Count from the offset in steps of 10 s.", "从偏移起每 10 s 数一格。")),
    "6000": Option(("6 s", "6 s"), ("Count from the offset in steps of 10 s.", "从偏移起每 10 s 数一格。")),
    "-4000": Option(("-4 s", "-4 s"), ("The window must contain 7 s, so it starts less than 10 s before 7 s.", "窗口必须包含 7 s，所以起点在 7 s 之前不到 10 s 处。")),
}  # fmt: skip

LESSON = LessonDefinition(
    number="10",
    title=("Windows, offsets, time zones", "窗口、偏移与时区"),
    misconception=("windows start at the first record", "窗口从第一条记录开始"),
    simulate=lambda: build_window_size_job(TIMES, 10_000),
    program=build_window_size_job,
    find_opening_step=find_first_step(e.WindowAssigned),
    predictions={
        "first": Prediction(
            ("The first click has timestamp 7 s. Windows have 10 s. Where does its window start?", "第一次点击是 7 s，窗口长 10 s。它的窗口从哪里开始？"),
            _START_OPTIONS, _find_first_window_start,
            ("Windows have fixed positions: every 10 s since 1970-01-01 UTC.", "窗口是固定的：自 1970 年起每 10 s 一个。"),
        ),
        "offset": Prediction(
            ("With an offset of 3 s, where does the window of 7 s start?", "偏移 3 s：7 s 的窗口从哪里开始？"),
            _START_OPTIONS, _build_start_finder(3_000),
            ("The windows are [3 s, 13 s), [13 s, 23 s), and so on.", "窗口是 [3 s, 13 s)、[13 s, 23 s)，依此类推。"),
        ),
        "negative": Prediction(
            ("With an offset of -4 s?", "偏移 -4 s 呢？"),
            _START_OPTIONS, _build_start_finder(-4_000),
            ("Windows start at -4 s, 6 s, 16 s, and so on. An offset of 6 s gives the same windows.", "窗口从 -4 s、6 s、16 s 等处开始。偏移 6 s 得到同样的窗口。"),
        ),
    },
    exercise=Exercise(
        questions={
            "east_ms": ("the offset for the zone in the east, in ms", "东边时区的偏移，毫秒"),
            "west_ms": ("the offset for the zone in the west (in winter), in ms", "西边时区（冬季）的偏移，毫秒"),
            "days": ("how many of the 8 days start at local midnight with that offset", "8 天里有几天从本地午夜开始"),
        },
        parsers={"east_ms": parse_milliseconds, "west_ms": parse_milliseconds, "days": parse_whole_number},
        learner_fields=("east_min", "west_min", "summer"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {**a, "east_ms": a["east_ms"] + DAY_MS},
            {**a, "west_ms": f"{a['west_ms'] // MINUTE_MS} min"},
            {**a, "west_ms": a["west_ms"] - DAY_MS, "days": str(a["days"])},
        ],
        wrong_answers=lambda d: [{**solve(d), "east_ms": [solve(d)["east_ms"]]}, {**solve(d), "days": -1}],
    ),
    tools={"by_size": build_window_size_job, "starts": list_window_starts},
)  # fmt: skip
