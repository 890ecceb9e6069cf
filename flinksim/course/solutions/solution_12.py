"""Solution of lesson 12, Sessions: right answers, and what leads to wrong ones.

Not in Flink.
"""

from __future__ import annotations

from typing import Any

import flinksim as fs
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.lesson_model import Answer
from flinksim.course.lessons.lesson_12 import GAP_MS, LESSON, MAX_ARRIVAL_MS, TwoSessions
from flinksim.course.solution_model import Misconception, Solution, Verdict
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.trace import events as e

TEXTS = LESSON.texts
FIRST_FIRING_MS = 1_600
"""The arrival of the visit after which the first session fires, in ms."""


class SolvedTwoSessions(TwoSessions):
    """The exercise's data with its answers."""

    @property
    def first_session_end(self) -> int:
        """The last visit that belongs to the first session."""
        return self.visits[1][1]

    @property
    def second_session_start(self) -> int:
        """The first visit of the second session."""
        return self.visits[2][1]

    def is_between(self, time_ms: int) -> bool:
        """Whether a visit is near enough to both sessions to merge them."""
        return self.second_session_start - GAP_MS <= time_ms <= self.first_session_end + GAP_MS


def judge_answer(data: SolvedTwoSessions, answer: Answer) -> Verdict:
    """Check that the answered visit merges both sessions into one, after the first one has fired."""
    arrival, time = answer["arrival_ms"], answer["time_ms"]
    if not 0 <= arrival <= MAX_ARRIVAL_MS or not 0 <= time <= 100_000:
        return Verdict(False, TEXTS.format("out of range", most=MAX_ARRIVAL_MS))
    run = data.run(((arrival, time),))
    for step, lost in iterate_events(run.trace, e.LateRecordDropped):
        return Verdict(
            False, TEXTS.format("too late", value=lost.value, watermark=lost.watermark), step, run
        )
    for step, event in iterate_events(run.trace, e.WindowsMerged):
        if len(event.merged) < 2 or event.value[1] != time:
            continue  # another visit merges these
        fired = [other.window for n, other in iterate_events(run.trace, e.WindowFired) if n < step]
        before = [window for window in event.merged if window in fired]
        if len(before) == 1:
            return Verdict(
                True,
                TEXTS.format(
                    "right",
                    window=event.window,
                    merged=event.merged,
                    result=event.result,
                    fired=before[0],
                ),
                step,
                run,
            )
        many = len(before)
        return Verdict(False, TEXTS.format("other sessions fired", many=many), step, run)
    step = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == time)[0]
    return Verdict(False, TEXTS.format("no merge"), step, run)


def solve(data: SolvedTwoSessions) -> dict[str, Any]:
    """Return a visit between the sessions that arrives after the first fires and before the second."""
    return {
        "arrival_ms": 1_900,
        "time_ms": data.first_session_end + GAP_MS - 500
        if data.second_session_start - data.first_session_end > 7_400
        else (data.first_session_end + data.second_session_start) // 2,
    }


def _build_answer_rule(arrival: Any, time: Any) -> Any:
    return lambda d: {"arrival_ms": arrival(d), "time_ms": time(d)}


MISCONCEPTIONS = {
    "sessions close after real silence": Misconception(
        _build_answer_rule(lambda d: 1_600 + GAP_MS + 12_000, lambda d: solve(d)["time_ms"]),
        covers=lambda d, a: d.is_between(a["time_ms"]) and a["arrival_ms"] > FIRST_FIRING_MS,
    ),
    "late by the clock is late": Misconception(
        _build_answer_rule(lambda d: 1_000, lambda d: solve(d)["time_ms"]),
        covers=lambda d, a: d.is_between(a["time_ms"]) and a["arrival_ms"] <= FIRST_FIRING_MS,
    ),
    "near to the first is enough": Misconception(
        _build_answer_rule(lambda d: 1_900, lambda d: d.first_session_end + 200),
        covers=lambda d, a: d.first_session_end < a["time_ms"] <= d.first_session_end + GAP_MS,
    ),
    "near to the second is enough": Misconception(
        _build_answer_rule(lambda d: 1_900, lambda d: d.second_session_start - 200),
        covers=lambda d, a: (
            d.second_session_start - GAP_MS <= a["time_ms"] < d.second_session_start
        ),
    ),
    "a visit inside a session joins": Misconception(
        _build_answer_rule(lambda d: 1_900, lambda d: d.second_session_start + 100),
        covers=lambda d, a: (
            d.visits[0][1] <= a["time_ms"] <= d.first_session_end
            or d.second_session_start <= a["time_ms"] <= d.visits[3][1]
        ),
    ),
    "a session ends with its last visit": Misconception(
        _build_answer_rule(lambda d: 1_900, lambda d: d.second_session_start + 2_000 + GAP_MS),
        covers=lambda d, a: a["time_ms"] < d.visits[0][1] or a["time_ms"] > d.visits[3][1],
    ),
}


def _find_session_closer(run: fs.Simulation) -> tuple[str, int | None]:
    step, _ = find_first(run.trace, e.WindowFired)
    return ("record" if run.trace.headers[step].time_ms < 5_000 else "silence"), step


def _find_session_of_late_visit(run: fs.Simulation) -> tuple[str, int | None]:
    step, event = find_first(run.trace, e.WindowsMerged, lambda f: len(f.merged) == 2)
    return ("one" if event.result[0] == 1_000 else "two"), step


def _find_second_firing(run: fs.Simulation) -> tuple[str, int | None]:
    fired = [(step, f) for step, f in iterate_events(run.trace, e.WindowFired)]
    return ("again" if fired[1][1].window[0] == 1_000 else "other"), fired[1][0]


SOLUTION = Solution(
    lesson=LESSON,
    complete_data=lambda d: SolvedTwoSessions(d.visits),
    parsers={"arrival_ms": parse_milliseconds, "time_ms": parse_milliseconds},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
        {"arrival_ms": [0, 1_900], "time_ms": solve(d)["time_ms"]},
        {"arrival_ms": -1, "time_ms": 5_000},
        {"arrival_ms": 0, "time_ms": solve(d)["time_ms"]},  # then another visit merges them
        {"arrival_ms": 10**9, "time_ms": 5_000},
    ],
    spellings=lambda d, a: [
        {name: str(value) for name, value in a.items()},
        {"arrival_ms": a["arrival_ms"] + 1_000, "time_ms": f"{a['time_ms'] / 1000} s"},
    ],
    truths={
        "closes": _find_session_closer,
        "6 s": _find_session_of_late_visit,
        "said": _find_second_firing,
    },
)
