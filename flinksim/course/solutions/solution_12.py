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
        return Verdict(
            False,
            (
                f"expected an arrival from 0 to {MAX_ARRIVAL_MS} ms, and an event time from 0 to 100000 ms",
                f"到达时间应在 0 到 {MAX_ARRIVAL_MS} ms 之间，事件时间应在 0 到 100000 ms 之间",
            ),
        )
    run = data.run(((arrival, time),))
    for step, lost in iterate_events(run.trace, e.LateRecordDropped):
        return Verdict(
            False,
            (
                f"{lost.value} is too late for any session, because the watermark is at {lost.watermark}",
                f"{lost.value} 到得太晚，没有可加入的会话：水位线为 {lost.watermark}",
            ),
            step,
            run,
        )
    for step, event in iterate_events(run.trace, e.WindowsMerged):
        if len(event.merged) < 2:
            continue
        fired = [other.window for n, other in iterate_events(run.trace, e.WindowFired) if n < step]
        before = [window for window in event.merged if window in fired]
        if len(before) == 1:
            return Verdict(
                True,
                (
                    f"{event.window} merges {event.merged} into {event.result}; {before[0]} had fired",
                    f"{event.window} 把 {event.merged} 合并成 {event.result}；{before[0]} 已触发过",
                ),
                step,
                run,
            )
        many = len(before)
        return Verdict(
            False,
            (
                f"three sessions are merged, but {many} of them had fired before, not one",
                f"三个会话合并成了一个，但此前触发过的有 {many} 个，而不是一个",
            ),
            step,
            run,
        )
    step = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == time)[0]
    return Verdict(
        False, ("the record does not merge two sessions", "这条记录没有使两个会话合并"), step, run
    )


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
        ("A session closes when the watermark passes its end. The silence in processing time does not matter.", "水位线越过终点时，会话才会关闭，与处理时间上有多久没有数据无关。"),
        _build_answer_rule(lambda d: 1_600 + GAP_MS + 12_000, lambda d: solve(d)["time_ms"]),
        covers=lambda d, a: d.is_between(a["time_ms"]) and a["arrival_ms"] > FIRST_FIRING_MS,
    ),
    "late by the clock is late": Misconception(
        ("Before either session has fired, there is no result to replace.", "如果两个会话都没有触发，就没有要取代的结果。"),
        _build_answer_rule(lambda d: 1_000, lambda d: solve(d)["time_ms"]),
        covers=lambda d, a: d.is_between(a["time_ms"]) and a["arrival_ms"] <= FIRST_FIRING_MS,
    ),
    "near to the first is enough": Misconception(
        ("It is within the gap after the first session, but not within the gap before the second.", "这次访问与第一个会话的距离在会话间隔之内，与第二个会话的距离超过会话间隔。"),
        _build_answer_rule(lambda d: 1_900, lambda d: d.first_session_end + 200),
        covers=lambda d, a: d.first_session_end < a["time_ms"] <= d.first_session_end + GAP_MS,
    ),
    "near to the second is enough": Misconception(
        ("It is merged with the second session only.", "这次访问只与第二个会话合并。"),
        _build_answer_rule(lambda d: 1_900, lambda d: d.second_session_start - 200),
        covers=lambda d, a: d.second_session_start - GAP_MS <= a["time_ms"] < d.second_session_start,
    ),
    "a visit inside a session joins": Misconception(
        ("It is inside a session, and does not extend it.", "这次访问在会话之内，不会延长会话。"),
        _build_answer_rule(lambda d: 1_900, lambda d: d.second_session_start + 100),
        covers=lambda d, a: d.visits[0][1] <= a["time_ms"] <= d.first_session_end or d.second_session_start <= a["time_ms"] <= d.visits[3][1],
    ),
    "a session ends with its last visit": Misconception(
        ("A session ends one gap after its last visit. A visit after all others is a separate session.", "会话在最后一次访问之后再过一个会话间隔才结束。更晚的访问会形成单独的会话。"),
        _build_answer_rule(lambda d: 1_900, lambda d: d.second_session_start + 2_000 + GAP_MS),
        covers=lambda d, a: a["time_ms"] < d.visits[0][1] or a["time_ms"] > d.visits[3][1],
    ),
}  # fmt: skip


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
    exercise=LESSON.exercise,
    complete_data=lambda d: SolvedTwoSessions(d.visits),
    parsers={"arrival_ms": parse_milliseconds, "time_ms": parse_milliseconds},
    judge_answer=judge_answer,
    solve=solve,
    misconceptions=MISCONCEPTIONS,
    wrong_answers=lambda d: [
            {"arrival_ms": [0, 1_900], "time_ms": solve(d)["time_ms"]},
            {"arrival_ms": -1, "time_ms": 5_000},
            {"arrival_ms": 10**9, "time_ms": 5_000},
        ],
    spellings=lambda d, a: [
            {name: str(value) for name, value in a.items()},
            {"arrival_ms": a["arrival_ms"] + 1_000, "time_ms": f"{a['time_ms'] / 1000} s"},
        ],
    truths={'closes': _find_session_closer, 'merge': _find_session_of_late_visit, 'said': _find_second_firing},
)  # fmt: skip
