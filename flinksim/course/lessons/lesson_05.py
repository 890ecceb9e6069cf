"""Lesson 05, Split, subtask, channel, minimum: there is no global watermark.

Not in Flink.
"""

from __future__ import annotations

from functools import cached_property
from random import Random

import flinksim as fs
from flinksim.core.i18n.languages import Language
from flinksim.course.example_jobs import Clicks, build_clicks_job, write_clicks_program
from flinksim.course.lesson import run_quietly
from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.program_jobs import build_program_job
from flinksim.course.trace_search import find_first_step, iterate_events
from flinksim.trace import events as e
from flinksim.trace.narration.value_formatting import Formatter

LEFT_RIGHT: Clicks = {
    "left": [(0, "red", 1_000), (300, "red", 4_000), (600, "blue", 31_000), (3_000, "red", 32_000)],
    "right": [
        (0, "red", 2_000),
        (900, "red", 9_000),
        (1_200, "blue", 13_000),
        (3_000, "red", 14_000),
    ],
}


SPLITS = ("north", "east", "south")


class ThreeSplits:
    """The exercise's data: three splits, each read by a source task, and one window task."""

    def __init__(self, clicks: Clicks) -> None:
        self.clicks = clicks

    @cached_property
    def run(self) -> fs.Simulation:
        """The simulation of the clicks, run to its end."""
        return run_quietly(build_clicks_job(self.clicks))


def describe_advances(run: fs.Simulation, language: Language = "en") -> list[str]:
    """Describe each watermark advance of the window's task, with the channel that then limits it."""
    formatter = Formatter(run.plan, language)
    separator = {"en": " and ", "zh": "、"}[language]
    messages = (
        LESSON.texts.format(
            "advance",
            time=formatter.format_time(event.after),
            channels=separator.join(map(formatter.format_id, event.held_by)),
        )
        for _, event in iterate_events(run.trace, e.InputWatermarkAdvanced)
    )
    return [str(getattr(message, language)) for message in messages]


def draw_data(random: Random) -> ThreeSplits:
    """Draw three splits with a click of the key blue each.

    One split is far ahead in event time, and one is the last to pass the end of the window.
    """
    order = random.sample(SPLITS, 3)
    clicks: dict[str, list[tuple[int, str, int]]] = {}
    for rank, split in enumerate(order):
        pace = 300 + 350 * rank
        inside = sorted(random.sample(range(1_000, 9_500, 100), 2))
        jump = (
            random.randrange(24_000, 27_000, 100)
            if rank == 0
            else random.randrange(12_100, 14_500, 100)
        )
        later = [jump + random.randrange(400, 2_500, 100)]
        if rank == 1:  # one that does not pass the end yet
            later = [jump, jump + random.randrange(300, 900, 100)]
            jump = random.randrange(10_500, 11_900, 100)
        times = [*inside, jump, *later]
        colours = [
            "blue",
            random.choice(("red", "green")),
            *random.choices(("red", "green", "blue"), k=len(times) - 2),
        ]
        clicks[split] = [
            (pace * n + random.randrange(0, 60, 10), colour, time)
            for n, (colour, time) in enumerate(zip(colours, times, strict=True))
        ]
        clicks[split].append((6_000, "red", times[-1] + 100))
    return ThreeSplits({split: clicks[split] for split in SPLITS})


PROGRAM = write_clicks_program(LEFT_RIGHT)
"""The program that the lesson opens with."""

LESSON = LessonDefinition(
    number="05",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    find_opening_step=find_first_step(e.WindowAssigned, lambda event: event.timestamp == 31_000),
    options={
        "who": ("left", "right", "before"),
        "how far": ("28999", "10999", "9999"),
        "last window": ("31", "end", "at once"),
    },
    exercise=Exercise(
        fields=("closed_by", "held_by", "furthest"),
        learner_fields=("clicks", "run"),
        draw_data=draw_data,
    ),
    tools={"clicks_job": build_clicks_job, "advances": describe_advances},
)
