"""What a lesson is made of: its program, its predictions, and an exercise with wrong rules that run.

Every text is a pair: English, Simplified Chinese. Not in Flink.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from flinksim.simulation.simulation import Simulation

Text: TypeAlias = tuple[str, str]
"""English, and Simplified Chinese."""

LANGUAGES = ("en", "zh")

Answer: TypeAlias = Mapping[str, Any]
"""What a learner gave, by the names of what was asked."""

Read: TypeAlias = Callable[[Any, Any], Any]
"""Makes one spelling of all right ones: given a variant's data, and a value that a learner wrote."""

MOST_DRAWS = 100


class NotAnAnswer(Exception):
    """A value that cannot be an answer; ``text`` says what was expected."""

    def __init__(self, text: Text) -> None:
        super().__init__(text[0])
        self.text = text


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose; ``told`` is what a learner who took it should hear, if it is wrong."""

    text: Text
    told: Text = ("", "")


@dataclass(frozen=True, slots=True)
class Prediction:
    """A question that a run answers: ``truth`` has the name of the right option, and the step to see."""

    question: Text
    options: Mapping[str, Option]
    truth: Callable[[Simulation], tuple[str, int | None]]
    why: Text


@dataclass(frozen=True, slots=True)
class Rule:
    """A wrong rule that runs: what somebody answers who believes it, and what to tell them."""

    belief: Text
    answer: Callable[[Any], Answer]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a check saw: whether it is right, what was seen, and at which step of which run."""

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
    """An exercise: data drawn from a seed, a check on the run, and who answers it wrongly.

    ``reads`` has, for each name that is asked for, what makes one spelling of all right ones.
    ``spellings`` and ``cheats`` are answers that must be accepted, and refused, beside those that are
    made of every exercise (:mod:`flinksim.course.sample_submissions`).
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
        """The data of the learner *seed*: as hard as any, for no wrong rule gives a right answer."""
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
        """*answer* in its one spelling.

        Raises: NotAnAnswer for a value that cannot be one.
        """
        return {name: read(data, answer[name]) for name, read in self.reads.items()}

    def canonical(self, data: Any, answer: Answer) -> Answer | None:
        """*answer* in its one spelling; ``None`` if it is none."""
        try:
            return self.read(data, answer)
        except NotAnAnswer:
            return None

    def judged(self, data: Any, answer: Answer) -> Seen:
        """What the check sees of *answer*."""
        try:
            return self.judge(data, self.read(data, answer))
        except NotAnAnswer as problem:
            return Seen(False, problem.text)

    def belief_of(self, data: Any, answer: Answer) -> str:
        """The name of the wrong rule that gives *answer*; empty if none does."""
        given = self.canonical(data, answer)
        if given is not None:
            for name, rule in self.rules.items():
                if self.canonical(data, rule.answer(data)) == given:
                    return name
        return ""


@dataclass(frozen=True, slots=True)
class LessonParts:
    """One lesson: ``simulate`` makes the run that it opens with; ``program`` is the code of it."""

    number: str
    title: Text
    misconception: Text
    simulate: Callable[[], Simulation]
    program: Callable[..., Any]
    predictions: Mapping[str, Prediction]
    exercise: Exercise
    tools: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    needs_spark: bool = False
