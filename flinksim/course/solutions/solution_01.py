"""Solution of lesson 01, Three clocks: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import build_list_parser, parse_milliseconds
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_01 import (
    ARRIVALS,
    LESSON,
    MAX_ARRIVAL_MS,
    TIMES,
    Clicks,
    build_two_clocks_job,
    count_by_window,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first
from flinksim.trace import events as e

TEXTS = LESSON.texts


class SolvedClicks(Clicks):
    """The exercise's data with its answers."""

    def __init__(self, times: tuple[int, ...]) -> None:
        super().__init__(times)
        self._cache: dict[tuple[int, ...], tuple[fs.Simulation, list[Any]]] = {}

    def find_differing_windows(self, arrivals: tuple[int, ...]) -> tuple[fs.Simulation, list[Any]]:
        """Return the event-time run, and the windows in which the two clocks count differently."""
        if arrivals not in self._cache:
            one, other = (
                run_quietly(build_two_clocks_job(arrivals, self.times, clock))
                for clock in ("event time", "processing time")
            )
            event_counts, processing_counts = count_by_window(one), count_by_window(other)
            windows = sorted(
                window
                for window in event_counts | processing_counts
                if event_counts[window] != processing_counts[window]
            )
            self._cache[arrivals] = one, windows
        return self._cache[arrivals]

    def count_differences(self, answer: Answer) -> int:
        """Count the windows in which the clocks differ; -1 if a click cannot arrive at its time."""
        arrivals = answer["arrivals"]
        is_possible = len(arrivals) == len(self.times) and all(
            time <= arrival <= MAX_ARRIVAL_MS
            for arrival, time in zip(arrivals, self.times, strict=True)
        )
        return len(self.find_differing_windows(arrivals)[1]) if is_possible else -1

    @cached_property
    def last_click_of_first_window(self) -> int:
        """The number of the last click whose event time is in the first window."""
        return max(n for n, time in enumerate(self.times) if time < 10_000)


def judge_answer(data: SolvedClicks, answer: Answer) -> Verdict:
    """Check that the two clocks count differently in exactly two windows."""
    arrivals = answer["arrivals"]
    if len(arrivals) != len(data.times):
        return Verdict(False, TEXTS.format("number of arrivals", count=len(data.times)))
    for arrival, time in zip(arrivals, data.times, strict=True):
        if not time <= arrival <= MAX_ARRIVAL_MS:
            return Verdict(
                False,
                TEXTS.format("invalid arrival", time=time, arrival=arrival, most=MAX_ARRIVAL_MS),
            )  # fmt: skip
    run, windows = data.find_differing_windows(arrivals)
    if len(windows) == 2:
        return Verdict(True, TEXTS.format("right", first=windows[0], second=windows[1]))
    step = find_first(run.trace, e.WindowFired)[0]
    listed = ", ".join(map(str, windows)) or "-"
    return Verdict(
        False, TEXTS.format("other windows differ", count=len(windows), listed=listed), step, run
    )


def solve(data: SolvedClicks) -> dict[str, Any]:
    """Return arrivals for which one click of the first window arrives in the second ten seconds."""
    late = data.last_click_of_first_window
    return {"arrivals": [12_000 if n == late else time + 50 for n, time in enumerate(data.times)]}


def _build_answer_rule(compute_arrival: Any) -> Any:
    return lambda data: {
        "arrivals": [compute_arrival(n, time, data) for n, time in enumerate(data.times)]
    }


MISCONCEPTIONS = {
    "event time is when it arrives": Misconception(_build_answer_rule(lambda n, time, data: time)),
    "late within its window counts": Misconception(
        _build_answer_rule(lambda n, time, data: min(time + 300, time // 10_000 * 10_000 + 9_999)),
        covers=lambda d, a: d.count_differences(a) == 0,
    ),
    "a delay for all shifts two windows": Misconception(
        _build_answer_rule(lambda n, time, data: time + 10_000)
    ),
    "two late clicks make two windows": Misconception(
        _build_answer_rule(
            lambda n, time, data: (
                12_000
                if n == data.last_click_of_first_window
                else 23_900
                if 10_000 <= time < 20_000
                else time
            )
        ),
        covers=lambda d, a: d.count_differences(a) > 2,
    ),
    "windows wait until all is there": Misconception(
        _build_answer_rule(lambda n, time, data: 30_000 + n)
    ),
    "a click may arrive at any time": Misconception(
        _build_answer_rule(lambda n, time, data: max(0, time - 1_000)),
        covers=lambda d, a: d.count_differences(a) < 0,
    ),
}


def _count_event_time_window(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowFired)
    return str(event.count), step


def _find_window_of_third_click(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowAssigned, lambda f: f.timestamp == TIMES[2])
    return ("first" if event.window == (0, 10_000) else "second"), step


def _count_processing_time_window(run: fs.Simulation) -> tuple[str, int | None]:
    other = run_quietly(build_two_clocks_job(ARRIVALS, TIMES, "processing time"))
    return str(count_by_window(other)[0, 10_000]), None


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedClicks(d.times),
    parsers={"arrivals": build_list_parser(parse_milliseconds)},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"arrivals": [*solve(d)["arrivals"], 1_000]},
        {"arrivals": solve(d)["arrivals"][:-1]},
        {"arrivals": [0, *d.times[1:]]},
        {"arrivals": [*d.times[:-1], 10_000_000]},
    ],
    spellings=lambda d, a: [
        {"arrivals": tuple(a["arrivals"])},
        {"arrivals": [f"{one} ms" for one in a["arrivals"]]},
    ],
    truths={
        "third click": _find_window_of_third_click,
        "event time": _count_event_time_window,
        "processing time": _count_processing_time_window,
    },
)
