"""Lesson 20, From ten records to ten million: measure the delay instead of guessing it.

Not in Flink.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from flinksim.course.lesson_model import Exercise, LessonDefinition
from flinksim.course.lesson_texts import load_texts
from flinksim.course.lessons.lesson_19 import PROGRAM
from flinksim.course.program_jobs import build_program_job
from flinksim.course.replay_fixtures import HOUR_MS, MIDNIGHT_MS, replay_flights, sweep_delays

SHARES = (0.96, 0.97, 0.975, 0.98, 0.985, 0.99, 0.993, 0.995, 0.999)


@cache
def count_losses() -> Counter[tuple[str, int]]:
    """Count the dropped flights of each carrier and hour, with a delay of 30 minutes."""
    return Counter(
        (str(drop.key), (drop.timestamp - MIDNIGHT_MS) // HOUR_MS)
        for drop in replay_flights().iterate_dropped()
    )


class TargetCompleteness:
    """The exercise's data: the share of the flights that must be on time."""

    def __init__(self, share: float) -> None:
        self.share = share

    def __repr__(self) -> str:
        return f"{self.share:.1%}"


def draw_data(random: Random) -> TargetCompleteness:
    """Draw the share of the flights that must be on time."""
    return TargetCompleteness(random.choice(SHARES))


LESSON = LessonDefinition(
    number="20",
    texts=load_texts(__file__),
    simulate=lambda: build_program_job(PROGRAM),
    program=PROGRAM,
    needs_spark=True,
    options={
        "thirty": ("all", "most", "half"),
        "double": ("none", "some", "same"),
        "two hours": ("same", "later", "fewer"),
    },
    exercise=Exercise(fields=("delay_ms", "worst"), learner_fields=("share",), draw_data=draw_data),
    tools={"sweep": sweep_delays, "losses": count_losses, "flights": replay_flights},
)
