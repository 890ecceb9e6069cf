"""Sample submissions to an exercise: right answers, misconceptions, cheats and nonsense.

Not in Flink.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

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
