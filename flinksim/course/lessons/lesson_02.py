"""Lesson 02, What a watermark is: it says how far event time has come, and drops nothing.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

import flinksim as fs
from flinksim.course.example_jobs import write_clicks_program
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first_step
from flinksim.trace import events as e

DELAY_MS, LATENESS_MS, INTERVAL_MS = 2_000, 3_000, 400


LABEL_SPELLINGS = {
    "ahead": ("in time", "on time", "领先"),
    "behind": ("behind the watermark", "落后"),
    "late": ("late for its window", "迟到"),
    "dropped": ("drop", "丢弃"),
}


TIMES = (1_000, 4_000, 9_000, 6_500, 12_500, 8_000, 14_500, 7_000, 15_500, 3_000)


def write_stream_program(times: Any) -> str:
    """Count clicks that arrive every 400 ms, with a delay of 2 s and a lateness of 3 s."""
    clicks = [(INTERVAL_MS * n, "a", time) for n, time in enumerate(times, 1)]
    clicks.append((INTERVAL_MS * (len(times) + 4), "end", max(times)))
    return write_clicks_program({"clicks": clicks}, delay_ms=DELAY_MS, lateness_ms=LATENESS_MS)


def build_stream_job(times: Any) -> fs.Simulation:
    """Build the job of :func:`write_stream_program`."""
    return build_program_job(write_stream_program(times))


class Labels:
    """The exercise's data: twelve clicks.

    The window handles each as one of :data:`LABEL_SPELLINGS`: ``ahead`` or ``behind`` (of the
    watermark), ``late`` or ``dropped``.
    """

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_stream_job(self.times))


def draw_data(random: Random) -> Labels:
    """Draw the event times of twelve clicks."""
    times = [random.randrange(500, 4_000, 100)]
    while len(times) < 12:
        times.append(_draw_next_time(random, max(times)))
    return Labels(tuple(times))


def _draw_next_time(random: Random, greatest: int) -> int:
    """Draw the event time of the next click: ahead, in the open window, or in the one before."""
    watermark = greatest - DELAY_MS - 1
    open_from = (watermark + 1) // 10_000 * 10_000
    kind = random.choice(("ahead", "ahead", "open", "before"))
    if kind == "open" and watermark > open_from + 200:
        return random.randrange(open_from, watermark, 50)
    if kind == "before" and open_from > 0:
        return random.randrange(open_from - 9_000, open_from, 50)
    return greatest + random.choice((900, 2_200, 3_400)) + random.randrange(0, 300, 50)


OPTIONS = ("ahead", "behind", "late", "dropped")


PROGRAM = write_stream_program(TIMES)
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="02",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 6_500),
    options={"6.5 s": OPTIONS, "8 s": OPTIONS, "7 s": OPTIONS, "3 s": OPTIONS},
    exercise=Exercise(fields=("labels",), learner_fields=("times", "run"), draw_data=draw_data),
    tools={"one_stream": build_stream_job},
)
