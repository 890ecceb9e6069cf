"""Lesson 04, When watermarks are sent: what a finite test proves about late records.

Not in Flink.
"""

from __future__ import annotations

from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.example_jobs import write_clicks_program
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import build_program_job

DELAY_MS, MAX_ARRIVAL_MS = 1_000, 20_000


TIMES = (2_000, 14_000, 5_000, 16_000, 31_000, 8_000)
SIMULTANEOUS = (0, 0, 0, 0, 0, 0)


def write_scheduled_program(times: Any, arrivals: Any) -> str:
    """Count clicks that arrive at given times; watermarks are 1 s behind and sent every 200 ms."""
    clicks = [(arrival, "a", time) for arrival, time in zip(arrivals, times, strict=True)]
    return write_clicks_program({"clicks": clicks}, delay_ms=DELAY_MS)


def build_scheduled_job(times: Any, arrivals: Any) -> fs.Simulation:
    """Build the job of :func:`write_scheduled_program`."""
    return build_program_job(write_scheduled_program(times, arrivals))


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


PROGRAM = write_scheduled_program(TIMES, SIMULTANEOUS)
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
