"""Lesson 06, Idleness and alignment: an idle split holds nobody back, and may lose records later.

Not in Flink.
"""

from __future__ import annotations

from random import Random

import flinksim as fs
from flinksim.course.example_jobs import Clicks, build_clicks_job, write_clicks_program
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_last_step
from flinksim.trace import events as e

DELAY_MS = 1_000
QUIET: Clicks = {
    "busy": [(400 * n, "a", 1_500 * n + 500) for n in range(16)] + [(9_000, "a", 25_000)],
    "quiet": [(100, "a", 1_000), (500, "a", 2_500), (6_600, "a", 8_000), (9_000, "a", 24_000)],
}


def build_idleness_job(clicks: Clicks, idle_ms: int) -> fs.Simulation:
    """Count clicks of two splits, of which one pauses.

    *idle_ms* is the idle timeout of the watermark strategy; 0 for none.
    """
    return build_clicks_job(clicks, DELAY_MS, idle_ms)


class Outage:
    """The exercise's data: a split that sends nothing twice, for a short pause and for an outage.

    The learner chooses the idle timeout.
    """

    def __init__(self, clicks: Clicks, breath: int, outage: int, by_ms: int) -> None:
        self.clicks, self.breath, self.outage, self.by_ms = clicks, breath, outage, by_ms
        self._runs: dict[int, fs.Simulation] = {}

    def run(self, idle_ms: int) -> fs.Simulation:
        """Return the finished run with the idle timeout *idle_ms*."""
        if idle_ms not in self._runs:
            self._runs[idle_ms] = run_quietly(build_idleness_job(self.clicks, idle_ms))
        return self._runs[idle_ms]


def draw_data(random: Random) -> Outage:
    """Draw a pause of about a second and an outage of some seconds; no later record may be lost."""
    breath = random.randrange(900, 1_500, 50)
    begins = 400 + breath + 200
    outage = random.randrange(5_000, 7_000, 100)
    step = random.randrange(2_300, 2_700, 50)
    back = begins + outage
    times = range(1, (back + 3_000) // 200)
    busy = [(200 * n, "a", min(step * n, 15_000 + n * 10)) for n in times]
    clicks: Clicks = {
        "busy": [*busy, (back + 4_500, "a", 30_000)],
        "quiet": [
            (100, "a", 1_000), (400, "a", 2_500),
            (400 + breath, "a", random.randrange(6_000, 7_500, 100)), (begins, "a", random.randrange(8_000, 9_000, 100)),
            (back, "a", 15_000 + random.randrange(0, 900, 50)), (back + 4_000, "a", 30_000),
        ],
    }  # fmt: skip
    return Outage(clicks, breath, outage, begins + random.randrange(3_000, 3_600, 100))


PROGRAM = write_clicks_program(QUIET, DELAY_MS)
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="06",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_last_step(e.WindowAssigned),
    options={
        "without": ("alone", "back", "never"),
        "with": ("kept", "lost", "waits"),
        "who": ("quiet", "busy", "both"),
    },
    exercise=Exercise(
        fields=("idle_ms",),
        learner_fields=("breath", "outage", "by_ms", "run"),
        draw_data=draw_data,
    ),
    tools={"with_idleness": build_idleness_job},
)
