"""Lesson 00, Reading the stepper: what is the engine, and what is the picture.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

from flinksim.course.example_jobs import Clicks, build_clicks_job, write_clicks_program
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import build_program_job
from flinksim.simulation.simulation import Simulation

CLICKS: Clicks = {
    "left": [
        (100, "red", 1_000),
        (400, "red", 4_000),
        (1_000, "blue", 12_500),
        (2_500, "red", 15_000),
    ],
    "right": [
        (200, "red", 2_000),
        (700, "blue", 9_000),
        (1_500, "blue", 13_000),
        (2_400, "red", 14_500),
    ],
}


class FirstWindow:
    """A run with two splits, and why its first window fires."""

    def __init__(self, clicks: Clicks) -> None:
        self.clicks = clicks

    @cached_property
    def run(self) -> Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_clicks_job(self.clicks))


def draw_data(random: Random) -> FirstWindow:
    """Draw two splits with five clicks each.

    One split passes the end of the first window much later than the other.
    """
    splits: Clicks = {}
    ahead = random.choice(("left", "right"))
    made: dict[str, list[tuple[int, str, int]]] = {}
    for name in ("left", "right"):
        slow = 0 if name == ahead else random.randrange(600, 1_400, 100)
        colours = [random.choice(("red", "blue", "green")) for _ in range(5)]
        arrivals = [random.randrange(100, 300, 10), random.randrange(400, 600, 10)]
        arrivals += [base + slow for base in (800, 1_100, 1_500)]
        times = [random.randrange(1_000, 5_000, 500), random.randrange(6_000, 9_900, 100)]
        times += [random.randrange(10_100, 11_900, 100), random.randrange(12_500, 15_000, 100)]
        times += [random.randrange(16_000, 19_000, 100)]
        made[name] = list(zip(arrivals, colours, times, strict=True))
    splits = made
    return FirstWindow(splits)


EXERCISE = Exercise(fields=("step", "cause"), learner_fields=("clicks", "run"), draw_data=draw_data)


PROGRAM = write_clicks_program(CLICKS)
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="00",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    options={
        "who moves": ("all", "one", "record"),
        "fires": ("at once", "later", "never"),
        "again": ("same", "other", "results"),
    },
    exercise=EXERCISE,
    tools={"clicks_job": build_clicks_job},
)
