"""Lesson 12, Sessions: they close by event time, and merge with sessions that have fired.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.common import Duration, Time, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource
from flinksim.course.example_jobs import CLICK_TYPE, EventTime, build_script
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition, Option, Prediction
from flinksim.course.program_jobs import build_program_job
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows

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


def draw_data(random: Random) -> TwoSessions:
    """Draw two sessions, 5 to 7 s apart; the first fires before the learner's visit can arrive."""
    first_visit = random.randrange(1_000, 3_000, 100)
    end = first_visit + random.randrange(1_000, 3_500, 100)
    begin = end + random.randrange(5_000, 7_500, 100)
    return TwoSessions((
        (400, first_visit), (800, end), (1_200, begin), (1_600, begin + random.randrange(500, 2_000, 100)),
        (12_000, begin + 30_000), (14_000, begin + 31_000),
    ))  # fmt: skip


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
visits = ((400, 1_000), (800, 3_000), (1_200, 9_500), (1_600, 11_000), (5_000, 12_000), (5_400, 6_000), (9_000, 40_000))
script = [x for arrival, time in visits for x in (at(arrival), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource({"visits": script}), strategy.with_timestamp_assigner(lambda click, _: click[1]), "visits", CLICK)
windows = source.key_by(lambda visit: visit[0]).window(EventTimeSessionWindows.with_gap(Time.seconds(4)))
windows.allowed_lateness(12_000).sum(2).print()
env.execute("sessions of visits")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="12",
    title=("Sessions", "会话窗口"),
    misconception=("a session closes after a real silence, and a late merge retracts its result", "只有真正长时间没有数据，会话才会关闭；迟到引起的合并会撤回先前的结果"),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    predictions={
        "closes": Prediction(
            ("Visits of 1, 3, 9.5 and 11 s arrive within 1.6 s. Then there is no record for 3.4 s. When does the first session fire?", "1、3、9.5 和 11 s 的访问在 1.6 s 内到达，之后 3.4 s 没有记录。第一个会话何时触发？"),
            {
                "silence": Option(("after 4 s without a visit", "4 s 没有访问之后"), ("A silence in processing time does not advance event time.", "处理时间上没有数据，不会推进事件时间。")),
                "record": Option(("immediately, because the visits of 9.5 and 11 s advanced the watermark", "立即，因为 9.5 s 和 11 s 的访问推进了水位线")),
                "end": Option(("at the end of the input", "输入结束时"), ("The watermark passed its end, 7 s, before that.", "在此之前，水位线已越过该会话的终点 7 s。")),
            },
            ("A session [1 s, 7 s) is a window like any other. It fires when the watermark passes its end.", "会话 [1 s, 7 s) 与其他窗口一样：水位线越过其终点时触发。"),
        ),
        "merge": Prediction(
            ("At 5.4 s, a visit of 6 s arrives. It is 3 s after the visit of 3 s, and 3.5 s before that of 9.5 s. How many sessions are there then?", "处理时间 5.4 s 时，到达一次 6 s 的访问，比 3 s 的访问晚 3 s，比 9.5 s 的访问早 3.5 s。此时有几个会话？"),
            {
                "two": Option(("two, because the first has fired and is finished", "两个，因为第一个会话已触发并结束"), ("It is kept for another 12 s, and is merged, too.", "第一个会话还会保留 12 s，也会参与合并。")),
                "one": Option(("one", "一个")),
                "three": Option(("three", "三个"), ("A session of [6 s, 10 s) overlaps with both.", "会话 [6 s, 10 s) 与前后两个会话都重叠。")),
            },
            ("The new session overlaps with both. All three are merged into one, from 1 s to 16 s.", "新会话与前后两个会话都重叠。三个会话合并成一个，从 1 s 到 16 s。"),
        ),
        "said": Prediction(
            ("The result of the first session was written before. What is written now?", "第一个会话的结果此前已经写出。现在会写出什么？"),
            {
                "minus": Option(("a retraction of it, then the new result", "先撤回旧结果，再写出新结果"), ("The DataStream API has no retractions.", "DataStream API 没有撤回。")),
                "again": Option(("a result of the merged session, in addition to the old one", "合并后会话的结果，与旧结果并存")),
                "other": Option(("nothing more", "不再写出任何结果"), ("The merged session fires, too.", "合并后的会话也会触发。")),
            },
            ("Both results are in the output. The reader has to know that the second replaces the first.", "输出中有两个结果。读取输出的一方必须知道，后一个结果取代前一个结果。"),
        ),
    },
    exercise=Exercise(
        questions={"arrival_ms": ("when the visit arrives, in ms", "访问的到达时间（ms）"), "time_ms": ("when it happened, in ms", "访问的发生时间（ms）")},
        learner_fields=("visits", "run"),
        draw_data=draw_data,
    ),
    tools={"sessions": build_sessions_job},
)  # fmt: skip
