"""The parts of a lesson: its program, its predictions, and an exercise with its misconceptions.

Every text is a pair: English and Simplified Chinese. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from flinksim.simulation.simulation import Simulation

Text: TypeAlias = tuple[str, str]
"""English and Simplified Chinese."""

LANGUAGES = ("en", "zh")

Answer: TypeAlias = Mapping[str, Any]
"""The values that a learner gave, by the name of the field."""

Read: TypeAlias = Callable[[Any, Any], Any]
"""Converts what a learner wrote to one normal form, given the exercise's data and the value."""

MOST_DRAWS = 100


class NotAnAnswer(Exception):
    """A value that cannot be an answer; ``text`` says what was expected."""

    def __init__(self, text: Text) -> None:
        super().__init__(text[0])
        self.text = text


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a prediction; ``told`` is shown to a learner who chose it wrongly."""

    text: Text
    told: Text = ("", "")


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question that the run answers.

    ``truth`` returns the name of the right option and the step that shows it. ``why`` explains it.
    """

    question: Text
    options: Mapping[str, Option]
    truth: Callable[[Simulation], tuple[str, int | None]]
    why: Text


@dataclass(frozen=True, slots=True)
class Rule:
    """A misconception that gives an answer: ``answer`` computes it, ``belief`` explains the mistake."""

    belief: Text
    answer: Callable[[Any], Answer]


@dataclass(frozen=True, slots=True)
class Seen:
    """The result of an exercise's check: whether the answer is right, and the step that shows it."""

    right: bool
    text: Text
    step: int | None = None
    run: Simulation | None = None


def _no_more(data: Any) -> list[Answer]:
    return []


def _no_spellings(data: Any, answer: Answer) -> list[Answer]:
    return []


@dataclass(frozen=True, slots=True)
class Exercise:
    """An exercise: seeded data, a check against the run, and the misconceptions behind wrong answers.

    - ``asks`` has the question for each field of an answer, and ``reads`` its parser.
    - ``data`` draws the data, ``judge`` checks a parsed answer, ``solve`` computes a right one.
    - ``rules`` are the misconceptions by name.
    - ``spellings`` are further answers that must be accepted, ``cheats`` further ones that must be
      rejected. :mod:`flinksim.course.sample_submissions` generates the others for every exercise.
    """

    asks: Mapping[str, Text]
    reads: Mapping[str, Read]
    data: Callable[[Random], Any]
    judge: Callable[[Any, Answer], Seen]
    solve: Callable[[Any], Answer]
    rules: Mapping[str, Rule]
    cheats: Callable[[Any], list[Answer]] = _no_more
    spellings: Callable[[Any, Answer], list[Answer]] = _no_spellings

    def draw(self, seed: str) -> Any:
        """Draw the data of a learner such that no misconception gives a right answer.

        Args:
            seed: The seed, made of the lesson's number and the learner's name.

        Returns:
            The data.

        Raises:
            RuntimeError: If none of :data:`MOST_DRAWS` draws is suitable.
        """
        random = Random(seed)
        for _ in range(MOST_DRAWS):
            data = self.data(random)
            if self.judged(data, self.solve(data)).right and not any(
                self.judged(data, rule.answer(data)).right for rule in self.rules.values()
            ):
                return data
        raise RuntimeError(
            f"no variant for {seed!r} in {MOST_DRAWS} draws tells all wrong rules apart"
        )

    def read(self, data: Any, answer: Answer) -> Answer:
        """Parse an answer into its normal form.

        Raises:
            NotAnAnswer: If a value cannot be an answer.
        """
        return {name: read(data, answer[name]) for name, read in self.reads.items()}

    def canonical(self, data: Any, answer: Answer) -> Answer | None:
        """Parse an answer into its normal form, or return None if it is invalid."""
        try:
            return self.read(data, answer)
        except NotAnAnswer:
            return None

    def judged(self, data: Any, answer: Answer) -> Seen:
        """Parse an answer and check it."""
        try:
            return self.judge(data, self.read(data, answer))
        except NotAnAnswer as problem:
            return Seen(False, problem.text)

    def belief_of(self, data: Any, answer: Answer) -> str:
        """Return the name of the misconception that gives an answer, or an empty string."""
        parsed = self.canonical(data, answer)
        if parsed is not None:
            for name, rule in self.rules.items():
                if self.canonical(data, rule.answer(data)) == parsed:
                    return name
        return ""


@dataclass(frozen=True, slots=True)
class LessonParts:
    """The definition of one lesson.

    ``simulate`` creates the simulation that the lesson opens with, and ``program`` is the function
    whose code is shown. ``tools`` are functions that a notebook calls on the lesson.
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
