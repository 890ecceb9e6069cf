"""Lesson 12, Sessions: they close by event time, and merge with sessions that have fired.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.example_jobs import CLICK_TYPE, EventTime, build_script
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import (
    Answer,
    Exercise,
    LessonDefinition,
    Misconception,
    Option,
    Prediction,
    Verdict,
)
from flinksim.course.trace_search import find_first, iterate_events
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows
from flinksim.trace import events as e

GAP_MS, LATENESS_MS, MAX_ARRIVAL_MS = 4_000, 12_000, 20_000
VISITS = (
    (400, 1_000),
    (800, 3_000),
    (1_200, 9_500),
    (1_600, 11_000),
    (5_000, 12_000),
    (5_400, 6_000),
    (9_000, 40_000),
)
Visits = tuple[tuple[int, int], ...]


def build_sessions_job(visits: Any) -> fs.Simulation:
    """Count visits (arrival, event time) in sessions with a gap of 4 s and a lateness of 12 s."""
    env = StreamExecutionEnvironment.get_execution_environment()
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
    rows = [(arrival, "a", time) for arrival, time in sorted(visits)]
    (
        env.from_source(
            ScriptedSource(build_script({"visits": rows})),
            strategy.with_timestamp_assigner(EventTime()),
            "visits",
            CLICK_TYPE,
        )
        .key_by(lambda visit: visit[0])
        .window(EventTimeSessionWindows.with_gap(Time.milliseconds(GAP_MS)))
        .allowed_lateness(LATENESS_MS)
        .sum(2)
        .print()
    )
    return fs.simulate(env, job_name="sessions of visits")


class TwoSessions:
    """The exercise's data: two sessions; the learner chooses one more visit that joins them."""

    def __init__(self, visits: Visits) -> None:
        self.visits = visits
        self._runs: dict[Visits, fs.Simulation] = {}

    def run(self, extra_visits: Visits) -> fs.Simulation:
        """Return the finished run with *extra_visits* added."""
        if extra_visits not in self._runs:
            self._runs[extra_visits] = run_quietly(
                build_sessions_job((*self.visits, *extra_visits))
            )
        return self._runs[extra_visits]

    @property
    def first_session_end(self) -> int:
        """The last visit that belongs to the first session."""
        return self.visits[1][1]

    @property
    def second_session_start(self) -> int:
        """The first visit of the second session."""
        return self.visits[2][1]


def draw_data(random: Random) -> TwoSessions:
    """Draw two sessions, 5 to 7 s apart; the first fires before the learner's visit can arrive."""
    first_visit = random.randrange(1_000, 3_000, 100)
    end = first_visit + random.randrange(1_000, 3_500, 100)
    begin = end + random.randrange(5_000, 7_500, 100)
    return TwoSessions((
        (400, first_visit), (800, end), (1_200, begin), (1_600, begin + random.randrange(500, 2_000, 100)),
        (12_000, begin + 30_000), (14_000, begin + 31_000),
    ))  # fmt: skip


def judge_answer(data: TwoSessions, answer: Answer) -> Verdict:
    """Check that the answered visit merges both sessions into one, after the first one has fired."""
    arrival, time = answer["arrival_ms"], answer["time_ms"]
    if not 0 <= arrival <= MAX_ARRIVAL_MS or not 0 <= time <= 100_000:
        return Verdict(
            False,
            (
                f"expected an arrival from 0 to {MAX_ARRIVAL_MS} ms, and an event time from 0 to 100000 ms",
                f"到达时刻 0 到 {MAX_ARRIVAL_MS} ms，事件时间 0 到 100000",
            ),
        )
    run = data.run(((arrival, time),))
    for step, lost in iterate_events(run.trace, e.LateRecordDropped):
        return Verdict(
            False,
            (
                f"{lost.value} is too late for any session, because the watermark is at {lost.watermark}",
                f"{lost.value} 来得太晚，没有会话要它：水位线在 {lost.watermark}",
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
                    f"{event.window} 把 {event.merged} 连成 {event.result}；{before[0]} 已触发过",
                ),
                step,
                run,
            )
        many = len(before)
        return Verdict(
            False,
            (
                f"three sessions are merged, but {many} of them had fired before, not one",
                f"三个并成了一个，但之前触发过的有 {many} 个，不是一个",
            ),
            step,
            run,
        )
    step = find_first(run.trace, e.SourceRecordRead, lambda f: f.value[1] == time)[0]
    return Verdict(
        False, ("the record does not merge two sessions", "这条记录没有把两个会话连起来"), step, run
    )


def solve(data: TwoSessions) -> dict[str, Any]:
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
        ("A session closes when the watermark passes its end. The silence in processing time does not matter.", "水位线过了末尾才关闭；处理时间上沉默多久无关。"),
        _build_answer_rule(lambda d: 1_600 + GAP_MS + 12_000, lambda d: solve(d)["time_ms"]),
    ),
    "late by the clock is late": Misconception(
        ("Before either session has fired, there is no result to replace.", "两个都没触发时，没有要取代的结果。"),
        _build_answer_rule(lambda d: 1_000, lambda d: solve(d)["time_ms"]),
    ),
    "near to the first is enough": Misconception(
        ("It is within the gap after the first session, but not within the gap before the second.", "离第一个在间隔之内，离第二个超过间隔。"),
        _build_answer_rule(lambda d: 1_900, lambda d: d.first_session_end + 200),
    ),
    "near to the second is enough": Misconception(
        ("It is merged with the second session only.", "只连上了第二个。"),
        _build_answer_rule(lambda d: 1_900, lambda d: d.second_session_start - 200),
    ),
    "a visit inside a session joins": Misconception(
        ("It is inside a session, and does not extend it.", "它在会话之内，会话不会因此变长。"),
        _build_answer_rule(lambda d: 1_900, lambda d: d.second_session_start + 100),
    ),
    "a session ends with its last visit": Misconception(
        ("A session ends one gap after its last visit. A visit after all others is a separate session.", "会话在最后一次访问后再过一个间隔才结束；落在后面的自成一个会话。"),
        _build_answer_rule(lambda d: 1_900, lambda d: d.second_session_start + 2_000 + GAP_MS),
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


LESSON = LessonDefinition(
    number="12",
    title=("Sessions", "会话窗口"),
    misconception=("a session closes after a real silence, and a late merge retracts its result", "真正沉默够久会话才关闭；迟到的合并会撤回结果"),
    simulate=lambda: build_sessions_job(VISITS),
    program=build_sessions_job,
    predictions={
        "closes": Prediction(
            ("Visits of 1, 3, 9.5 and 11 s arrive within 1.6 s. Then there is no record for 3.4 s. When does the first session fire?", "1、3、9.5、11 s 的访问在 1.6 s 内到达，之后沉默 3.4 s。第一个会话何时触发？"),
            {
                "silence": Option(("after 4 s without a visit", "4 s 没有访问之后"), ("A silence in processing time does not advance event time.", "处理时间上的沉默不会推进事件时间。")),
                "record": Option(("immediately, because the visits of 9.5 and 11 s advanced the watermark", "马上：9.5、11 s 的访问推动了水位线")),
                "end": Option(("at the end of the input", "输入结束时"), ("The watermark passed its end, 7 s, before that.", "它的末尾 7 s 早已越过。")),
            },
            _find_session_closer,
            ("A session [1 s, 7 s) is a window like any other. It fires when the watermark passes its end.", "会话 [1 s, 7 s) 和别的窗口一样：水位线过末尾就触发。"),
        ),
        "merge": Prediction(
            ("At 5.4 s, a visit of 6 s arrives. It is 3 s after the visit of 3 s, and 3.5 s before that of 9.5 s. How many sessions are there then?", "5.4 s 时来了 6 s 的访问，离 3 s 和 9.5 s 都不到 4 s。现在有几个会话？"),
            {
                "two": Option(("two, because the first has fired and is finished", "两个：第一个已触发，结束了"), ("It is kept for another 12 s, and is merged, too.", "它还保留 12 s，会参与合并。")),
                "one": Option(("one", "一个")),
                "three": Option(("three", "三个"), ("A session of [6 s, 10 s) overlaps with both.", "[6 s, 10 s) 与两边都重叠。")),
            },
            _find_session_of_late_visit,
            ("The new session overlaps with both. All three are merged into one, from 1 s to 16 s.", "新会话与两边重叠：三个并成一个，1 s 到 16 s。"),
        ),
        "said": Prediction(
            ("The result of the first session was written before. What is written now?", "第一个会话的结果已经写出。现在会写什么？"),
            {
                "minus": Option(("a retraction of it, then the new result", "先撤回它，再写新的"), ("The DataStream API has no retractions.", "DataStream API 不会撤回。")),
                "again": Option(("a result of the merged session, in addition to the old one", "合并后会话的结果，与旧的并存")),
                "other": Option(("nothing more", "什么也不写"), ("The merged session fires, too.", "合并后的会话也会触发。")),
            },
            _find_second_firing,
            ("Both results are in the output. The reader has to know that the second replaces the first.", "两个都在输出里。读者要自己知道后者取代前者。"),
        ),
    },
    exercise=Exercise(
        questions={"arrival_ms": ("when the visit arrives, in ms", "访问何时到达，毫秒"), "time_ms": ("when it happened, in ms", "何时发生，毫秒")},
        parsers={"arrival_ms": parse_milliseconds, "time_ms": parse_milliseconds},
        learner_fields=("visits", "run"),
        draw_data=draw_data,
        judge_answer=judge_answer,
        solve=solve,
        misconceptions=MISCONCEPTIONS,
        spellings=lambda d, a: [
            {name: str(value) for name, value in a.items()},
            {"arrival_ms": a["arrival_ms"] + 1_000, "time_ms": f"{a['time_ms'] / 1000} s"},
        ],
        wrong_answers=lambda d: [
            {"arrival_ms": [0, 1_900], "time_ms": solve(d)["time_ms"]},
            {"arrival_ms": -1, "time_ms": 5_000},
            {"arrival_ms": 10**9, "time_ms": 5_000},
        ],
    ),
    tools={"sessions": build_sessions_job},
)  # fmt: skip
