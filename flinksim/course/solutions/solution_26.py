"""Solution of lesson 26, Watermark alignment: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flinksim as fs
from flinksim.common import Duration
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_26 import (
    COUNT,
    DRIFT_MS,
    FAST_MS,
    INTERVAL_MS,
    LESSON,
    MAX_DRIFT_MS,
    SLOW_MS,
    TwoSources,
    build_sources_job,
    count_open_panes,
    find_paused,
    find_results,
    list_reads,
)
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first
from flinksim.trace import events as e

TEXTS = LESSON.texts


class SolvedTwoSources(TwoSources):
    """The exercise's data with its answers."""

    def has_few_panes(self, drift_ms: int) -> bool:
        """Whether no more panes are open than allowed."""
        return count_open_panes(self.run(drift_ms))[0] <= self.panes

    def has_read_in_time(self, drift_ms: int) -> bool:
        """Whether the fast source has read its record in time."""
        return (
            next(now for now, time in list_reads(self.run(drift_ms), "fast") if time == self.time_ms)
            <= self.by_ms
        )  # fmt: skip

    def find_valid_drift(self) -> int | None:
        """Find a drift that fulfils both conditions; None if there is none."""
        for drift_ms in range(0, 24_000, 2_000):
            if self.has_few_panes(drift_ms) and self.has_read_in_time(drift_ms):
                return drift_ms
        return None


def is_suitable(data: SolvedTwoSources) -> bool:
    """Return whether some drifts fulfil both conditions."""
    return data.time_ms < COUNT * 1_000 and data.find_valid_drift() is not None


def judge_answer(data: SolvedTwoSources, answer: Answer) -> Verdict:
    """Check that the drift keeps few panes open, and lets the fast source read far enough."""
    drift_ms = answer["drift_ms"]
    if not 0 <= drift_ms <= MAX_DRIFT_MS:
        return Verdict(False, TEXTS.format("out of range", most=MAX_DRIFT_MS))
    run = data.run(drift_ms)
    panes, step = count_open_panes(run)
    if panes > data.panes:
        return Verdict(
            False, TEXTS.format("too many panes", panes=panes, allowed=data.panes), step, run
        )
    step, _ = find_first(
        run.trace,
        e.SourceRecordRead,
        lambda event: event.split == "fast" and event.value[1] == data.time_ms,
    )
    now_ms = run.trace.headers[step].time_ms
    if now_ms > data.by_ms:
        return Verdict(
            False, TEXTS.format("too slow", time_ms=data.time_ms, now_ms=now_ms), step, run
        )
    return Verdict(True, TEXTS.format("right", panes=panes, now_ms=now_ms), step, run)


def solve(data: SolvedTwoSources) -> dict[str, Any]:
    """Return the smallest even number of seconds that fulfils both conditions."""
    return {"drift_ms": data.find_valid_drift()}


def _build_answer_rule(compute: Callable[[SolvedTwoSources], int]) -> Any:
    return lambda d: {"drift_ms": compute(d)}


MISCONCEPTIONS = {
    "no drift is best": Misconception(
        _build_answer_rule(lambda d: 0),
        covers=lambda d, a: (
            0 <= a["drift_ms"] <= MAX_DRIFT_MS and not d.has_read_in_time(a["drift_ms"])
        ),
    ),
    "more drift is better": Misconception(
        _build_answer_rule(lambda d: 60_000),
        covers=lambda d, a: (
            0 <= a["drift_ms"] <= MAX_DRIFT_MS and not d.has_few_panes(a["drift_ms"])
        ),
    ),
    "the drift is the time to read": Misconception(_build_answer_rule(lambda d: d.time_ms)),
    "the drift is a number of windows": Misconception(
        _build_answer_rule(lambda d: d.panes * 10_000)
    ),
    "the drift is processing time": Misconception(
        _build_answer_rule(lambda d: d.slow_ms - d.fast_ms)
    ),
    "the drift is the pace of the slow source": Misconception(
        _build_answer_rule(lambda d: d.slow_ms)
    ),
    "the slow source reads one second in a second": Misconception(
        _build_answer_rule(lambda d: d.time_ms - d.by_ms)
    ),
    "all between the windows is allowed": Misconception(
        _build_answer_rule(lambda d: (d.panes - 1) * 10_000)
    ),
    "the drift is one interval": Misconception(_build_answer_rule(lambda d: INTERVAL_MS)),
}


def _find_distance(run: fs.Simulation) -> tuple[str, int | None]:
    slow = list_reads(run, "slow")
    ahead = max(
        time - max((other for then, other in slow if then <= now), default=0)
        for now, time in list_reads(run, "fast")
    )
    step, _ = find_first(run.trace, e.WatermarkAligned)
    return ("more" if ahead > DRIFT_MS else "equal"), step


def _compare_panes(run: fs.Simulation) -> tuple[str, int | None]:
    most, step = count_open_panes(run)
    free, _ = count_open_panes(run_quietly(build_sources_job(FAST_MS, SLOW_MS, None)))
    return f"{free} {most}", step


def _compare_results(run: fs.Simulation) -> tuple[str, int | None]:
    free = run_quietly(build_sources_job(FAST_MS, SLOW_MS, None))
    (_, first), (_, aligned) = find_results(free)[0], find_results(run)[0]
    step = find_first(run.trace, e.WindowFired)[0]
    return ("same" if first == aligned else "earlier" if aligned < first else "later"), step


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedTwoSources(d.fast_ms, d.slow_ms, d.panes, d.time_ms, d.by_ms),
    is_suitable=is_suitable,
    parsers={"drift_ms": parse_milliseconds},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"drift_ms": -1},
        {"drift_ms": 10**12},
        {"drift_ms": [0, 1_000, 2_000, 3_000]},
        {"drift_ms": "fast"},
    ],
    spellings=lambda d, a: [
        {"drift_ms": f"{a['drift_ms'] / 1000} s"},
        {"drift_ms": str(a["drift_ms"])},
        {"drift_ms": Duration.of_millis(a["drift_ms"])},
    ],
    truths={
        "paused": find_paused,
        "distance": _find_distance,
        "panes": _compare_panes,
        "first": _compare_results,
    },
)
