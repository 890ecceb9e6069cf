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
        return Verdict(
            False,
            (
                f"expected a drift from 0 to {MAX_DRIFT_MS} ms",
                f"此处需要 0 到 {MAX_DRIFT_MS} ms 之间的最大偏差",
            ),
        )
    run = data.run(drift_ms)
    panes, step = count_open_panes(run)
    if panes > data.panes:
        return Verdict(
            False,
            (
                f"{panes} panes are open at a time, and {data.panes} are allowed",
                f"同时打开了 {panes} 个窗格，最多允许 {data.panes} 个",
            ),
            step,
            run,
        )
    step, _ = find_first(
        run.trace,
        e.SourceRecordRead,
        lambda event: event.split == "fast" and event.value[1] == data.time_ms,
    )
    now_ms = run.trace.headers[step].time_ms
    if now_ms > data.by_ms:
        return Verdict(
            False,
            (
                f"the fast source reads its record of {data.time_ms} ms at {now_ms} ms only",
                f"快的数据源到 {now_ms} ms 才读到 {data.time_ms} ms 的记录",
            ),
            step,
            run,
        )
    return Verdict(
        True,
        (
            f"at most {panes} panes, and the record is read at {now_ms} ms",
            f"最多 {panes} 个窗格，记录在 {now_ms} ms 读到",
        ),
        step,
        run,
    )


def solve(data: SolvedTwoSources) -> dict[str, Any]:
    """Return the smallest even number of seconds that fulfils both conditions."""
    return {"drift_ms": data.find_valid_drift()}


def _build_answer_rule(compute: Callable[[SolvedTwoSources], int]) -> Any:
    return lambda d: {"drift_ms": compute(d)}


MISCONCEPTIONS = {
    "no drift is best": Misconception(
        ("With so small a drift the fast source hardly gets ahead, and reads its record too late.", "最大偏差这样小时，快的数据源几乎无法超前，因此读到该记录的时间太晚。"),
        _build_answer_rule(lambda d: 0),
        covers=lambda d, a: 0 <= a["drift_ms"] <= MAX_DRIFT_MS and not d.has_read_in_time(a["drift_ms"]),
    ),
    "more drift is better": Misconception(
        ("A large drift is no alignment: the fast source reads on, and each record it reads opens panes.", "最大偏差很大，就等于没有对齐：快的数据源一直读，读到的记录不断打开窗格。"),
        _build_answer_rule(lambda d: 60_000),
        covers=lambda d, a: 0 <= a["drift_ms"] <= MAX_DRIFT_MS and not d.has_few_panes(a["drift_ms"]),
    ),
    "the drift is the time to read": Misconception(
        ("The drift is a distance in event time from the slowest source, not an event time.", "最大偏差是与最慢数据源在事件时间上的距离，不是一个事件时间。"),
        _build_answer_rule(lambda d: d.time_ms),
    ),
    "the drift is a number of windows": Misconception(
        ("The fast source goes beyond the drift until its next report. So there are more panes than the drift has windows.", "快的数据源在下一次报告之前会超出最大偏差，所以打开的窗格多于最大偏差所含的窗口。"),
        _build_answer_rule(lambda d: d.panes * 10_000),
    ),
    "the drift is processing time": Misconception(
        ("The drift is event time. The pace of a source in processing time is no drift.", "最大偏差是事件时间。数据源在处理时间上的节奏不是最大偏差。"),
        _build_answer_rule(lambda d: d.slow_ms - d.fast_ms),
    ),
    "the drift is the pace of the slow source": Misconception(
        ("The drift is event time, and one second of it passes with each record here.", "最大偏差是事件时间，这里每条记录使事件时间前进一秒。"),
        _build_answer_rule(lambda d: d.slow_ms),
    ),
    "the slow source reads one second in a second": Misconception(
        ("Event time and processing time differ. By then the slow source has read one second of event time for each slow_ms.", "事件时间不同于处理时间。到那时，慢的数据源每 slow_ms 读了一秒的事件时间。"),
        _build_answer_rule(lambda d: d.time_ms - d.by_ms),
    ),
    "all between the windows is allowed": Misconception(
        ("The fast source goes beyond the drift until its next report. Leave room for that.", "快的数据源在下一次报告之前会超出最大偏差，要留出余地。"),
        _build_answer_rule(lambda d: (d.panes - 1) * 10_000),
    ),
    "the drift is one interval": Misconception(
        ("The interval says how often sources report, in processing time. The drift is event time.", "间隔说明数据源多久报告一次，是处理时间；最大偏差是事件时间。"),
        _build_answer_rule(lambda d: INTERVAL_MS),
    ),
}  # fmt: skip


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
    exercise=LESSON.exercise,
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
    truths={'paused': find_paused, 'distance': _find_distance, 'panes': _compare_panes, 'first': _compare_results},
)  # fmt: skip
