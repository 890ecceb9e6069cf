"""Sample submissions to an exercise: right answers, misconceptions, cheats and nonsense.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from flinksim.common import Duration
from flinksim.course.answer_parsing import parse_milliseconds
from flinksim.course.lesson_model import Answer
from flinksim.course.solution_model import Solution


@dataclass(frozen=True, slots=True)
class Submission:
    """An answer of the learner *seed*; ``origin`` says where it comes from."""

    seed: str
    origin: str
    answer: Answer


class AlwaysEqual:
    """A cheating answer: an object that compares as equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return True


class AlwaysEqualInt(int):
    """A cheating answer: an int that compares as equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


NONSENSE: tuple[Any, ...] = (
    AlwaysEqual(),
    True,
    False,
    AlwaysEqualInt(1),
    "",
    "any",
    float("nan"),
    object,
)


_data_cache: dict[tuple[int, str], Any] = {}


def draw_exercise_data(solution: Solution, seed: str) -> Any:
    """Draw the data of the learner *seed*, cached."""
    known = id(solution), seed
    if known not in _data_cache:
        _data_cache[known] = solution.draw(seed)[0]
    return _data_cache[known]


def generate_right_submissions(solution: Solution, learners: Sequence[str]) -> Iterator[Submission]:
    """Generate right submissions of *learners*, whose names are the seeds of their data."""
    for seed in learners:
        data = draw_exercise_data(solution, seed)
        answer = solution.solve(data)
        yield Submission(seed, "solved", answer)
        for spelled in solution.spellings(data, answer):
            yield Submission(seed, "spelled otherwise", spelled)
        for name, value in answer.items():
            is_duration = solution.parsers[name] is parse_milliseconds
            for form in _list_forms(value, is_duration=is_duration):
                yield Submission(seed, f"{name} as {type(form).__name__}", {**answer, name: form})


def _list_forms(value: Any, *, is_duration: bool) -> list[Any]:
    """List other forms of a right value that every exercise accepts."""
    if type(value) is int:
        forms: list[Any] = [float(value), str(value), f"{value}.0", f" {value:,} ", f"{value:_}"]
        if is_duration:
            forms += [f"{value} ms", Duration.of_millis(value), timedelta(milliseconds=value)]
        return forms
    if type(value) is list:
        return [tuple(value)]
    if type(value) is dict:
        return [dict(reversed(value.items())), {str(key): one for key, one in value.items()}]
    return []


def generate_plausible_submissions(
    solution: Solution, learners: Sequence[str]
) -> Iterator[Submission]:
    """Generate answers that learners could give, most of which are wrong.

    They mix a right answer with misconceptions, copy another learner's answer, have one number changed or
    two values exchanged.
    """
    for seed in learners:
        data = draw_exercise_data(solution, seed)
        right = solution.solve(data)
        by_rule = [rule.compute_answer(data) for rule in solution.misconceptions.values()]
        for number, wrong in enumerate(by_rule):
            yield Submission(seed, "a misconception", wrong)
            for name in wrong:
                if len(wrong) > 1:
                    yield Submission(seed, "a part", {**right, name: wrong[name]})
                    other = by_rule[(number + 1) % len(by_rule)]
                    yield Submission(seed, "two of them", {**wrong, name: other[name]})
        for changed in _change_values(right):
            yield Submission(seed, "changed", changed)
        if seed != learners[0]:
            copied = solution.solve(draw_exercise_data(solution, learners[0]))
            yield Submission(seed, "copied", copied)


def _change_values(part: Any) -> Iterator[Any]:
    """Iterate over versions of an answer with one number changed, or two neighbours exchanged."""
    if type(part) is int:
        yield from (part + 1, part - 1, part * 1_000)
    elif type(part) is dict:
        for name, one in part.items():
            yield from ({**part, name: changed} for changed in _change_values(one))
    elif type(part) in (list, tuple):
        for index, one in enumerate(part):
            for changed in _change_values(one):
                yield [*part[:index], changed, *part[index + 1 :]]
        for index in range(len(part) - 1):
            if part[index] != part[index + 1]:
                yield [*part[:index], part[index + 1], part[index], *part[index + 2 :]]


def generate_wrong_submissions(solution: Solution, learners: Sequence[str]) -> Iterator[Submission]:
    """Generate wrong submissions of *learners*; the first learner also hands in nonsense."""
    for seed in learners:
        data = draw_exercise_data(solution, seed)
        for name, rule in solution.misconceptions.items():
            yield Submission(seed, f"rule: {name}", rule.compute_answer(data))
        for answer in solution.wrong_answers(data):
            yield Submission(seed, "cheat", answer)
        solved = solution.solve(data)
        if seed == learners[0]:
            for name in solved:
                for value in NONSENSE:
                    yield Submission(seed, f"nonsense for {name}", {**solved, name: value})
