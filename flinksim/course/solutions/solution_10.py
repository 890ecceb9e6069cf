"""Solution of lesson 10, Windows, offsets, time zones: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import parse_milliseconds, parse_whole_number
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_10 import (
    LESSON,
    TIMES,
    Zones,
    build_window_size_job,
    list_window_starts,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first
from flinksim.trace import events as e

TEXTS = LESSON.texts
MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000


class SolvedZones(Zones):
    """The exercise's data with its answers."""

    def __init__(self, east_min: int, west_min: int, summer: tuple[bool, ...]) -> None:
        super().__init__(east_min, west_min, summer)
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


def judge_answer(data: SolvedZones, answer: Answer) -> Verdict:
    """Check that with the answered offsets the day windows begin at local midnight."""
    for name, zone in (("east_ms", data.east_min), ("west_ms", data.west_min)):
        times = data.list_midnights(zone)
        run = data.run(times, answer[name])
        if run is None:
            return Verdict(False, TEXTS.format("rejected offset", name=name))
        wrong = [
            start
            for start, time in zip(list_window_starts(run), times, strict=True)
            if start + MINUTE_MS != time
        ]
        if wrong:
            apart = (times[0] - MINUTE_MS - list_window_starts(run)[0]) / HOUR_MS
            step = find_first(run.trace, e.WindowAssigned)[0]
            return Verdict(
                False, TEXTS.format("not midnight", name=name, apart=f"{apart:g}"), step, run
            )
    many = data.count_days_at_midnight(answer["west_ms"])
    if answer["days"] != many:
        return Verdict(
            False,
            TEXTS.format("wrong days", days=answer["days"]),
            0,
            data.run(data.local_midnights, answer["west_ms"]),
        )
    return Verdict(True, TEXTS.format("right", many=many))


def solve(data: SolvedZones) -> dict[str, Any]:
    """Return negative offsets for zones ahead of UTC, whose midnight is earlier."""
    return {
        "east_ms": -data.east_min * MINUTE_MS,
        "west_ms": -data.west_min * MINUTE_MS,
        "days": data.summer.count(False),
    }


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _is_apart(field: str, zone_min: int, answer: Answer, least_ms: int, most_ms: int) -> bool:
    """Whether an offset is at least *least_ms* and at most *most_ms* from local midnight, in either direction."""
    apart: int = (answer[field] + zone_min * MINUTE_MS) % DAY_MS
    return least_ms <= min(apart, DAY_MS - apart) <= most_ms


MISCONCEPTIONS = {
    "windows start at the first record": Misconception(
        _build_answer_rule(east_ms=lambda d: 0, west_ms=lambda d: 0)
    ),
    "the offset is the zone's": Misconception(
        _build_answer_rule(
            east_ms=lambda d: d.east_min * MINUTE_MS, west_ms=lambda d: d.west_min * MINUTE_MS
        )
    ),
    "the sign is right for the east alone": Misconception(
        _build_answer_rule(west_ms=lambda d: d.west_min * MINUTE_MS)
    ),
    "offsets are minutes": Misconception(_build_answer_rule(east_ms=lambda d: -d.east_min)),
    "a day ahead is the same": Misconception(
        _build_answer_rule(east_ms=lambda d: -d.east_min * MINUTE_MS - DAY_MS)
    ),
    "one offset fits all year": Misconception(
        _build_answer_rule(days=lambda d: 8), too_high="days"
    ),
    "summer days are those that fit": Misconception(
        _build_answer_rule(days=lambda d: d.summer.count(True)), too_low="days"
    ),
    "the offset is that of summer": Misconception(
        _build_answer_rule(west_ms=lambda d: -d.west_min * MINUTE_MS - HOUR_MS),
        covers=lambda d, a: _is_apart("west_ms", d.west_min, a, HOUR_MS, HOUR_MS),
    ),
    "any hour near midnight will do": Misconception(
        _build_answer_rule(east_ms=lambda d: -d.east_min * MINUTE_MS + 17 * MINUTE_MS),
        covers=lambda d, a: any(
            _is_apart(f"{name}_ms", zone, a, 1, DAY_MS)
            for name, zone in (("east", d.east_min), ("west", d.west_min))
        ),
    ),
}


def _find_first_window_start(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowAssigned)
    return str(event.window[0]), step


def _build_start_finder(offset: int) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        return str(
            list_window_starts(run_quietly(build_window_size_job(TIMES, 10_000, offset)))[0]
        ), None

    return truth


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedZones(d.east_min, d.west_min, d.summer),
    parsers={
        "east_ms": parse_milliseconds,
        "west_ms": parse_milliseconds,
        "days": parse_whole_number,
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "east_ms": [solve(d)["east_ms"]]},
        {**solve(d), "days": -1},
    ],
    spellings=lambda d, a: [
        {**a, "east_ms": a["east_ms"] + DAY_MS},
        {**a, "west_ms": f"{a['west_ms'] // MINUTE_MS} min"},
        {**a, "west_ms": a["west_ms"] - DAY_MS, "days": str(a["days"])},
    ],
    truths={
        "first": _find_first_window_start,
        "offset": _build_start_finder(3_000),
        "negative": _build_start_finder(-4_000),
    },
)
