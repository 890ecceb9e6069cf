"""Lesson 12, Sessions: they close by event time, and merge with sessions that have fired.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import Program

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


PROGRAM = Program(
    """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import EventTimeSessionWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
visits = $visits
script = [x for arrival, time in visits for x in (at(arrival), record(("a", time, 1)))]
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(1))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource({"visits": script}), strategy.with_timestamp_assigner(lambda click, _: click[1]), "visits", CLICK)
windows = source.key_by(lambda visit: visit[0]).window(EventTimeSessionWindows.with_gap(Time.milliseconds($gap_ms)))
windows.allowed_lateness($lateness_ms).sum(2).print()
env.execute("sessions of visits")
""",
    visits=VISITS,
    gap_ms=GAP_MS,
    lateness_ms=LATENESS_MS,
)


def build_sessions_job(visits: Any) -> fs.Simulation:
    """Count visits (arrival, event time) in sessions with a gap of 4 s and a lateness of 12 s."""
    return PROGRAM.build(visits=sorted(visits))


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


LESSON = LessonDefinition(
    number="12",
    texts=load_texts(__file__),
    simulate=PROGRAM.build,
    program=PROGRAM.text,
    options={
        "closes": ("silence", "record", "end"),
        "6 s": ("two", "one", "three"),
        "said": ("minus", "again", "other"),
    },
    exercise=Exercise(
        fields=("arrival_ms", "time_ms"), learner_fields=("visits", "run"), draw_data=draw_data
    ),
    tools={"sessions": build_sessions_job},
)
