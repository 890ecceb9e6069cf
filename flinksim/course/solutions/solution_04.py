"""Solution of lesson 04, When watermarks are sent: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import build_list_parser, parse_milliseconds
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_04 import (
    LESSON,
    MAX_ARRIVAL_MS,
    SIMULTANEOUS,
    TIMES,
    Clicks,
    build_scheduled_job,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts


class SolvedClicks(Clicks):
    """The exercise's data with its answers."""

    def __init__(self, times: tuple[int, ...]) -> None:
        super().__init__(times)
        self._runs: dict[tuple[int, ...], fs.Simulation] = {}

    def run(self, arrivals: tuple[int, ...]) -> fs.Simulation:
        """Return the run with these arrivals."""
        if arrivals not in self._runs:
            self._runs[arrivals] = run_quietly(build_scheduled_job(self.times, arrivals))
        return self._runs[arrivals]


def judge_answer(data: SolvedClicks, answer: Answer) -> Verdict:
    """Check the two answered arrival schedules: one drops exactly one late click, the other none."""
    for name, expected in (("one_late", 1), ("none_late", 0)):
        arrivals = answer[name]
        if not _is_schedule(arrivals):
            return Verdict(
                False,
                TEXTS.format("invalid arrivals", name=name, most=MAX_ARRIVAL_MS),
            )  # fmt: skip
        run = data.run(arrivals)
        drops = list(iterate_events(run.trace, e.LateRecordDropped))
        if len(drops) != expected:
            step = drops[0][0] if drops else len(run.trace) - 1
            return Verdict(
                False,
                TEXTS.format("other drops", name=name, count=len(drops), expected=expected),
                step,
                run,
            )
    return Verdict(True, TEXTS.format("right"))


def solve(data: SolvedClicks) -> dict[str, Any]:
    """Return two arrival schedules: with a watermark between the two late clicks, and without one."""
    return {"one_late": [0, 0, 0, 0, 1_000, 1_000], "none_late": [0] * 6}


def _count_drops(data: SolvedClicks, arrivals: tuple[int, ...]) -> int:
    """Count the dropped clicks, or return -1 if these are no arrivals."""
    if not _is_schedule(arrivals):
        return -1
    return len(list(iterate_events(data.run(arrivals).trace, e.LateRecordDropped)))


def _is_schedule(arrivals: tuple[int, ...]) -> bool:
    return (
        len(arrivals) == 6
        and list(arrivals) == sorted(arrivals)
        and 0 <= arrivals[0] <= arrivals[-1] <= MAX_ARRIVAL_MS
    )


SPACED_ARRIVALS = [600 * n for n in range(6)]
MISCONCEPTIONS = {
    "what is older comes too late": Misconception(
        lambda d: {"one_late": [0] * 6, "none_late": [0] * 6}
    ),
    "a slow source loses nothing": Misconception(
        lambda d: {"one_late": [0] * 6, "none_late": SPACED_ARRIVALS},
        covers=lambda d, a: _count_drops(d, a["none_late"]) > 0,
    ),
    "every pause drops one": Misconception(
        lambda d: {"one_late": SPACED_ARRIVALS, "none_late": [0] * 6},
        covers=lambda d, a: _count_drops(d, a["one_late"]) > 1,
    ),
    "a pause before the first is enough": Misconception(
        lambda d: {"one_late": [1_000] * 6, "none_late": [0] * 6}
    ),
    "a watermark follows each record": Misconception(
        lambda d: {"one_late": [0, 10, 20, 30, 40, 50], "none_late": [0] * 6},
        covers=lambda d, a: _count_drops(d, a["one_late"]) == 0,
    ),
    "the end comes too late for the last": Misconception(
        lambda d: {"one_late": [0, 0, 0, 0, 0, 1_000], "none_late": [0] * 6}
    ),
    "arrivals are event times": Misconception(
        lambda d: {"one_late": list(d.times), "none_late": list(d.times)},
        covers=lambda d, a: not (_is_schedule(a["one_late"]) and _is_schedule(a["none_late"])),
    ),
}


def _build_drop_counter(times: Any, arrivals: Any) -> Any:
    def truth(run: fs.Simulation) -> tuple[str, int | None]:
        other = run_quietly(build_scheduled_job(times, arrivals))
        return str(len(other.trace.get_events(e.LateRecordDropped))), None

    return truth


def _find_first_watermark(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WatermarkEmitted, lambda f: f.timestamp > 0)
    return ("end" if event.timestamp > 10**15 else "each"), step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedClicks(d.times),
    parsers={
        "one_late": build_list_parser(parse_milliseconds),
        "none_late": build_list_parser(parse_milliseconds),
    },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"one_late": [0, 0, 0, 0, 1_000], "none_late": [0] * 6},
        {"one_late": [0, 0, 0, 1_000, 0, 0], "none_late": [0] * 6},
        {"one_late": [0, 0, 0, 0, 10**9, 10**9], "none_late": [0] * 6},
        {"one_late": [-600, 0, 0, 0, 0, 0], "none_late": [0] * 6},
    ],
    spellings=lambda d, a: [
        {name: tuple(times) for name, times in a.items()},
        {name: [f"{time} ms" for time in times] for name, times in a.items()},
        {"one_late": [0, 0, 0, 0, 5_000, 9_000], "none_late": [0, 10, 20, 30, 40, 50]},
    ],
    truths={
        "at once": _build_drop_counter(TIMES, SIMULTANEOUS),
        "slowly": _build_drop_counter(TIMES, SPACED_ARRIVALS),
        "first watermark": _find_first_watermark,
    },
)
