"""Solution of lesson 22, Sliding and cumulative windows: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import (
    build_dict_parser,
    build_set_parser,
    parse_milliseconds,
    parse_whole_number,
)
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_22 import (
    LESSON,
    TIMES,
    SlidingClicks,
    build_sliding_job,
    list_windows,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e


class SolvedSlidingClicks(SlidingClicks):
    """The exercise's data with its answers."""

    @cached_property
    def run(self) -> fs.Simulation:
        """The finished run of the clicks."""
        return run_quietly(build_sliding_job(self.times, self.size_ms, self.slide_ms))

    @property
    def starts(self) -> list[int]:
        """The starts of the windows of the first click."""
        return list_windows(self.run, self.times[0])

    @property
    def counts(self) -> dict[int, int]:
        """The number of windows of each click."""
        return {time: len(list_windows(self.run, time)) for time in self.times}

    @property
    def results(self) -> int:
        """The number of results."""
        return len(self.run.trace.get_events(e.WindowFired))


def judge_answer(data: SolvedSlidingClicks, answer: Answer) -> Verdict:
    """Check the windows of the first click, the number for each click, and the number of results."""
    step, _ = find_first(data.run.trace, e.WindowAssigned)
    if set(answer["starts"]) != set(data.starts):
        wrong = sorted(set(answer["starts"]) - set(data.starts))
        problem = (
            (f"no window with the click of {data.times[0]} ms starts at {wrong[0]} ms", f"{data.times[0]} ms 的点击所在的窗口没有从 {wrong[0]} ms 开始的")
            if wrong
            else (f"the click of {data.times[0]} ms is in more windows", f"{data.times[0]} ms 的点击还在别的窗口里")
        )  # fmt: skip
        return Verdict(False, problem, step, data.run)
    for time, count in answer["counts"]:
        if count != data.counts[time]:
            steps = [
                step
                for step, event in iterate_events(data.run.trace, e.WindowAssigned)
                if event.timestamp == time
            ]
            return Verdict(
                False,
                (
                    f"the click of {time} ms is not in {count} windows",
                    f"{time} ms 的点击不是在 {count} 个窗口里",
                ),
                steps[0],
                data.run,
            )
    if answer["results"] != data.results:
        fired = [step for step, _ in iterate_events(data.run.trace, e.WindowFired)]
        return Verdict(
            False,
            (
                f"there are not {answer['results']} results",
                f"结果不是 {answer['results']} 个",
            ),
            fired[-1],
            data.run,
        )
    return Verdict(
        True,
        (
            f"{len(data.times)} clicks, {sum(data.counts.values())} assignments, {data.results} results",
            f"{len(data.times)} 次点击，分配 {sum(data.counts.values())} 次，{data.results} 个结果",
        ),
    )


def solve(data: SolvedSlidingClicks) -> dict[str, Any]:
    """Return the right answer, read from the run."""
    return {"starts": data.starts, "counts": data.counts, "results": data.results}


def _build_answer_rule(**replacements: Any) -> Any:
    return lambda d: {**solve(d), **{name: make(d) for name, make in replacements.items()}}


def _find_last_start(data: SolvedSlidingClicks) -> int:
    return data.times[0] // data.slide_ms * data.slide_ms


MISCONCEPTIONS = {
    "a record is in one window": Misconception(
        ("Sliding windows overlap. A click is added to each window that contains its timestamp.", "滑动窗口相互重叠。点击会加到每个包含它时间戳的窗口里。"),
        _build_answer_rule(starts=lambda d: [_find_last_start(d)], counts=lambda d: dict.fromkeys(d.times, 1)),
    ),
    "windows start at the first record": Misconception(
        ("Windows start at multiples of the slide, not at a click.", "窗口从滑动步长的倍数开始，不是从点击开始。"),
        _build_answer_rule(starts=lambda d: [d.times[0]]),
    ),
    "windows start at multiples of the size": Misconception(
        ("Starts are multiples of the slide. The size says how long a window is.", "起点是滑动步长的倍数，大小只说明窗口多长。"),
        _build_answer_rule(starts=lambda d: [d.times[0] // d.size_ms * d.size_ms]),
    ),
    "every record is in size / slide windows": Misconception(
        ("The slide does not divide the size here. So some clicks are in one window more than others.", "这里步长不能整除大小，所以有的点击比别的多在一个窗口里。"),
        _build_answer_rule(counts=lambda d: dict.fromkeys(d.times, d.size_ms // d.slide_ms)),
    ),
    "every record is in size / slide windows, rounded up": Misconception(
        ("The slide does not divide the size here. So some clicks are in one window less than others.", "这里步长不能整除大小，所以有的点击比别的少在一个窗口里。"),
        _build_answer_rule(counts=lambda d: dict.fromkeys(d.times, -(-d.size_ms // d.slide_ms))),
    ),
    "each record makes a result": Misconception(
        ("Each window gives one result, with all of its clicks.", "每个窗口给出一个结果，包含它的全部点击。"),
        _build_answer_rule(results=lambda d: len(d.times)),
    ),
    "each assignment makes a result": Misconception(
        ("Clicks in the same window share its result.", "同一窗口里的点击共用一个结果。"),
        _build_answer_rule(results=lambda d: sum(d.counts.values())),
    ),
    "empty windows have results": Misconception(
        ("A window exists only if it has a click. Flink does not emit empty windows.", "有点击的窗口才存在，Flink 不输出空窗口。"),
        _build_answer_rule(results=lambda d: (max(d.times) - min(d.starts)) // d.slide_ms + 1),
    ),
}  # fmt: skip


def _count_first_windows(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowAssigned)
    return str(len(list_windows(run, event.timestamp or 0))), step


def _find_first_start(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.WindowAssigned)
    return str(list_windows(run, TIMES[0])[0]), step


def _count_results(run: fs.Simulation) -> tuple[str, int | None]:
    fired = [step for step, _ in iterate_events(run.trace, e.WindowFired)]
    return str(len(fired)), fired[-1]


SOLUTION = Solution(
    exercise=LESSON.exercise,
    complete_data=lambda d: SolvedSlidingClicks(d.size_ms, d.slide_ms, d.times),
    parsers={
            "starts": build_set_parser(parse_milliseconds),
            "counts": build_dict_parser(lambda d: d.times, parse_whole_number),
            "results": parse_whole_number,
        },
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
            {**solve(d), "starts": d.starts[1:]},
            {**solve(d), "starts": [*d.starts, d.starts[-1] + d.slide_ms]},
            {**solve(d), "results": d.results + 1},
        ],
    spellings=lambda d, a: [
            {**a, "starts": set(a["starts"])},
            {**a, "starts": list(reversed(a["starts"])), "results": str(a["results"])},
        ],
    truths={'1 s': _count_first_windows, 'first': _find_first_start, 'rows': _count_results},
)  # fmt: skip
