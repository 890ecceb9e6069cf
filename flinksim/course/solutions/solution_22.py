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

TEXTS = LESSON.texts


def parse_window_start(data: SlidingClicks, value: Any) -> int:
    """Parse the start of a window: ``12000``, ``"12 s"``, or the window ``(12000, 32000)``."""
    if type(value) in (tuple, list) and len(value) == 2:
        start, end = (parse_milliseconds(data, one) for one in value)
        if end - start == data.size_ms:
            return start
    return parse_milliseconds(data, value)


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
            TEXTS.format("wrong window", time=data.times[0], wrong=wrong[0])
            if wrong
            else TEXTS.format("more windows", time=data.times[0])
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
                False, TEXTS.format("wrong count", time=time, count=count), steps[0], data.run
            )
    if answer["results"] != data.results:
        fired = [step for step, _ in iterate_events(data.run.trace, e.WindowFired)]
        return Verdict(
            False, TEXTS.format("wrong results", results=answer["results"]), fired[-1], data.run
        )
    return Verdict(
        True,
        TEXTS.format(
            "right",
            count=len(data.times),
            assignments=sum(data.counts.values()),
            results=data.results,
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
        _build_answer_rule(
            starts=lambda d: [_find_last_start(d)], counts=lambda d: dict.fromkeys(d.times, 1)
        ),
        too_low="starts",
    ),
    "windows start at the first record": Misconception(
        _build_answer_rule(starts=lambda d: [d.times[0]]),
        covers=lambda d, a: any(start % d.slide_ms for start in a["starts"]),
    ),
    "windows start at multiples of the size": Misconception(
        _build_answer_rule(starts=lambda d: [d.times[0] // d.size_ms * d.size_ms])
    ),
    "every record is in size / slide windows": Misconception(
        _build_answer_rule(counts=lambda d: dict.fromkeys(d.times, d.size_ms // d.slide_ms)),
        too_low="counts",
    ),
    "every record is in size / slide windows, rounded up": Misconception(
        _build_answer_rule(counts=lambda d: dict.fromkeys(d.times, -(-d.size_ms // d.slide_ms))),
        too_high="counts",
    ),
    "each record makes a result": Misconception(
        _build_answer_rule(results=lambda d: len(d.times)), too_low="results"
    ),
    "each assignment makes a result": Misconception(
        _build_answer_rule(results=lambda d: sum(d.counts.values())), too_high="results"
    ),
    "empty windows have results": Misconception(
        _build_answer_rule(results=lambda d: (max(d.times) - min(d.starts)) // d.slide_ms + 1)
    ),
    "a window contains its end": Misconception(
        _build_answer_rule(
            starts=lambda d: [min(solve(d)["starts"]) - d.slide_ms, *solve(d)["starts"]]
        ),
        too_high="starts",
    ),
}


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
    lesson=LESSON,
    complete_data=lambda d: SolvedSlidingClicks(d.size_ms, d.slide_ms, d.times),
    parsers={
        "starts": build_set_parser(parse_window_start),
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
    truths={"1 s": _count_first_windows, "first": _find_first_start, "rows": _count_results},
)
