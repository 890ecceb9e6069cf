"""The parts of a lesson that a learner sees: its program, its predictions and its exercise.

What solves and judges the exercise is in :mod:`flinksim.course.solution_model`. Texts are in Markdown
files, see :mod:`flinksim.course.lesson_texts`; code has their ids. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from flinksim.course.lesson_texts import QUESTIONS, LessonTexts, Prediction
from flinksim.simulation.simulation import Simulation

Answer: TypeAlias = Mapping[str, Any]
"""An answer to an exercise: the values that a learner gave, by the name of the field."""


def build_seed(number: str, learner: str) -> str:
    """Build the seed of a learner's data from the lesson's number and the learner's name."""
    return f"{number} {learner}"


@dataclass(frozen=True, slots=True)
class Exercise:
    """What a learner gets of an exercise: its data, and what an answer consists of.

    - ``fields`` are the names of the fields of an answer; each has a question in the texts.
    - ``learner_fields`` are the attributes of the data that a learner sees.
    - ``draw_data`` draws the data. It computes no answers.
    """

    fields: tuple[str, ...]
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

    ``texts`` are its texts, and ``options`` has the ids of the options of each prediction.
    ``simulate`` creates the simulation that the lesson opens with, and ``program`` is the script that it
    runs and shows: Python, or SQL if ``needs_sql``. ``tools`` are functions that a notebook calls on the lesson.
    ``find_opening_step`` finds the step that shows what the lesson is about; without it the stepper
    opens at the run's headline question.
    """

    number: str
    texts: LessonTexts
    simulate: Callable[[], Simulation]
    program: str
    options: Mapping[str, tuple[str, ...]]
    exercise: Exercise
    tools: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    needs_spark: bool = False
    needs_sql: bool = False
    find_opening_step: Callable[[Simulation], int] | None = None

    def __post_init__(self) -> None:
        """Check that the texts and the code have the same ids."""
        self.texts.check_predictions(self.options)
        self.texts.check_ids((QUESTIONS,), self.exercise.fields)

    @property
    def predictions(self) -> dict[str, Prediction]:
        """The predictions by name."""
        return {
            name: self.texts.build_prediction(name, options)
            for name, options in self.options.items()
        }
