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
        return Verdict(
            False,
            (
                f"give an arrival time for each of the {len(data.times)} clicks",
                f"{len(data.times)} 次点击，每次都需要一个到达时间",
            ),
        )
    for arrival, time in zip(arrivals, data.times, strict=True):
        if not time <= arrival <= MAX_ARRIVAL_MS:
            return Verdict(
                False,
                (f"the click of {time} ms cannot arrive at {arrival} ms; expected a time from {time} to {MAX_ARRIVAL_MS} ms",
                 f"{time} ms 的点击不能在 {arrival} ms 到达：应在 {time} 到 {MAX_ARRIVAL_MS} ms 之间"),
            )  # fmt: skip
    run, windows = data.find_differing_windows(arrivals)
    if len(windows) == 2:
        return Verdict(
            True,
            (
                f"the counts differ in {windows[0]} and {windows[1]}",
                f"两种计数在 {windows[0]} 和 {windows[1]} 不同",
            ),
        )
    step = find_first(run.trace, e.WindowFired)[0]
    listed = ", ".join(map(str, windows)) or "-"
    return Verdict(
        False,
        (
            f"the counts differ in {len(windows)} windows: {listed}",
            f"两种计数在 {len(windows)} 个窗口不同：{listed}",
        ),
        step,
        run,
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
    "event time is when it arrives": Misconception(
        ("Each click arrives when it happens. Then both clocks count the same in every window.",
         "如果每次点击一发生就到达，两种时钟在每个窗口中的计数都相同。"),
        _build_answer_rule(lambda n, time, data: time),
    ),
    "late within its window counts": Misconception(
        ("Each click is delayed, but stays in the same ten seconds. Then both clocks count the same.",
         "如果只晚一点，仍在同一个十秒内，两种时钟的计数没有差别。"),
        _build_answer_rule(lambda n, time, data: min(time + 300, time // 10_000 * 10_000 + 9_999)),
        covers=lambda d, a: d.count_differences(a) == 0,
    ),
    "a delay for all shifts two windows": Misconception(
        ("A delay of ten seconds moves every click to the next window of processing time.",
         "如果全部晚十秒，每次点击都会进入处理时间的下一个窗口。"),
        _build_answer_rule(lambda n, time, data: time + 10_000),
    ),
    "two late clicks make two windows": Misconception(
        ("A click that moves to another window makes one window too small and the other too large. One such click changes two windows.",
         "一次点击进入另一个窗口，会使一个窗口少一，另一个窗口多一：一次点击就影响两个窗口。"),
        _build_answer_rule(lambda n, time, data: 12_000 if n == data.last_click_of_first_window else 23_900 if 10_000 <= time < 20_000 else time),
        covers=lambda d, a: d.count_differences(a) > 2,
    ),
    "windows wait until all is there": Misconception(
        ("If all clicks arrive within the same ten seconds, there is only one processing-time window.",
         "如果全部在同一个十秒内到达，处理时间就只有一个窗口。"),
        _build_answer_rule(lambda n, time, data: 30_000 + n),
    ),
}  # fmt: skip


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
    exercise=LESSON.exercise,
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
    truths={'third click': _find_window_of_third_click, 'event time': _count_event_time_window, 'processing time': _count_processing_time_window},
)  # fmt: skip
