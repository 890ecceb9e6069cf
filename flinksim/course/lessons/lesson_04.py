"""Lesson 04, When watermarks are sent: what a finite test proves about late records.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.example_jobs import build_clicks_job
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import build_program_job

DELAY_MS, MAX_ARRIVAL_MS = 1_000, 20_000


TIMES = (2_000, 14_000, 5_000, 16_000, 31_000, 8_000)
SIMULTANEOUS = (0, 0, 0, 0, 0, 0)


def build_scheduled_job(times: Any, arrivals: Any) -> fs.Simulation:
    """Count clicks that arrive at given times; watermarks are 1 s behind and sent every 200 ms."""
    clicks = [(arrival, "a", time) for arrival, time in zip(arrivals, times, strict=True)]
    return build_clicks_job({"clicks": clicks}, delay_ms=DELAY_MS)


class Clicks:
    """Six clicks in a fixed order; the learner chooses when they arrive."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times


def draw_data(random: Random) -> Clicks:
    """Draw six clicks, of which two are late if a watermark comes before them."""
    return Clicks((
        random.randrange(1_000, 6_000, 100), random.randrange(12_000, 15_000, 100),
        random.randrange(3_000, 9_000, 100), random.randrange(15_500, 19_000, 100),
        random.randrange(4_000, 9_500, 100), random.randrange(22_000, 26_000, 100),
    ))  # fmt: skip


OPTIONS = ("0", "1", "2")


PROGRAM = """\
from flinksim.common import Duration, Time, Types, WatermarkStrategy
from flinksim.connectors.scripted_source import ScriptedSource, at, record
from flinksim.datastream import StreamExecutionEnvironment
from flinksim.datastream.window import TumblingEventTimeWindows

CLICK = Types.TUPLE([Types.STRING(), Types.LONG(), Types.INT()])
times = (2_000, 14_000, 5_000, 16_000, 31_000, 8_000)
clicks = {"clicks": [(0, "a", time) for time in times]}
script = {s: [x for t, *click, n in rows for x in (at(t), record((*click, n, 1)))] for s, rows in clicks.items()}
strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(1_000))
env = StreamExecutionEnvironment.get_execution_environment()
source = env.from_source(ScriptedSource(script), strategy.with_timestamp_assigner(lambda click, _: click[1]), "clicks", CLICK)
keyed = source.set_parallelism(1).key_by(lambda click: click[0])
keyed.window(TumblingEventTimeWindows.of(Time.seconds(10))).allowed_lateness(0).sum(2).print()
env.execute("clicks per colour in 10 s")
"""
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="04",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    options={"at once": OPTIONS, "slowly": OPTIONS, "first watermark": ("each", "end", "half")},
    exercise=Exercise(
        fields=("one_late", "none_late"), learner_fields=("times",), draw_data=draw_data
    ),
    tools={"on_schedule": build_scheduled_job},
)
