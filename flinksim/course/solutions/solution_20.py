"""Solution of lesson 20, From ten records to ten million: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_20 import LESSON, TargetCompleteness, count_losses
from flinksim.course.replay_fixtures import HOUR_MS, MINUTE_MS, sweep_delays
from flinksim.course.solution_model import InvalidAnswer, Misconception, Solution, Verdict

TEXTS = LESSON.texts


@cache
def find_min_delay(share: float) -> int:
    """Find the smallest watermark delay, to the minute, with which *share* of the flights are on time."""
    low, high = 0, 24 * 60
    while low < high:
        middle = (low + high) // 2
        if sweep_delays().point(middle * MINUTE_MS, None, 0).on_time_share >= share:
            high = middle
        else:
            low = middle + 1
    return low * MINUTE_MS


def find_worst_windows() -> list[tuple[str, int]]:
    """List the windows (carrier and hour) in which the most flights are dropped as late."""
    most = max(count_losses().values())
    return sorted(pane for pane, lost in count_losses().items() if lost == most)


def parse_window(data: Any, value: Any) -> tuple[str, int]:
    """Parse a carrier and an hour: ``("UA", 15)``, ``("UA", "15:00")``, ``"UA 15"``."""
    if type(value) is str:
        value = value.replace(",", " ").split()
    if type(value) in (tuple, list) and len(value) == 2 and type(value[0]) is str:
        hour = value[1]
        if type(hour) is str and hour.partition(":")[0].isdigit():
            hour = int(hour.partition(":")[0])
        if type(hour) is int:
            return value[0].upper(), hour
    raise InvalidAnswer(TEXTS.format("no pane", value=f"{value!r:.60}"))


def judge_answer(data: TargetCompleteness, answer: Answer) -> Verdict:
    """Check that the delay is the smallest possible, and the window one of those that lose most."""
    from flinksim.course.checks.replay_checks import check_smallest_delay

    if not 0 <= answer["delay_ms"] <= 24 * HOUR_MS:
        return Verdict(False, TEXTS.format("out of range"))
    if answer["delay_ms"] % MINUTE_MS:
        return Verdict(False, TEXTS.format("whole minutes"))
    verdict = check_smallest_delay(sweep_delays(), data.share, delay_ms=answer["delay_ms"])
    if not verdict:
        return Verdict(False, TEXTS.format("wrong delay", hint=verdict.message))
    if answer["worst"] not in find_worst_windows():
        lost = count_losses()[answer["worst"]]
        return Verdict(False, TEXTS.format("another pane", worst=answer["worst"], lost=lost))
    return Verdict(
        True,
        TEXTS.format(
            "right", hint=verdict.message, pane=data, minutes=answer["delay_ms"] // MINUTE_MS
        ),
    )


def solve(data: TargetCompleteness) -> dict[str, Any]:
    """Return the smallest delay, found by trying many, and a window with the most drops."""
    return {"delay_ms": find_min_delay(data.share), "worst": find_worst_windows()[0]}


def _build_answer_rule(compute_delay: Any) -> Any:
    return lambda d: {**solve(d), "delay_ms": compute_delay(d)}


MISCONCEPTIONS = {
    "pick it by feel": Misconception(
        _build_answer_rule(
            lambda d: (
                30 * MINUTE_MS if find_min_delay(d.share) != 30 * MINUTE_MS else 45 * MINUTE_MS
            )
        )
    ),
    "nearly enough is enough": Misconception(
        _build_answer_rule(lambda d: find_min_delay(d.share) - MINUTE_MS), too_low="delay_ms"
    ),
    "a minute to be sure": Misconception(
        _build_answer_rule(lambda d: find_min_delay(d.share) + MINUTE_MS), too_high="delay_ms"
    ),
    "wait for the last one": Misconception(_build_answer_rule(lambda d: 24 * HOUR_MS)),
    "the share of time is the share of flights": Misconception(
        _build_answer_rule(
            lambda d: (
                round(d.share * 60) * MINUTE_MS
                if round(d.share * 60) * MINUTE_MS != find_min_delay(d.share)
                else HOUR_MS + MINUTE_MS
            )
        )
    ),
    "the worst pane is that of the longest delay": Misconception(
        lambda d: {
            **solve(d),
            "worst": next(p for p in sorted(count_losses()) if p not in find_worst_windows()),
        },
        covers=lambda d, a: a["worst"] not in find_worst_windows(),
    ),
}


def _find_completeness_at_30_minutes(run: fs.Simulation) -> tuple[str, int | None]:
    share = sweep_delays().point(30 * MINUTE_MS, None, 0).on_time_share
    return ("most" if 0.9 < share < 0.995 else "all"), None


def _find_completeness_of_double(run: fs.Simulation) -> tuple[str, int | None]:
    lost = [
        1 - sweep_delays().point(minutes * MINUTE_MS, None, 0).on_time_share for minutes in (30, 60)
    ]
    return ("some" if lost[1] > 0 else "none"), None


def _compare_result_delays(run: fs.Simulation) -> tuple[str, int | None]:
    delays = [sweep_delays().point(minutes * MINUTE_MS, None, 0).delay_p50 for minutes in (30, 120)]
    return ("later" if delays[1] - delays[0] > 45 * MINUTE_MS else "same"), None


SOLUTION = Solution(
    lesson=LESSON,
    parsers={"delay_ms": parse_milliseconds, "worst": parse_window},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {**solve(d), "delay_ms": -MINUTE_MS},
        {**solve(d), "worst": find_worst_windows()},
    ],
    spellings=lambda d, a: [
        {**a, "delay_ms": f"{a['delay_ms'] // MINUTE_MS} min"},
        {**a, "worst": [a["worst"][0].lower(), f"{a['worst'][1]}:00"]},
    ],
    truths={
        "thirty": _find_completeness_at_30_minutes,
        "double": _find_completeness_of_double,
        "two hours": _compare_result_delays,
    },
)
