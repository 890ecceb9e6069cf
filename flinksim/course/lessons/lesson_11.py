"""Lesson 11, Late data: what allowed lateness does, and what a later sum must consider.

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
from flinksim.course.trace_search import iterate_events
from flinksim.trace import events as e

INTERVAL_MS, DELAY_MS, LATENESS_MS = 400, 1_000, 8_000


TIMES = (2_000, 8_000, 12_000, 9_000, 4_000, 21_500, 6_000, 17_000)
Row = tuple[int, int]


def write_lateness_program(times: Any, lateness_ms: int = LATENESS_MS) -> str:
    """Count clicks that arrive every 400 ms, with a delay of 1 s and an allowed lateness."""
    clicks = [(INTERVAL_MS * n, "a", time) for n, time in enumerate(times, 1)]
    clicks.append((INTERVAL_MS * (len(times) + 4), "end", max(times)))
    return write_clicks_program({"clicks": clicks}, delay_ms=DELAY_MS, lateness_ms=lateness_ms)


def build_lateness_job(times: Any, lateness_ms: int = LATENESS_MS) -> fs.Simulation:
    """Build the job of :func:`write_lateness_program`."""
    return build_program_job(write_lateness_program(times, lateness_ms))


def list_rows(run: fs.Simulation) -> list[Row]:
    """List the results of the window, in order: start of the window, and its clicks so far."""
    return [
        (f.window[0], f.count) for _, f in iterate_events(run.trace, e.WindowFired) if f.key == "a"
    ]


class Stream:
    """The exercise's data: clicks of three windows, some of them late."""

    def __init__(self, times: tuple[int, ...]) -> None:
        self.times = times

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_lateness_job(self.times))

    @cached_property
    def rows(self) -> list[Row]:
        """The results of all windows, in the order in which they were emitted."""
        return list_rows(self.run)

    @property
    def windows(self) -> list[int]:
        """The starts of the windows."""
        return sorted({start for start, _ in self.rows})


def draw_data(random: Random) -> Stream:
    """Draw two to four late clicks for windows that have fired, and one that is too late."""
    times = [
        random.randrange(1_000, 4_000, 100),
        random.randrange(5_000, 9_500, 100),
        random.randrange(11_200, 13_000, 100),
    ]
    times += [random.randrange(500, 9_900, 100) for _ in range(random.choice((1, 2, 3)))]
    times += [
        random.randrange(16_000, 18_400, 100),
        random.randrange(500, 9_900, 100),
        random.randrange(21_300, 23_000, 100),
    ]
    times += [random.randrange(10_100, 19_900, 100) for _ in range(random.choice((1, 2)))]
    times += [random.randrange(500, 9_900, 100), random.randrange(24_000, 27_000, 100)]
    return Stream(tuple(times))


PROGRAM = write_lateness_program(TIMES)
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="11",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    options={
        "first": ("end", "kept", "both"),
        "how often": ("1", "2", "3"),
        "6 s": ("late", "dropped", "other"),
    },
    exercise=Exercise(
        fields=("firings", "total"), learner_fields=("times", "windows"), draw_data=draw_data
    ),
    tools={"with_lateness": build_lateness_job, "rows": list_rows},
)
