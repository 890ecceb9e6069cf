"""Lesson 03, The delay, the minus one, the boundary: when exactly a window closes.

Not in Flink.
"""

from __future__ import annotations

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

INTERVAL_MS = 400
TIMES = (3_000, 7_000, 10_000, 12_000, 9_500, 19_999, 20_000)


def write_delayed_program(times: Any, delay_ms: int = 2_000) -> str:
    """Count clicks that arrive every 400 ms, so that a watermark follows each of them."""
    clicks = [(INTERVAL_MS * n, "a", time) for n, time in enumerate(times, 1)]
    clicks.append((INTERVAL_MS * (len(times) + 4), "end", max(times)))
    return write_clicks_program({"clicks": clicks}, delay_ms=delay_ms)


def build_delayed_job(times: Any, delay_ms: int = 2_000) -> fs.Simulation:
    """Build the job of :func:`write_delayed_program`."""
    return build_program_job(write_delayed_program(times, delay_ms))


class Stream:
    """The exercise's data: clicks out of order; the learner chooses the watermark delay."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times
        self._runs: dict[int, fs.Simulation] = {}

    def run(self, delay_ms: int) -> fs.Simulation:
        """Return the run with this delay."""
        if delay_ms not in self._runs:
            self._runs[delay_ms] = run_quietly(build_delayed_job(self.times, delay_ms))
        return self._runs[delay_ms]


def draw_data(random: Random) -> Stream:
    """Draw nine clicks in three windows, of which two come after the end of their window."""
    ends = random.randrange(700, 3_400, 100) + random.randrange(1, 99)
    more = random.randrange(300, 2_800, 100) + random.randrange(1, 99)
    return Stream((
        random.randrange(1_000, 4_000, 100), random.randrange(5_000, 8_000, 100), 10_000 + ends,
        random.randrange(7_100, 9_400, 100), 15_000 + random.randrange(0, 900, 100), 20_000 + more,
        random.randrange(16_500, 19_300, 100), 24_000, 22_400,
    ))  # fmt: skip


PROGRAM = write_delayed_program(TIMES)
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="03",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 10_000),
    options={
        "closes": ("ten", "twelve", "before"),
        "after": ("counted", "dropped", "next"),
        "edge": ("this", "next", "both"),
    },
    exercise=Exercise(fields=("delay_ms",), learner_fields=("times", "run"), draw_data=draw_data),
    tools={"with_delay": build_delayed_job},
)
