"""The solution of a lesson: what solves and judges its exercise, and explains wrong answers.

``flinksim grade`` loads it in the judge's process only. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from flinksim.course.answer_differences import (
    CLEAR_MISTAKES,
    count_shared_mistakes,
    find_common_mistake,
    is_too_high,
    is_too_low,
)
from flinksim.course.answer_values import simplify_value
from flinksim.course.lesson_model import Answer, Exercise, LessonDefinition
from flinksim.course.lesson_texts import BELIEFS, COMMON_TEXTS, Text
from flinksim.simulation.simulation import Simulation

AnswerParser: TypeAlias = Callable[[Any, Any], Any]
"""Converts what a learner wrote to one normal form, given the exercise's data and the value."""

MAX_DRAWS = 100_000
"""Maximum number of draws of a learner's data; most are unsuitable in some lessons."""


class InvalidAnswer(Exception):
    """A value that cannot be an answer; ``text`` says what was expected."""

    def __init__(self, text: Text) -> None:
        super().__init__(text.en)
        self.text = text


def _is_never_covered(data: Any, answer: Answer) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Misconception:
    """A typical mistake in an exercise, which leads to a certain wrong answer.

    ``compute_answer`` computes that answer. ``covers`` says whether the mistake also explains another
    wrong answer. It gets the data and the parsed answer. ``too_low`` is the name of a field: what
    contradicts the mistake also contradicts each value of that field that is too low, or a list that
    lacks an element. ``too_high`` is the same for values that are too high, or lists with a wrong element.
    The explanation is in the texts of the lesson.
    """

    compute_answer: Callable[[Any], Answer]
    covers: Callable[[Any, Answer], bool] = _is_never_covered
    too_low: str = ""
    too_high: str = ""

    def explains_direction(self, wrong: Answer, right: Answer) -> bool:
        """Whether a wrong field is too low or too high in a way that the mistake explains."""
        return (self.too_low in wrong and is_too_low(wrong[self.too_low], right[self.too_low])) or (
            self.too_high in wrong and is_too_high(wrong[self.too_high], right[self.too_high])
        )


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


def _return_data(data: Any) -> Any:
    return data


def _is_any_data(data: Any) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of an exercise: a check against the run, and the misconceptions behind wrong answers.

    - ``parsers`` has the parser for each field of an answer.
    - ``complete_data`` adds the answers to the data that a learner has. The functions below get its
      result.
    - ``judge_answer`` checks a parsed answer, ``solve`` computes a right one.
    - ``misconceptions`` are the misconceptions by their ids in the texts of the lesson.
    - ``truths`` finds for each prediction the name of the right option, and the step that shows it.
    - ``describe_example`` describes a right answer that is a program, for the worked example.
    - ``is_suitable`` says whether drawn data can be used.
    - ``spellings`` are further answers that must be accepted, ``wrong_answers`` further ones that must
      be rejected. :mod:`flinksim.course.sample_submissions` generates the others for every exercise.
    """

    lesson: LessonDefinition
    parsers: Mapping[str, AnswerParser]
    judge_answer: Callable[[Any, Answer], Verdict]
    solve: Callable[[Any], Answer]
    misconceptions: Mapping[str, Misconception]
    truths: Mapping[str, Callable[[Simulation], tuple[str, int | None]]]
    complete_data: Callable[[Any], Any] = _return_data
    is_suitable: Callable[[Any], bool] = _is_any_data
    describe_example: Callable[[Any], Text] | None = None
    wrong_answers: Callable[[Any], list[Answer]] = _list_no_answers
    spellings: Callable[[Any, Answer], list[Answer]] = _list_no_spellings

    def __post_init__(self) -> None:
        """Check that the texts explain the misconceptions."""
        self.lesson.texts.check_ids((BELIEFS,), self.misconceptions)

    @property
    def exercise(self) -> Exercise:
        """What a learner gets of the exercise."""
        return self.lesson.exercise

    def draw(self, seed: str) -> tuple[Any, int]:
        """Draw random data for a learner such that no misconception gives a right answer.

        Args:
            seed: The seed, see :func:`~flinksim.course.lesson_model.build_seed`.

        Returns:
            The data with their answers, and the number of draws that were rejected before.

        Raises:
            RuntimeError: If none of :data:`MAX_DRAWS` draws can be used.
        """
        random = Random(seed)
        for number in range(MAX_DRAWS):
            data = self.complete_data(self.exercise.draw_data(random))
            if self._can_use(data):
                return data, number
        raise RuntimeError(
            f"no variant for {seed!r} in {MAX_DRAWS} draws distinguishes all wrong rules"
        )

    def repeat_draw(self, seed: str, rejected_draws: int) -> Any:
        """Draw the data that :meth:`draw` returned, without checking again which draws can be used."""
        return self.complete_data(self.exercise.draw(seed, rejected_draws))

    def _can_use(self, data: Any) -> bool:
        return (
            self.is_suitable(data)
            and self.check(data, self.solve(data)).is_right
            and not any(
                self.check(data, rule.compute_answer(data)).is_right
                for rule in self.misconceptions.values()
            )
        )

    def work_example(self, seed: str) -> Text:
        """Draw data, and describe a right answer for them."""
        data, _ = self.draw(seed)
        if self.describe_example is not None:
            return self.describe_example(data)
        plain = {name: value for name, value in self.solve(data).items() if not callable(value)}
        text = ", ".join(f"{name} = {value!r}" for name, value in plain.items())
        return COMMON_TEXTS.format("right answer", answer=text)

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
        """Return the name of the misconception that explains a wrong answer, or an empty string.

        It is the one with the same answer, or the one whose answer has most of the wrong values, or one
        that covers the answer, or one that explains why a value is too low or too high. It may also be
        one of :data:`~flinksim.course.lesson_texts.COMMON_TEXTS`' beliefs.
        """
        parsed = self.try_parse(data, answer)
        if parsed is None:
            return ""
        right_parts = self.find_right_parts(data, answer)
        wrong = {name: one for name, one in parsed.items() if not right_parts[name]} or parsed
        right = self.parse(data, self.solve(data))
        best = max(
            (
                (
                    by_rule == parsed,
                    sum(by_rule[field] == value for field, value in wrong.items()),
                    count_shared_mistakes(wrong, by_rule, right),
                    -place,
                    name,
                )
                for place, (name, rule) in enumerate(self.misconceptions.items())
                if (by_rule := self.try_parse(data, rule.compute_answer(data))) is not None
            ),
            default=(False, 0, 0, 0, ""),
        )
        if any(best[:3]):
            return best[4]
        rules = self.misconceptions.items()
        covering = next((name for name, rule in rules if rule.covers(data, parsed)), "")
        common = find_common_mistake(wrong, right)
        if covering or common in CLEAR_MISTAKES:
            return covering or common
        return next((name for name, rule in rules if rule.explains_direction(wrong, right)), common)

    def explain(self, misconception: str) -> Text:
        """Return the explanation of a misconception of this exercise, or of a common mistake."""
        is_known = misconception in self.misconceptions
        return (self.lesson.texts if is_known else COMMON_TEXTS).beliefs[misconception]
