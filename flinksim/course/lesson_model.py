"""The parts of a lesson that a learner sees: its program, its predictions and its exercise.

What solves and judges the exercise is in :mod:`flinksim.course.solution_model`. Every text is a pair:
English and Simplified Chinese. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from flinksim.simulation.simulation import Simulation

Text: TypeAlias = tuple[str, str]
"""A text in two languages: English and Simplified Chinese."""

LANGUAGES = ("en", "zh")

Answer: TypeAlias = Mapping[str, Any]
"""An answer to an exercise: the values that a learner gave, by the name of the field."""


def build_seed(number: str, learner: str) -> str:
    """Build the seed of a learner's data from the lesson's number and the learner's name."""
    return f"{number} {learner}"


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a prediction; ``feedback`` is shown to a learner who chose it wrongly."""

    text: Text
    feedback: Text = ("", "")


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question that the run answers.

    ``explanation`` explains the right option. Which one is right, the lesson's solution finds in the run.
    """

    question: Text
    options: Mapping[str, Option]
    explanation: Text


@dataclass(frozen=True, slots=True)
class Exercise:
    """What a learner gets of an exercise: its questions and its data.

    - ``questions`` has the question for each field of an answer.
    - ``learner_fields`` are the attributes of the data that a learner sees.
    - ``draw_data`` draws the data. It computes no answers.
    """

    questions: Mapping[str, Text]
    learner_fields: tuple[str, ...]
    draw_data: Callable[[Random], Any]

    def draw(self, seed: str, rejected_draws: int) -> Any:
        """Draw the data of a learner.

        Args:
            seed: The seed, see :func:`build_seed`.
            rejected_draws: How many draws the solution rejects before, see
                :meth:`~flinksim.course.solution_model.Solution.draw`.

        Returns:
            The data.
        """
        random = Random(seed)
        for _ in range(rejected_draws):
            self.draw_data(random)
        return self.draw_data(random)


@dataclass(frozen=True, slots=True)
class LessonDefinition:
    """The definition of one lesson.

    ``simulate`` creates the simulation that the lesson opens with, and ``program`` is the script that it
    runs and shows: Python, or SQL if ``needs_sql``. ``tools`` are functions that a notebook calls on the lesson.
    ``find_opening_step`` finds the step that shows what the lesson is about; without it the stepper
    opens at the run's headline question.
    """

    number: str
    title: Text
    misconception: Text
    simulate: Callable[[], Simulation]
    program: str
    predictions: Mapping[str, Prediction]
    exercise: Exercise
    tools: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    needs_spark: bool = False
    needs_sql: bool = False
    find_opening_step: Callable[[Simulation], int] | None = None
