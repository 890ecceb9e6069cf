"""The parts of a lesson: its program, its predictions, and an exercise with its misconceptions.

Every text is a pair: English and Simplified Chinese. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from flinksim.course.answer_values import simplify_value
from flinksim.simulation.simulation import Simulation

Text: TypeAlias = tuple[str, str]
"""A text in two languages: English and Simplified Chinese."""

LANGUAGES = ("en", "zh")

Answer: TypeAlias = Mapping[str, Any]
"""An answer to an exercise: the values that a learner gave, by the name of the field."""

AnswerParser: TypeAlias = Callable[[Any, Any], Any]
"""Converts what a learner wrote to one normal form, given the exercise's data and the value."""

MAX_DRAWS = 100


class InvalidAnswer(Exception):
    """A value that cannot be an answer; ``text`` says what was expected."""

    def __init__(self, text: Text) -> None:
        super().__init__(text[0])
        self.text = text


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a prediction; ``feedback`` is shown to a learner who chose it wrongly."""

    text: Text
    feedback: Text = ("", "")


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question that the run answers.

    ``find_correct_option`` returns the name of the right option and the step that shows it.
    ``explanation`` explains it.
    """

    question: Text
    options: Mapping[str, Option]
    find_correct_option: Callable[[Simulation], tuple[str, int | None]]
    explanation: Text


@dataclass(frozen=True, slots=True)
class Misconception:
    """A typical mistake in an exercise, which leads to a certain wrong answer.

    ``compute_answer`` computes that answer, and ``explanation`` explains the mistake.
    """

    explanation: Text
    compute_answer: Callable[[Any], Answer]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an exercise's check: whether the answer is right, and the step that shows it."""

    is_right: bool
    text: Text
    step: int | None = None
    run: Simulation | None = None


def _list_no_answers(data: Any) -> list[Answer]:
    return []


def _list_no_spellings(data: Any, answer: Answer) -> list[Answer]:
    return []


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise: seeded data, a check against the run, and the misconceptions behind wrong answers.

    - ``questions`` has the question for each field of an answer, and ``parsers`` its parser.
    - ``learner_fields`` are the attributes of the data that a learner sees; the others may be answers.
    - ``draw_data`` draws the data, ``judge_answer`` checks a parsed answer, ``solve`` computes a right
      one.
    - ``misconceptions`` are the misconceptions by name.
    - ``spellings`` are further answers that must be accepted, ``wrong_answers`` further ones that must
      be rejected. :mod:`flinksim.course.sample_submissions` generates the others for every exercise.
    """

    questions: Mapping[str, Text]
    parsers: Mapping[str, AnswerParser]
    learner_fields: tuple[str, ...]
    draw_data: Callable[[Random], Any]
    judge_answer: Callable[[Any, Answer], Verdict]
    solve: Callable[[Any], Answer]
    misconceptions: Mapping[str, Misconception]
    wrong_answers: Callable[[Any], list[Answer]] = _list_no_answers
    spellings: Callable[[Any, Answer], list[Answer]] = _list_no_spellings

    def draw(self, seed: str) -> Any:
        """Draw random data for a learner such that no misconception gives a right answer.

        Args:
            seed: The seed, made of the lesson's number and the learner's name.

        Returns:
            The data.

        Raises:
            RuntimeError: If none of :data:`MAX_DRAWS` draws is suitable.
        """
        random = Random(seed)
        for _ in range(MAX_DRAWS):
            data = self.draw_data(random)
            if self.check(data, self.solve(data)).is_right and not any(
                self.check(data, rule.compute_answer(data)).is_right
                for rule in self.misconceptions.values()
            ):
                return data
        raise RuntimeError(
            f"no variant for {seed!r} in {MAX_DRAWS} draws distinguishes all wrong rules"
        )

    def parse(self, data: Any, answer: Answer) -> Answer:
        """Parse an answer into its normal form.

        Raises:
            InvalidAnswer: If a value cannot be an answer.
        """
        return {
            name: read(data, simplify_value(answer[name])) for name, read in self.parsers.items()
        }

    def try_parse(self, data: Any, answer: Answer) -> Answer | None:
        """Parse an answer into its normal form, or return None if it is invalid."""
        try:
            return self.parse(data, answer)
        except InvalidAnswer:
            return None

    def check(self, data: Any, answer: Answer) -> Verdict:
        """Parse an answer and check it."""
        try:
            return self.judge_answer(data, self.parse(data, answer))
        except InvalidAnswer as problem:
            return Verdict(False, problem.text)

    def find_right_parts(self, data: Any, answer: Answer) -> dict[str, bool]:
        """Return for each field of an answer whether it is right next to a right answer to the others."""
        right_answer = self.solve(data)
        return {
            name: answer.get(name) is not None
            and self.check(data, {**right_answer, name: answer[name]}).is_right
            for name in self.parsers
        }

    def find_misconception(self, data: Any, answer: Answer) -> str:
        """Return the name of the misconception that leads to the given answer, or an empty string."""
        parsed = self.try_parse(data, answer)
        if parsed is not None:
            for name, rule in self.misconceptions.items():
                if self.try_parse(data, rule.compute_answer(data)) == parsed:
                    return name
        return ""


@dataclass(frozen=True, slots=True)
class LessonDefinition:
    """The definition of one lesson.

    ``simulate`` creates the simulation that the lesson opens with, and ``program`` is the function
    whose code is shown. ``tools`` are functions that a notebook calls on the lesson.
    ``find_opening_step`` finds the step that shows what the lesson is about; without it the stepper
    opens at the run's headline question.
    """

    number: str
    title: Text
    misconception: Text
    simulate: Callable[[], Simulation]
    program: Callable[..., Any]
    predictions: Mapping[str, Prediction]
    exercise: Exercise
    tools: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    needs_spark: bool = False
    find_opening_step: Callable[[Simulation], int] | None = None
